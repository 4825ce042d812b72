import type { Suggestion } from './completion.ts';

interface CompletionListProps {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  /** Index of the chosen suggestion; -1 while none is. */
  readonly at: number;
  readonly onPick: (suggestion: Suggestion) => void;
}

/** Completion list of the composer. */
export function CompletionList({ id, suggestions, at, onPick }: CompletionListProps) {
  return (
    <div className="completion">
      <div role="listbox" id={id} aria-label="Suggestions">
        {suggestions.map((suggestion, index) => (
          <div
            key={suggestion.insert + suggestion.placeholder}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className="completion-item"
            ref={index === at ? showItem : undefined}
            // Before the composer would lose the focus.
            onPointerDown={(event) => {
              event.preventDefault();
              onPick(suggestion);
            }}
          >
            <span className="completion-command">{suggestion.label}</span>
            <span className="completion-placeholder">{suggestion.placeholder}</span>
            {suggestion.description !== '' && (
              <span className="completion-description">{suggestion.description}</span>
            )}
          </div>
        ))}
      </div>
      <p className="completion-keys" aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> to choose, <kbd>Tab</kbd> to complete, <kbd>Enter</kbd> to{' '}
        {at < 0 ? 'send' : 'take'}, <kbd>Esc</kbd> to close
      </p>
    </div>
  );
}

function showItem(item: HTMLElement | null): void {
  item?.scrollIntoView({ block: 'nearest' });
}

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

import type { Channel } from '../slack/protocol.ts';
import { CompletionList } from './completion-list.tsx';
import { useDesk } from './desk.ts';
import { SendIcon } from './icons.tsx';
import { suggestionsFor } from './text/completion.ts';
import { useHistory } from './use-history.ts';

interface ComposerProps {
  readonly channel: Channel;
  readonly draft: string;
  readonly onDraft: (text: string) => void;
}

/** Where commands and messages are typed. */
export function Composer({ channel, draft, onDraft }: ComposerProps) {
  const { state, person, send } = useDesk();
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [at, setAt] = useState(0);
  const [isDismissed, setDismissed] = useState(false);
  const history = useHistory();
  const suggestions = isDismissed ? [] : suggestionsFor(draft, state.commands);
  const chosen = suggestions[at];
  const name = `Message ${channel.kind === 'dm' ? '' : '#'}${channel.name}`;

  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
    if (draft !== '' && document.activeElement !== element) element.focus();
  }, [draft]);

  function write(text: string): void {
    onDraft(text);
    setAt(0);
    setDismissed(false);
  }

  async function submit(): Promise<void> {
    const text = draft.trim();
    if (text === '') return;
    history.add(text);
    write('');
    const answer = await send('say', { person: person.id, channel: channel.id, text });
    if (!answer.ok) onDraft(text);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (chosen && onSuggestionKey(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void submit();
      return;
    }
    const past = history.step(event.key, draft);
    if (past === null) return;
    event.preventDefault();
    onDraft(past);
    setDismissed(true);
  }

  function onSuggestionKey(event: KeyboardEvent): boolean {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((at + step + suggestions.length) % suggestions.length);
    else if (event.key === 'Escape') setDismissed(true);
    // What is typed in full is meant to be sent.
    else if (event.key === 'Enter' && chosen?.insert.trimEnd() === draft.trimEnd()) return false;
    else if (event.key === 'Tab' || event.key === 'Enter') write(chosen?.insert ?? draft);
    else return false;
    event.preventDefault();
    return true;
  }

  return (
    <div className="composer-place">
      {suggestions.length > 0 && (
        <CompletionList
          id={listId}
          suggestions={suggestions}
          at={at}
          onPick={({ insert }) => write(insert)}
        />
      )}
      <form
        className="composer"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <textarea
          ref={field}
          rows={1}
          value={draft}
          placeholder={name}
          aria-label={name}
          aria-autocomplete="list"
          aria-controls={suggestions.length > 0 ? listId : undefined}
          aria-activedescendant={chosen && `${listId}-${at}`}
          spellCheck={false}
          onChange={({ target }) => write(target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="submit" className="send" aria-label="Send" disabled={draft.trim() === ''}>
          <SendIcon />
        </button>
      </form>
      <p className="composer-note">
        As <strong>{person.name}</strong>
        {person.role !== '' && ` (${person.role})`}
        <span className="tips">
          {' '}
          · <kbd>/</kbd> commands · <kbd>↑</kbd> history
        </span>
      </p>
    </div>
  );
}

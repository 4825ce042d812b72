import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

import type { Channel } from '../../slack-workspace/page-protocol.ts';
import { Popover } from '../elements/popover.tsx';
import { SendIcon } from '../ui/icons.tsx';
import { ExampleList } from '../welcome/example-list.tsx';
import { examplesFor, languageName } from '../welcome/examples.ts';
import { useClientWords, useWorkspaceContext } from '../workspace-context.ts';
import { CompletionList } from './completion-list.tsx';
import { preselected, type Suggestion, suggestionsFor } from './completion.ts';
import { mentionsFor } from './mention.ts';
import { ShortcutMenu } from './shortcut-menu.tsx';
import { useHistory } from './use-history.ts';

interface ComposerProps {
  readonly channel: Channel;
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  /** The message that is replied to. */
  readonly thread?: string;
  /** Set where the composer can be put away. */
  readonly onLeave?: () => void;
}

/** Where commands and messages are typed. */
export function Composer({ channel, draft, onDraft, thread, onLeave }: ComposerProps) {
  const { state, person, send } = useWorkspaceContext();
  const words = useClientWords();
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [moved, setMoved] = useState<number | null>(null);
  // A draft that was left and is found again has its suggestions when it is typed on.
  const [isDismissed, setDismissed] = useState(draft !== '');
  const history = useHistory();
  const inside = state.people.filter(({ id }) => channel.members?.includes(id) ?? true);
  const found = thread === undefined ? suggestionsFor(draft, state.commands, state.shortcuts) : [];
  const suggestions = isDismissed ? [] : [...found, ...mentionsFor(draft, inside)];
  const at = moved ?? preselected(draft, suggestions);
  const chosen = suggestions[at];
  const name = thread === undefined ? words.messageTo(placeName(channel)) : words.reply;

  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
    if (draft !== '' && document.activeElement !== element) element.focus();
  }, [draft]);

  function take({ insert, callbackId }: Suggestion): void {
    if (callbackId === null) write(insert);
    else use(callbackId);
  }

  function use(callbackId: string): void {
    write('');
    void send('shortcut', { person: person.id, callbackId, channel: null, ts: null });
  }

  function write(text: string): void {
    onDraft(text);
    setMoved(null);
    setDismissed(false);
  }

  async function submit(): Promise<void> {
    const text = draft.trim();
    if (text === '') return;
    history.add(text);
    write('');
    const reply = thread === undefined ? {} : { thread };
    const answer = await send('say', { person: person.id, channel: channel.id, text, ...reply });
    if (!answer.ok) onDraft(text);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (suggestions.length > 0 && onSuggestionKey(event)) return;
    if (event.key === 'Escape') onLeave?.();
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
    const picked = event.key === 'Tab' ? (chosen ?? suggestions[0]) : chosen;
    if (event.key === 'ArrowDown') setMoved((at + 1) % suggestions.length);
    else if (event.key === 'ArrowUp') setMoved((at <= 0 ? suggestions.length : at) - 1);
    else if (event.key === 'Escape') setDismissed(true);
    else if (picked && !event.shiftKey && (event.key === 'Tab' || event.key === 'Enter'))
      take(picked);
    else return false;
    event.preventDefault();
    return true;
  }

  return (
    <div className="composer-place">
      {suggestions.length > 0 && (
        <CompletionList id={listId} suggestions={suggestions} at={at} onPick={take} />
      )}
      <form
        className="composer"
        onSubmit={(event) => {
          event.preventDefault();
          // The button is disabled once nothing stands there, and would lose the focus.
          if (hasKeyboard()) field.current?.focus();
          void submit();
        }}
      >
        {thread === undefined && <ShortcutMenu onUse={({ callbackId }) => use(callbackId)} />}
        <textarea
          autoFocus={thread !== undefined || hasKeyboard()}
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
        <button
          type="submit"
          className="send"
          aria-label={words.send}
          disabled={draft.trim() === ''}
        >
          <SendIcon />
        </button>
      </form>
      {thread === undefined && (
        <div className="composer-note">
          <p>
            As <strong>{person.name}</strong>
            {person.role !== '' && ` (${person.role})`} · {languageName(person)}
            <span className="tips">
              {' '}
              · <kbd>/</kbd> commands · <kbd>@</kbd> people · <kbd>↑</kbd> history
            </span>
          </p>
          {examplesFor(state, person, channel).length > 0 && (
            <Popover
              align="end"
              trigger={(carry) => (
                <button {...carry} type="button" className="link-button" aria-haspopup="dialog">
                  Examples
                </button>
              )}
            >
              {(close) => <ExampleList channel={channel} onChoose={close} />}
            </Popover>
          )}
        </div>
      )}
    </div>
  );
}

/** On a telephone the focus would bring up the keyboard, over half of the screen. */
function hasKeyboard(): boolean {
  return matchMedia('(pointer: fine)').matches;
}

function placeName({ kind, name }: Channel): string {
  return kind === 'dm' ? name : `#${name}`;
}

import type { Channel } from '../slack/protocol.ts';
import { useDesk } from './desk.ts';
import { subcommands } from './text/completion.ts';

interface FirstVisitProps {
  readonly channel: Channel;
  readonly isEmpty: boolean;
  /** Puts a command into the composer. */
  readonly onTry: (text: string) => void;
}

const TRIES_MAX = 6;

/** How a channel begins, with some commands to try while it has no messages. */
export function FirstVisit({ channel, isEmpty, onTry }: FirstVisitProps) {
  const { state } = useDesk();
  const tries = state.commands.flatMap((command) => subcommands(command)).slice(0, TRIES_MAX);
  const name = channel.kind === 'dm' ? channel.name : `#${channel.name}`;
  return (
    <section className="first-visit" aria-label="How to begin">
      <h3>{channel.kind === 'dm' ? `This is ${name}` : `Welcome to ${name}`}</h3>
      <p>
        {channel.isExternal
          ? 'This channel is shared with another company. Answers to commands are for your eyes only.'
          : `A workspace for trying ${state.app.name}. Nothing here leaves your machine.`}
      </p>
      {isEmpty && tries.length > 0 && (
        <>
          <p className="try-label">Try one of these, then press Enter:</p>
          <ul className="tries">
            {tries.map(({ insert, placeholder }) => (
              <li key={insert + placeholder}>
                <button type="button" className="try" onClick={() => onTry(insert)}>
                  {insert.trim()}
                  {placeholder !== '' && <span> {placeholder}</span>}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

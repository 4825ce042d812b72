import type { Channel, Person } from '../../slack-workspace/page-protocol.ts';
import { useWorkspaceContext } from '../workspace-context.ts';
import { ExampleList } from './example-list.tsx';
import { examplesFor, languageName } from './examples.ts';

interface FirstVisitProps {
  readonly channel: Channel;
  readonly isEmpty: boolean;
}

/** Top of a channel: what this place is and, while it has no messages, commands to try. */
export function FirstVisit({ channel, isEmpty }: FirstVisitProps) {
  const { state, person, setPanel } = useWorkspaceContext();
  const name = channel.kind === 'dm' ? channel.name : `#${channel.name}`;
  const hasExamples = isEmpty && examplesFor(state, person, channel).length > 0;

  function showPeople(): void {
    setPanel('controls');
    document.querySelector<HTMLElement>('#act-as')?.focus();
  }

  return (
    <section className="first-visit" aria-label="How to begin">
      <h3>{channel.kind === 'dm' ? `This is ${name}` : `Welcome to ${name}`}</h3>
      <p>{placeNote(channel, state.app.name)}</p>
      {isEmpty && (
        <p>
          {membershipNote(person) ?? (
            <>
              You are <strong>{person.name}</strong>, so answers are in {languageName(person)}.
            </>
          )}{' '}
          <button type="button" className="link-button" onClick={showPeople}>
            Act as
          </button>{' '}
          someone else to {person.membership === undefined ? 'change the language' : 'get answers'}.
        </p>
      )}
      {hasExamples && (
        <>
          <p className="examples-label">
            {state.settings.bot === 'starting'
              ? 'The bot is starting. Then press a command to send it:'
              : 'Press a command to send it:'}
          </p>
          <ExampleList channel={channel} />
        </>
      )}
    </section>
  );
}

function placeNote({ kind, isExternal }: Channel, app: string): string {
  if (isExternal) {
    return 'This channel is shared with another company. Answers to commands are only visible to you.';
  }
  const place =
    kind === 'dm' ? 'Your direct message with the app.' : `A Slack workspace for trying ${app}.`;
  return `${place} Nothing here leaves your machine.`;
}

const MEMBERSHIP_NOTES: Readonly<Record<NonNullable<Person['membership']>, string>> = {
  guest: 'is a guest, and only full members get answers.',
  deactivated: 'is deactivated and cannot sign in.',
  external: 'belongs to another workspace, which has no /rental.',
};

function membershipNote({ name, membership }: Person): string | null {
  return membership === undefined ? null : `${name} ${MEMBERSHIP_NOTES[membership]}`;
}

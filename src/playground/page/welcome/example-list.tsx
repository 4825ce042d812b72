import type { Channel } from '../../slack-workspace/page-protocol.ts';
import { useWorkspaceContext } from '../workspace-context.ts';
import { type Example, examplesFor } from './examples.ts';

interface ExampleListProps {
  readonly channel: Channel;
  /** Called once a command is chosen, before it is sent. */
  readonly onChoose?: () => void;
}

/** Buttons that each send a command as the person acted as. */
export function ExampleList({ channel, onChoose }: ExampleListProps) {
  const { state, person, clock, send, setTour } = useWorkspaceContext();

  async function run({ text, next }: Example): Promise<void> {
    onChoose?.();
    const { ok } = await send('say', { person: person.id, channel: channel.id, text });
    if (!ok || next !== 'tomorrow') return;
    setTour({ step: 'tomorrow', channel: channel.id, sinceS: clock.now() / 1000 });
  }

  return (
    <ul className="examples">
      {examplesFor(state, person, channel).map((example) => (
        <li key={example.text}>
          <button
            type="button"
            className="example"
            disabled={state.settings.bot === 'starting'}
            onClick={() => void run(example)}
          >
            <code>{example.text}</code>
            <span>{example.label}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

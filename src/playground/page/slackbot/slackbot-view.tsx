import { type FormEvent, useMemo, useState } from 'react';

import type { SlackbotAnswer } from '../api/user-actions.ts';
import { readBlocks } from '../block-kit/read-blocks.ts';
import { BlockList } from '../blocks/block-list.tsx';
import { valuesFor } from '../elements/element-values.ts';
import { type Surface, SurfaceContext } from '../elements/surface.ts';
import { ControlsButton, DrawerButton } from '../sidebar/panel-buttons.tsx';
import { Notice } from '../ui/notice.tsx';
import { useWorkspaceContext } from '../workspace-context.ts';

/** A question and what came of it. */
interface Exchange {
  readonly question: string;
  readonly answer: SlackbotAnswer;
}

const EXAMPLES = [
  'What awaits a decision?',
  'How many files by town?',
  'Find ready files older than a week',
  'Show LY-0342',
  'Timeline of LY-0342',
  'Report of last month',
  'Find colour:red',
];

/**
 * Slackbot, with a script in place of its model: for each question, the call of one of the app's
 * tools, what a model would read of the answer, and what Slack draws.
 */
export function Slackbot() {
  const { person, send } = useWorkspaceContext();
  const [draft, setDraft] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const cursor = cursorOf(exchanges[0]);

  async function ask(question: string): Promise<void> {
    const text = question.trim();
    if (text === '' || isAsking) return;
    setIsAsking(true);
    const given = await send('ask_slackbot', { person: person.id, text, cursor });
    setIsAsking(false);
    if (!given.ok || given.slackbot === undefined) return;
    const answer = given.slackbot;
    setDraft('');
    setExchanges((before) => [{ question: text, answer }, ...before]);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void ask(draft);
  }

  return (
    <>
      <header className="channel-head">
        <DrawerButton />
        <h2 className="channel-title">
          <span>Slackbot</span>
        </h2>
        <ControlsButton />
      </header>
      <div className="deliveries slackbot">
        <p className="quiet-note">
          Slackbot calls Rental Desk’s tools (MCP) as {person.name}. Here a script chooses the tool
          by a few words, where Slack has a model. What a model reads names nobody.
        </p>
        <form className="slackbot-form" onSubmit={submit}>
          <input
            className="field"
            aria-label="Ask Slackbot"
            placeholder="Ask Slackbot…"
            value={draft}
            maxLength={1_000}
            onChange={({ target }) => setDraft(target.value)}
          />
          <button type="submit" className="button solid primary" aria-disabled={isAsking}>
            Ask
          </button>
        </form>
        <ul className="slackbot-examples" aria-label="Examples">
          {[...(cursor === null ? [] : ['Next page']), ...EXAMPLES].map((example) => (
            <li key={example}>
              <button
                type="button"
                className="slackbot-example"
                aria-disabled={isAsking}
                onClick={() => void ask(example)}
              >
                {example}
              </button>
            </li>
          ))}
        </ul>
        <ol className="slackbot-exchanges" aria-label="Answers, the newest first" reversed>
          {exchanges.map((exchange, index) => (
            <ExchangeItem key={exchanges.length - index} exchange={exchange} />
          ))}
        </ol>
      </div>
      <Notice />
    </>
  );
}

function ExchangeItem({ exchange: { question, answer } }: { readonly exchange: Exchange }) {
  const { tool, arguments: args, isError, text, data, blocks } = answer;
  return (
    <li className="slackbot-exchange">
      <h3>{question}</h3>
      <p>
        Called <code>{`${tool} ${JSON.stringify(args)}`}</code>
      </p>
      {blocks.length > 0 && <Drawn blocks={blocks} />}
      <details open={isError}>
        <summary>{isError ? 'The tool refused, and says why' : 'What a model reads'}</summary>
        <pre tabIndex={0}>{isError ? text : JSON.stringify(data, null, 2)}</pre>
      </details>
    </li>
  );
}

function Drawn({ blocks: given }: { readonly blocks: SlackbotAnswer['blocks'] }) {
  const blocks = useMemo(() => readBlocks(given), [given]);
  const surface = useMemo<Surface>(
    () => ({
      place: { home: true },
      values: valuesFor(blocks),
      errors: {},
      // Nothing here has an action: its links open by themselves.
      change: () => {},
      act: async () => {},
      confirm: async () => true,
    }),
    [blocks],
  );
  return (
    <SurfaceContext value={surface}>
      <BlockList blocks={blocks} />
    </SurfaceContext>
  );
}

/** The cursor of the page after the last answer; `null` where there is none. */
function cursorOf(last: Exchange | undefined): string | null {
  const cursor = last?.answer.data['next_cursor'];
  return typeof cursor === 'string' ? cursor : null;
}

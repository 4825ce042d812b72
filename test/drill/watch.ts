import type { Change } from '../../src/playground/slack-workspace/page-protocol.ts';
import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import { APP } from '../../src/playground/slack-workspace/store/team.ts';
import { againAndAgain } from './again.ts';
import { wrongStatement } from './statements.ts';
import type { Truth } from './truth.ts';

/** Whoever reads along all the time. */
export interface Watch {
  /** Everything that Slack was given to show, as JSON. */
  readonly shown: readonly string[];
  /** What the bot said that was never right. */
  readonly wrong: readonly string[];
  /** Every page of `/metrics`. */
  readonly metrics: readonly string[];
  /** The bot's memory over time, in bytes. */
  readonly memory: readonly number[];
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;
const QUOTED_MAX = 160;

/** @param botUrl where the bot tells its figures; `null` while it does not run */
export function createWatch(
  workspace: SlackWorkspace,
  botUrl: () => URL | null,
  truth: Truth,
): Watch {
  const shown: string[] = [];
  const wrong: string[] = [];
  const metrics: string[] = [];
  const memory: number[] = [];

  const unsubscribe = workspace.subscribe((change) => {
    const text = JSON.stringify(change);
    shown.push(text);
    if (!isOfBot(change)) return;
    const mistake = wrongStatement(text, truth);
    if (mistake !== null) wrong.push(`${mistake}: ${text.slice(0, QUOTED_MAX)}`);
  });

  async function look(): Promise<void> {
    const url = botUrl();
    if (url === null) return;
    const text = await fetch(new URL('/metrics', url)).then(
      async (answer) => answer.text(),
      () => '',
    );
    metrics.push(text);
    const [, bytes] = /^process_resident_memory_bytes (\S+)$/m.exec(text) ?? [];
    if (bytes !== undefined) memory.push(Number(bytes));
  }

  const looking = againAndAgain(look, LOOK_EVERY_MS);

  return {
    shown,
    wrong,
    metrics,
    memory,
    async stop() {
      unsubscribe();
      await looking.stop();
    },
  };
}

function isOfBot(change: Change): boolean {
  switch (change.kind) {
    case 'message':
      return change.message.author === APP.userId;
    case 'modals':
    case 'panels':
    case 'home':
      return true;
    case 'state':
    case 'message_gone':
    case 'settings':
      return false;
  }
}

import { setTimeout } from 'node:timers/promises';

import { SECRETS } from '../../src/playground/playground.ts';
import { signedHeaders } from '../../src/playground/slack-workspace/bot/http.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { TEAM } from '../../src/playground/slack-workspace/store/team.ts';
import { WORDS } from './answering.ts';
import { botWithFiles } from './bot-with-files.ts';
import { type Figure, quantile } from './figure.ts';

const FILES = 100_000;
const PARALLEL = 16;
const ROUNDS = 60;
/** Until then, the engine is still compiling what answers. */
const ROUNDS_BEFORE = 10;
const CALL_MS_MAX = 40;

/** Calls of tools by assistants, 16 at once, over 100,000 files; beside a ping, which asks no tool. */
export async function assisting(): Promise<readonly Figure[]> {
  await using bot = await botWithFiles(FILES, { MCP: 'initials' });
  await idle(bot.url);
  const tool = (name: string, argsOf: (turn: number) => object) => async (turn: number) => {
    const params = { name, arguments: argsOf(turn), _meta: { slack: HANNAH } };
    const text = await send(bot.url, 'tools/call', params);
    if (!text.includes('"structuredContent"')) throw new Error(text.slice(0, 500));
  };
  const kinds: Readonly<Record<string, (turn: number) => Promise<unknown>>> = {
    ping: async () => send(bot.url, 'ping', {}),
    search_files: tool('search_files', (turn) => ({ query: word(turn) })),
    count_files: tool('count_files', (turn) => ({ by: 'town', query: word(turn) })),
    pending_overview: tool('pending_overview', () => ({})),
    file_timeline: tool('file_timeline', (turn) => ({ file: word(turn) })),
    report: tool('report', (turn) => ({ period: turn % 2 === 0 ? 'week' : 'month' })),
  };
  const figures: Figure[] = [];
  for (const [kind, ask] of Object.entries(kinds)) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS_BEFORE + ROUNDS; round += 1) {
      const taken = await Promise.all(
        Array.from({ length: PARALLEL }, async (_, user) => timed(() => ask(round + user))),
      );
      if (round >= ROUNDS_BEFORE) times.push(...taken);
    }
    figures.push({
      what: `MCP ${kind}, ${PARALLEL} at once, 100,000 files, p99`,
      floor: 'the bar',
      floorMs: CALL_MS_MAX,
      oursMs: quantile(times, 0.99),
      ratioMax: 1,
    });
  }
  return figures;
}

const word = (turn: number) => WORDS[turn % WORDS.length] ?? '';
const HANNAH = { user_id: PEOPLE.hannah, team_id: TEAM.id, enterprise_id: null };

let sent = 0;

/** A message as Slackbot sends it, and its answer. */
async function send(bot: URL, method: string, params: object): Promise<string> {
  sent += 1;
  const body = JSON.stringify({ jsonrpc: '2.0', id: sent, method, params });
  const response = await fetch(new URL('/mcp', bot), {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...signedHeaders(SECRETS.signingSecret, body, Date.now()),
    },
  });
  return response.text();
}

const IDLE_SHARE = 0.1;
const LOOK_EVERY_MS = 2_000;

/** Waits until the bot has recorded the first snapshot, which takes it a while once in its life. */
async function idle(bot: URL): Promise<void> {
  for (let before = -Infinity; ;) {
    const text = await (await fetch(new URL('/metrics', bot))).text();
    const seconds = Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
    if ((seconds - before) * 1_000 < IDLE_SHARE * LOOK_EVERY_MS) return;
    before = seconds;
    await setTimeout(LOOK_EVERY_MS);
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

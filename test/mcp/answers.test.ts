import { expect, test } from 'vitest';
import { stringify } from 'yaml';

import type { CommandContext } from '../../src/commands/command.ts';
import { tools } from '../../src/mcp/server.ts';
import { StoreError } from '../../src/store/errors.ts';
import { callOver } from '../commands/call.ts';
import { eventsOf, FILES, HISTORY } from '../support/agency.ts';
import { pagesOf, serviceDown } from '../support/rental-files.ts';

/** What each tool answers over the files of one agency, as approved; `-u` renews it. */

const JOURNAL = { history: () => HISTORY, eventsOf };
const CURSORS = { encode: (token: object) => JSON.stringify(token), decode: decoded };

function decoded(value: string) {
  return JSON.parse(value);
}

/** A call for an assistant, over files that were read. */
async function contextOf(over: Partial<CommandContext> = {}) {
  let isDown = false;
  const call = callOver(
    () => {
      if (isDown) throw serviceDown();
      return pagesOf(FILES);
    },
    {
      place: { surface: 'mcp', channelId: null, audience: 'channel' },
      call: {
        privacy: 'initials',
        journal: JOURNAL,
        currency: 'EUR',
        fileNow: async (id) => FILES.find((file) => file.id === id) ?? null,
        ...over,
      },
    },
  );
  await call.portfolio.read();
  return {
    call,
    cursors: CURSORS,
    async lose() {
      isDown = true;
      await call.portfolio.read().catch(() => {});
    },
  };
}

type Context = Awaited<ReturnType<typeof contextOf>>;

/** The answer as lines; what is said of the snapshot stands in the first answer alone. */
async function answered(name: string, args: object, context: Context): Promise<string> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  const shown = await tool.run(args, context).then(
    ({ data, message, warning }) => ({
      data: tool.output.parse(data),
      ...(message === undefined ? {} : { drawn: message.text }),
      ...(warning === undefined
        ? {}
        : { warning: warning instanceof Error ? warning.name : 'unknown' }),
    }),
    (error: unknown) => ({ refused: String(error) }),
  );
  const lines = stringify(shown, { lineWidth: 0 }).replaceAll(/reading[\\":]+[\w.]+/g, 'reading…');
  return `## ${name} ${JSON.stringify(args)}\n${lines}`;
}

async function expectApproved(calls: readonly (readonly [string, object])[], context: Context) {
  const answers: string[] = [];
  for (const [name, args] of calls) answers.push(await answered(name, args, context));
  expect(answers.join('\n')).toMatchSnapshot();
}

const BY = ['status', 'decision', 'backlog', 'situation', 'category', 'town', 'property'];

test('files are counted by each property of theirs', async () => {
  const counts = BY.map((by) => ['count_files', { by }] as const);
  const narrowed = ['count_files', { by: 'status', query: 'lyon pomegranate' }] as const;
  await expectApproved([...counts, narrowed], await contextOf());
});

test('files are found a page at a time, and shown one by one', async () => {
  await expectApproved(
    [
      ['search_files', {}],
      ['search_files', { query: 'ready', limit: 1 }],
      ['search_files', { query: 'rejected in montpellier' }],
      ['search_files', { query: 'durand' }],
      ['pending_overview', {}],
      ['pending_overview', { query: 'lyon' }],
      ['show_file', { file: 'ready-loft' }],
      ['show_file', { file: 'bare' }],
      ['show_file', { file: 'LY-0342' }],
      ['show_file', { file: 'pomegranate' }],
      ['file_timeline', { file: 'ready-loft' }],
      ['file_timeline', { file: 'accepted' }],
      ['file_timeline', { file: 'LY-0342' }],
      ['report', { periods_ago: 0, target_working_days: 5 }],
      ['report', { period: 'month', query: 'property:montpellier' }],
    ],
    await contextOf(),
  );
});

test('arguments that are none are refused with what is possible', async () => {
  await expectApproved(
    [
      ['search_files', { limit: 0 }],
      ['search_files', { limit: 11 }],
      ['search_files', { querry: 'ready' }],
      ['search_files', { pomegranate: 1 }],
      ['search_files', { limit: 'x', query: 1, cursor: 2, a: 3 }],
      ['search_files', { query: 'colour:red' }],
      ['count_files', {}],
      ['show_file', { file: '' }],
      ['show_file', { file: 'x'.repeat(301) }],
      ['report', { periods_ago: 61 }],
      ['report', { target_working_days: 0 }],
      ['report', { target_working_days: 366 }],
    ],
    await contextOf(),
  );
});

test('what is missing, old or gone is said', async () => {
  const gone = await contextOf({ fileNow: async () => null });
  await expectApproved([['show_file', { file: 'ready-loft' }]], gone);

  const away = await contextOf({
    fileNow: async () => {
      throw serviceDown();
    },
    journal: {
      history: () => HISTORY,
      eventsOf: async () => {
        throw new StoreError('unreachable', 'The database does not answer');
      },
    },
  });
  await away.lose();
  away.call.store.setDown(true);
  await expectApproved(
    [
      ['show_file', { file: 'ready-loft' }],
      ['file_timeline', { file: 'ready-loft' }],
      ['count_files', { by: 'status' }],
    ],
    away,
  );

  const { journal: _, ...call } = (await contextOf()).call;
  const forgetful = { ...(await contextOf()), call };
  await expectApproved(
    [
      ['show_file', { file: 'ready-loft' }],
      ['file_timeline', { file: 'ready-loft' }],
      ['report', {}],
    ],
    forgetful,
  );
});

import { z } from 'zod';

import { openFileIds } from '../portfolio/lifecycle.ts';
import { formatQuery } from '../portfolio/query/describe.ts';
import { searchContextOf } from '../portfolio/search/execute.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import { overviewOf } from '../portfolio/statistics.ts';
import { overviewView } from '../views/figures/overview.ts';
import type { Message } from '../views/message.ts';
import { type CommandContext, type Command, argumentsIn } from './command.ts';
import { lineOf, showingOf, shareOf } from './file-list.ts';
import { lastReading, type Notices, noticesOf, referenceTo, answerFrom } from './snapshot.ts';

const Args = z.object({
  /** Id of the snapshot to show; absent asks for a new one. */
  reading: z.string().optional(),
});

const ALIASES =
  'aperçu apercu glance dashboard tableau-de-bord summary home menu résumé accueil sommaire';

export const overview: Command = {
  name: 'overview',
  called: { en: 'overview', fr: 'aperçu' },
  aliases: ALIASES.split(' '),
  group: 'look',
  summary: {
    en: 'See the backlog at a glance; same as /rental alone',
    fr: 'Voir la situation d’un coup d’œil ; comme /rental seul',
  },
  hint: { en: '', fr: '' },
  examples: { en: [''], fr: [''] },

  async *run(text, call) {
    const snapshot = yield* lastReading(call);
    const { texts, warning } = noticesOf(snapshot, call);
    // Text after it would be for a list.
    const notices = text.trim() === '' ? texts : [call.words.overview.ofAll, ...texts];
    yield messageFor(snapshot, { texts: notices, warning }, call);
  },

  async *runAction(args, call) {
    const { reading: id } = argumentsIn(Args, args);
    yield* answerFrom(id, call, (snapshot, notices) => messageFor(snapshot, notices, call));
  },
};

function messageFor(
  snapshot: Snapshot,
  { texts, warning }: Notices,
  call: CommandContext,
): Message {
  const { longest, ...counts } = overviewOf(snapshot, searchContextOf(snapshot, call));
  const here = { command: overview.name, args: { reading: referenceTo(snapshot) } };
  const lines = longest.map(({ entry }) => lineOf(entry, snapshot, call));
  const message = overviewView(
    {
      ...counts,
      longest: lines,
      notices: texts,
      readAt: snapshot.endedAt,
      skipped: snapshot.skipped,
      listOf: (key, value) => ({
        command: 'list',
        args: {
          page: 1,
          query: formatQuery(
            { conditions: [{ kind: 'choice', key, not: false, any: [value] }], sort: null },
            'en',
          ),
        },
      }),
      refresh: { command: overview.name, args: {} },
      share: shareOf(here, call),
    },
    showingOf(call),
  );
  return { ...message, files: openFileIds(lines), warning };
}

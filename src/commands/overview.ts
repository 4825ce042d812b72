import { z } from 'zod';

import { openFileIds } from '../portfolio/lifecycle.ts';
import { overviewOf } from '../portfolio/overview.ts';
import { searchContextOf } from '../portfolio/search/execute.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import type { Message } from '../views/message.ts';
import { overviewView } from '../views/overview.ts';
import type { CommandContext, Command } from './command.ts';
import { StaleActionError } from './errors.ts';
import { lineOf, showingOf, shareOf } from './file-list.ts';
import { doubtsOf, newestReading, type Notices, noticesOf, awaitReading } from './snapshot.ts';

const Args = z.object({
  /** The reading to tell of; absent asks for a new one. */
  reading: z.string().optional(),
});

export const overview: Command = {
  name: 'overview',
  called: { en: 'overview', fr: 'aperçu' },
  aliases: [
    'aperçu',
    'apercu',
    'glance',
    'summary',
    'home',
    'menu',
    'résumé',
    'accueil',
    'sommaire',
  ],
  group: 'look',
  summary: {
    en: 'See at a glance what waits; /rental alone does the same',
    fr: 'Voir d’un coup d’œil ce qui attend ; /rental seul fait de même',
  },
  hint: { en: '', fr: '' },
  examples: { en: [''], fr: [''] },

  async *run(text, call) {
    const snapshot = call.portfolio.latest() ?? (yield* awaitReading(call));
    const { told, trouble } = noticesOf(snapshot, call);
    // What was typed after it is for a list to answer.
    const notices = text.trim() === '' ? told : [call.words.overview.ofAll, ...told];
    yield messageFor(snapshot, { told: notices, trouble }, call);
  },

  async *runAction(args, call) {
    const asked = Args.safeParse(args);
    if (!asked.success) throw new StaleActionError('arguments');
    const held = asked.data.reading === undefined ? null : call.portfolio.byId(asked.data.reading);
    if (held) {
      yield messageFor(held, { told: doubtsOf(held, call) }, call);
      return;
    }
    const newest = yield* newestReading(call);
    yield messageFor(newest, noticesOf(newest, call), call);
  },
};

function messageFor(snapshot: Snapshot, { told, trouble }: Notices, call: CommandContext): Message {
  const { longest, ...glance } = overviewOf(snapshot, searchContextOf(snapshot, call));
  const here = { command: overview.name, args: { reading: snapshot.id } };
  const lines = longest.map(({ entry, workingDays }) => lineOf(entry, snapshot, workingDays, call));
  const message = overviewView(
    {
      ...glance,
      longest: lines,
      notices: told,
      readAt: snapshot.endedAt,
      skipped: snapshot.skipped,
      refresh: { command: overview.name, args: {} },
      share: shareOf(here, call),
    },
    showingOf(call),
  );
  return { ...message, files: openFileIds(lines), trouble };
}

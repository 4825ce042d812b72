import { z } from 'zod';

import { formatQuery } from '../portfolio/query/describe.ts';
import { parseQuery } from '../portfolio/query/parser.ts';
import type { Query } from '../portfolio/query/query.ts';
import { searchContextOf } from '../portfolio/search/execute.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import { statsOf } from '../portfolio/statistics.ts';
import { statsView } from '../views/figures/statistics.ts';
import { propertyName } from '../views/files/line.ts';
import type { Message } from '../views/message.ts';
import type { Command, CommandContext } from './command.ts';
import { StaleActionError } from './errors.ts';
import { checkQuery, describeQuery, fitTyped, shareOf, showingOf } from './file-list.ts';
import { awaitReading, type Notices, noticesOf, referenceTo, answerFrom } from './snapshot.ts';

const StatsArgs = z.object({
  /** As text; absent asks for everything. */
  query: z.string().optional(),
  /** Id of the snapshot of the figures; absent asks for a new one. */
  reading: z.string().optional(),
});

export const stats: Command = {
  name: 'stats',
  called: { en: 'stats', fr: 'stats' },
  aliases: ['statistics', 'figures', 'statistique', 'statistiques', 'chiffres', 'bilan'],
  group: 'look',
  summary: {
    en: 'Chart files by status, decisions per week and time to decide',
    fr: 'Graphiques par statut, décisions par semaine et délai de décision',
  },
  hint: { en: '[query]', fr: '[requête]' },
  examples: {
    en: ['stats', 'stats property:lyon created:2026'],
    fr: ['stats', 'stats bien:lyon créé:2026'],
  },

  async *run(text, call) {
    checkQuery(text, call);
    const snapshot = call.portfolio.latest() ?? (yield* awaitReading(call));
    const { query, ignored } = fitTyped(text, snapshot, call);
    yield figuresOf(query, snapshot, noticesOf(snapshot, call), call, ignored);
  },

  async *runAction(args, call) {
    const asked = StatsArgs.safeParse(args);
    if (!asked.success) throw new StaleActionError('arguments');
    const { query: text = '', reading: id } = asked.data;
    const query = parseQuery(text, call.words.language);
    yield* answerFrom(id, call, (snapshot, notices) => figuresOf(query, snapshot, notices, call));
  },
};

function figuresOf(
  query: Query,
  snapshot: Snapshot,
  { texts, trouble }: Notices,
  call: CommandContext,
  ignored: readonly string[] = [],
): Message {
  const searchContext = searchContextOf(snapshot, call);
  const { oldestAwaiting, ...figures } = statsOf(snapshot, query, searchContext);
  const text = formatQuery(query, 'en');
  const asked = text === '' ? {} : { query: text };
  const message = statsView(
    {
      ...figures,
      asked: describeQuery(stats, query, call, ignored).asked,
      oldest: oldestAwaiting && {
        property: propertyName(oldestAwaiting.entry.property),
        workingDays: oldestAwaiting.workingDays,
      },
      readAt: snapshot.endedAt,
      skipped: snapshot.skipped,
      notices: texts,
      waits: { command: 'pending', args: { typed: text } },
      share: shareOf(
        { command: stats.name, args: { ...asked, reading: referenceTo(snapshot) } },
        call,
      ),
      refresh: { command: stats.name, args: asked },
    },
    showingOf(call),
  );
  return { ...message, files: oldestAwaiting ? [oldestAwaiting.entry.id] : [], trouble };
}

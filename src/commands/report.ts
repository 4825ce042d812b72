import { z } from 'zod';

import { isAwaiting } from '../portfolio/lifecycle.ts';
import { formatQuery } from '../portfolio/query/describe.ts';
import { parseQuery } from '../portfolio/query/parser.ts';
import type { Query } from '../portfolio/query/query.ts';
import { findRows, searchContextOf } from '../portfolio/search/execute.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import { type Period, PERIODS, reportOf } from '../reports/report.ts';
import { reportView } from '../views/figures/report.ts';
import type { Action, Message } from '../views/message.ts';
import type { Command, CommandContext } from './command.ts';
import { StaleActionError } from './errors.ts';
import { describeQuery, fitTyped, shareOf, showingOf } from './file-list.ts';
import {
  awaitReading,
  namedSnapshot,
  newestReading,
  type Notices,
  noticesOf,
  referenceTo,
} from './snapshot.ts';

/** As far back as changes are kept by default. */
const AGO_MAX = 60;
const TARGET_MAX = 365;

const Args = z.object({
  period: z.enum(PERIODS),
  /** How many periods ago; 0 is the one under way. */
  ago: z.int().min(0).max(AGO_MAX),
  target: z.int().min(1).max(TARGET_MAX).optional(),
  /** As text; absent asks for everything. */
  query: z.string().optional(),
  /** Id of the snapshot; absent asks for a new one. */
  reading: z.string().optional(),
});

/** What a report is of, without the snapshot. */
interface Wanted {
  readonly period: Period;
  readonly ago: number;
  readonly target: number | null;
  readonly query: Query;
  readonly ignored?: readonly string[];
}

/** Words for a period, in both languages. */
const PERIOD_WORDS: Readonly<Record<Period, RegExp>> = {
  week: /(?<!\S)(?:last\s+)?(?:week(?:ly)?|semaine|hebdo(?:madaire)?)(?!\S)/iu,
  month: /(?<!\S)(?:last\s+)?(?:month(?:ly)?|mois|mensuel)(?!\S)/iu,
};
const TARGET = /(?<!\S)(?:target|objectif|cible):(\d{1,3})(?:bd|jo)?(?!\S)/iu;

export const report: Command = {
  name: 'report',
  called: { en: 'report', fr: 'rapport' },
  aliases: ['rapport', 'reports', 'rapports'],
  group: 'look',
  summary: {
    en: 'Report on the last week or month against the one before',
    fr: 'Faire le bilan de la semaine ou du mois passé',
  },
  hint: {
    en: '[week|month] [target:days] [query]',
    fr: '[semaine|mois] [objectif:jours] [requête]',
  },
  examples: { en: ['report', 'report month'], fr: ['rapport', 'rapport mois'] },

  async *run(text, call) {
    const snapshot = call.portfolio.latest() ?? (yield* awaitReading(call));
    const { query, ignored } = fitTyped(
      text.replace(TARGET, ' ').replace(PERIOD_WORDS.week, ' ').replace(PERIOD_WORDS.month, ' '),
      snapshot,
      call,
    );
    const [, days] = TARGET.exec(text) ?? [];
    const target = days === undefined ? null : Math.min(TARGET_MAX, Math.max(1, Number(days)));
    const period = PERIOD_WORDS.month.test(text) ? 'month' : 'week';
    const wanted = { period, ago: 1, target, query, ignored } as const;
    yield answer(wanted, snapshot, noticesOf(snapshot, call), call);
  },

  async *runAction(args, call) {
    const asked = Args.safeParse(args);
    if (!asked.success) throw new StaleActionError('arguments');
    const { reading: id, query: text = '', target = null, ...rest } = asked.data;
    const wanted = { ...rest, target, query: parseQuery(text, call.words.language) };
    if (id === undefined) {
      const newest = yield* newestReading(call, (last, notices) =>
        answer(wanted, last, notices, call),
      );
      yield answer(wanted, newest, noticesOf(newest, call), call);
      return;
    }
    const { snapshot, notices } = yield* namedSnapshot(id, call);
    yield answer(wanted, snapshot, notices, call);
  },
};

function answer(
  wanted: Wanted,
  snapshot: Snapshot,
  { texts, trouble }: Notices,
  call: CommandContext,
): Message {
  const { period, ago, target, query } = wanted;
  const searchContext = searchContextOf(snapshot, call);
  const request = { query, period, ago, targetDays: target };
  const message = reportView(
    {
      ...reportOf(snapshot, request, searchContext),
      kind: period,
      targetDays: target,
      asked: describeQuery(report, query, call, wanted.ignored).asked,
      sinceMs: searchContext.history?.sinceMs ?? null,
      notices: texts,
      earlier: actionFor({ ...wanted, ago: Math.min(AGO_MAX, ago + 1) }, snapshot),
      later: ago === 0 ? null : actionFor({ ...wanted, ago: ago - 1 }, snapshot),
      refresh: actionFor(wanted),
      share: shareOf(actionFor(wanted, snapshot), call),
      readAt: snapshot.endedAt,
      skipped: snapshot.skipped,
    },
    showingOf(call),
  );
  const rows = findRows(query, snapshot.table, searchContext);
  const files = Array.from(rows, (row) => snapshot.table.entries[row])
    .filter((entry) => entry !== undefined)
    .filter(isAwaiting)
    .map(({ id }) => id);
  // Where others read along, only their number and their properties may be shown.
  return { ...message, ...(call.place.audience === 'channel' ? { files } : {}), trouble };
}

function actionFor({ period, ago, target, query }: Wanted, snapshot?: Snapshot): Action {
  const text = formatQuery(query, 'en');
  return {
    command: report.name,
    args: {
      period,
      ago,
      ...(target === null ? {} : { target }),
      ...(text === '' ? {} : { query: text }),
      ...(snapshot === undefined ? {} : { reading: referenceTo(snapshot) }),
    },
  };
}

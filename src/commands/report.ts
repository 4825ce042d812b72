import { z } from 'zod';

import { withoutFullStop } from '../lib/text.ts';
import { dateOf } from '../portfolio/calendar.ts';
import { phrases, setsOf } from '../portfolio/phrases/grammar/index.ts';
import { lengthOf } from '../portfolio/phrases/grammar/tables.ts';
import { formatQuery } from '../portfolio/query/describe.ts';
import { parseQuery } from '../portfolio/query/parser.ts';
import { daysOfDate } from '../portfolio/query/periods.ts';
import type { Query } from '../portfolio/query/query.ts';
import { type SearchContext, searchContextOf } from '../portfolio/search/execute.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import { statsOf } from '../portfolio/statistics.ts';
import {
  awaitingIds,
  type Period,
  PERIODS,
  periodsAgo,
  periodStart,
  type Report,
  reportOf,
  type ReportRequest,
} from '../reports/report.ts';
import { reportRows, reportTitle, reportView } from '../views/figures/report.ts';
import { statsView } from '../views/figures/statistics.ts';
import { propertyName } from '../views/files/line.ts';
import type { Action, Answer, Message } from '../views/message.ts';
import { failureView } from '../views/notices.ts';
import { type Command, type CommandContext, argumentsIn } from './command.ts';
import { csvOf } from './export.ts';
import {
  checkQuery,
  countFiles,
  describeQuery,
  fitTyped,
  shareOf,
  showingOf,
} from './file-list.ts';
import {
  lastReading,
  namedSnapshot,
  type Notices,
  noticesOf,
  referenceTo,
  answerFrom,
  scoreNotices,
  unreadableNotices,
} from './snapshot.ts';

/** As far back as changes are kept by default. */
const AGO_MAX = 60;
const TARGET_MAX = 365;

const Args = z.object({
  period: z.enum(PERIODS),
  /** How many periods ago; 0 is the current one. */
  ago: z.int().min(0).max(AGO_MAX).default(1),
  target: z.int().min(1).max(TARGET_MAX).optional(),
  /** The first day of the period, which then says how many periods ago it is. */
  from: z.iso.date().optional(),
  /** As text; absent asks for everything. */
  query: z.string().optional(),
  /** Id of the snapshot; absent asks for a new one. */
  reading: z.string().optional(),
  /** Sends the figures as a table: from 1 the answer takes the place of the report, from 2 it opens over it. */
  csv: z.literal([1, 2]).optional(),
});

interface Wanted extends Pick<ReportRequest, 'period' | 'ago' | 'query'> {
  readonly target: number | null;
  readonly ignored?: readonly string[];
}

/** What people say around a report, in each language: data only. */
const WORDS = setsOf(
  [
    {
      week: 'week,weekly,(last|this) (week|weekly)',
      month: 'month,monthly,(last|this) (month|monthly)',
      /** Of them, those for the current period. */
      current: 'this (week|month)',
      /** The period before, which every report is against. */
      before:
        '(vs|versus|against|than|compared to|compared with) (|the) last (week|month),' +
        'last (week|month) (vs|versus|against) this (week|month)',
      /** Before “than”, what a report shows without a word for it: “more refusals”; and between two periods. */
      versus: '(vs|versus|against|compared to|compared with)',
      more: 'more,fewer,less,better,worse,busier,faster,higher,longer,lower,quicker,quieter,shorter,slower',
      /** Of each manager or property, of which a report has not all. */
      each: 'per,by,each,most',
    },
    {
      week: 'hebdo,hebdomadaire,(|cette) semaine (|derniere|passee|en cours) (|ci)',
      month: 'mensuel,(|ce) mois (|dernier|passe|en cours) (|ci)',
      current: '(cette semaine|ce mois) (|ci),(semaine|mois) en cours',
      before:
        '(vs|versus|contre|que|par rapport a|par rapport au|compare a|compares a|compare au|compares au) (|la|le) (semaine|mois) (derniere|dernier|passe|passee),' +
        '(|la|le) (semaine|mois) (derniere|dernier) (vs|versus|contre) (cette semaine|ce mois)',
      versus: '(vs|versus|contre|par rapport|compare|compares) (|a|au)',
      more: 'plus,moins,mieux,(plus|moins) (charge|chargee|court|courte|eleve|eleves|lent|lente|lents|long|longue|rapide|rapides|vite)',
      each: 'par,chaque,le plus',
    },
  ],
  phrases,
);
/** Up to “than”: “more refusals than”; and “vs last”, which says not of what. */
const BEFORE_THAN = /(?:\S{1,40}\s){1,6}(?:than|que)(?=\s)/iu;
const BARE_LAST = /\s(?:vs\.?|versus|against|than|compared (?:to|with)) (?:the )?last$/iu;
/** “week 40”, “semaine 40 de 2025”, “2025-W40”. */
const NUMBERED =
  /(?<!\S)(?:(?:week|wk|semaine|sem\.?)\s+(?:(?:no?\.?|n°|number|num[ée]ro)\s*)?(?<week>\d{1,2})(?:,?\s+(?:(?:of|in|de|en)\s+)?(?<year>\d{4}))?|(?<isoYear>\d{4})-?w(?<isoWeek>\d{1,2}))(?!\S)/iu;
const TARGET = /(?<!\S)(?:target|objectif|cible):(\d{1,3})(?:bd|jo)?(?!\S)/iu;

export const report: Command = {
  name: 'report',
  called: { en: 'report', fr: 'rapport' },
  aliases: ['rapport', 'reports', 'rapports', 'compte-rendu', 'comptes-rendus'],
  group: 'look',
  summary: {
    en: 'Report on the last week or month against the one before',
    fr: 'Voir le rapport de la semaine ou du mois passé',
  },
  hint: {
    en: '[week|month] [target:days] [query]',
    fr: '[semaine|mois] [objectif:jours] [requête]',
  },
  examples: { en: ['report', 'report month'], fr: ['rapport', 'rapport mois'] },

  async *run(typed, call) {
    const snapshot = yield* lastReading(call);
    const text = withoutFullStop(typed).trim().replace(BARE_LAST, '$& week');
    const numbered = weekNumbered(text, call);
    if (numbered === 'none') {
      yield failureView(call.words.report.noSuchWeek, null, null, call.words);
      return;
    }
    const says = (words: ReadonlySet<string>) => without(words, text) !== text;
    const asked = text.replace(BEFORE_THAN, (part) => without(WORDS.more, part));
    const alone = [WORDS.before, WORDS.week, WORDS.month].reduce(
      (left, words) => without(words, left),
      asked.replace(NUMBERED, ' ').replace(TARGET, ' '),
    );
    const bare = without(WORDS.versus, alone, 'or');
    const fitted = fitTyped(bare, snapshot, call);
    const [, days] = TARGET.exec(text) ?? [];
    const target = days === undefined ? null : Math.min(TARGET_MAX, Math.max(1, Number(days)));
    const named =
      numbered === null
        ? periodNamed(fitted.query, call)
        : { period: 'week' as const, ago: numbered, query: fitted.query };
    // “Report for last year”
    const isOther = fitted.query.conditions.some(
      (one) => one.kind === 'date' && one.key === 'created',
    );
    const isNamed = named !== null || PERIODS.some((each) => says(WORDS[each]));
    if (!isNamed && isOther && !bare.includes(':')) {
      const other = formatQuery(fitted.query, call.words.language);
      yield failureView(call.words.report.noSuchPeriod(other), null, null, call.words);
      return;
    }
    const { period, ago, query } = named ?? {
      period: says(WORDS.month) ? ('month' as const) : ('week' as const),
      ago: says(WORDS.current) || says(WORDS.before) ? 0 : 1,
      query: fitted.query,
    };
    const wanted = { period, ago, target, query, ignored: fitted.ignored };
    const notices = noticesOf(snapshot, call);
    const isPerEach = fitted.question === 'report' && says(WORDS.each);
    const texts = isPerEach ? [call.words.report.perEach, ...notices.texts] : notices.texts;
    yield answer(wanted, snapshot, { ...notices, texts }, call);
  },

  async *runAction(args, call) {
    const asked = argumentsIn(Args, args);
    const { reading: id, query: text = '', target = null, period, from, csv } = asked;
    const moment = { nowMs: call.now(), zone: call.zone };
    const ago = from === undefined ? asked.ago : periodsAgo(period, from, moment);
    const query = parseQuery(text, call.words.language);
    const wanted = { period, ago: Math.min(AGO_MAX, Math.max(0, ago)), target, query };
    if (csv !== undefined) {
      const { snapshot, notices } = yield* namedSnapshot(id ?? '', call);
      yield* answerCsv(wanted, snapshot, notices, csv === 2, call);
      return;
    }
    if (id === undefined && from !== undefined) {
      const snapshot = yield* lastReading(call);
      yield answer(wanted, snapshot, noticesOf(snapshot, call), call);
      return;
    }
    yield* answerFrom(id, call, (snapshot, notices) => answer(wanted, snapshot, notices, call));
  },
};

/** A text without the phrases of a set, or with a word in place of each. */
function without(set: ReadonlySet<string>, text: string, by = ''): string {
  const words = text.split(/\s+/u);
  const kept: string[] = [];
  for (let at = 0; at < words.length;) {
    const length = lengthOf(set, words, at);
    kept.push(length === 0 ? (words[at] ?? '') : by);
    at += length || 1;
  }
  return kept.join(' ') === words.join(' ') ? text : kept.join(' ');
}

/**
 * How many weeks ago the week is that a text has the number of, by ISO 8601: without a year the last
 * one of that number. `none` where there is no report on it, `null` without a number.
 */
function weekNumbered(text: string, { now, zone }: CommandContext): number | 'none' | null {
  const { groups } = NUMBERED.exec(text) ?? {};
  if (groups === undefined) return null;
  const moment = { nowMs: now(), zone };
  const week = Number(groups['week'] ?? groups['isoWeek']);
  const given = groups['year'] ?? groups['isoYear'];
  const { yearOfWeek: thisYear = 0 } = dateOf(moment.nowMs, zone);
  const years = given === undefined ? [thisYear, thisYear - 1] : [Number(given)];
  const agos = years.flatMap((year) => {
    // The fourth of January is in the first week of its year.
    const first = periodStart('week', new Temporal.PlainDate(year, 1, 4));
    const monday = first.add({ weeks: week - 1 });
    return monday.yearOfWeek === year ? [periodsAgo('week', monday.toString(), moment)] : [];
  });
  return agos.find((ago) => ago >= 0 && ago <= AGO_MAX) ?? 'none';
}

/**
 * The week or month that a date in the query names, and the rest of the query: “october”, “2026-09”. Of
 * two in a row the later one, as a report has the one before anyway: “october vs september”.
 */
function periodNamed(
  { conditions, sort }: Query,
  { now, zone }: CommandContext,
): Pick<Wanted, 'period' | 'ago' | 'query'> | null {
  const moment = { nowMs: now(), zone };
  const today = dateOf(moment.nowMs, zone);
  for (const condition of conditions) {
    if (condition.kind !== 'date' || condition.key !== 'created' || condition.not) continue;
    const named = condition.any.map((date) => {
      if (date.is !== '=') return undefined;
      const { first, last } = daysOfDate(date.value, today, 'past');
      const period = PERIODS.find((each) => isWhole(each, first, last));
      return period && { period, ago: periodsAgo(period, first.toString(), moment) };
    });
    const [one, before, ...others] = named.toSorted((a, b) => (a?.ago ?? 0) - (b?.ago ?? 0));
    if (one === undefined || one.ago < 0 || one.ago > AGO_MAX || others.length > 0) continue;
    const isNext = before?.period === one.period && before.ago === one.ago + 1;
    if (named.length > 1 && !isNext) continue;
    const rest = conditions.filter((other) => other !== condition);
    return { ...one, query: { conditions: rest, sort } };
  }
  return null;
}

function isWhole(period: Period, first: Temporal.PlainDate, last: Temporal.PlainDate): boolean {
  const next = last.add({ days: 1 });
  return period === 'week'
    ? first.dayOfWeek === 1 && next.equals(first.add({ weeks: 1 }))
    : first.day === 1 && next.equals(first.add({ months: 1 }));
}

function answer(
  wanted: Wanted,
  snapshot: Snapshot,
  { texts, warning }: Notices,
  call: CommandContext,
  done: string | null = null,
): Message {
  const { period, ago, target, query } = wanted;
  const { searchContext, figures } = figuresOf(wanted, snapshot, call);
  const text = formatQuery(query, 'en');
  const message = reportView(
    {
      ...figures,
      kind: period,
      targetDays: target,
      asked: describeQuery(report, query, call, wanted.ignored).asked,
      sinceMs: searchContext.history?.sinceMs ?? (call.store.isReady() ? null : 'unknown'),
      notices: [...texts, ...queryNotices(query, snapshot, call)],
      done,
      earlier: actionFor({ ...wanted, ago: Math.min(AGO_MAX, ago + 1) }, snapshot),
      later: ago === 0 ? null : actionFor({ ...wanted, ago: ago - 1 }, snapshot),
      refresh: actionFor(wanted),
      share: shareOf(actionFor(wanted, snapshot), call),
      post:
        call.digests === undefined || call.place.audience === 'channel'
          ? null
          : {
              command: 'digest',
              args: { do: 'add', report: period, ...(text === '' ? {} : { query: text }) },
              opens: 'modal',
            },
      csv: csvAction(wanted, snapshot, call),
      readAt: snapshot.endedAt,
      skipped: snapshot.skipped,
    },
    showingOf(call),
  );
  // Only what stands in a channel may have to go, or be reduced to their number and properties.
  const { audience, channelId } = call.place;
  if (audience !== 'channel' || channelId === null) return { ...message, warning };
  return { ...message, files: awaitingIds(snapshot, query, searchContext), warning };
}

/** Notices about a query beside its figures, as beside a list. */
function queryNotices(query: Query, snapshot: Snapshot, call: CommandContext): readonly string[] {
  const countIn = (other: Query) => countFiles(other, snapshot, call);
  return [...unreadableNotices(query, countIn, call), ...scoreNotices(query, snapshot, call)];
}

function figuresOf(
  { period, ago, target, query }: Wanted,
  snapshot: Snapshot,
  call: CommandContext,
): { readonly figures: Report; readonly searchContext: SearchContext } {
  const searchContext = searchContextOf(snapshot, call);
  const request = { query, period, ago, targetDays: target };
  return { figures: reportOf(snapshot, request, searchContext), searchContext };
}

/**
 * Sends the figures of all managers and properties as a table, then answers with the report.
 *
 * @param isOver whether the answer opens over the report: then its beginning is seen, not its buttons
 */
async function* answerCsv(
  wanted: Wanted,
  snapshot: Snapshot,
  notices: Notices,
  isOver: boolean,
  call: CommandContext,
): AsyncGenerator<Answer> {
  const { report: words, export: form } = call.words;
  const { figures } = figuresOf(wanted, snapshot, call);
  const { from, to } = figures.period;
  const rows = reportRows(figures, showingOf(call));
  yield {
    kind: 'document',
    fileName: words.csvFile(from),
    content: await csvOf(rows, { ...form, header: Object.values(words.columns) }),
    text: words.csvText(reportTitle({ kind: wanted.period, from, to }, call.words)),
  };
  // Others read a shared report as well, whose buttons of earlier versions lead here.
  const isShared = call.place.audience === 'channel';
  const texts = [...(isOver && !isShared ? [words.csvSent] : []), ...notices.texts];
  const done = isOver || isShared ? null : words.csvSent;
  yield answer(wanted, snapshot, { ...notices, texts }, call, done);
}

/** Sends the CSV; the report in a channel stays as it is, and the person is answered in a modal. */
function csvAction(wanted: Wanted, snapshot: Snapshot, { place }: CommandContext): Action {
  const { command, args } = actionFor(wanted, snapshot);
  return place.audience === 'channel'
    ? { command, args: { ...args, csv: 2 }, opens: 'modal' }
    : { command, args: { ...args, csv: 1 } };
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

const StatsArgs = z.object({
  /** As text; absent asks for everything. */
  query: z.string().optional(),
  /** Id of the snapshot of the figures; absent asks for a new one. */
  reading: z.string().optional(),
});

export const stats: Command = {
  name: 'stats',
  called: { en: 'stats', fr: 'stats' },
  aliases: (
    'statistics figures statistique statistiques chiffres bilan kpi kpis ' +
    'chart charts graph graphique'
  ).split(' '),
  group: 'look',
  summary: {
    en: 'Chart files by status and decisions per week, with the time to decide',
    fr: 'Voir les graphiques par statut et par semaine, et le délai de décision',
  },
  hint: { en: '[query]', fr: '[requête]' },
  examples: {
    en: ['stats', 'stats property:lyon created:2026'],
    fr: ['stats', 'stats bien:lyon créé:2026'],
  },

  async *run(text, call) {
    checkQuery(text, call);
    const snapshot = yield* lastReading(call);
    const { query, ignored } = fitTyped(text, snapshot, call);
    yield statisticsOf(query, snapshot, noticesOf(snapshot, call), call, ignored);
  },

  async *runAction(args, call) {
    const { query: text = '', reading: id } = argumentsIn(StatsArgs, args);
    const query = parseQuery(text, call.words.language);
    yield* answerFrom(id, call, (snapshot, notices) =>
      statisticsOf(query, snapshot, notices, call),
    );
  },
};

function statisticsOf(
  query: Query,
  snapshot: Snapshot,
  { texts, warning }: Notices,
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
      notices: [...texts, ...queryNotices(query, snapshot, call)],
      waits: { command: 'pending', args: { typed: text } },
      all:
        figures.total === 0 && snapshot.table.entries.length > 0
          ? { command: 'list', args: { page: 1, reading: referenceTo(snapshot) } }
          : null,
      share: shareOf(
        { command: stats.name, args: { ...asked, reading: referenceTo(snapshot) } },
        call,
      ),
      refresh: { command: stats.name, args: asked },
    },
    showingOf(call),
  );
  return { ...message, files: oldestAwaiting ? [oldestAwaiting.entry.id] : [], warning };
}

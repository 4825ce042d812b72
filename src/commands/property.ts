import { z } from 'zod';

import { fold, townIn } from '../lib/text.ts';
import { dateOf } from '../portfolio/calendar.ts';
import { UNREADABLE_DATE } from '../portfolio/entry.ts';
import { isAwaiting, openFileIds } from '../portfolio/lifecycle.ts';
import { PHRASES } from '../portfolio/phrases/grammar/tables.ts';
import {
  lackingIn,
  namesApart,
  propertiesNamed,
  type PropertyFiles,
  propertyOf,
  unknownVacancies,
  vacanciesUntil,
} from '../portfolio/properties.ts';
import { queryOrNull } from '../portfolio/query/parser.ts';
import { daysOfDate } from '../portfolio/query/periods.ts';
import type { Age } from '../portfolio/query/query.ts';
import { withIsoDates } from '../portfolio/query/values.ts';
import { partWord } from '../portfolio/query/vocabulary/index.ts';
import { searchContextOf } from '../portfolio/search/execute.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import { oneLine } from '../views/block-kit.ts';
import { findButton } from '../views/files/picker.ts';
import { propertiesView, type PropertyLine, propertyView } from '../views/files/properties.ts';
import type { Action, Message } from '../views/message.ts';
import { failureView, refusalView } from '../views/notices.ts';
import { type Command, type CommandContext, argumentsIn, pageOf } from './command.ts';
import { lineOf, shareOf, showingOf } from './file-list.ts';
import { FIND } from './show/card.ts';
import { lastReading, type Notices, noticesOf, referenceTo, answerFrom } from './snapshot.ts';

const called = { en: 'property', fr: 'bien' };

/** Rows of three lines: as many as fit one screen of a telephone. */
const PAGE_SIZE = 5;

const Args = z.object({
  page: z.int().min(1).default(1),
  /** Id of one of its files. */
  file: z.string().optional(),
  /** Words of properties, where no file is given. */
  named: z.string().optional(),
  /** Id of the snapshot; absent asks for a new one. */
  reading: z.string().optional(),
});
type Wanted = Omit<z.output<typeof Args>, 'reading'>;

export const property: Command = {
  name: 'property',
  called,
  aliases: ['bien', 'logement', 'listing'],
  group: 'look',
  summary: {
    en: 'Compare the files of one property, in order of arrival',
    fr: 'Comparer les dossiers d’un bien, par ordre d’arrivée',
  },
  hint: { en: '<reference or words>', fr: '<référence ou mots>' },
  examples: { en: ['property gare'], fr: ['bien gare'] },

  async *run(text, call) {
    const snapshot = yield* lastReading(call);
    yield answer({ named: text.trim(), page: 1 }, snapshot, noticesOf(snapshot, call), call);
  },

  async *runAction(args, call) {
    const { reading: id, ...wanted } = argumentsIn(Args, args);
    yield* answerFrom(id, call, (snapshot, notices) => answer(wanted, snapshot, notices, call));
  },
};

function answer(
  wanted: Wanted,
  snapshot: Snapshot,
  notices: Notices,
  call: CommandContext,
): Message {
  const { properties } = call.words;
  const named =
    wanted.file === undefined
      ? propertiesNamed(wanted.named ?? '', snapshot, searchContextOf(snapshot, call))
      : [propertyOf(wanted.file, snapshot) ?? []].flat();
  if (named === null) return refusalView(properties.which);
  const [only, ...others] = named;
  if (only === undefined)
    return failureView(properties.none, null, findButton(FIND, call.words), call.words);
  if (others.length === 0) return filesOf(only, wanted, snapshot, notices, call);
  return propertiesMessage(
    named,
    { page: wanted.page, until: null, to: (page) => actionFor({ ...wanted, page }) },
    snapshot,
    notices,
    call,
  );
}

function actionFor({ page, file, named }: Wanted, snapshot?: Snapshot): Action {
  return {
    command: property.name,
    args: {
      page,
      ...(file === undefined ? {} : { file }),
      ...(named === undefined || file !== undefined ? {} : { named }),
      ...(snapshot === undefined ? {} : { reading: referenceTo(snapshot) }),
    },
  };
}

function filesOf(
  one: PropertyFiles,
  { page: wanted }: Wanted,
  snapshot: Snapshot,
  { texts, warning }: Notices,
  call: CommandContext,
): Message {
  const { entries } = one;
  const file = entries[0]?.id ?? '';
  const to = (page: number) => actionFor({ page, file }, snapshot);
  const { shown, turning } = pageOf(entries, wanted, PAGE_SIZE, to);
  const lacking = lackingIn(snapshot);
  const lines = shown.map((entry) => ({
    ...lineOf(entry, snapshot, call),
    lacks: lacking(entry).map((part) => partWord(part, call.words.language)),
  }));
  const message = propertyView(
    {
      of: propertyLine(one, snapshot, call),
      lines,
      ...turning,
      notices: texts,
      refresh: actionFor({ page: turning.page, file }),
      share: shareOf(to(turning.page), call),
      readAt: snapshot.endedAt,
      skipped: snapshot.skipped,
    },
    showingOf(call),
  );
  return { ...message, files: openFileIds(lines), warning };
}

interface Turning {
  readonly page: number;
  /** `YYYY-MM-DD`; `null` for properties that were named. */
  readonly until: string | null;
  /** The action for a page of a new snapshot. */
  readonly to: (page: number) => Action;
}

function propertiesMessage(
  all: readonly PropertyFiles[],
  { page: wanted, until, to }: Turning,
  snapshot: Snapshot,
  { texts, warning }: Notices,
  call: CommandContext,
): Message {
  const frozen = (next: number): Action => {
    const { command, args } = to(next);
    return { command, args: { ...args, reading: referenceTo(snapshot) } };
  };
  const { shown, turning } = pageOf(all, wanted, PAGE_SIZE, frozen);
  const message = propertiesView(
    {
      total: all.length,
      lines: shown.map((one) => propertyLine(one, snapshot, call)),
      until,
      ...turning,
      notices: texts,
      refresh: to(turning.page),
      share: shareOf(frozen(turning.page), call),
      readAt: snapshot.endedAt,
      skipped: snapshot.skipped,
    },
    showingOf(call),
  );
  const files = shown.flatMap(({ entries }) => entries.filter(isAwaiting).map(({ id }) => id));
  return { ...message, files, warning };
}

function propertyLine(
  { property: of, entries, backlog, hasUnknown }: PropertyFiles,
  snapshot: Snapshot,
  call: CommandContext,
): PropertyLine {
  const { description, rent, charges, deposit } = of;
  const { isAvailable, availability } = of;
  const today = dateOf(snapshot.endedAt, call.zone).toString();
  const isUnreadable = availability === UNREADABLE_DATE;
  return {
    property: namesApart(snapshot)(of) ?? of,
    town: townIn(description),
    rent,
    charges,
    deposit,
    availability: {
      from: isUnreadable ? null : availability,
      // As on cards: neither yes nor no.
      isAvailable: isUnreadable ? null : isAvailable,
      isPast: availability !== null && availability <= today,
    },
    files: entries.length,
    backlog,
    hasUnknown,
    open: actionFor({ page: 1, file: entries[0]?.id ?? '' }, snapshot),
  };
}

const VacantArgs = z.object({
  page: z.int().min(1),
  days: z.int().min(0),
  /** Words of the properties; absent for all. */
  named: z.string().optional(),
  /** Id of the snapshot; absent asks for a new one. */
  reading: z.string().optional(),
});

/** How far ahead properties are looked for, unless the person says so. */
const DAYS = 14;
const DAYS_MAX = 3_660;
const NAMED_LENGTH_MAX = 60;
/** Days of the units that a person may name. */
const DAYS_OF: Partial<Record<Age['unit'], number>> = { d: 1, w: 7 };

/** Words before a day or month that is left out itself. */
const BEFORE: ReadonlySet<string> = new Set(['before', 'avant']);
/** Words for what is free by today. */
const NOW: ReadonlySet<string> = new Set(['now', 'immediately', 'maintenant', 'immediatement']);
/** Words around how far ahead a person looks. */
const AROUND: ReadonlySet<string> = new Set(
  "in within under by end of from the next for dans sous d'ici fin de en a les le la prochain prochains soon now bientôt"
    .split(' ')
    .map(fold),
);

/** A number that is no span of days: `14`, `>14d`, `20h`. Longer ones are postal codes. */
const NO_SPAN = /^(?:[<>].*|\d{1,3}\p{L}*)$/u;

export const vacant: Command = {
  name: 'vacant',
  called: { en: 'vacant', fr: 'vacants' },
  aliases: (
    'vacants vacancies libres available-soon soon-available dispo-bientôt ' +
    'dispos-bientôt bientôt-dispo bientôt-dispos bientôt-disponibles ' +
    'bientôt-libres'
  ).split(' '),
  group: 'look',
  summary: {
    en: 'List properties available soon, with how many files are ready',
    fr: 'Lister les biens bientôt disponibles et leurs dossiers prêts',
  },
  hint: { en: '[in 14d] [words]', fr: '[sous 14j] [mots]' },
  examples: {
    en: ['vacant', 'vacant in 30d', 'vacant in Lyon'],
    fr: ['vacants', 'vacants sous 30j', 'vacants à Lyon'],
  },

  async *run(text, call) {
    const asked = horizonIn(text, dateOf(call.now(), call.zone), call);
    if (asked === null) {
      yield refusalView(call.words.properties.within);
      return;
    }
    const snapshot = yield* lastReading(call);
    yield vacanciesPage({ page: 1, ...asked }, snapshot, noticesOf(snapshot, call), call);
  },

  async *runAction(args, call) {
    const { reading: id, ...wanted } = argumentsIn(VacantArgs, args);
    yield* answerFrom(id, call, (snapshot, notices) =>
      vacanciesPage(wanted, snapshot, notices, call),
    );
  },
};

interface Horizon {
  readonly days: number;
  readonly named?: string | undefined;
}

/**
 * How far ahead “in 14d”, “2 weeks in Lyon” or “à Paris avant janvier” looks, and where; `null` where
 * the span is longer than ten years or over.
 */
function horizonIn(
  text: string,
  today: Temporal.PlainDate,
  reader: Pick<CommandContext, 'dateOrder' | 'words'>,
): Horizon | null {
  const words = text.split(/[\s,]+/u).filter((word) => word !== '');
  const later = words.filter((word) => !NOW.has(fold(word)));
  if (later.length < words.length) {
    return { days: 0, ...namedIn(later.filter((word) => !isAround(word))) };
  }
  for (const [at, word] of words.entries()) {
    for (const length of [2, 1]) {
      const end = at + length;
      const span = end > words.length ? [] : words.slice(at, end);
      const before = words.slice(0, at).findLast((each) => !PHRASES.dayArticle.has(fold(each)));
      const isBefore = BEFORE.has(fold(before ?? ''));
      const days =
        daysIn(span.join(''), today) ?? daysUntil(span.join('-'), today, reader, isBefore);
      if (days === null) continue;
      const named = [...words.slice(0, at), ...words.slice(end)].filter((each) => !isAround(each));
      return days < 0 || days > DAYS_MAX ? null : { days, ...namedIn(named) };
    }
    if (NO_SPAN.test(word)) return null;
  }
  return { days: DAYS, ...namedIn(words.filter((each) => !isAround(each))) };
}

function isAround(word: string): boolean {
  return AROUND.has(fold(word)) || BEFORE.has(fold(word));
}

function namedIn(words: readonly string[]): Pick<Horizon, 'named'> {
  return words.length === 0 ? {} : { named: words.join(' ') };
}

/** The number of days in `14d`, `2weeks` or `1mois`; `null` for anything else. */
function daysIn(text: string, today: Temporal.PlainDate): number | null {
  const [condition] = text === '' ? [] : (queryOrNull(`age:${text}`)?.conditions ?? []);
  const [age] = condition?.kind === 'age' ? condition.any : [];
  if (age?.is !== '=') return null;
  const { count, unit } = age.value;
  return unit === 'mo'
    ? today.until(today.add({ months: count })).days
    : count * (DAYS_OF[unit] ?? Number.NaN);
}

/**
 * The number of days until the end of a day or month that is named, or until the day before it.
 *
 * @param isBefore whether the day or month itself is left out
 */
function daysUntil(
  text: string,
  today: Temporal.PlainDate,
  { dateOrder, words }: Pick<CommandContext, 'dateOrder' | 'words'>,
  isBefore: boolean,
): number | null {
  if (text === '') return null;
  const typed = `availability:${text}`;
  const [condition] = queryOrNull(withIsoDates(typed, dateOrder), words.language)?.conditions ?? [];
  const [date] = condition?.kind === 'date' ? condition.any : [];
  if (date?.is !== '=') return null;
  const { first, last } = daysOfDate(date.value, today, 'coming');
  return today.until(isBefore ? first.subtract({ days: 1 }) : last).days;
}

function vacanciesPage(
  { page, days, named }: Horizon & { readonly page: number },
  snapshot: Snapshot,
  notices: Notices,
  call: CommandContext,
): Message {
  const searchContext = searchContextOf(snapshot, call);
  const { words } = call;
  const until = dateOf(snapshot.endedAt, call.zone).add({ days }).toString();
  const vacancies = vacanciesUntil(until, snapshot, searchContext);
  const among = named === undefined ? null : propertiesNamed(named, snapshot, searchContext);
  if (named !== undefined && among?.length === 0) {
    const failure = words.properties.neither(oneLine(named, NAMED_LENGTH_MAX));
    return failureView(failure, null, findButton(FIND, words), words);
  }
  const wanted = among === null ? null : new Set(among.map((one) => one.property));
  const unknown = unknownVacancies(snapshot).filter((one) => wanted?.has(one.property) ?? true);
  const asked = [
    ...(named === undefined ? [] : [words.properties.named(oneLine(named, NAMED_LENGTH_MAX))]),
    ...(unknown.length === 0 ? [] : [words.properties.vacancyUnknown(unknown.length)]),
  ];
  return propertiesMessage(
    wanted === null ? vacancies : vacancies.filter((one) => wanted.has(one.property)),
    {
      page,
      until,
      to: (next) => ({
        command: vacant.name,
        args: { page: next, days, ...(named === undefined ? {} : { named }) },
      }),
    },
    snapshot,
    { ...notices, texts: [...asked, ...notices.texts] },
    call,
  );
}

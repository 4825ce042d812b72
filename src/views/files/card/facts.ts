import type { RichTextElement } from '@slack/types';

import { flooredPercent } from '../../../i18n/format.ts';
import type { Milestones, Timeline } from '../../../journal/journal.ts';
import type { Entry } from '../../../portfolio/entry.ts';
import { bold, plain, oneLine } from '../../block-kit.ts';
import {
  figureText,
  inWords,
  listedWithMore,
  type PropertyName,
  referenceOf,
  type Showing,
  shownManager,
  standing,
  titleOf,
} from '../line.ts';

/** Options for rendering a card. */
export interface CardContext extends Required<Showing> {
  /** Maximum of the completion rate. */
  readonly completionMax: 1 | 100;
  /** Age of the file; `null` when unknown. */
  readonly workingDays: number | null;
  /** When it was ready and decided; `null` while nothing is recorded of it. */
  readonly milestones: Milestones | null;
  /** Max length of any text of the service, in characters. */
  readonly lengthMax: number;
}

/** An instant of which the day is shown. */
export interface Instant {
  /** Epoch milliseconds. */
  readonly atMs: number;
}

/** One labelled value of a card; the parts of `value` are joined, and none need a label alone. */
export interface Fact {
  /** `null` where the value speaks for itself. */
  readonly label: string | null;
  readonly value: readonly (string | Instant)[];
}

/** Facts that the first view shows, and those that only the details and the plain text have. */
export interface Facts {
  readonly lead: readonly Fact[];
  readonly rest: readonly Fact[];
}

/** Leaves out the facts that are unknown. */
export function factsOf(...facts: readonly (Fact | null)[]): readonly Fact[] {
  return facts.filter((known) => known !== null);
}

/** A fact, or `null` when its value is unknown. */
export function fact(label: string | null, value: string | Instant | null): Fact | null {
  return value === null || value === '' ? null : { label, value: [value] };
}

/** A fact that is a moment; `null` when the moment is not known. */
export function momentFact(label: string, atMs: number | null): Fact | null {
  return atMs === null ? null : fact(label, { atMs });
}

/** A fact that is a yes or a no; `null` when it is left open. */
export function flagFact(label: string, flag: boolean | null, { words }: CardContext): Fact | null {
  return flag === null ? null : fact(label, flag ? words.card.yes : words.card.no);
}

/** A text of the service, no longer than its place and the message allow. */
export function bounded(value: string | null, lengthMax: number, cardContext: CardContext): string {
  return oneLine(value ?? '', Math.min(lengthMax, cardContext.lengthMax));
}

/** A fact a line, its label in bold. */
export function factElements(facts: readonly Fact[], cardContext: CardContext): RichTextElement[] {
  return facts.flatMap(({ label, value }) => [
    plain('\n'),
    ...(label === null ? [] : [bold(label)]),
    ...(label === null || value.length === 0 ? [] : [plain('  ')]),
    ...value.map((part) => plain(typeof part === 'string' ? part : instantText(part, cardContext))),
  ]);
}

/** The same in plain text, in the reader's zone. */
export function factText({ label, value }: Fact, cardContext: CardContext): string {
  const joined = value
    .map((part) => (typeof part === 'string' ? part : instantText(part, cardContext)))
    .join('');
  if (label === null) return joined;
  return joined === '' ? label : cardContext.words.card.fact(label, joined);
}

/**
 * The day of a moment, in the reader's zone. Not as a date of Slack's: that one would be drawn in the
 * reader's format and language, beside days in those of the card.
 */
export function instantText({ atMs }: Instant, { zone, words }: CardContext): string {
  return words.card.day(atMs, zone);
}

/** Today in the reader's zone. */
export function todayOf({ now, zone }: Pick<CardContext, 'now' | 'zone'>): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
}

/** Fields of a file that a snapshot has too. */
export interface FileFacts {
  readonly situation: string | null;
  readonly tags: readonly string[];
  readonly managers: readonly string[];
  /** Epoch milliseconds, here and below. */
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly archivedAt: number | null;
  /** Names of the fields that came with a value that could not be read. */
  readonly unreadable: readonly string[];
}

/** Fields of a file that only the service has. */
interface FileDetails {
  readonly isPreApplication: boolean | null;
  readonly preApplicationValidatedAt: number | null;
  readonly underInsurance: boolean | null;
  readonly allowsEngagement: boolean | null;
}

const WORD_LENGTH_MAX = 30;
const NAME_LENGTH_MAX = 60;
const TAGS_MAX = 6;
const MANAGERS_MAX = 4;
const UNREADABLE_MAX = 10;

/** Facts about the file itself; `details` is `null` where unknown. */
export function fileFacts(
  file: FileFacts,
  details: FileDetails | null,
  cardContext: CardContext,
): Facts {
  const { file: labels } = cardContext.words.card;
  const moments = factsOf(
    momentFact(labels.created, file.createdAt),
    momentFact(labels.updated, file.updatedAt),
  );
  const lead = factsOf(
    ...(cardContext.privacy === 'reference'
      ? []
      : [
          situationFact(file, cardContext),
          listFact(labels.tags, file.tags, TAGS_MAX, cardContext),
        ]),
    managersFact(file, cardContext),
    momentFact(labels.archived, file.archivedAt),
  );
  const unreadable = listFact(labels.unreadable, file.unreadable, UNREADABLE_MAX, cardContext);
  // From a snapshot there are no details to look them up in.
  if (details === null) return { lead: factsOf(...lead, unreadable, ...moments), rest: [] };
  const { allowsEngagement, underInsurance } = details;
  const preApplication = [preApplicationFact(details, cardContext)];
  return {
    lead: factsOf(
      ...lead,
      ...(details.preApplicationValidatedAt === null ? preApplication : []),
      unreadable,
    ),
    rest: factsOf(
      ...moments,
      ...(details.preApplicationValidatedAt === null ? [] : preApplication),
      flagFact(labels.insured, underInsurance, cardContext),
      // On is the default, and helps nobody to decide.
      allowsEngagement === false ? fact(labels.engagement, labels.engagementOff) : null,
    ),
  };
}

function situationFact({ situation }: FileFacts, { words, lengthMax }: CardContext): Fact | null {
  if (situation === null) return null;
  const { file: labels } = words.card;
  const limit = Math.min(WORD_LENGTH_MAX, lengthMax);
  return fact(labels.situation, inWords(labels.situations, situation, limit));
}

/** Managers as the service names them: by id, name or e-mail address. */
function managersFact({ managers }: FileFacts, cardContext: CardContext): Fact | null {
  const { file: labels } = cardContext.words.card;
  if (managers.length === 0) return null;
  const names = managers.map((manager) => shownManager(manager, cardContext.privacy));
  return names.every((name) => name !== null)
    ? listFact(labels.managers, names, MANAGERS_MAX, cardContext)
    : fact(labels.managers, labels.managersCounted(managers.length));
}

function preApplicationFact(details: FileDetails, { words, zone }: CardContext): Fact | null {
  const { isPreApplication, preApplicationValidatedAt: atMs } = details;
  const { file: labels } = words.card;
  if (atMs !== null) {
    return fact(labels.preApplication, labels.preApplicationValidated(words.card.day(atMs, zone)));
  }
  return fact(labels.preApplication, isPreApplication === true ? labels.preApplicationOpen : null);
}

function listFact(
  label: string,
  values: readonly string[],
  shownMax: number,
  cardContext: CardContext,
): Fact | null {
  const lines = values.map((value) => bounded(value, NAME_LENGTH_MAX, cardContext)).filter(Boolean);
  return fact(label, listedWithMore(lines.slice(0, shownMax), lines.length, cardContext.words));
}

const TITLE_LENGTH_MAX = 100;

/** Title and reference of a card; `property` is `null` when the file names none. */
export function cardHeading(
  property: PropertyName | null,
  { lengthMax, words }: CardContext,
): { readonly title: string; readonly reference: string } {
  return {
    title: titleOf({ property }, words, Math.min(TITLE_LENGTH_MAX, lengthMax)),
    reference: referenceOf({ property }, Math.min(WORD_LENGTH_MAX, lengthMax)) ?? '',
  };
}

interface Standing extends Pick<Entry, 'decision' | 'status' | 'score' | 'completion'> {
  readonly archivedAt: number | null;
}

/** Decision, status, score and completion, in the words of a list. */
export function standingOf(file: Standing, cardContext: CardContext): readonly string[] {
  const { words, completionMax, lengthMax } = cardContext;
  const { score, completion } = file;
  const completionPercent = completion === null ? null : flooredPercent(completion, completionMax);
  return [
    ...standing(
      { ...file, isArchived: file.archivedAt !== null },
      words,
      Math.min(WORD_LENGTH_MAX, lengthMax),
    ),
    ...figureText({ score, completionPercent }, 'score', words),
    ...figureText({ score, completionPercent }, 'completion', words),
  ];
}

type Event = Timeline['events'][number];

/** Two instants closer than this are shown as one: the service is read every few minutes. */
const CLOSE_MS = 3_600_000;
/** Stored values are short, but may come from a newer version. */
const VALUE_LENGTH_MAX = 64;

/**
 * What happened to a rental file, newest first, and since when that is recorded.
 *
 * @param timeline `null` while nothing is recorded; `away` while the database does not answer
 */
export function timelineFacts(
  timeline: Timeline | 'away' | null,
  cardContext: CardContext,
): readonly Fact[] {
  const { timeline: texts } = cardContext.words;
  if (timeline === null) return factsOf(fact(null, texts.nothingYet));
  if (timeline === 'away') return factsOf(fact(null, texts.away));
  const known = texts.known(momentText(timeline.knownMs, cardContext));
  return factsOf(
    fact(null, milestonesText(timeline, cardContext)),
    ...readingsIn(timeline.events).map(([first, ...others]) =>
      fact(
        whenText(first, cardContext),
        cardContext.words.card.joined(
          [first, ...others].map((event) => sentenceOf(event, cardContext)),
        ),
      ),
    ),
    fact(null, timeline.events.length === 0 ? texts.unchanged(known) : known),
  );
}

/** Events by the reading that has found them, which are one after another. */
function readingsIn(events: Timeline['events']): readonly (readonly [Event, ...Event[]])[] {
  const readings: [Event, ...Event[]][] = [];
  for (const event of events) {
    const last = readings.at(-1);
    if (last?.[0].afterMs === event.afterMs && last[0].beforeMs === event.beforeMs) {
      last.push(event);
    } else readings.push([event]);
  }
  return readings;
}

/** “Decided, first seen on 17 Nov, 14:05 · ready after 6 working days”; empty where nothing is known. */
export function milestonesText(milestones: Milestones, cardContext: CardContext): string {
  const { timeline: texts } = cardContext.words;
  const { readyMs, decidedMs, daysToReady, daysToDecision } = milestones;
  const ready = readyMs === null ? null : texts.readySince(momentText(readyMs, cardContext));
  const decided = decidedMs === null ? null : texts.decidedAt(momentText(decidedMs, cardContext));
  return [
    decided ?? ready,
    daysToReady === null ? null : texts.readyAfter(daysToReady),
    daysToDecision === null ? null : texts.decidedIn(daysToDecision),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

function whenText({ afterMs, beforeMs }: Event, cardContext: CardContext): string {
  const before = momentText(beforeMs, cardContext);
  const isClose = beforeMs - afterMs < CLOSE_MS;
  const { between } = cardContext.words.timeline;
  return isClose ? before : between(momentText(afterMs, cardContext), before);
}

function momentText(atMs: number, { words, zone }: CardContext): string {
  return words.timeline.moment(words.card.day(atMs, zone), words.digest.time(atMs, zone));
}

/** What happened, in words. */
export function sentenceOf(
  { aspect, from, to }: Pick<Event, 'aspect' | 'from' | 'to'>,
  cardContext: Pick<CardContext, 'words' | 'completionMax'>,
): string {
  const { words } = cardContext;
  const { timeline: texts, card, file } = words;
  const changed = (what: string, textOf: (value: string) => string) =>
    texts.changed(
      what,
      from === null ? texts.none : textOf(from),
      to === null ? texts.none : textOf(to),
    );
  switch (aspect) {
    case 'appeared':
    case 'gone':
    case 'back':
      return texts[aspect];
    case 'archived':
      return to === 'true' ? file.archivedAlone : texts.unarchived;
    case 'status':
      return changed(words.details.status, (value) => wordFor(file.status, value));
    case 'decision':
      return changed(words.details.decision, (value) => wordFor(file.decision, value));
    case 'score':
      return changed(card.people.columns.score, (value) => words.score(Number(value)));
    case 'completion':
      return changed(card.people.columns.complete, percentText([from, to], cardContext));
    case 'applicants':
      return changed(card.people.title, (value) => countedText(value, cardContext));
  }
}

/** A completion rate in percent, with decimals where two of them are the same without. */
function percentText(
  rates: readonly (string | null)[],
  { words, completionMax }: Pick<CardContext, 'words' | 'completionMax'>,
): (rate: string) => string {
  const textIn = (parts: 1 | 100) => (rate: string) =>
    words.percent(flooredPercent(Number(rate), completionMax, parts));
  const [from, to] = rates.map((rate) => (rate === null ? null : textIn(1)(rate)));
  return textIn(from === to ? 100 : 1);
}

/** `2 NEW, 1 OPEN` in words. */
function countedText(value: string, { words }: Pick<CardContext, 'words'>): string {
  const { people } = words.card;
  const counted = value.split(', ').map((part) => {
    const [count = '', status = ''] = part.split(' ');
    return status === '' ? part : people.counted(Number(count), wordFor(people.status, status));
  });
  return counted.join(', ') || words.timeline.none;
}

function wordFor(texts: Readonly<Record<string, string>>, value: string): string {
  return inWords(texts, value, VALUE_LENGTH_MAX);
}

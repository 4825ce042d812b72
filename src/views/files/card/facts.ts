import type { RichTextElement } from '@slack/types';

import type { Messages } from '../../../i18n/messages.ts';
import type { Privacy } from '../../../i18n/privacy.ts';
import { bold, plain } from '../../block-kit.ts';
import { oneLine } from '../../text.ts';
import { drawnAge, spokenAge } from '../age.ts';
import { inWords } from '../line.ts';
import { shownName } from '../people.ts';

/** What everything on a card is told with. */
export interface Telling {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The reader's, an IANA name. */
  readonly zone: string;
  readonly privacy: Privacy;
  /** What a completion rate counts to. */
  readonly completionMax: 1 | 100;
  readonly words: Messages;
  /** Of the file's age; `null` when it is not known. */
  readonly workingDays: number | null;
  /** So long a text of the service may be at most, wherever it stands. */
  readonly lengthMax: number;
}

/** A moment, of which the day is told. */
export interface Instant {
  /** Epoch milliseconds. */
  readonly atMs: number;
}

/** One thing that a card tells: the parts of `value` stand side by side. */
export interface Fact {
  /** `null` where the value speaks for itself. */
  readonly label: string | null;
  readonly value: readonly (string | Instant)[];
}

/** The facts that are known of those that might be. */
export function factsOf(...facts: readonly (Fact | null)[]): readonly Fact[] {
  return facts.filter((known) => known !== null);
}

/** A fact whose value is not known is not told. */
export function fact(label: string | null, value: string | Instant | null): Fact | null {
  return value === null || value === '' ? null : { label, value: [value] };
}

/** A fact that is a moment; `null` when the moment is not known. */
export function momentFact(label: string, atMs: number | null): Fact | null {
  return atMs === null ? null : fact(label, { atMs });
}

/** A fact that is a yes or a no; `null` when it is left open. */
export function flagFact(label: string, flag: boolean | null, { words }: Telling): Fact | null {
  return flag === null ? null : fact(label, flag ? words.card.yes : words.card.no);
}

/** A text of the service, no longer than its place and the message allow. */
export function bounded(value: string | null, lengthMax: number, telling: Telling): string {
  return oneLine(value ?? '', Math.min(lengthMax, telling.lengthMax));
}

/** A fact a line, its label in bold. */
export function factElements(facts: readonly Fact[], telling: Telling): RichTextElement[] {
  return facts.flatMap(({ label, value }) => [
    plain('\n'),
    ...(label === null ? [] : [bold(label), plain('  ')]),
    ...value.map((part) => plain(typeof part === 'string' ? part : instantText(part, telling))),
  ]);
}

/** The same in plain text, in the reader's zone. */
export function factText({ label, value }: Fact, telling: Telling): string {
  const told = value
    .map((part) => (typeof part === 'string' ? part : instantText(part, telling)))
    .join('');
  return label === null ? told : telling.words.card.fact(label, told);
}

/**
 * The day of a moment, in the reader's zone. Not as a date of Slack's: that one would be drawn in the
 * form and language of whoever looks, beside days that stand in those of the card.
 */
export function instantText({ atMs }: Instant, { zone, words }: Telling): string {
  return words.card.day(atMs, zone);
}

/** What both the service and a reading know of a rental file. */
export interface FileFacts {
  readonly situation: string | null;
  readonly tags: readonly string[];
  readonly managers: readonly string[];
  /** Epoch milliseconds, here and below. */
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly archivedAt: number | null;
}

/** What only the service knows. */
export interface FileDetails {
  readonly isPreApplication: boolean;
  readonly preApplicationValidatedAt: number | null;
  readonly underInsurance: boolean | null;
  readonly allowsEngagement: boolean;
}

const WORD_LENGTH_MAX = 30;
const NAME_LENGTH_MAX = 40;
const TAGS_MAX = 6;
const MANAGERS_MAX = 4;

/** What a card tells of the file itself; `details` is `null` where they are not known. */
export function fileFacts(
  file: FileFacts,
  details: FileDetails | null,
  telling: Telling,
): readonly Fact[] {
  const { file: said } = telling.words.card;
  return factsOf(
    ...(telling.privacy === 'reference'
      ? []
      : [situationFact(file, telling), listFact(said.tags, file.tags, TAGS_MAX, telling)]),
    managersFact(file, telling),
    momentFact(said.created, file.createdAt),
    momentFact(said.updated, file.updatedAt),
    momentFact(said.archived, file.archivedAt),
    ...(details === null ? [] : detailFacts(details, telling)),
  );
}

function detailFacts(details: FileDetails, telling: Telling): readonly (Fact | null)[] {
  const { file: said } = telling.words.card;
  const engagement = details.allowsEngagement ? said.engagementOn : said.engagementOff;
  return [
    preApplicationFact(details, telling),
    flagFact(said.insured, details.underInsurance, telling),
    fact(said.engagement, engagement),
  ];
}

function situationFact({ situation }: FileFacts, { words, lengthMax }: Telling): Fact | null {
  if (situation === null) return null;
  const { file: said } = words.card;
  const limit = Math.min(WORD_LENGTH_MAX, lengthMax);
  return fact(said.situation, inWords(said.situations, situation, limit));
}

/** Managers are known by their addresses; the part before the sign is name enough. */
function managersFact({ managers }: FileFacts, telling: Telling): Fact | null {
  const { file: said } = telling.words.card;
  if (managers.length === 0) return null;
  if (telling.privacy === 'reference') {
    return fact(said.managers, said.managersCounted(managers.length));
  }
  const names = managers.map((manager) => {
    const [name = ''] = manager.split('@');
    const line = bounded(name.replaceAll(/[._]+/g, ' '), NAME_LENGTH_MAX, telling);
    return shownName(capitalised(line), telling.privacy) ?? '';
  });
  return listFact(said.managers, names, MANAGERS_MAX, telling);
}

function preApplicationFact(details: FileDetails, { words }: Telling): Fact | null {
  const { isPreApplication, preApplicationValidatedAt: atMs } = details;
  const { file: said } = words.card;
  if (atMs !== null) {
    return { label: said.preApplication, value: [`${said.preApplicationValidated} `, { atMs }] };
  }
  return fact(said.preApplication, isPreApplication ? said.preApplicationOpen : null);
}

function listFact(
  label: string,
  values: readonly string[],
  shownMax: number,
  telling: Telling,
): Fact | null {
  const lines = values.map((value) => bounded(value, NAME_LENGTH_MAX, telling)).filter(Boolean);
  const shown = lines.slice(0, shownMax);
  const hidden = lines.length - shown.length;
  const more = hidden > 0 ? [telling.words.file.more(hidden)] : [];
  return fact(label, [...shown, ...more].join(', '));
}

function capitalised(name: string): string {
  return name.replaceAll(/(?<=^|[ -])\p{Ll}/gu, (letter) => letter.toUpperCase());
}

const TITLE_LENGTH_MAX = 100;

/** What a card is called: the title of the property, or that there is none. */
export function cardTitle(title: string | null, telling: Telling): string {
  return bounded(title, TITLE_LENGTH_MAX, telling) || telling.words.file.noProperty;
}

/** The reference of the property; empty when there is none. */
export function cardReference(reference: string | null, telling: Telling): string {
  return bounded(reference, WORD_LENGTH_MAX, telling);
}

/** Where a file stands. */
export interface Standing {
  readonly decision: string;
  readonly status: string;
  readonly score: number | null;
  readonly completion: number | null;
  readonly archivedAt: number | null;
}

/** Decision, status, score and completion: what a list tells too, in the same words. */
export function standingOf(file: Standing, telling: Telling): readonly string[] {
  const { words, completionMax, lengthMax } = telling;
  const { score, completion } = file;
  const limit = Math.min(WORD_LENGTH_MAX, lengthMax);
  return [
    inWords(words.file.decision, file.decision, limit),
    inWords(words.file.status, file.status, limit),
    ...(file.archivedAt === null ? [] : [words.file.archived]),
    ...(score === null ? [] : [words.file.score(words.number(score))]),
    ...(completion === null
      ? []
      : [words.file.complete(words.percent((completion / completionMax) * 100))]),
  ];
}

/** How old a file is, for the eye and for the ear. */
export function ageOf(
  createdAt: number | null,
  telling: Telling,
): { readonly drawnAge: readonly string[]; readonly spokenAge: readonly string[] } {
  const aged = { createdAt, workingDays: telling.workingDays };
  const spoken = spokenAge(aged, telling);
  const isToday = spoken.includes(telling.words.file.today);
  return { drawnAge: isToday ? spoken : drawnAge(aged, telling), spokenAge: spoken };
}

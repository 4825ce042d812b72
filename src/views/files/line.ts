import { flooredPercent, isKnownValue } from '../../i18n/format.ts';
import type { Privacy } from '../../i18n/index.ts';
import type { Messages } from '../../i18n/types.ts';
import { townIn } from '../../lib/text.ts';
import type { Entry } from '../../portfolio/entry.ts';
import type { backlogStandingOf } from '../../portfolio/lifecycle.ts';
import type { Snapshot } from '../../portfolio/snapshot.ts';
import { escaped, graphemes, lineWithEnd, oneLine } from '../block-kit.ts';
import type { Action } from '../message.ts';

/** A figure that rows do not show but where a list is sorted by it. */
export type SortedFigure = 'score' | 'completion';

/** One rental file in a list. Text is as the service sent it. */
export interface FileLine {
  readonly id: string;
  readonly property: PropertyName | null;
  readonly applicants: readonly LinePerson[];
  readonly areApplicantsUnreadable?: boolean;
  /** Number of people who stand surety without being among the applicants. */
  readonly furtherGuarantors: number;
  /** Whether there may be more guarantors, since something about them cannot be read. */
  readonly areGuarantorsUnread?: boolean;
  /** Number of organisations that stand surety. */
  readonly organisations: number;
  /** The same of organisations. */
  readonly areOrganisationsUnread?: boolean;
  readonly status: string;
  readonly decision: string;
  readonly score: number | null;
  /** See `flooredPercent`. */
  readonly completionPercent: number | null;
  /** Epoch milliseconds. */
  readonly createdAt: number | null;
  /** Age in working days; `null` where only calendar days are shown. */
  readonly workingDays: number | null;
  readonly isArchived: boolean;
  /** Postcode and town as the description has them; `null` without. */
  readonly town: string | null;
  /** Per month; `null` when it is not known. */
  readonly rent: number | null;
  /** Part of the backlog; `null` where the status itself is shown. */
  readonly readiness: 'ready' | 'review' | 'waiting' | null;
  /** Who has taken it, as far as its readers may know; absent while it is free or not known. */
  readonly taken?: 'reader' | 'unnamed' | { readonly userId: string } | null;
  readonly isSnoozed?: boolean;
  /** Whether it is decided or archived, so that nothing is left to do about it. */
  readonly isOver?: boolean;
  /** The figure that the list is sorted by, which its rows show. */
  readonly sortedBy?: SortedFigure | null;
  /** URL of the file in the console. */
  readonly link: string | null;
  /** Opens the card. */
  readonly details: Action;
}

/** Options for rendering files. */
export interface Showing {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly privacy: Privacy;
  readonly words: Messages;
  /** Of amounts, an ISO 4217 code; `null` where the operator has named none. Without it no amounts are shown. */
  readonly currency?: string | null;
  /** The reader's, an IANA name; UTC without it. */
  readonly zone?: string;
}

const NO_BREAK = '\u00a0';
const WORD_LENGTH_MAX = 30;
const WORD_LENGTH_LEAST = 5;

/** A file as one line of plain text, its names at most `nameLengthMax` characters each. */
export function fileText(file: FileLine, showing: Showing, nameLengthMax: number): string {
  const { words } = showing;
  return escaped(
    [
      propertyIn(file, words, nameLengthMax * 2, nameLengthMax),
      ...(hasReference(file) ? [] : [idEndOf(file, words)]),
      peopleIn(file, showing, nameLengthMax),
      ...standing(file, words, wordLengthFor(nameLengthMax)),
      ...figureText(file, 'score', words),
      ...figureText(file, 'completion', words),
      ...ageText(file, showing),
      ...triageText(file, words),
    ].join(', '),
  );
}

/** Whether a file has a reference, which a team knows it by. */
export function hasReference({ property }: Pick<FileLine, 'property'>): boolean {
  return oneLine(property?.reference ?? '', WORD_LENGTH_MAX) !== '';
}

/** Of an id, which as a whole would fill a line. */
const ID_END_LENGTH = 6;

/** “file …abc123”: tells a file from others that look like it. */
export function idEndOf({ id }: Pick<FileLine, 'id'>, { file }: Messages): string {
  return file.idEnd(oneLine(id.slice(-ID_END_LENGTH).toWellFormed(), ID_END_LENGTH + 2));
}

/** A property in plain text: its title, and its reference where it has one. */
export function propertyText(title: string, reference: string | null): string {
  return reference ? `${title} (${reference})` : title;
}

function wordLengthFor(nameLengthMax: number): number {
  return Math.min(WORD_LENGTH_MAX, Math.max(WORD_LENGTH_LEAST, nameLengthMax));
}

/** The same of what names a property. */
export function propertyIn(
  of: { readonly property: PropertyName | null },
  words: Messages,
  titleLengthMax: number,
  referenceLengthMax: number,
): string {
  return propertyText(titleOf(of, words, titleLengthMax), referenceOf(of, referenceLengthMax));
}

/** What a property is called; text as the service sent it. */
export interface PropertyName {
  readonly title: string | null;
  readonly reference: string | null;
  /** Tells it from others of that name; stays where the reference is cut. */
  readonly idEnd?: string;
}

/**
 * The heading of a property: its title, else its reference, else a text that it has neither.
 *
 * @param property `null` when the file names none
 */
export function titleOf(
  { property }: { readonly property: PropertyName | null },
  { file }: Messages,
  lengthMax: number,
): string {
  const title = oneLine(property?.title ?? '', lengthMax);
  const reference = lineWithEnd(property?.reference, property?.idEnd, lengthMax);
  return title || reference || (property === null ? file.noProperty : file.untitled);
}

/** The reference of a property as one line; `null` where there is none, or it is the heading. */
export function referenceOf(
  { property }: { readonly property: PropertyName | null },
  lengthMax: number,
): string | null {
  if (oneLine(property?.title ?? '', lengthMax) === '') return null;
  return lineWithEnd(property?.reference, property?.idEnd, lengthMax) || null;
}

/** The one status of a row: what it awaits, else what was decided; a value without words as it came. */
export function statusText(file: FileLine, { words }: Showing, lengthMax: number): string {
  const { decision, status, isArchived, readiness } = file;
  const isOver = isArchived || status === 'CLOSED';
  const over = isArchived
    ? words.file.archivedAlone
    : inWords(words.file.status, status, lengthMax);
  const decided = inWords(words.file.decision, decision, lengthMax);
  const isKnown = isKnownValue(words.file.status, status);
  if (isOver) return decision === 'PENDING' ? over : `${decided}, ${over.toLowerCase()}`;
  if (readiness !== null && isKnown) return words.file.readiness[readiness];
  if (decision === 'READY' && isKnown) return words.file.readiness.ready;
  const stage = inWords(words.file.status, status, lengthMax);
  if (decision === 'PENDING') return stage;
  return isKnown ? decided : `${decided}, ${stage}`;
}

/** Who has taken a file, and whether it rests, for the end of a row. */
export function triageText(
  { taken = null, isSnoozed = false }: FileLine,
  { triage: { row } }: Messages,
  nameOf: (userId: string) => string | null = () => null,
): string[] {
  const name = taken !== null && typeof taken === 'object' ? nameOf(taken.userId) : null;
  const alone = taken === 'reader' ? row.takenByYou : row.taken;
  return [
    ...(taken === null ? [] : [name === null ? alone : `${row.takenBy} ${name}`]),
    ...(isSnoozed ? [row.snoozed] : []),
  ];
}

/** Decision, status and whether it is archived, each in words. */
export function standing(
  { decision, status, isArchived }: Pick<FileLine, 'decision' | 'status' | 'isArchived'>,
  { file }: Messages,
  lengthMax: number,
): string[] {
  return [
    inWords(file.decision, decision, lengthMax),
    inWords(file.status, status, lengthMax),
    ...(isArchived ? [file.archived] : []),
  ];
}

/** A value of the service in people's words, or as it came when there are none for it. */
export function inWords(
  words: Readonly<Record<string, string>>,
  value: string,
  lengthMax: number,
): string {
  return Object.hasOwn(words, value) ? (words[value] ?? value) : oneLine(value, lengthMax) || '?';
}

/** A figure with its name; none where the service gives none. */
export function figureText(
  { score, completionPercent }: Pick<FileLine, 'score' | 'completionPercent'>,
  figure: SortedFigure,
  words: Messages,
): string[] {
  if (figure === 'score') return score === null ? [] : [words.file.score(words.score(score))];
  return completionPercent === null ? [] : [words.file.complete(words.percent(completionPercent))];
}

/** An applicant or a guarantor. */
export interface LinePerson {
  readonly name: string | null;
  /** `null` where it cannot be read. */
  readonly isGuarantor: boolean | null;
}

const SHOWN_MAX = 4;
const SHOWN_LEAST = 2;
/** With names this short, fewer of them are shown. */
const ROOM_LENGTH_LEAST = 8;

/** The people a file lists, by name or initials; where nobody is named, how many there are of each kind. */
export function peopleIn(
  line: FileLine,
  showing: Pick<Showing, 'privacy' | 'words'>,
  lengthMax: number,
  shownMax?: number,
): string {
  const { applicants, areApplicantsUnreadable } = line;
  const { unreadableApplicants } = showing.words.file;
  if (applicants.length === 0 && areApplicantsUnreadable) return unreadableApplicants;
  return showing.privacy === 'reference' && applicants.length > 0
    ? numberOf(applicants, showing.words, line)
    : peopleOf(applicants, showing, lengthMax, shownMax);
}

/** The people of a file as far as the level of privacy shows them: by name, initials or number. */
export function peopleOf(
  people: readonly LinePerson[],
  { privacy, words }: { readonly privacy: Privacy; readonly words: Messages },
  lengthMax: number,
  most: number = SHOWN_MAX,
): string {
  if (people.length === 0) return words.file.noApplicants;
  if (privacy === 'reference') return numberOf(people, words);
  const shownMax = Math.min(most, lengthMax < ROOM_LENGTH_LEAST ? SHOWN_LEAST : SHOWN_MAX);
  const shown = people.slice(0, shownMax).map(({ name, isGuarantor }) => {
    const line = oneLine(name ?? '', lengthMax);
    const known = (line && shownName(line, privacy)) || words.file.unnamed;
    return words.file.inRole(known, isGuarantor);
  });
  return listedWithMore(shown, people.length, words);
}

/** The first of several, and how many more there are. */
export function listedWithMore(
  shown: readonly string[],
  total: number,
  { file }: Pick<Messages, 'file'>,
): string {
  const hidden = total - shown.length;
  return hidden > 0 ? file.withMore(shown.join(', '), hidden) : shown.join(', ');
}

function numberOf(
  people: readonly LinePerson[],
  { file }: Messages,
  line: Partial<FileLine> = {},
): string {
  const { furtherGuarantors = 0, organisations = 0 } = line;
  const { areGuarantorsUnread = false, areOrganisationsUnread = false } = line;
  const listed = people.filter(({ isGuarantor }) => isGuarantor).length;
  const unread = people.filter(({ isGuarantor }) => isGuarantor === null).length;
  const applicants = people.length - listed - unread;
  const guarantors = listed + furtherGuarantors;
  return [
    ...(applicants > 0 ? [file.applicants(applicants)] : []),
    ...(unread > 0 ? [file.rolesUnreadable(unread)] : []),
    ...(areGuarantorsUnread ? [file.guarantorsAtLeast(guarantors)] : []),
    ...(guarantors > 0 && !areGuarantorsUnread ? [file.guarantors(guarantors)] : []),
    ...(areOrganisationsUnread ? [file.organisationsAtLeast(organisations)] : []),
    ...(organisations > 0 && !areOrganisationsUnread ? [file.organisations(organisations)] : []),
  ].join(', ');
}

const INITIALS_MAX = 3;

/**
 * A person's name as far as a level shows it: “Anne Dupont”, “A. D.”, or `null`. The name is one
 * line already (`oneLine`), and so is what comes back; no line ends between initials.
 */
export function shownName(name: string, privacy: Privacy): string | null {
  if (privacy === 'full') return name;
  if (privacy === 'reference') return null;
  const letters = name
    .split(' ')
    .filter((word) => /\p{L}/u.test(word))
    .slice(0, INITIALS_MAX)
    .map((word) => initialOf(word.replace(/^[^\p{L}]+/u, '')));
  return letters.length === 0 ? null : letters.join(NO_BREAK);
}

/**
 * A manager as far as a level shows one: as the service names them, the initials of a name or of the
 * name in an e-mail address, or `null`. Other ids have no initials.
 *
 * @param manager id, name or e-mail address
 */
export function shownManager(manager: string, privacy: Privacy): string | null {
  if (privacy === 'full') return manager;
  const [name = ''] = manager.split('@');
  if (/[\d|]/.test(name)) return null;
  return shownName(oneLine(name.replaceAll(/[._]+/g, ' '), name.length), privacy);
}

/** A first letter that is a whole character: nothing behind it joins or marks it. */
const LATIN_INITIAL = /^[A-Za-z\u00c0-\u024f](?=$|[\u0020-\u024f])/;

function initialOf(word: string): string {
  // Segmenting takes a third of the time of a list.
  const letter = LATIN_INITIAL.exec(word)?.[0];
  if (letter !== undefined) return `${letter.toUpperCase()}.`;
  const [first] = graphemes.segment(word);
  return `${(first?.segment ?? '').toUpperCase()}.`;
}

/** Age of a file. */
type Aged = Pick<FileLine, 'createdAt' | 'workingDays'>;

type Moment = Pick<Showing, 'now' | 'zone' | 'words'>;

/** Up to here days tell more than months. */
const DAYS_MAX = 60;
const DAYS_A_MONTH = 30;
const DAYS_A_YEAR = 365;

/**
 * “created 7 days ago (5 working days)”, torn at most before the brackets; nothing when it is not
 * known.
 */
export function ageText(aged: Aged, moment: Moment): string[] {
  const age = ageOf(aged, moment);
  const { file } = moment.words;
  if (age === null) return [];
  if (age === 0) return [file.today];
  const { workingDays } = aged;
  // “3 days ago (3 working days)” would say it twice.
  const isSame = workingDays !== null && workingDays === daysSince(aged.createdAt ?? 0, moment);
  const also = workingDays === null ? [] : [`(${file.workingDays(workingDays)})`];
  const parts = isSame
    ? [file.created(file.workingDays(workingDays))]
    : [file.created(age), ...also];
  return [parts.map((part) => part.replaceAll(' ', NO_BREAK)).join(' ')];
}

/**
 * “waiting 37 working days”: the one format of lists; nothing where the file does not wait, or since
 * when is not known.
 */
export function waitingText({ workingDays }: FileLine, { words: { file } }: Showing): string[] {
  if (workingDays === null) return [];
  return [workingDays < 1 ? file.waitingLess : file.waiting(workingDays)];
}

/** Days by the calendar, as queries and working days count them: 0 is today. `null` for a day to come. */
function daysSince(atMs: number, { now, zone = 'UTC' }: Moment): number | null {
  const dayOf = (ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate();
  const { days } = dayOf(atMs).until(dayOf(now));
  return days < 0 ? null : days;
}

/** In words; 0 on the day itself, `null` when it is not known. */
function ageOf({ createdAt }: Aged, moment: Moment): string | 0 | null {
  const days = createdAt === null ? null : daysSince(createdAt, moment);
  if (createdAt === null || days === null) return null;
  if (days < 1) return 0;
  const { locale } = moment.words;
  // The library's words for what is counted already: counting, it asks the machine for its zone.
  if (days < DAYS_MAX) return locale.formatDistance('xDays', days);
  return days < DAYS_A_YEAR
    ? locale.formatDistance('xMonths', Math.floor(days / DAYS_A_MONTH))
    : locale.formatDistance('xYears', Math.floor(days / DAYS_A_YEAR));
}

/**
 * The list line of an entry.
 *
 * @param standing its part of the backlog, and its age in working days, `null` where that is not shown
 * @param linkTo URL of a file in the console; `null` without one
 */
export function entryLine(
  entry: Entry,
  { completionMax }: Pick<Snapshot, 'completionMax'>,
  { workingDays, readiness }: ReturnType<typeof backlogStandingOf>,
  linkTo: (id: string) => string | null,
): FileLine {
  const { id, property, applicants, completion, facts } = entry;
  return {
    id,
    property: propertyName(property),
    applicants: applicants.map(({ firstName, lastName, isGuarantor }) => ({
      name: [firstName, lastName].filter(Boolean).join(' ') || null,
      isGuarantor,
    })),
    areApplicantsUnreadable: facts.areApplicantsUnreadable,
    furtherGuarantors: furtherGuarantorsOf(entry),
    areGuarantorsUnread: facts.areGuarantorsUnread,
    organisations: facts.organisations,
    areOrganisationsUnread: facts.areOrganisationsUnread,
    status: entry.status,
    decision: entry.decision,
    score: entry.score,
    completionPercent: completion === null ? null : flooredPercent(completion, completionMax),
    createdAt: entry.createdMs,
    workingDays,
    isArchived: Number.isFinite(entry.archivedMs),
    town: townIn(property.description),
    rent: property.rent,
    readiness: readiness === 'others' ? null : readiness,
    link: linkTo(id),
    details: { command: 'show', args: { id }, opens: 'modal' },
  };
}

/** What the property of an entry is called; `null` when its file names none. */
export function propertyName(property: Entry['property']): PropertyName | null {
  const { isGiven, title, reference } = property;
  return isGiven ? { title, reference } : null;
}

/** Number of guarantors of an entry who are not among its applicants. */
export function furtherGuarantorsOf({ applicants, facts }: Entry): number {
  return facts.guarantors - applicants.filter(({ isGuarantor }) => isGuarantor).length;
}

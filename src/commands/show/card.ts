import { milestonesOf } from '../../journal/journal.ts';
import { BusyError, settlesWithin } from '../../lib/concurrency.ts';
import type { Entry } from '../../portfolio/entry.ts';
import { isFinished, standingOf, ageInWorkingDays, waitingOf } from '../../portfolio/lifecycle.ts';
import { mayNameFiles } from '../../portfolio/lookup.ts';
import { rentalFailure } from '../../portfolio/portfolio.ts';
import { searchContextOf } from '../../portfolio/search/execute.ts';
import { type Snapshot, entryIn } from '../../portfolio/snapshot.ts';
import type { RentalFile } from '../../rental-api/schema/rental-file.ts';
import { type SnapshotFile, cardView, snapshotCardView } from '../../views/files/card/index.ts';
import type { CardSurroundings } from '../../views/files/card/layout.ts';
import { furtherGuarantorsOf, propertyName } from '../../views/files/line.ts';
import { findButton } from '../../views/files/picker.ts';
import type { CardTriage } from '../../views/files/triage.ts';
import type { Action, Button, Message } from '../../views/message.ts';
import { failureView, progressView } from '../../views/notices.ts';
import { writeAccess } from '../access.ts';
import type { CommandContext } from '../command.ts';
import { awayError, failureWords } from '../errors.ts';
import { shareOf } from '../file-list.ts';
import { lastReading } from '../snapshot.ts';

/**
 * A rental file as the service has it now, written to the access log; what was last read of it
 * while the service is away, or asked for too much.
 *
 * @param note what the person has just done about it, or could not
 * @param foundBy the words that found it; `null` where it was named
 * @throws {RentalError} when the service is away and nothing was read of it before
 */
export async function* showCard(
  id: string,
  call: CommandContext,
  note: CardTriage['note'] = null,
  foundBy: string | null = null,
): AsyncGenerator<Message> {
  yield cardFor(yield* findFile(id, call), { note, foundBy }, call);
}

/** A file as the service has it now; as it was last read, with the error, while that is away. */
export type FoundFile = { readonly id: string; readonly snapshot: Snapshot } & (
  | { readonly file: RentalFile }
  | { readonly entry: Entry; readonly error: unknown }
);

/**
 * Looks a rental file up, for a card of it.
 *
 * @returns `null` where the service has no such file
 * @throws {RentalError} when the service is away and nothing was read of it before
 */
export async function* findFile(
  id: string,
  call: CommandContext,
): AsyncGenerator<Message, FoundFile | null> {
  const snapshot = yield* lastReading(call);
  const lookup = lookUp(id, call);
  yield* openingWhile(lookup, call);
  return foundIn(snapshot, id, lookup);
}

/**
 * What a lookup of a file has found.
 *
 * @returns `null` where the service has no such file
 * @throws {RentalError} when the service is away and nothing was read of it before
 */
export async function foundIn(
  snapshot: Snapshot,
  id: string,
  lookup: Promise<RentalFile | null>,
): Promise<FoundFile | null> {
  try {
    const file = await lookup;
    return file && { id, snapshot, file };
  } catch (error) {
    const entry = entryIn(snapshot, id);
    if (entry === null || !isAway(error)) throw error;
    return { id, snapshot, entry, error };
  }
}

/** Whether the service does not give a file now. */
export function isAway(error: unknown): boolean {
  return rentalFailure(error) !== null || error instanceof BusyError;
}

/** The decision of a file, and whether it is archived. */
export function decisionOf(found: FoundFile): Parameters<typeof isFinished>[0] {
  if ('error' in found) return standingOf(found.entry);
  const { decision, archived_at: archivedAt } = found.file;
  return { decision, isArchived: archivedAt !== null };
}

/** The card of a file, written to the access log; says that it is gone where there is none. */
export async function cardFor(
  found: FoundFile | null,
  asked: Asked,
  call: CommandContext,
): Promise<Message> {
  if (found === null) return goneMessage(call);
  const { id, snapshot } = found;
  const decision = decisionOf(found);
  const card =
    'error' in found
      ? cardFromSnapshot(found.entry, snapshot, found.error, asked, call)
      : cardView(
          found.file,
          surroundings(
            { id, createdMs: found.file.created_at, ...decision },
            snapshot,
            asked,
            call,
          ),
          call.words,
        );
  return loggedCard(withFile(card, id, decision), id, call);
}

/** The message of a file that may close while it stands somewhere. */
function withFile(
  message: Message,
  id: string,
  standing: Parameters<typeof isFinished>[0],
): Message {
  return isFinished(standing) ? message : { ...message, files: [id] };
}

/** The service has no such file, any more or at all. */
export function goneMessage({ words }: CommandContext): Message {
  const button = findButton(FIND, words);
  return { ...failureView(words.card.gone, null, button, words), title: words.card.title };
}

/** The button for what is for one person only, where others read along. */
export function openForMe(id: string, { words }: CommandContext): Button {
  const { details: label, detailsSpoken: spoken } = words.card;
  return { label, spoken, action: { ...cardAction(id), opens: 'modal' } };
}

interface Asked {
  readonly note: CardTriage['note'];
  readonly foundBy: string | null;
}

/** Opens the search, and counts in metrics. */
const WRONG_FILE: Action = { command: 'wrong_file', args: {}, opens: 'modal' };

function cardFromSnapshot(
  entry: Entry,
  snapshot: Snapshot,
  error: unknown,
  asked: Asked,
  call: CommandContext,
): Message {
  const { words, reference } = call;
  const cause = {
    failure: failureWords(error, words, call.zone),
    reference,
    readAt: snapshot.endedAt,
  };
  const around = {
    ...surroundings({ ...entry, ...standingOf(entry) }, snapshot, asked, call),
    // As of the reading, as in lists of it.
    workingDays: waitingOf(entry, searchContextOf(snapshot, call)).workingDays,
    // Only the service has contacts and details.
    reveal: null,
    all: null,
  };
  return { ...snapshotCardView(heldFile(entry), cause, around, words), warning: error };
}

function surroundings(
  file: Pick<Entry, 'id' | 'createdMs' | 'decision'> & { readonly isArchived: boolean },
  snapshot: Snapshot,
  { note, foundBy }: Asked,
  call: CommandContext,
): CardSurroundings {
  const { id, createdMs } = file;
  const { currency, linkTo, now, place, privacy, workingDays, zone } = call;
  const isForOne = place.audience === 'person';
  return {
    now: now(),
    zone,
    privacy,
    completionMax: snapshot.completionMax,
    currency,
    workingDays: ageInWorkingDays(createdMs, { nowMs: now(), zone, workingDays }),
    milestones: call.journal === undefined ? null : milestonesOf(file, call.journal, call),
    link: linkTo(id),
    reveal: isForOne ? contactAction(id) : null,
    all: isForOne ? detailsAction(id) : null,
    details: isForOne ? null : { ...cardAction(id), opens: 'modal' },
    share: shareOf(cardAction(id), call) && {
      command: 'share',
      args: { file: id },
      opens: 'modal',
    },
    refresh: cardAction(id),
    triage: triageOf(file, snapshot, note, call),
    found: foundBy === null || !isForOne ? null : { by: foundBy, wrong: WRONG_FILE },
    panel: place.surface === 'panel' ? { readAt: snapshot.endedAt } : null,
  };
}

/** What people do about a file; where everybody reads, without names and actions. */
function triageOf(
  file: Pick<Entry, 'id' | 'decision'> & { readonly isArchived: boolean },
  snapshot: Snapshot,
  note: CardTriage['note'],
  { triage, person: { userId }, place, now }: CommandContext,
): CardTriage | null {
  const state = triage?.state() ?? null;
  if (state === null) return null;
  const { id } = file;
  const isForOne = place.audience === 'person';
  const personOf = (by: string) =>
    isForOne ? (by === userId ? 'reader' : { userId: by }) : 'unnamed';
  const taken = state.takenOf(id);
  const entry = entryIn(snapshot, id);
  const snooze = entry === null ? null : state.snoozeOf(entry, now());
  const isMine = taken?.takenBy === userId;
  const isWatched = state.watchersOf(id).has(userId);
  const act = (command: string, args: Action['args'] = {}): Action => ({
    command,
    args: { id, ...args },
  });
  const take: CardTriage['actions'] =
    taken === null
      ? [{ what: 'take', action: act('take') }]
      : [{ what: 'takeOver', action: act('take', { from: taken.takenBy }) }];
  const mine: CardTriage['actions'] = [
    { what: 'giveBack', action: act('drop') },
    { what: 'hand', action: { ...act('take', { hand: 1 }), opens: 'modal' } },
  ];
  const watch: CardTriage['actions'] = [
    isWatched
      ? { what: 'unwatch', action: act('watch', { off: 1 }) }
      : { what: 'watch', action: act('watch') },
  ];
  const rest: CardTriage['actions'] = [
    snooze === null
      ? { what: 'snooze', action: { ...act('snooze'), opens: 'modal' } }
      : { what: 'unsnooze', action: act('snooze', { off: 1 }) },
  ];
  // Who has taken a file follows it anyway, and a menu has room for five.
  const all = isMine ? [...mine, ...rest] : [...take, ...watch, ...rest];
  return {
    taken: taken === null ? null : { by: personOf(taken.takenBy), atMs: taken.atMs },
    snooze: snooze === null ? null : { by: personOf(snooze.snoozedBy), untilMs: snooze.untilMs },
    note,
    actions: isForOne && !isFinished(file) ? all : [],
  };
}

/** What a snapshot has of a property; `null` of one of which only an id came. */
function productOf(property: Entry['property']): SnapshotFile['product'] {
  if (!property.isDetailed) return null;
  return {
    category: property.category,
    furnished: property.isFurnished,
    exclusivity: property.isExclusive,
    mandate_type: property.mandate,
    rent_amount: property.rent,
  };
}

function heldFile(entry: Entry): SnapshotFile {
  const { property, applicants, managers, tags, facts } = entry;
  return {
    property: propertyName(property),
    product: productOf(property),
    productId: property.id,
    unreadable: [
      ...facts.unreadable.names,
      ...property.unreadable.names.map((name) => `product.${name}`),
      ...facts.unreadableOfPeople.names,
    ],
    applicants,
    areApplicantsUnreadable: facts.areApplicantsUnreadable,
    furtherGuarantors: furtherGuarantorsOf(entry),
    organisations: facts.organisations,
    status: entry.status,
    decision: entry.decision,
    situation: entry.situation,
    score: entry.score,
    completion: entry.completion,
    tags: tags.names,
    managers: managers.names,
    createdAt: entry.createdMs,
    updatedAt: entry.updatedMs,
    archivedAt: Number.isFinite(entry.archivedMs) ? entry.archivedMs : null,
  };
}

/** Wait before a progress message. */
const SIGN_MS = 1_000;

/**
 * Wait for the service in a panel, for which Slack allows 3 s: then it shows what was last read.
 *
 * @see https://docs.slack.dev/reference/methods/entity.presentDetails
 */
const PANEL_MS_MAX = 1_500;

/**
 * The rental file as the service has it now, with a passing message while that takes long; `null`
 * when the service has none of that id.
 *
 * @throws {RentalError} when it cannot be had
 */
export async function* awaitFile(
  id: string,
  call: CommandContext,
): AsyncGenerator<Message, RentalFile | null> {
  const lookup = lookUp(id, call);
  yield* openingWhile(lookup, call);
  return lookup;
}

async function lookUp(id: string, { fileNow, place }: CommandContext): Promise<RentalFile | null> {
  return place.surface === 'panel' ? fileNow(id, PANEL_MS_MAX) : fileNow(id);
}

/** A passing message while a lookup takes long. Its error is for who awaits it. */
async function* openingWhile(
  lookup: Promise<unknown>,
  { words }: CommandContext,
): AsyncGenerator<Message> {
  if (!(await settlesWithin(lookup, SIGN_MS))) {
    yield progressView(words.card.opening, words.card.title);
  }
}

/** A card, logged before it is shown; when that fails it is shown all the same, with a warning. */
export async function loggedCard(
  message: Message,
  fileId: string,
  call: CommandContext,
): Promise<Message> {
  const error = await awayError(writeAccess('show', fileId, call));
  if (error === null) return message;
  const { warning } = message;
  return {
    ...message,
    warning: warning === undefined ? error : new AggregateError([warning, error]),
  };
}

/** Opens the search for a rental file. */
export const FIND: Action = { command: 'show', args: { find: 1 }, opens: 'modal' };

/** All rental files. */
export const LIST: Action = { command: 'list', args: { typed: '' } };

/** Shows the card of a rental file in place of the message with the button. */
export function cardAction(id: string): Action {
  return { command: 'show', args: { id } };
}

/** The message to a colleague who was handed a file. */
export function handedFile({ id, property }: Entry, by: string) {
  const open = { ...cardAction(id), opens: 'modal' } as const;
  return { by, property: propertyName(property), open };
}

/** Its e-mail addresses and telephone numbers, a page at a time. */
export function contactAction(id: string, page = 1): Action {
  return { command: 'show', args: { id, reveal: 1, ...(page === 1 ? {} : { page }) } };
}

/** Every field of it, a page at a time. */
export function detailsAction(id: string, page = 1): Action {
  return { command: 'show', args: { id, details: page } };
}

const MENTION_BYTES_MAX = 400;

/**
 * Finds the file that a message mentions. Only the part that fits a button is kept, and no snapshot is
 * needed yet.
 */
export function mentionAction(text: string): Action {
  return { command: 'show', args: { said: withinBytes(mayNameFiles(text), MENTION_BYTES_MAX) } };
}

/** The whole words of a text that fit: half a reference might be that of another file. */
function withinBytes(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return text;
  return bytes.subarray(0, bytesMax).toString().replace(/\S*$/u, '').trimEnd();
}

/** What is picked in place of a file where files could not be searched. */
export const UNSEARCHED = 'rental-desk:unsearched';

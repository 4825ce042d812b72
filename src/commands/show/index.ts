import { z } from 'zod';

import { type Timeline, timelineOf } from '../../journal/journal.ts';
import { type FailureWords, fold, withoutFullStop } from '../../lib/text.ts';
import {
  type Candidates,
  filesMentioned,
  filesOf,
  resolveFiles,
  unwrapped,
} from '../../portfolio/lookup.ts';
import { understandOrNull } from '../../portfolio/phrases/understand.ts';
import { unlessMistaken } from '../../portfolio/query/parser.ts';
import type { Query } from '../../portfolio/query/query.ts';
import { searchContextOf } from '../../portfolio/search/execute.ts';
import { type Snapshot, entryIn } from '../../portfolio/snapshot.ts';
import type { RentalFile } from '../../rental-api/schema/rental-file.ts';
import { StoreError } from '../../store/errors.ts';
import { buttonFor } from '../../views/block-kit.ts';
import { detailsView } from '../../views/files/card/details.ts';
import { contactView } from '../../views/files/card/index.ts';
import { choiceView, findButton, findView, noneView } from '../../views/files/picker.ts';
import type { Action, Button, Message } from '../../views/message.ts';
import { decisionsView, failureView } from '../../views/notices.ts';
import { writeAccess } from '../access.ts';
import { type Command, type CommandContext, hiddenCommand, argumentsIn } from '../command.ts';
import { awayError, failureWords } from '../errors.ts';
import { fitTyped, lineOf, searchCache, showingOf } from '../file-list.ts';
import { agedNoticesOf, lastReading } from '../snapshot.ts';
import {
  FIND,
  LIST,
  UNSEARCHED,
  awaitFile,
  cardAction,
  contactAction,
  detailsAction,
  goneMessage,
  isAway,
  loggedCard,
  openForMe,
  showCard,
} from './card.ts';

const FileId = z.string().min(1).max(100);
const Args = z.union([
  z.object({ find: z.literal(1) }),
  z.object({ said: z.string() }),
  z.object({ picked: FileId }),
  z.object({ id: FileId, details: z.int().min(1) }),
  z.object({ id: FileId, reveal: z.literal(1), page: z.int().min(1).optional() }),
  z.strictObject({ id: FileId }),
]);

const CHOICES_MAX = 8;
/** Maximum of a text in a button. */
const TYPED_BYTES_MAX = 500;

export const show: Command = {
  name: 'show',
  called: { en: 'show', fr: 'voir' },
  aliases: (
    'voir file open see details card dossier fiche détails vois voyez ' +
    'montre montrer montrez montre-moi affiche afficher affichez ouvre ' +
    'ouvrir ouvrez consulte consulter consultez'
  ).split(' '),
  group: 'look',
  summary: { en: 'Open one file in full', fr: 'Ouvrir un dossier en détail' },
  hint: { en: '[id, reference or words]', fr: '[id, référence ou mots]' },
  examples: { en: ['show LY-0342', 'show dupont'], fr: ['voir LY-0342', 'voir dupont'] },

  async *run(text, call) {
    if (text.trim() === '') yield findView(show.name, call.words);
    else yield* answer(withoutFullStop(text.trim()) || text, call);
  },

  async *runAction(args, call) {
    const data = argumentsIn(Args, args);
    if ('find' in data) yield findView(show.name, call.words);
    else if ('said' in data) yield* answerMention(data.said, call);
    else if ('picked' in data && data.picked === UNSEARCHED) {
      yield findView(show.name, call.words, 'unsearched');
    } else if ('picked' in data) yield* showCard(data.picked, call);
    else if ('details' in data) yield* showDetails(data.id, data.details, call);
    else if ('reveal' in data) yield* showContact(data.id, data.page ?? 1, call);
    else yield* showCard(data.id, call);
  },
};

async function* answer(text: string, call: CommandContext): AsyncGenerator<Message> {
  const named = yield* fileNamed(text, call);
  if (named !== null) yield* showCard(named, call, null, isNamed(text, named, call) ? null : text);
}

/** Whether a text names a file by id, link or whole reference, so that it is no other one. */
function isNamed(text: string, fileId: string, { idIn, portfolio }: CommandContext): boolean {
  const bare = unwrapped(text);
  const reference = entryIn(portfolio.latest(), fileId)?.property.reference ?? '';
  return (
    idIn(text) === fileId ||
    bare.toLowerCase() === fileId.toLowerCase() ||
    (reference !== '' && fold(bare) === fold(reference))
  );
}

/**
 * The id of the file that a text names; where it names several or none, a message, and `null`.
 *
 * @param note what the message says of several
 */
export async function* fileNamed(
  text: string,
  call: CommandContext,
  note: string | null = null,
): AsyncGenerator<Message, string | null> {
  const { words, idIn } = call;
  const snapshot = yield* lastReading(call);
  const searchContext = searchContextOf(snapshot, call);
  const pick = (asked: string) => resolveFiles(asked, snapshot, searchContext, idIn, searchCache);
  // Names may look like phrases: what was typed comes first.
  let picked = pick(text);
  if (picked.kind === 'none') picked = pick(understandOrNull(text)?.rest ?? '');
  const query = picked.kind === 'none' ? wholeQuery(text, snapshot, call) : null;
  if (query !== null) picked = filesOf(query, snapshot, searchContext, searchCache);
  switch (picked.kind) {
    case 'one':
      return picked.entry.id;
    case 'unheld':
      return picked.id;
    case 'several':
      yield choiceFrom(text, picked, searchFor(text), snapshot, call, note);
      return null;
    case 'none': {
      const { texts: notices, ...stale } = agedNoticesOf(snapshot, call);
      yield { ...noneView({ asked: text, find: FIND, list: LIST, notices }, words), ...stale };
      return null;
    }
  }
}

/** The query that a text asks for; `null` where some of it is not understood, or it asks for all. */
function wholeQuery(text: string, snapshot: Snapshot, call: CommandContext): Query | null {
  return unlessMistaken(() => {
    const { query, ignored } = fitTyped(text, snapshot, call);
    return ignored.length === 0 && query.conditions.length > 0 ? query : null;
  });
}

/** The file that a message speaks of, a choice where there are several, else the search for one. */
async function* answerMention(text: string, call: CommandContext): AsyncGenerator<Message> {
  const snapshot = yield* lastReading(call);
  const { names, ...mentioned } = filesMentioned(text, snapshot);
  const [entry] = mentioned.likeliest(1);
  const [name = ''] = names;
  if (entry === undefined) yield findView(show.name, call.words, 'unrecognised');
  else if (mentioned.total === 1) yield* showCard(entry.id, call);
  else {
    const list = names.length === 1 ? searchFor(name) : null;
    yield choiceFrom(names.join(', '), mentioned, list, snapshot, call);
  }
}

function choiceFrom(
  asked: string,
  { total, likeliest }: Candidates,
  list: Action | null,
  snapshot: Snapshot,
  call: CommandContext,
  note: string | null = null,
): Message {
  const lines = likeliest(CHOICES_MAX).map((entry) => lineOf(entry, snapshot, call));
  const { texts, ...stale } = agedNoticesOf(snapshot, call);
  const notices = note === null ? texts : [note, ...texts];
  const choice = { asked, lines, total, find: FIND, list, notices };
  return { ...choiceView(choice, showingOf(call)), ...stale };
}

function searchFor(text: string): Action | null {
  const isShort = Buffer.byteLength(JSON.stringify(text)) <= TYPED_BYTES_MAX;
  return isShort ? { command: 'search', args: { typed: text } } : null;
}

interface AskedOfCard {
  /** Of the modal. */
  readonly title: string;
  readonly action: Action;
}

/** The file of a card as the service has it now; `null` after a message that says why there is none. */
async function* fileBehind(
  id: string,
  asked: AskedOfCard,
  call: CommandContext,
): AsyncGenerator<Message, RentalFile | null> {
  try {
    const file = yield* awaitFile(id, call);
    if (file === null) yield goneMessage(call);
    return file;
  } catch (error) {
    if (!isAway(error)) throw error;
    yield withBackButton(id, failureWords(error, call.words, call.zone), asked, error, call);
    return null;
  }
}

/** A failure in place of a card, which leads back to it: that stands without the service, too. */
function withBackButton(
  id: string,
  says: FailureWords,
  { title, action }: AskedOfCard,
  warning: unknown,
  { reference, words }: CommandContext,
): Message {
  const { contact, failure } = words;
  const next: Button[] = [
    buttonFor(failure, 'tryAgain', action),
    buttonFor(contact, 'back', cardAction(id)),
  ];
  return { ...failureView(says, reference, next, words), title, warning };
}

/**
 * E-mail addresses and telephone numbers, for one person only, and only after the access log has
 * recorded it.
 */
async function* showContact(
  id: string,
  page: number,
  call: CommandContext,
): AsyncGenerator<Message> {
  const { place, words } = call;
  const { contact } = words;
  if (place.audience !== 'person') {
    yield failureView(contact.notPrivate, null, openForMe(id, call), words);
    return;
  }
  const again = { title: contact.title, action: contactAction(id, page) };
  const file = yield* fileBehind(id, again, call);
  if (file === null) return;
  const error = await awayError(writeAccess('reveal', id, call));
  if (error !== null) {
    yield withBackButton(id, contact.notLogged, again, error, call);
    return;
  }
  const actions = { back: cardAction(id), turnTo: (to: number) => contactAction(id, to) };
  yield { ...contactView(file, page, actions, words), isConfidential: true };
}

/** A page of every field of a rental file, for one person only, and written to the access log. */
async function* showDetails(
  id: string,
  page: number,
  call: CommandContext,
): AsyncGenerator<Message> {
  const { currency, now, place, words, zone } = call;
  if (place.audience !== 'person') {
    yield failureView(words.details.notPrivate, null, openForMe(id, call), words);
    return;
  }
  const { completionMax } = yield* lastReading(call);
  const asked = { title: words.details.title, action: detailsAction(id, page) };
  const file = yield* fileBehind(id, asked, call);
  if (file === null) return;
  const { timeline, warning } = await readTimeline(
    { id, createdMs: file.created_at, decision: file.decision },
    call,
  );
  const around = {
    now: now(),
    zone,
    currency,
    completionMax,
    timeline,
    page,
    turnTo: (to: number) => detailsAction(id, to),
    back: cardAction(id),
  };
  const message = detailsView(file, around, words);
  yield loggedCard(warning === null ? message : { ...message, warning }, id, call);
}

/** The file's past, or the error of a database that is away. */
async function readTimeline(
  file: Parameters<typeof timelineOf>[0],
  { journal, ...call }: CommandContext,
): Promise<{ readonly timeline: Timeline | 'away' | null; readonly warning: StoreError | null }> {
  if (journal === undefined) return { timeline: null, warning: null };
  try {
    return { timeline: await timelineOf(file, journal, call), warning: null };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { timeline: 'away', warning: error };
  }
}

/** Says to those who type `approve …` that decisions are taken in the console, and leads to the file. */
export const decide = hiddenCommand('decide', {
  run: whereDecided,
  runAction: (_args, call) => whereDecided('', call),
});

async function* whereDecided(text: string, call: CommandContext): AsyncGenerator<Message> {
  const { words, idIn, linkTo } = call;
  const snapshot = call.portfolio.latest();
  const picked =
    snapshot && resolveFiles(text, snapshot, searchContextOf(snapshot, call), idIn, searchCache);
  if (snapshot !== null && picked?.kind === 'several') {
    // Each row opens its file, in the console, too.
    const { happened, remedy } = words.decisions;
    yield choiceFrom(text, picked, searchFor(text), snapshot, call, `${happened} ${remedy}`);
    return;
  }
  if (picked?.kind === 'one') {
    const { id } = picked.entry;
    const { details, detailsSpoken } = words.decisions;
    const file = { label: details, spoken: detailsSpoken, action: cardAction(id) };
    yield decisionsView(linkTo(id), file, words);
    return;
  }
  const label = words.overview.find;
  const search = { command: 'search', args: { typed: text } };
  yield decisionsView(null, { label, spoken: words.overview.findSpoken, action: search }, words);
}

/**
 * The command behind “Not this file” on a card that words have found: it opens the search. Metrics
 * count it beside `show`, which tells how often a card was of the wrong file.
 */
export const wrongFile = hiddenCommand('wrong_file', {
  async *runAction(_args, { words }) {
    yield findView(show.name, words);
  },
});

/** Stand for a request to be reminded that names no file, and for one to notify somebody else. */
export const REMINDER = 'reminder';
export const OTHER = 'other';

/**
 * Says to those who want fewer messages where each kind of them is paused and removed, and to those
 * who want a reminder, or a message to a colleague, what can be had.
 */
export const notifications: Command = hiddenCommand('notifications', {
  async *run(text, { words }) {
    const { digests, alerts, watched, reminder, other, ...notice } = words.notifications;
    const opens = (button: typeof digests, command: string) => ({
      ...button,
      action: { command, args: { typed: '' } },
    });
    const find = findButton(FIND, words);
    if (text === OTHER) {
      yield failureView(other, null, [find, opens(alerts, 'alert')], words);
    } else if (text === REMINDER) {
      yield failureView(reminder, null, [find, opens(digests, 'digest')], words);
    } else {
      const kinds = [opens(digests, 'digest'), opens(alerts, 'alert'), opens(watched, 'watch')];
      yield failureView(notice, null, kinds, words);
    }
  },
  runAction: (_args, call) => notifications.run('', call),
});

import { z } from 'zod';

import { dateOf } from '../../portfolio/calendar.ts';
import type { Entry } from '../../portfolio/entry.ts';
import { isFinished, isEntryFinished } from '../../portfolio/lifecycle.ts';
import { parseQuery } from '../../portfolio/query/parser.ts';
import { type Snapshot, entryIn } from '../../portfolio/snapshot.ts';
import type { DigestChoice } from '../../store/digest.ts';
import { ALERT_ASPECTS, type AlertOptions, WATCH_LIST_QUERY } from '../../store/events.ts';
import { handKeyOf, type Triage } from '../../triage/triage.ts';
import { oneLine } from '../../views/block-kit.ts';
import { entryActions } from '../../views/figures/overview.ts';
import type { FileLine } from '../../views/files/line.ts';
import {
  type CardTriage,
  HAND_FIELD,
  SNOOZE_FIELD,
  handForm,
  handedAnswer,
  snoozeForm,
} from '../../views/files/triage.ts';
import type { Answer, DirectOutcome, Form } from '../../views/message.ts';
import { failureView, refusalView } from '../../views/notices.ts';
import { alertChoice } from '../alert/parse.ts';
import {
  type Command,
  type CommandContext,
  argumentsIn,
  hasDigests,
  hiddenCommand,
} from '../command.ts';
import { filesHave } from '../digest/parse.ts';
import { numbered } from '../digest/save.ts';
import { FormError } from '../errors.ts';
import { countFiles, lineOf, showingOf } from '../file-list.ts';
import { list } from '../list.ts';
import { cardFor, decisionOf, findFile, handedFile, showCard } from '../show/card.ts';
import { fileNamed } from '../show/index.ts';
import { lastReading } from '../snapshot.ts';
import { reminderIn, type Until, untilIn } from '../until.ts';

/** Id of a file in the arguments of an action. */
export const FILE_ID = z.string().min(1).max(100);

/** Does something about a file; resolves with what its card is to say of it. */
export type Act<Note = Exclude<CardTriage['note'], Handed>> = (
  entry: Entry,
  triage: Triage,
  call: CommandContext,
) => Promise<Note>;

/** What a card says of a file that was handed to a colleague. */
type Handed = Extract<CardTriage['note'], `handed${string}`>;

/** Answers about the file with that id. */
export type AnswerAbout = (id: string, call: CommandContext) => AsyncGenerator<Answer>;

/** The files that commands list without a text. */
const LISTED = { taken: 'taken:me', watched: 'watched:me', snoozed: 'snoozed:yes' } as const;

/** Answers about the file that a text names; without a text, lists those of which that was done. */
export async function* answerNamed(
  text: string,
  listed: keyof typeof LISTED,
  answerAbout: AnswerAbout,
  call: CommandContext,
): AsyncGenerator<Answer> {
  if (text.trim() === '') {
    const query = LISTED[listed];
    const snapshot = yield* lastReading(call);
    const isKnown = (call.triage?.state() ?? null) !== null && call.store.isReady();
    const isEmpty = isKnown && countFiles(parseQuery(query), snapshot, call) === 0;
    if (isEmpty) yield refusalView(call.words.triage.none[listed], ...entryActions(call.words));
    else yield* list.run(query, call);
    return;
  }
  const id = yield* fileNamed(text.trim(), call, call.words.choice.nothingDone);
  if (id !== null) yield* answerAbout(id, call);
}

/** Does something about a file, and shows its card with what became of it. */
async function* actOn(
  id: string,
  act: Act<CardTriage['note']>,
  call: CommandContext,
  to: string | null = null,
): AsyncGenerator<Answer> {
  const open = yield* openFile(id, call);
  if (open === null) return;
  // It may be decided since the snapshot.
  const found = yield* findFile(id, call);
  const isOpen = found !== null && !isFinished(decisionOf(found));
  const check = open.triage.startHandGuard();
  const done = isOpen ? await act(open.entry, open.triage, call) : 'closed';
  const note = to !== null && done === 'handed' ? yield* notify(open, { to, check }, call) : done;
  yield cardFor(found, { note, foundBy: null }, call);
}

/** Opens a form about a file; what is submitted is checked anew. */
async function* askAbout(
  id: string,
  formOf: (file: FileLine) => Form,
  call: CommandContext,
): AsyncGenerator<Answer> {
  const open = yield* openFile(id, call);
  if (open !== null) yield formOf(lineOf(open.entry, open.snapshot, call));
}

interface OpenFile {
  readonly entry: Entry;
  readonly snapshot: Snapshot;
  readonly triage: Triage;
}

/** A file about which something is to be done; `null` after an answer that says why that cannot be. */
async function* openFile(
  id: string,
  call: CommandContext,
): AsyncGenerator<Answer, OpenFile | null> {
  const { triage, words } = call;
  const snapshot = yield* lastReading(call);
  if (!triage?.state()) {
    yield refusalView(words.triage.unknown);
    return null;
  }
  const entry = entryIn(snapshot, id);
  if (entry !== null && !isEntryFinished(entry)) return { entry, snapshot, triage };
  // What is newer than the snapshot, or gone, the card knows.
  yield* showCard(id, call, entry === null ? null : 'closed');
  return null;
}

export function acting(act: Act): AnswerAbout {
  return (id, call) => actOn(id, act, call);
}

const HandArgs = z.object({ id: FILE_ID, hand: z.literal(1) });
const TakeArgs = HandArgs.or(z.object({ id: FILE_ID, from: z.string().max(40).optional() }));

export const take: Command = {
  name: 'take',
  called: { en: 'take', fr: 'prendre' },
  aliases: ['prendre', 'prends', 'claim', 'taken', 'pris'],
  group: 'keep',
  summary: {
    en: 'Take a file, so that colleagues see it, or give it to one of them',
    fr: 'Prendre un dossier en charge, au su de vos collègues, ou le confier à l’un d’eux',
  },
  hint: { en: '[file]', fr: '[dossier]' },
  examples: {
    en: ['take LY-0342', 'take', 'give LY-0342 to Sophie'],
    fr: ['prendre LY-0342', 'prendre', 'confier LY-0342 à Sophie'],
  },

  run: (text, call) => answerNamed(text, 'taken', acting(takeFrom()), call),

  async *runAction(args, call) {
    const asked = argumentsIn(TakeArgs, args);
    if ('hand' in asked) yield* askWho(asked.id, call);
    else yield* actOn(asked.id, takeFrom(asked.from), call);
  },

  async *submit(args, filled, call) {
    const { id } = argumentsIn(HandArgs, args);
    const { [HAND_FIELD]: chosen = [] } = filled;
    // Forms of earlier versions have a list of people.
    const [to] = typeof chosen === 'string' ? [chosen] : chosen;
    const { hand } = call.words.triage;
    if (to === undefined) throw new FormError({ [HAND_FIELD]: hand.one });
    if (to === call.person.userId) throw new FormError({ [HAND_FIELD]: hand.self });
    if ((await call.channels.ownerState(to)) === 'gone') {
      throw new FormError({ [HAND_FIELD]: hand.gone });
    }
    yield* actOn(id, handTo(to), call, to);
  },
};

function handTo(to: string): Act<CardTriage['note']> {
  return async (entry, triage, { person: { userId } }) => {
    const { takenBy, isNew } = await triage.take(entry.id, to, userId, userId);
    if (takenBy !== to) return 'faster';
    return isNew ? 'handed' : 'handedBefore';
  };
}

/** Tells a colleague of the file that they were handed. @returns what the card says of both */
async function* notify(
  { entry, triage }: OpenFile,
  { to, check }: { readonly to: string; readonly check: () => void },
  { person: { userId: by }, wordsFor }: CommandContext,
): AsyncGenerator<Answer, Handed> {
  const { atMs = 0 } = triage.state()?.takenOf(entry.id) ?? {};
  const taken = { fileId: entry.id, takenBy: to, atMs };
  const outcomes: DirectOutcome[] = [];
  yield {
    ...handedAnswer(handedFile(entry, by), { to, key: handKeyOf(taken) }, wordsFor),
    check,
    onOutcome: (became) => void outcomes.push(became),
  };
  const [outcome = 'failed'] = outcomes;
  // Where this is not recorded, it is looked up.
  if (outcome !== 'left') await triage.notified(taken).catch(() => {});
  return HANDED[outcome];
}

const HANDED = {
  sent: 'handed',
  left: 'handed',
  no_access: 'handedNoAccess',
  no_directs: 'handedNoDirects',
  failed: 'handedNotNotified',
  unclear: 'handedUnclear',
} as const satisfies Readonly<Record<DirectOutcome, Handed>>;

/** Asks who is to have a file: the command behind “give Dupont to Sophie”. */
export const handOver: Command = hiddenCommand('hand_over', {
  run: (text, call) => answerNamed(text, 'taken', askWho, call),
  runAction: (args, call) => askWho(argumentsIn(DropArgs, args).id, call),
});

const askWho: AnswerAbout = (id, call) => {
  const action = { command: take.name, args: { id, hand: 1 } };
  const isNotified = call.digests?.allowsDirectAlerts !== false;
  return askAbout(id, (file) => handForm(action, file, isNotified, showingOf(call)), call);
};

/** @param from who had it when the button was made */
export function takeFrom(from?: string): Act {
  return async (entry, triage, { person: { userId } }) => {
    const { takenBy } = await triage.take(entry.id, userId, from);
    return takenBy === userId ? null : 'faster';
  };
}

const DropArgs = z.object({ id: FILE_ID });

export const giveBack: Act = async (entry, triage, { person: { userId } }) =>
  (await triage.giveBack(entry.id, userId)) ? 'givenBack' : 'notYours';

export const drop: Command = {
  name: 'drop',
  called: { en: 'drop', fr: 'rendre' },
  aliases: ['rendre', 'rends', 'release'],
  group: 'keep',
  summary: {
    en: 'Give back a file that you have taken',
    fr: 'Rendre un dossier que vous avez pris',
  },
  hint: { en: '[file]', fr: '[dossier]' },
  examples: { en: ['drop LY-0342'], fr: ['rendre LY-0342'] },
  run: (text, call) => answerNamed(text, 'taken', acting(giveBack), call),
  runAction: (args, call) => actOn(argumentsIn(DropArgs, args).id, giveBack, call),
};

/** Of what can be done about a file and undone again. */
const OnOffArgs = z.object({ id: FILE_ID, off: z.literal(1).optional() });

export const startWatching: Act = async (entry, triage, call) => {
  // First, since it announces what is recorded from then on.
  const outcome = await setUpWatchAlert(call);
  await triage.watch(entry.id, call.person.userId);
  return outcome;
};

/** Of the files that a person watches: quarters of an hour are batched; nights are quiet. */
const WATCHED: AlertOptions = {
  on: 'changes',
  aspects: ALERT_ASPECTS,
  everyMinutes: 15,
  quiet: { from: '20:00', until: '08:00' },
};

/**
 * Sets up the alert that announces changes of the files a person watches, where there is none yet.
 *
 * @returns what the card says of whether changes come by direct message
 */
async function setUpWatchAlert(
  call: CommandContext,
): Promise<'watching' | 'watchingPaused' | 'watchingSilently'> {
  if (!hasDigests(call) || !call.digests.allowsDirectAlerts) return 'watchingSilently';
  const { digests: service, person, words } = call;
  const { userId } = person;
  const own = await service.digests.list({ channelId: userId, kind: 'alert' });
  const known = own.find(({ query }) => query === WATCH_LIST_QUERY);
  if (known !== undefined) return known.state === 'active' ? 'watching' : 'watchingPaused';
  const choice = alertChoice(call);
  const watchList: DigestChoice = {
    ...choice,
    channelId: userId,
    query: WATCH_LIST_QUERY,
    options: { ...choice.options, language: words.language },
    alert: WATCHED,
  };
  // Where the name is taken, another request or instance was faster, or an alert is called the same.
  for (const name of numbered(words.triage.watchList, words)) {
    const saved = await service.digests.add({ ...watchList, name }, userId, null);
    if (saved !== null) return 'watching';
    const all = await service.digests.list({ channelId: userId, kind: 'alert' });
    if (all.some(({ query }) => query === WATCH_LIST_QUERY)) return 'watching';
  }
  return 'watchingSilently';
}

export const stopWatching: Act = async (entry, triage, { person: { userId } }) => {
  await triage.unwatch(entry.id, userId);
  return 'unwatched';
};

/** Words that ask for the list, as no word at all does. */
const LIST = /^(?:list|liste)?$/iu;

export const watch: Command = {
  name: 'watch',
  called: { en: 'watch', fr: 'suivre' },
  aliases: ['suivre', 'watched', 'suivis', 'follow'],
  group: 'keep',
  summary: {
    en: 'Get a file’s changes by direct message, or list those you watch',
    fr: 'Recevoir les changements d’un dossier par message direct, ou lister ceux que vous suivez',
  },
  hint: { en: '[file]', fr: '[dossier]' },
  examples: { en: ['watch LY-0342', 'watch'], fr: ['suivre LY-0342', 'suivre'] },
  async *run(text, call) {
    const { before, until } = untilIn(text, call);
    if (until !== null && before !== '') {
      const { happened, remedy } = call.words.triage.watchesOn(
        oneLine(until.typed, DAY_LENGTH_MAX),
      );
      const copy = `/rental ${watch.called[call.words.language]} ${before}`;
      yield failureView({ happened, remedy, copy }, null, null, call.words);
      return;
    }
    const named = LIST.test(text.trim()) ? '' : text;
    yield* answerNamed(named, 'watched', acting(startWatching), call);
  },
  runAction(args, call) {
    const { id, off } = argumentsIn(OnOffArgs, args);
    return actOn(id, off === 1 ? stopWatching : startWatching, call);
  },
};

/** Asks until when a file is to rest, beginning with what was typed of it. */
function askDay(wanted: Until | null, isReminder = false): AnswerAbout {
  const formOf = (file: FileLine, call: CommandContext) => {
    const { notifications, triage } = call.words;
    const notices = [
      ...(isReminder ? [notifications.reminder.happened] : []),
      ...(wanted !== null && wanted.date === null
        ? [triage.snooze.notUnderstood(oneLine(wanted.typed, DAY_LENGTH_MAX))]
        : []),
    ];
    const day = wanted?.date?.toString() ?? null;
    const action = { command: snooze.name, args: { id: file.id } };
    return snoozeForm(action, file, { day, notices }, showingOf(call));
  };
  return (id, call) => askAbout(id, (file) => formOf(file, call), call);
}

const DAY_LENGTH_MAX = 40;

export const endSnooze: Act = async (entry, triage) => {
  await triage.unsnooze(entry.id);
  return 'unsnoozed';
};

/** @param untilMs epoch milliseconds; `null` until the file changes */
export function snoozeUntil(untilMs: number | null): Act {
  return async (entry, triage, { person: { userId } }) => {
    await triage.snooze(entry, userId, untilMs);
    return null;
  };
}

/** When a snoozed file is back on its day. */
const MORNING = { hour: 6 };

export const snooze: Command = {
  name: 'snooze',
  called: { en: 'snooze', fr: 'reporter' },
  aliases: ['reporter', 'reporte', 'snoozed', 'reportés'],
  group: 'keep',
  summary: {
    en: 'Leave a file out of digests until a day, or until it changes',
    fr: 'Reporter un dossier à un jour, ou jusqu’à ce qu’il change',
  },
  hint: { en: '[file]', fr: '[dossier]' },
  examples: { en: ['snooze LY-0342'], fr: ['reporter LY-0342'] },

  async *run(text, call) {
    const reminder = reminderIn(text, (word) => filesHave(word, call));
    const { before: file, until: wanted } = untilIn(
      reminder === null ? text : `${reminder.file} until ${reminder.day}`,
      call,
    );
    if (wanted?.isPast === true) {
      const { passed, past } = call.words.triage.snooze;
      const happened = passed(oneLine(wanted.typed, DAY_LENGTH_MAX));
      yield failureView({ happened, remedy: past }, null, null, call.words);
      return;
    }
    yield* answerNamed(file, 'snoozed', askDay(wanted, reminder !== null), call);
  },

  runAction(args, call) {
    const { id, off } = argumentsIn(OnOffArgs, args);
    return off === 1 ? actOn(id, endSnooze, call) : askDay(null)(id, call);
  },

  async *submit(args, filled, call) {
    const { id } = argumentsIn(OnOffArgs, args);
    const { [SNOOZE_FIELD]: day } = filled;
    const untilMs = typeof day === 'string' ? morningOf(day, call) : null;
    yield* actOn(id, snoozeUntil(untilMs), call);
  },
};

/**
 * The morning of a day, in epoch milliseconds.
 *
 * @param day `YYYY-MM-DD`
 * @throws {FormError} for a day that is not within the next year
 */
export function morningOf(day: string, { now, zone, words }: CommandContext): number {
  const today = dateOf(now(), zone);
  const date = Temporal.PlainDate.from(day);
  const { past, tooFar } = words.triage.snooze;
  const isPast = Temporal.PlainDate.compare(date, today) <= 0;
  const isTooFar = Temporal.PlainDate.compare(date, today.add({ years: 1 })) > 0;
  if (isPast || isTooFar) throw new FormError({ [SNOOZE_FIELD]: isPast ? past : tooFar });
  return date.toZonedDateTime({ timeZone: zone, plainTime: MORNING }).epochMilliseconds;
}

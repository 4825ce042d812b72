import type { RichTextElement } from '@slack/types';

import type { Messages } from '../../i18n/types.ts';
import {
  bold,
  buttons,
  context,
  escaped,
  header,
  type Line,
  paragraph,
  plain,
  richText,
} from '../block-kit.ts';
import { checkboxInput, dateInput, personInput, radioInput } from '../inputs.ts';
import type { Action, Answer, Block, MenuItem, Form, Message } from '../message.ts';
import type { CardContext } from './card/facts.ts';
import { type FileLine, peopleIn, type PropertyName, propertyIn, type Showing } from './line.ts';
import { choicesOf, linesOf, linesText } from './lines.ts';

type What = keyof Messages['triage']['actions'];

/** A person: the reader, another one, or one whom everybody’s copy does not name. */
type Person = 'reader' | 'unnamed' | { readonly userId: string };

/** What people do about a file. */
export interface CardTriage {
  readonly taken: { readonly by: Person; readonly atMs: number } | null;
  /** `untilMs` is `null` until the file changes. */
  readonly snooze: { readonly by: Person; readonly untilMs: number | null } | null;
  /** What the reader has just done, or could not. */
  readonly note: keyof Messages['triage']['notes'] | null;
  readonly actions: readonly { readonly what: What; readonly action: Action }[];
}

/** Who has taken a file and until when it rests, a line each. A text without blocks has no names. */
export function triageLines(
  { taken, snooze }: CardTriage,
  { words, zone }: CardContext,
): readonly Line[] {
  const { triage, card } = words;
  const lines = [];
  if (taken !== null) {
    const since = ` ${triage.since(card.day(taken.atMs, zone))}`;
    const alone = taken.by === 'reader' ? triage.takenByYou : triage.taken;
    lines.push(lineOf(alone, triage.takenBy, taken.by, since));
  }
  if (snooze !== null) {
    const { untilMs } = snooze;
    const until =
      untilMs === null ? triage.snoozedUntilChange : triage.snoozedUntil(card.day(untilMs, zone));
    lines.push(lineOf(until, `${until} ${triage.snoozedBy}`, snooze.by, ''));
  }
  return lines;
}

function lineOf(alone: string, before: string, by: Person, after: string): Line {
  const text = alone + after;
  const drawn: RichTextElement[] =
    typeof by === 'string'
      ? [plain(text)]
      : [
          plain(`${before} `),
          { type: 'user', user_id: by.userId },
          // Slack refuses a text of no letters.
          ...(after === '' ? [] : [plain(after)]),
        ];
  return { text, drawn };
}

/** What the reader may do, for the menu of a card. */
export function triageItems({ actions }: CardTriage, { triage }: Messages): readonly MenuItem[] {
  return actions.map(({ what, action }) => ({ ...triage.actions[what], action }));
}

/** Name of the field with the colleague. */
export const HAND_FIELD = 'to';
/** Name of the field with the day. */
export const SNOOZE_FIELD = 'until';

/** Which file a form is about: its property, and its people as far as the reader may see them. */
function subjectOf(file: FileLine, showing: Showing): Block {
  const name = propertyIn(file, showing.words, TITLE_LENGTH_MAX, REFERENCE_LENGTH_MAX);
  return richText([bold(name), plain(`\n${peopleIn(file, showing, NAME_LENGTH_MAX)}`)]);
}

/**
 * Asks to whom a file goes.
 *
 * @param isNotified whether they get a direct message
 */
export function handForm(
  action: Action,
  file: FileLine,
  isNotified: boolean,
  showing: Showing,
): Form {
  const { title, text, submit, label, notified, notNotified } = showing.words.triage.hand;
  return {
    kind: 'form',
    title,
    text,
    submit,
    action,
    returns: true,
    blocks: [
      subjectOf(file, showing),
      personInput({ name: HAND_FIELD, label, hint: isNotified ? notified : notNotified }),
    ],
  };
}

/** A file that a colleague has handed to the reader. */
interface HandedFile {
  /** Slack id of the colleague. */
  readonly by: string;
  /** `null` when the file names none. */
  readonly property: PropertyName | null;
  readonly open: Action;
}

/** Tells a person that they were handed a file. It names the property, and nobody whom the file is about. */
export function handedView({ by, property, open: action }: HandedFile, words: Messages): Message {
  const { handedYou, next, open: label, openSpoken: spoken } = words.triage.handed;
  const name = propertyIn({ property }, words, TITLE_LENGTH_MAX, REFERENCE_LENGTH_MAX);
  return {
    kind: 'message',
    text: `<@${by}> ${handedYou} ${escaped(name)}\n${next}`,
    blocks: [
      richText([{ type: 'user', user_id: by }, plain(` ${handedYou} `), bold(name)]),
      buttons({ label, spoken, action, style: 'primary' }),
      context(next),
    ],
  };
}

/** The same as an answer for them, in their language. */
export function handedAnswer(
  file: HandedFile,
  { to, key }: Pick<DirectAnswer, 'to' | 'key'>,
  wordsFor: (locale: string | null) => Messages,
): Omit<DirectAnswer, 'onOutcome'> {
  return { kind: 'direct', to, key, messageFor: (locale) => handedView(file, wordsFor(locale)) };
}

type DirectAnswer = Extract<Answer, { kind: 'direct' }>;

const TITLE_LENGTH_MAX = 120;
const REFERENCE_LENGTH_MAX = 60;
const NAME_LENGTH_MAX = 60;

/**
 * Asks until when a file is to rest.
 *
 * @param typed the day that was typed, `YYYY-MM-DD`, and notices, as of one not understood
 */
export function snoozeForm(
  action: Action,
  file: FileLine,
  { day, notices }: { readonly day: string | null; readonly notices: readonly string[] },
  showing: Showing,
): Form {
  const { title, text, submit, label, hint } = showing.words.triage.snooze;
  return {
    kind: 'form',
    title,
    text,
    submit,
    action,
    returns: true,
    blocks: [
      ...notices.map((notice) => paragraph(notice)),
      subjectOf(file, showing),
      paragraph(text),
      dateInput({ name: SNOOZE_FIELD, label, hint, isOptional: true }, day),
    ],
  };
}

/** Name of the field with the files. */
export const FILES_FIELD = 'files';
/** Name of the field with what is done about them. */
export const WHAT_FIELD = 'what';
/** What a form can do about several files. */
export const SEVERAL_ACTS = ['take', 'giveBack', 'watch', 'unwatch', 'snooze', 'unsnooze'] as const;

/** Asks which files of a message to take, watch or snooze. At most `SEVERAL_MAX` lines. */
export function severalForm(
  action: Action,
  lines: readonly FileLine[],
  what: (typeof SEVERAL_ACTS)[number],
  showing: Showing,
): Form {
  const { several, actions, snooze } = showing.words.triage;
  const { title, text, submit, files, what: label, until } = several;
  const acts = SEVERAL_ACTS.map((value) => ({
    value,
    label: value === 'snooze' ? several.snooze : actions[value].label,
  }));
  return {
    kind: 'form',
    title,
    text,
    submit,
    action,
    blocks: [
      checkboxInput({ name: FILES_FIELD, label: files }, choicesOf(lines, showing), []),
      radioInput({ name: WHAT_FIELD, label }, acts, what),
      dateInput({ name: SNOOZE_FIELD, label: until, hint: snooze.hint, isOptional: true }),
    ],
  };
}

/** What became of one of several files. */
export type Outcome = keyof Messages['triage']['several']['done'];

/** Outcomes that have changed nothing about a file. */
const UNCHANGED: readonly Outcome[] = ['faster', 'notYours', 'closed', 'gone', 'unchecked'];

/** What became of several files, and how they stand now. */
export function resultView(
  outcomes: readonly Outcome[],
  lines: readonly FileLine[],
  showing: Showing,
): Message {
  const { several } = showing.words.triage;
  const counts = Map.groupBy(outcomes, (outcome) => outcome);
  const sentences = Array.from(counts, ([outcome, { length }]) => several.done[outcome](length));
  const isChanged = outcomes.some((outcome) => !UNCHANGED.includes(outcome));
  const heading = isChanged ? several.result : several.unchanged;
  return {
    kind: 'message',
    title: several.title,
    text: [
      ...[heading, ...sentences].map(escaped),
      ...linesText(lines, showing, RESULT_NAME_LENGTH_MAX),
    ].join('\n'),
    blocks: [
      header(heading),
      ...sentences.map((one) => paragraph(one)),
      ...linesOf(lines, showing),
    ],
  };
}

const RESULT_NAME_LENGTH_MAX = 40;

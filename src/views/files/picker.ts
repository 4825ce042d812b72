import type { Messages } from '../../i18n/types.ts';
import { buttonFor, buttons, context, escaped, fitted, oneLine, paragraph } from '../block-kit.ts';
import type { Action, Button, Message } from '../message.ts';
import {
  type FileLine,
  hasReference,
  idEndOf,
  inWords,
  peopleIn,
  referenceOf,
  type Showing,
  titleOf,
} from './line.ts';
import { linesOf, linesText } from './lines.ts';

/**
 * A select that searches rental files as a person types.
 *
 * @param command the command that shows what is picked
 * @param why `unrecognised` after a message in which no file was found, `unsearched` after a search
 *   that was not possible
 */
export function findView(
  command: string,
  { find }: Messages,
  why: 'asked' | 'unrecognised' | 'unsearched' = 'asked',
): Message {
  const notices = {
    asked: [],
    unrecognised: [find.unrecognised],
    unsearched: [find.wasUnsearched],
  }[why];
  return {
    kind: 'message',
    title: find.title,
    text: [`${find.title}.`, ...notices, find.tips].join(' '),
    blocks: [
      ...notices.map((notice) => paragraph(notice)),
      { type: 'picker', label: find.label, placeholder: find.placeholder, command },
      context(find.tips),
    ],
  };
}

/** Candidates for an ambiguous text. */
export interface Choice {
  /** As it was typed. */
  readonly asked: string;
  /** At most 10, the likeliest first. */
  readonly lines: readonly FileLine[];
  /** Files that answer to it. */
  readonly total: number;
  /** Opens the search. */
  readonly find: Action;
  /** All files that answer to it, or all there are when none does. */
  readonly list: Action | null;
  /** What else is to be known, such as how old the files are. */
  readonly notices: readonly string[];
}

const ASKED_LENGTH_MAX = 80;

/** Several files answer to what was typed: each with its number, and a button with the same. */
export function choiceView({ lines, total, ...choice }: Choice, showing: Showing): Message {
  const { words } = showing;
  const title = words.choice.title(oneLine(choice.asked, ASKED_LENGTH_MAX), total);
  const hidden = total - lines.length;
  const more = hidden > 0 ? [words.choice.more(hidden)] : [];
  const { listAll: label, listAllSpoken: spoken } = words.choice;
  const all = choice.list && hidden > 0 ? [{ label, spoken, action: choice.list }] : [];
  return {
    kind: 'message',
    title: words.card.title,
    text: fitted((nameLengthMax) =>
      [
        escaped(title),
        ...choice.notices.map(escaped),
        ...linesText(lines, showing, nameLengthMax),
        ...more,
      ].join('\n'),
    ),
    blocks: [
      paragraph(title),
      ...choice.notices.map((notice) => context(notice)),
      ...linesOf(lines, showing),
      ...more.map((sentence) => context(sentence)),
      buttons(findButton(choice.find, words), ...all),
    ],
  };
}

/** No file answers to what was typed: what to try instead. */
export function noneView(
  { asked, find, list, notices }: Omit<Choice, 'lines' | 'total'>,
  words: Messages,
): Message {
  const none = words.choice.none(oneLine(asked, ASKED_LENGTH_MAX));
  const { tryList: label, tryListSpoken: spoken } = words.help;
  return {
    kind: 'message',
    title: words.card.title,
    text: escaped([`${none} ${words.choice.tips}`, ...notices].join('\n')),
    blocks: [
      paragraph(`${none}\n${words.choice.tips}`),
      ...notices.map((notice) => context(notice)),
      buttons(findButton(find, words), ...(list ? [{ label, spoken, action: list }] : [])),
    ],
  };
}

/** The button that opens the search. */
export function findButton(action: Action, { find }: Messages): Button {
  return buttonFor(find, 'find', action);
}

/** @see https://docs.slack.dev/reference/block-kit/composition-objects/option-object */
const OPTION_LENGTH_MAX = 75;
const TITLE_LENGTH_MAX = 50;
const REFERENCE_LENGTH_MAX = 20;
const TOWN_LENGTH_MAX = 24;
const NAME_LENGTH_MAX = 24;
const WORD_LENGTH_MAX = 20;

/**
 * “LY-0342 · 69003 Lyon · Two rooms near the station”: a phone cuts the end. Without a reference, the
 * end of its id tells a file from others.
 */
export function suggestionLabel(file: FileLine, { privacy, words }: Showing): string {
  const known = hasReference(file) ? referenceOf(file, REFERENCE_LENGTH_MAX) : idEndOf(file, words);
  const title = titleOf(file, words, TITLE_LENGTH_MAX);
  const town = privacy === 'reference' ? '' : oneLine(file.town ?? '', TOWN_LENGTH_MAX);
  const parts = [known, town, title].filter(Boolean);
  return oneLine(parts.join(' · '), OPTION_LENGTH_MAX);
}

/**
 * “Ready to decide · Anne Lefèvre, Paul Costa · 6 files for this property”
 *
 * @param ofProperty number of files of its property
 */
export function suggestionSays(file: FileLine, ofProperty: number, showing: Showing): string {
  const { words } = showing;
  const decision = inWords(words.file.decision, file.decision, WORD_LENGTH_MAX);
  const people = peopleIn(file, showing, NAME_LENGTH_MAX);
  const others = ofProperty > 1 ? ` · ${words.find.ofProperty(ofProperty)}` : '';
  return oneLine(`${decision} · ${people}`, OPTION_LENGTH_MAX - others.length) + others;
}

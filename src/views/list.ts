import type { Messages } from '../i18n/types.ts';
import type { Backlog } from '../portfolio/lifecycle.ts';
import {
  againButtons,
  askedLine,
  buttonFor,
  buttons,
  buttonsWithMenu,
  escaped,
  fitted,
  header,
  oneLine,
  pageButtons,
  pagePlace,
  paragraph,
  plain,
  richText,
  type Turning,
} from './block-kit.ts';
import { type FileLine, type LinePerson, peopleOf, type Showing } from './files/line.ts';
import {
  backlogText,
  type Counted,
  linesOf,
  linesText,
  severalButton,
  unknownAmong,
  unknownSentences,
} from './files/lines.ts';
import { textInput } from './inputs.ts';
import type { Action, Block, Button, ButtonRow, Form, Message, Row } from './message.ts';
import { freshness, freshnessLine, type Read } from './notices.ts';

/** Subject of a list: all files, awaiting ones, or those of a manager. */
export type Subject =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'awaiting';
      /** `null` where the query asks for one part of it, and says so beside. */
      readonly backlog: Backlog | null;
      /** Decisions that the specification does not name, of files that this list may lack. */
      readonly unknown: readonly Counted[];
    }
  | { readonly kind: 'mine'; readonly email: string }
  | { readonly kind: 'managed' };

export interface ListPage extends Read, Turning {
  readonly of: Subject;
  /** At most 10. */
  readonly lines: readonly FileLine[];
  /** Files in the whole list. */
  readonly total: number;
  /** The query in words; `null` for all files. */
  readonly asked: string | null;
  /** The command for the same list. */
  readonly again: string | null;
  /** Notices above the list. */
  readonly notices: readonly string[];
  /** Small print below the list. */
  readonly below: readonly string[];
  readonly first: Action | null;
  readonly refresh: Action | null;
  /** Asks what to change of the query. */
  readonly refine: Action | null;
  /** Shows the same to everybody in the channel. */
  readonly share: Action | null;
  /** All files, when the query found none. */
  readonly all: Action | null;
  /** Those who apply for the files of the page, where the person asked who; else none. */
  readonly people: readonly LinePerson[];
  /** Queries in words that find others: wider ones of one that found none, and for a word that may be mistyped. */
  readonly wider: readonly {
    readonly asked: string;
    readonly count: number;
    readonly action: Action;
  }[];
}

const ASKED_LENGTH_MAX = 300;
const ASKED_LENGTH_LEAST = 60;
/** Of a query on a button, beside its count. */
const LABEL_LENGTH_MAX = 58;
const PERSON_LENGTH_MAX = 60;
const PEOPLE_LENGTH_LEAST = 20;
const AGAIN_BYTES_MAX = 400;

/** A page of rental files: total, freshness, one entry a file, and pagination. */
export function listView(list: ListPage, showing: Showing): Message {
  const { words } = showing;
  const title = titleIn(list, words);
  const asked = [...partsOf(list, words), ...askedIn(list, words, ASKED_LENGTH_MAX)];
  const unknown = unknownAmong(list.lines, words);
  const facts = [...freshness(list, showing), ...unknown];
  const again = againOf(list);
  return {
    kind: 'message',
    title: headingIn(list, words),
    text: listText(title, facts, again, list, showing),
    blocks: [
      header(title),
      ...askedBlocks(asked, list, words),
      ...peopleLine(list, showing, PERSON_LENGTH_MAX).map((line) => richText([plain(line)])),
      ...noticesIn(list, words).map((notice) => paragraph(notice)),
      ...unknown.map((sentence) => paragraph(sentence)),
      ...(list.lines.length === 0 ? [paragraph(emptiness(list, words))] : []),
      ...linesOf(list.lines, showing),
      ...navigation(list, words),
      ...refineBelow(list, words),
      freshnessLine(list, showing, ...pagePlace(list, words), ...again, ...list.below),
    ],
  };
}

/** The number of files first; the list of them is behind a button. */
export function countView(list: ListPage, showing: Showing): Message {
  const { words } = showing;
  const title = titleIn(list, words);
  const asked = [...partsOf(list, words), ...askedIn(list, words, ASKED_LENGTH_MAX)];
  const facts = freshness(list, showing);
  const { showAll: label, showAllSpoken: spoken } = words.list;
  return {
    kind: 'message',
    title: headingIn(list, words),
    text: [[title, ...asked, ...facts].join(' · '), ...noticesIn(list, words), ...list.below]
      .map(escaped)
      .join('\n'),
    blocks: [
      header(title),
      ...askedBlocks(asked, list, words),
      ...noticesIn(list, words).map((notice) => paragraph(notice)),
      freshnessLine(list, showing, ...list.below),
      ...(list.first === null
        ? []
        : [buttons({ label, spoken, action: list.first }, ...refineAmong(list, words))]),
    ],
  };
}

/** The query, with the button that changes it. */
function askedBlocks(asked: readonly string[], page: ListPage, words: Messages): Block[] {
  const text = asked.join(' · ');
  if (text === '') return [];
  if (page.refine === null || page.asked === null) return [richText([plain(text)])];
  return [refineRow(text, page.refine, words)];
}

function refineRow(text: string, action: Action, { list }: Messages): Row {
  return {
    type: 'row',
    text: { type: 'plain_text', text, emoji: false },
    button: buttonFor(list, 'refine', action),
  };
}

/** The same button of a list without a query, among the others. */
function refineAmong({ asked, refine }: ListPage, { list }: Messages): Button[] {
  if (refine === null || asked !== null) return [];
  return [buttonFor(list, 'refine', refine)];
}

/** The same in a line of its own: buttons of two other pages leave room for “Share” alone. */
function refineBelow(page: ListPage, words: Messages): Row[] {
  const { asked, of, refine } = page;
  if (refine === null || asked !== null || isRoomLeft(page)) return [];
  return [refineRow(wholeOf(of.kind, words), refine, words)];
}

function isRoomLeft({ previous, next }: ListPage): boolean {
  return previous === null || next === null;
}

/** Over a modal, where there is little room. */
function headingIn({ of }: ListPage, { list, overview, home }: Messages): string {
  switch (of.kind) {
    case 'all':
    case 'managed':
      return list.heading;
    case 'awaiting':
      return overview.waits;
    case 'mine':
      return home.myFiles;
  }
}

function titleIn({ of, total }: ListPage, { list }: Messages): string {
  switch (of.kind) {
    case 'all':
      return list.title(total);
    case 'awaiting':
      return list.awaiting(total);
    case 'mine':
      return list.mine(total);
    case 'managed':
      return list.ofOneManager(total);
  }
}

/** The query as a line of its own, as it agrees with the number of files; no line for all files. */
function askedIn({ asked, total }: ListPage, { list }: Messages, lengthMax: number): string[] {
  return asked === null ? [] : askedLine(list.agreeing(asked, total), lengthMax);
}

function partsOf({ of }: ListPage, words: Messages): string[] {
  return of.kind === 'awaiting' && of.backlog !== null ? backlogText(of.backlog, words) : [];
}

function noticesIn({ of, notices }: ListPage, words: Messages): readonly string[] {
  const unknown = of.kind === 'awaiting' ? of.unknown : [];
  return [...notices, ...unknownSentences({ decisions: unknown }, words)];
}

/** A command that is too long is left out: cut, it would be another query. */
function againOf({ again, asked, lines }: ListPage): string[] {
  const command = oneLine(again ?? '', AGAIN_BYTES_MAX);
  const isWhole = command === again && Buffer.byteLength(escaped(command)) <= AGAIN_BYTES_MAX;
  const isWorthIt = lines.length > 0 || asked !== null;
  return isWhole && isWorthIt && command !== '' ? [command] : [];
}

const BUTTONS_MAX = 3;
const MENU_MAX = 5;

/** Other pages, or other queries; what is needed less often stands in the menu. */
function navigation(page: ListPage, words: Messages): ButtonRow[] {
  const { previous, first, next, refresh, share, all, wider, lines } = page;
  const { list, help } = words;
  const row = [
    ...wider.map(({ asked, count, action }) => {
      const agreeing = list.agreeing(asked, count);
      const label = list.widerLabel(askedLine(agreeing, LABEL_LENGTH_MAX).join(''), count);
      return { label, spoken: label, action };
    }),
    ...pageButtons(previous, next, words),
    ...(isRoomLeft(page) ? refineAmong(page, words) : []),
    // Beside “Share” there is no room for it on a telephone: there it is found in each file’s menu.
    ...(share === null ? severalButton(lines, words) : []),
    ...(all ? [buttonFor(help, 'tryList', all)] : []),
  ];
  const isBack = first !== null && page.page > 2;
  const menu = [
    ...againButtons(refresh, share, words),
    ...(isBack ? [buttonFor(list, 'first', first)] : []),
    ...row.slice(BUTTONS_MAX),
  ].slice(0, MENU_MAX);
  if (row.length + menu.length === 0) return [];
  return [buttonsWithMenu(row.slice(0, BUTTONS_MAX), menu)];
}

function listText(
  title: string,
  facts: readonly string[],
  again: readonly string[],
  list: ListPage,
  showing: Showing,
): string {
  const { words } = showing;
  return fitted((nameLengthMax) => {
    const asked = askedIn(list, words, Math.max(ASKED_LENGTH_LEAST, nameLengthMax * 5));
    return [
      [
        title,
        ...partsOf(list, words),
        ...asked.map(escaped),
        ...pagePlace(list, words),
        ...facts.map(escaped),
      ].join(' · '),
      // Where room is short, the rows alone name them.
      ...(nameLengthMax < PEOPLE_LENGTH_LEAST ? [] : peopleLine(list, showing, nameLengthMax)).map(
        escaped,
      ),
      ...noticesIn(list, words).map(escaped),
      ...(list.lines.length === 0 ? [escaped(emptiness(list, words))] : []),
      ...linesText(list.lines, showing, nameLengthMax),
      ...list.below.map(escaped),
      ...again.map(escaped),
    ].join('\n');
  });
}

function peopleLine({ people }: ListPage, showing: Showing, lengthMax: number): string[] {
  return people.length === 0
    ? []
    : [showing.words.list.people(peopleOf(people, showing, lengthMax))];
}

/** As long as an address may be (RFC 5321, 4.5.3.1). */
const EMAIL_LENGTH_MAX = 254;

function emptiness({ of, asked, skipped, notices }: ListPage, { list }: Messages): string {
  if (asked !== null || skipped > 0) return list.noneFound;
  switch (of.kind) {
    case 'all':
      return list.empty;
    case 'awaiting':
      return of.unknown.length > 0 || notices.length > 0
        ? list.noneKnownAwaits
        : list.nothingAwaits;
    case 'mine':
      return list.nothingMine(oneLine(of.email, EMAIL_LENGTH_MAX));
    case 'managed':
      return list.nothingManaged;
  }
}

/** Name of the only field of the form behind “Refine…”. */
export const REFINE_FIELD = 'change';

const TEXT_LENGTH_MAX = 400;

interface RefinedList {
  readonly of: Subject['kind'];
  /** Its query in words; `null` for all files. */
  readonly asked: string | null;
  readonly action: Action;
}

/** What a list without a query holds. */
function wholeOf(kind: Subject['kind'], { home, list, overview }: Messages): string {
  if (kind === 'awaiting') return overview.waits;
  return kind === 'mine' ? home.myFiles : list.everything;
}

/** What a list shows, and a field for what to change of it. */
export function refineForm({ of, asked, action }: RefinedList, words: Messages): Form {
  const { title, text, submit, label, hint } = words.refine;
  const shown = [wholeOf(of, words), ...askedLine(asked, ASKED_LENGTH_MAX)].join(' · ');
  return {
    kind: 'form',
    title,
    text,
    submit,
    action,
    blocks: [paragraph(shown), textInput({ name: REFINE_FIELD, label, hint }, '', TEXT_LENGTH_MAX)],
  };
}

import type {
  ContextBlock,
  HeaderBlock,
  RichTextBlock,
  RichTextElement,
  SectionBlock,
} from '@slack/types';

import type { Messages } from '../i18n/types.ts';
import type { Action, Button, ButtonRow, LinkButton, MenuItem } from './message.ts';

/**
 * Slack's limits, in characters.
 *
 * @see https://docs.slack.dev/reference/block-kit/blocks
 */
const HEADER_LENGTH_MAX = 150;

/** A plain-text heading: it may hold a name that a person typed. */
export function header(text: string): HeaderBlock {
  const start = text.slice(0, HEADER_LENGTH_MAX);
  return { type: 'header', text: { type: 'plain_text', text: start, emoji: false } };
}

/** Small print, on one line where there is room. `texts` are ours, never the service's. */
export function context(...texts: string[]): ContextBlock {
  return {
    type: 'context',
    elements: [{ type: 'plain_text', text: texts.join(' · '), emoji: false }],
  };
}

/** A moment that each client writes as its reader does. */
export interface Moment {
  /** Epoch milliseconds. */
  readonly at: number;
  /** For clients that cannot. */
  readonly time: string;
  /** The same; `null` where the time alone says it. */
  readonly day: string | null;
}

/** A moment beside another one: with its day where that is not the same. */
export function momentBeside(at: number, other: number, zone: string, words: Messages): Moment {
  const { card, digest } = words;
  const day = card.day(at, zone);
  return { at, time: digest.time(at, zone), day: day === card.day(other, zone) ? null : day };
}

/**
 * When something was read, as each client writes times.
 *
 * @param sentence puts a time, and a day where there is one, into words
 * @see https://docs.slack.dev/messaging/formatting-message-text#date-formatting
 */
export function dated(
  { at, time, day }: Moment,
  sentence: (time: string, day: string | null) => string,
): string {
  return sentence(
    dateToken(at, '{time}', time),
    day === null ? null : dateToken(at, '{date_short}', day),
  );
}

/** A date in a text of Slack, in the format that each client writes. */
export function dateToken(at: number, format: string, fallback: string): string {
  return `<!date^${Math.floor(at / 1_000)}^${format}|${escaped(fallback)}>`;
}

/** Small print that begins with a date. */
export function datedContext(first: string, ...texts: string[]): ContextBlock {
  return {
    type: 'context',
    elements: [
      { type: 'mrkdwn', text: first, verbatim: true },
      ...texts.map((text) => ({ type: 'plain_text' as const, text, emoji: false })),
    ],
  };
}

/** A line: as plain text, and as it is drawn. */
export interface Line {
  readonly text: string;
  readonly drawn: readonly RichTextElement[];
}

/** A paragraph of our own words, drawn as they are. */
export function paragraph(text: string): SectionBlock {
  return { type: 'section', text: { type: 'plain_text', text, emoji: false } };
}

/** Text of which nothing is markup: the place for data. */
export function richText(elements: RichTextElement[]): RichTextBlock {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}

/** Something to copy, drawn as it is. */
export function toCopy(text: string): RichTextBlock {
  return {
    type: 'rich_text',
    elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text }] }],
  };
}

/** A button of which a catalogue has the label and, beside it, the words for screen readers. */
export function buttonFor<Name extends string>(
  words: Readonly<Record<NoInfer<Name> | `${NoInfer<Name>}Spoken`, string>>,
  name: Name,
  action: Action,
): Button {
  return { label: words[name], spoken: words[`${name}Spoken`], action };
}

/** A row of buttons. */
export function buttons(...row: (Button | LinkButton)[]): ButtonRow {
  return { type: 'buttons', buttons: row };
}

/** More of them do not fit beside each other on a telephone. */
const ROW_MAX = 3;

/** A row of buttons with a menu of further actions behind three dots; a single one is a button. */
export function buttonsWithMenu(row: readonly Button[], menu: readonly MenuItem[]): ButtonRow {
  const [first, ...others] = menu;
  if (first !== undefined && others.length === 0 && row.length < ROW_MAX) {
    return buttons(...row, { spoken: first.label, ...first });
  }
  return { type: 'buttons', buttons: row, menu };
}

/**
 * The first buttons in a row, and a menu with the others and with what is always in it; nothing where
 * there are none.
 */
export function actionRow(row: readonly Button[], menu: readonly Button[] = []): ButtonRow[] {
  const all = [...row, ...menu];
  if (all.length === 0) return [];
  if (all.length <= ROW_MAX) return [buttons(...all)];
  const rest = [...row.slice(ROW_MAX), ...menu];
  return [
    buttonsWithMenu(
      row.slice(0, ROW_MAX),
      rest.map(({ label, action }) => ({ label, action })),
    ),
  ];
}

/** Which page of a list this is, and how to turn it. */
export interface Turning {
  /** Counted from 1. */
  readonly page: number;
  readonly pages: number;
  readonly previous: Action | null;
  readonly next: Action | null;
}

/** “Page 2 of 7”; nothing where there is one. */
export function pagePlace(
  { page, pages }: Pick<Turning, 'page' | 'pages'>,
  { list }: Messages,
): string[] {
  return pages > 1 ? [list.page(page, pages)] : [];
}

/** Buttons to the page before and to the next, where there are such pages. */
export function pageButtons(
  previous: Action | null,
  next: Action | null,
  { list }: Messages,
): Button[] {
  return [
    ...(previous ? [buttonFor(list, 'previous', previous)] : []),
    ...(next ? [buttonFor(list, 'next', next)] : []),
  ];
}

/** The same of a page of a number of pages. */
export function pageButtonsAround(
  page: number,
  pages: number,
  turnTo: (page: number) => Action,
  words: Messages,
): Button[] {
  const actionTo = (to: number) => (to < 1 || to > pages ? null : turnTo(to));
  return pageButtons(actionTo(page - 1), actionTo(page + 1), words);
}

/** Buttons that ask for the same anew, and that show it to the channel, where that is possible. */
export function againButtons(
  refresh: Action | null,
  share: Action | null,
  { list }: Messages,
): Button[] {
  return [
    ...(refresh ? [buttonFor(list, 'refresh', refresh)] : []),
    ...(share ? [buttonFor(list, 'share', share)] : []),
  ];
}

/** Data, or words beside it. */
export function plain(text: string): RichTextElement {
  return { type: 'text', text };
}

/** A line that is drawn as it is spoken. */
export function textLine(text: string): Line {
  return { text, drawn: [plain(text)] };
}

/** Lines one after another, with a space between them. */
export function spaced(lines: readonly Line[]): RichTextElement[] {
  return lines.flatMap(({ drawn }, index) => (index === 0 ? drawn : [plain(' '), ...drawn]));
}

/** The same, heavier. */
export function bold(text: string): RichTextElement {
  return { type: 'text', text, style: { bold: true } };
}

/** Something to type, or a reference to quote. */
export function code(text: string): RichTextElement {
  return { type: 'text', text, style: { code: true } };
}

/**
 * Max length of an ephemeral message's text, in bytes.
 *
 * @see https://docs.slack.dev/reference/methods/chat.postEphemeral
 */
const TEXT_BYTES_MAX = 4_000;
const NAME_LENGTHS = [60, 30, 16, 8, 4] as const;

/**
 * A text whose parts are shortened together until it fits, so that nothing is left out.
 *
 * @param lengths of a part, in characters, the longest first; with the last one it must fit
 */
export function fitted(
  written: (lengthMax: number) => string,
  lengths: readonly number[] = NAME_LENGTHS,
): string {
  let text = '';
  for (const length of lengths) {
    text = written(length);
    if (Buffer.byteLength(text) <= TEXT_BYTES_MAX) break;
  }
  return text;
}

const ELLIPSIS = '…';

// What draws nothing, turns the line around or is not assigned. Some of it is seen by what it does to
// its neighbours: the joiners of scripts whose letters join, the joiner between two pictures, and the
// selector of a picture's or an ideograph's form.
const JOINING =
  '[[[\\p{L}\\p{M}]--\\p{DI}]&&[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Adlm}\\p{scx=Rohg}\\p{scx=Mand}\\p{scx=Mong}' +
  '\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}' +
  '\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}\\p{scx=Bali}\\p{scx=Java}]]';
const PICTURE = '(?<=\\p{ExtPict}\\ufe0f?\\p{EMod}?\\u200d)\\p{ExtPict}';
const SELECTABLE = '[[\\p{Emoji}\\p{Ideo}\\p{sc=Mong}\\p{sc=Phag}\\p{sc=Mymr}]--\\p{DI}]';
const UNSEEN = new RegExp(
  '(\\p{RGI_Emoji_Tag_Sequence})' +
    '|[\\p{Co}\\p{Cn}]' +
    '|[[\\p{Cf}\\p{DI}]--[\\p{VS}\\u200c\\u200d\\u2068\\u2069]]' +
    `|(?<!${SELECTABLE})\\p{VS}` +
    `|\\u200c(?!(?<=${JOINING}\\u200c)${JOINING})` +
    `|\\u200d(?!(?<=${JOINING}\\u200d)${JOINING}|${PICTURE})`,
  'gv',
);

/** What is blank although Unicode has no property that says so, for a class of a regular expression. */
export const BLANK_SIGNS = '\\u2800\\ufffc\\u{13441}\\u{13442}\\u{16fe4}\\u{1d159}';
const BLANK = new RegExp(`[${BLANK_SIGNS}]`, 'gu');

/** Characters of the blocks that run from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const ISOLATE = '\u2068';
const ISOLATE_END = '\u2069';
const ISOLATED = /(\u2068[^\u2068\u2069]+\u2069)/u;
const ISOLATES = /[\u2068\u2069]/gu;

// No-break spaces stay: French has one before its colons.
const GAPS = /(?:[^\S\u00a0\u202f]|\p{Cc})+/gu;

/** Text in which nothing is to be taken out: what Europe writes, with single spaces between. */
const CLEAN = /^[!-~\u00a1-\u00ac\u00ae-\u024f]+(?: [!-~\u00a1-\u00ac\u00ae-\u024f]+)*$/;

/** Left over where a picture was cut in two: its joiner, and half of what it joined. */
const CUT_OFF = /\u200d?[\ud800-\udbff]?$/;

export const graphemes = new Intl.Segmenter();

/**
 * Text from the service as one bounded line: no line breaks, nothing that draws nothing, at most
 * `lengthMax` UTF-16 units, cut between whole characters and marked when cut. Text from right to left
 * is isolated, so that it cannot reorder what stands after it.
 *
 * The result is data, not markup: put it into a `plain_text` or `rich_text` element, or through
 * `escaped` where Slack reads mrkdwn.
 *
 * @see https://www.unicode.org/reports/tr9 on isolates
 */
export function oneLine(value: string, lengthMax: number): string {
  // An answer shortens a hundred texts, and nearly all of them are clean.
  if (value.length <= lengthMax && (value === '' || CLEAN.test(value))) return value;
  // A name of a megabyte costs no more than one of a page.
  const start = value.slice(0, lengthMax * 20).toWellFormed();
  const seen = start.replace(BLANK, ' ').replace(UNSEEN, '$1');
  const line = isolated(seen.replace(GAPS, ' ').trim());
  if (line.length <= lengthMax) return line;
  const room = lengthMax - ELLIPSIS.length;
  // Of what Europe writes each unit is a whole character, and looking for seams takes long.
  if (CLEAN.test(line)) return line.slice(0, room).trimEnd() + ELLIPSIS;
  // An isolate that is cut ends before the mark, and one of which nothing is left does not begin.
  const isIsolated = line.includes(ISOLATE);
  const short = cut(line, isIsolated ? room - 1 : room).replace(/(?<![\u2068\s])[\u2068\s]+$/u, '');
  const isOpen = short.lastIndexOf(ISOLATE) > short.lastIndexOf(ISOLATE_END);
  return short + (isOpen ? ISOLATE_END : '') + ELLIPSIS;
}

/** One line of a text with an end, `GR-1 id …b2c4`, of which the text is cut and not the end. */
export function lineWithEnd(
  text: string | null | undefined,
  end: string | undefined,
  lengthMax: number,
): string {
  const last = oneLine(end ?? '', lengthMax);
  const room = last === '' ? lengthMax : lengthMax - last.length - 1;
  const first = room > 1 ? oneLine(text ?? '', room) : '';
  return first !== '' && last !== '' ? `${first} ${last}` : first || last;
}

/** A line whose parts from right to left are isolated. What is isolated already stays so. */
function isolated(line: string): string {
  const isMixed = line.includes(ISOLATE) || line.includes(ISOLATE_END);
  if (!isMixed && !RIGHT_TO_LEFT.test(line)) return line;
  const parts = line.split(ISOLATED).map((part, index) => {
    const text = part.replace(ISOLATES, '');
    const inner = text.trim();
    if (index % 2 === 0 && !RIGHT_TO_LEFT.test(text)) return text;
    return inner === '' ? text : text.replace(inner, () => ISOLATE + inner + ISOLATE_END);
  });
  return parts.join('').replace(GAPS, ' ').trim();
}

/** Makes data safe inside mrkdwn: it can no longer mention, link or name a channel. */
export function escaped(data: string): string {
  return data.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const CHANNEL_ID = /^[CG][A-Z0-9]+$/;

/** A channel in plain text, which Slack names to its readers; what is no id of one as it is. */
export function channelMention(id: string): string {
  return CHANNEL_ID.test(id) ? `<#${id}>` : escaped(id);
}

/** Escaped text, in which the channel of that id is named to its readers. */
export function escapedIn(text: string, channelId: string): string {
  const channel = channelMention(channelId);
  return text.split(channel).map(escaped).join(channel);
}

function cut(line: string, lengthMax: number): string {
  let end = 0;
  for (const { index, segment } of graphemes.segment(line)) {
    if (index + segment.length > lengthMax) break;
    end = index + segment.length;
  }
  // One endless cluster of combining marks has no seam to cut at.
  return end > 0 ? line.slice(0, end) : line.slice(0, lengthMax).replace(CUT_OFF, '');
}

/**
 * The query as a line of its own; no line for all files.
 *
 * @param asked a query in words, with text that a person typed
 */
export function askedLine(asked: string | null, lengthMax: number): string[] {
  const sentence = oneLine(asked ?? '', lengthMax);
  return sentence === '' ? [] : [sentence.charAt(0).toUpperCase() + sentence.slice(1)];
}

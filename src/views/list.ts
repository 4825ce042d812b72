import { formatDistanceStrict } from 'date-fns';

import { buttons, context, header, paragraph, plain, richText } from './blocks.ts';
import { fileElements, type FileLine, fileText } from './file-line.ts';
import type { Message, Press } from './message.ts';
import { escaped, oneLine } from './service-text.ts';
import type { Words } from './words/words.ts';

/** One page of a list, from one reading. */
export interface ListPage {
  readonly lines: readonly FileLine[];
  /** Files in the whole list. */
  readonly total: number;
  /** What was asked for, in words from the dictionary and from the query; `null` for everything. */
  readonly asked: string | null;
  /** Counted from 1. */
  readonly page: number;
  readonly pages: number;
  /** When the reading ended, epoch milliseconds. */
  readonly readAt: number;
  readonly skipped: number;
  /** What else to say above the list. */
  readonly notices: readonly string[];
  readonly previous: Press | null;
  readonly first: Press;
  readonly next: Press | null;
  readonly refresh: Press;
  /** Everything, when nothing was found of what was asked for. */
  readonly all: Press | null;
}

// An ephemeral message's text may be 4,000 bytes long.
// https://docs.slack.dev/reference/methods/chat.postEphemeral
const TEXT_BYTES_MAX = 4_000;
const NAME_LENGTHS = [60, 30, 16, 8] as const;
const MINUTE_MS = 60_000;
const ASKED_LENGTH_MAX = 300;

/** A page of rental files: how many, how fresh, one entry a file, and the way on. */
export function listView(list: ListPage, now: number, words: Words): Message {
  const title = words.list.title(list.total);
  const query = oneLine(list.asked ?? '', ASKED_LENGTH_MAX);
  const asked = query === '' ? [] : [capitalised(query)];
  const facts = [
    freshness(list.readAt, now, words),
    ...(list.skipped > 0 ? [words.list.skipped(list.skipped)] : []),
    ...unknownAmong(list.lines, words),
  ];
  return {
    isPassing: false,
    text: listText([title, ...asked], facts, list, now, words),
    blocks: [
      header(title),
      ...asked.map((sentence) => richText([plain(sentence)])),
      ...list.notices.map((notice) => paragraph(notice)),
      context(...facts),
      ...(list.lines.length === 0 ? [paragraph(emptiness(list, words))] : []),
      ...list.lines.map((line) => richText(fileElements(line, now, words))),
      wayOn(list, words),
    ],
  };
}

/** `‹ Prev · 2/7 · Next ›`: the middle one leads back to the first page. */
function wayOn({ page, pages, previous, first, next, refresh, all }: ListPage, words: Words) {
  const { list } = words;
  const place = {
    label: `${words.number(page)}/${words.number(pages)}`,
    spoken: list.page(page, pages),
  };
  return buttons(
    ...(previous ? [{ label: list.previous, spoken: list.previousSpoken, press: previous }] : []),
    ...(pages > 1 ? [{ ...place, press: first }] : []),
    ...(next ? [{ label: list.next, spoken: list.nextSpoken, press: next }] : []),
    { label: list.refresh, spoken: list.refreshSpoken, press: refresh },
    ...(all ? [{ label: words.help.tryList, spoken: words.help.tryListSpoken, press: all }] : []),
  );
}

function unknownAmong(lines: readonly FileLine[], { file, list }: Words): string[] {
  const count = lines.filter(
    ({ status, decision }) =>
      !Object.hasOwn(file.status, status) || !Object.hasOwn(file.decision, decision),
  ).length;
  return count > 0 ? [list.unknown(count)] : [];
}

function freshness(readAt: number, now: number, { list, locale }: Words): string {
  if (now - readAt < MINUTE_MS) return list.readNow;
  return list.readAgo(formatDistanceStrict(readAt, now, { locale, roundingMethod: 'floor' }));
}

/** Names are shortened together until the whole list fits, so that no file is left out. */
function listText(
  titles: readonly string[],
  facts: readonly string[],
  list: ListPage,
  now: number,
  words: Words,
): string {
  const page = list.pages > 1 ? [words.list.page(list.page, list.pages)] : [];
  const head = [[...titles.map(escaped), ...page, ...facts].join(' · '), ...list.notices];
  const written = (nameLengthMax: number) =>
    [
      ...head,
      ...(list.lines.length === 0 ? [emptiness(list, words)] : []),
      ...list.lines.map((line) => `• ${fileText(line, now, words, nameLengthMax)}`),
    ].join('\n');
  const fitting = NAME_LENGTHS.find(
    (length) => Buffer.byteLength(written(length)) <= TEXT_BYTES_MAX,
  );
  return written(fitting ?? 4);
}

function emptiness({ asked, skipped }: ListPage, { list }: Words): string {
  return asked === null && skipped === 0 ? list.empty : list.noneFound;
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

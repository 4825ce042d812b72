import { bold, buttons, context, header, paragraph, plain, richText } from './blocks.ts';
import { digestButtons } from './digest-buttons.ts';
import { fittedLines } from './digest-fitting.ts';
import { type DigestTiming, type DigestTold, nextOf, whenOf } from './digest-told.ts';
import { digestName } from './digest.ts';
import type { Block, Button, Message, Press } from './message.ts';
import { escaped, oneLine } from './service-text.ts';
import type { Words } from './words/words.ts';

/** One page of digests. */
export interface DigestsPage {
  /** At most 5. */
  readonly digests: readonly DigestTold[];
  readonly total: number;
  /** Counted from 1. */
  readonly page: number;
  readonly pages: number;
  readonly previous: Press | null;
  readonly next: Press | null;
  /** Sets up another one; `null` where that is not possible. */
  readonly add: Press | null;
  /** What else to say above: why they are listed. */
  readonly notices: readonly string[];
}

const QUERY_LENGTH_MAX = 160;

/** Digests one below the other, each with what may be done to it. */
export function digestsView(page: DigestsPage, words: Words): Message {
  const { digestDesk, list } = words;
  const { digests, total, previous, next, add, notices } = page;
  const title = total === 0 ? digestDesk.none : digestDesk.title(total);
  const place = page.pages > 1 ? [digestDesk.page(page.page, page.pages)] : [];
  const ways: Button[] = [
    ...(previous ? [{ label: list.previous, spoken: list.previousSpoken, press: previous }] : []),
    ...(next ? [{ label: list.next, spoken: list.nextSpoken, press: next }] : []),
    ...(add ? [{ label: digestDesk.add, spoken: digestDesk.addSpoken, press: add }] : []),
  ];
  return {
    kind: 'message',
    title: digestDesk.heading,
    isPassing: false,
    text: fittedLines(digests.length, words, (nameLengthMax, linesMax) => [
      [title, ...place].join(' · '),
      ...notices.map(escaped),
      ...digests
        .slice(0, linesMax)
        .map((told) => escaped(`• ${partsOf(told, words, nameLengthMax * 4).join('. ')}`)),
      digestDesk.how,
    ]),
    blocks: [
      ...notices.map((notice) => paragraph(notice)),
      ...(total === 0 ? [paragraph(title)] : [header(title)]),
      ...(place.length === 0 ? [] : [context(...place)]),
      ...digests.flatMap((told): Block[] => {
        const [name = '', ...parts] = partsOf(told, words, QUERY_LENGTH_MAX);
        const row = digestButtons(told, words);
        return [
          richText([bold(name), plain(`\n${parts.join('\n')}`)]),
          ...(row.length === 0 ? [] : [buttons(...row)]),
        ];
      }),
      ...(ways.length === 0 ? [] : [buttons(...ways)]),
      context(digestDesk.how),
    ],
  };
}

/** A digest in one line: its name, when it comes, and when next. */
export function digestLine(told: DigestTiming, words: Words, lengthMax: number): string {
  const name = digestName(told.name, words, lengthMax);
  const next = nextOf({ ...told, next: told.next?.slice(0, 1) ?? null }, words);
  return [name, whenOf(told.schedule, words), ...next].join(' · ');
}

function partsOf(told: DigestTold, words: Words, lengthMax: number): string[] {
  const { digestDesk } = words;
  return [
    `${digestName(told.name, words, Math.min(60, lengthMax))} (${told.id})`,
    whenOf(told.schedule, words),
    oneLine(told.query ?? digestDesk.unreadable, lengthMax),
    ...nextOf({ ...told, next: told.next?.slice(0, 1) ?? null }, words),
    ...(told.isOwnerGone === true ? [digestDesk.ownerGone] : []),
  ];
}

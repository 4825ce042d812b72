import type { RichTextElement } from '@slack/types';

import type { Messages } from '../../i18n/messages.ts';
import { bold, buttons, context, header, paragraph, plain, richText } from '../block-kit.ts';
import type { Block, Button, Message, Action } from '../message.ts';
import { escaped, oneLine } from '../text.ts';
import { digestName } from './post.ts';
import { fittedLines } from './sections.ts';

/** A digest as whoever looks after it reads of it. Text is as somebody typed it. */
export interface DigestDetails {
  readonly id: string;
  readonly name: string;
  readonly channelId: string;
  /** `here`: where it is told. */
  readonly place: 'here' | 'elsewhere' | 'directly';
  readonly schedule: {
    readonly times: readonly string[];
    readonly days: readonly number[];
    readonly zone: string;
    readonly holidays: string;
    readonly onHoliday: 'skip' | 'next';
  };
  /** What it asks for, in words; `null` when its query can no longer be read. */
  readonly query: string | null;
  /** How it looks and what it does, in words. */
  readonly options: readonly string[];
  /** Why it is paused, in words; `null` when it is not. */
  readonly paused: string | null;
  /** Epoch milliseconds; `null` when it is not left out. */
  readonly snoozedUntil: number | null;
  /** When it is due next, in epoch milliseconds; `null` when its zone is no longer known. */
  readonly next: readonly number[] | null;
  /** Whether whoever set it up is no longer one of the workspace, as far as that is known. */
  readonly isOwnerGone?: boolean;
  readonly presses: DigestActions;
}

/** As much of it as says when it comes. */
export type DigestTiming = Pick<
  DigestDetails,
  'name' | 'schedule' | 'paused' | 'snoozedUntil' | 'next'
>;

const QUERY_LENGTH_MAX = 300;
const ZONE_LENGTH_MAX = 60;
const PLACE_LENGTH_MAX = 20;
const REASON_LENGTH_MAX = 120;
const DAYS_IN_WEEK = 7;

/** What was done to a digest, what it is now, and when it comes next. */
export function digestDetailsView(outcome: string, told: DigestDetails, words: Messages): Message {
  const lines = linesAbout(told, words);
  const row = digestButtons(told, words);
  return {
    kind: 'message',
    title: words.digestCommands.heading,
    isPassing: false,
    text: escaped([outcome, ...lines.map(({ text }) => text)].join('\n')),
    blocks: [
      richText([bold(outcome), ...lines.flatMap(({ drawn }) => [plain('\n'), ...drawn])]),
      ...(row.length === 0 ? [] : [buttons(...row)]),
    ],
  };
}

/** When a digest comes next, or why it does not. */
export function nextOf(
  { next, paused, snoozedUntil, schedule }: DigestTiming,
  { digest, digestCommands: digestDesk }: Messages,
): string[] {
  if (next === null) return [digestDesk.unknownZone];
  if (paused !== null) return [digestDesk.isPaused(oneLine(paused, REASON_LENGTH_MAX))];
  const zone = zoneOf(schedule.zone);
  const moments = next.map((at) => digest.moment(at, schedule.zone));
  return [
    moments.length === 0 ? digestDesk.never : digestDesk.next(moments, zone),
    ...(snoozedUntil === null
      ? []
      : [digestDesk.isSnoozed(digest.moment(snoozedUntil, schedule.zone))]),
  ];
}

/** Days and times of a digest, in words. */
function whenOf({ days, times, zone }: DigestDetails['schedule'], words: Messages): string {
  const { digestCommands: digestDesk } = words;
  return digestDesk.when(daysOf(days, words), digestDesk.and(times), zoneOf(zone));
}

interface Line {
  readonly text: string;
  readonly drawn: readonly RichTextElement[];
}

function linesAbout(told: DigestDetails, words: Messages): Line[] {
  const { digestCommands: digestDesk } = words;
  const { schedule, query, place, channelId } = told;
  const asked = oneLine(query ?? digestDesk.unreadable, QUERY_LENGTH_MAX);
  const holidays =
    schedule.holidays === 'none'
      ? []
      : [digestDesk.holidays(oneLine(schedule.holidays, PLACE_LENGTH_MAX), schedule.onHoliday)];
  const where: Line =
    place === 'elsewhere'
      ? {
          text: digestDesk.elsewhere(oneLine(channelId, PLACE_LENGTH_MAX)),
          drawn: [plain(digestDesk.elsewhere('')), { type: 'channel', channel_id: channelId }],
        }
      : said(place === 'here' ? digestDesk.here : digestDesk.directly);
  return [
    where,
    said([whenOf(schedule, words), ...holidays].join('. ')),
    said(digestDesk.what(asked)),
    ...(told.options.length === 0 ? [] : [said(capitalised(told.options.join(', ')))]),
    ...nextOf(told, words).map(said),
    said(digestDesk.id(told.id)),
  ];
}

function said(text: string): Line {
  return { text, drawn: [plain(text)] };
}

/** `Monday to Friday`, `Monday, Wednesday and Friday`, `Every day`. */
function daysOf(
  days: readonly number[],
  { digestCommands: digestDesk, digestForm }: Messages,
): string {
  const named = (day: number) => digestForm.days[day - 1] ?? '';
  const [first = 1] = days;
  const last = days.at(-1) ?? first;
  if (days.length === DAYS_IN_WEEK) return digestDesk.everyDay;
  const isRun = days.length > 2 && last - first === days.length - 1;
  const told = isRun
    ? digestDesk.fromTo(named(first), named(last))
    : digestDesk.and(days.map(named));
  return capitalised(told);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function zoneOf(zone: string): string {
  return oneLine(zone, ZONE_LENGTH_MAX) || '?';
}

/** One page of digests. */
export interface DigestsPage {
  /** At most 5. */
  readonly digests: readonly DigestDetails[];
  readonly total: number;
  /** Counted from 1. */
  readonly page: number;
  readonly pages: number;
  readonly previous: Action | null;
  readonly next: Action | null;
  /** Sets up another one; `null` where that is not possible. */
  readonly add: Action | null;
  /** What else to say above: why they are listed. */
  readonly notices: readonly string[];
}

const LIST_QUERY_LENGTH_MAX = 160;

/** Digests one below the other, each with what may be done to it. */
export function digestsView(page: DigestsPage, words: Messages): Message {
  const { digestCommands: digestDesk, list } = words;
  const { digests, total, previous, next, add, notices } = page;
  const title = total === 0 ? digestDesk.none : digestDesk.title(total);
  const place = page.pages > 1 ? [digestDesk.page(page.page, page.pages)] : [];
  const ways: Button[] = [
    ...(previous ? [{ label: list.previous, spoken: list.previousSpoken, action: previous }] : []),
    ...(next ? [{ label: list.next, spoken: list.nextSpoken, action: next }] : []),
    ...(add ? [{ label: digestDesk.add, spoken: digestDesk.addSpoken, action: add }] : []),
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
        const [name = '', ...parts] = partsOf(told, words, LIST_QUERY_LENGTH_MAX);
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
export function digestLine(told: DigestTiming, words: Messages, lengthMax: number): string {
  const name = digestName(told.name, words, lengthMax);
  const next = nextOf({ ...told, next: told.next?.slice(0, 1) ?? null }, words);
  return [name, whenOf(told.schedule, words), ...next].join(' · ');
}

function partsOf(told: DigestDetails, words: Messages, lengthMax: number): string[] {
  const { digestCommands: digestDesk } = words;
  return [
    `${digestName(told.name, words, Math.min(60, lengthMax))} (${told.id})`,
    whenOf(told.schedule, words),
    oneLine(told.query ?? digestDesk.unreadable, lengthMax),
    ...nextOf({ ...told, next: told.next?.slice(0, 1) ?? null }, words),
    ...(told.isOwnerGone === true ? [digestDesk.ownerGone] : []),
  ];
}

/** What may be done to a digest; `null` for what may not. */
export interface DigestActions {
  readonly edit: Action | null;
  readonly more: Action | null;
  readonly preview: Action | null;
  readonly run: Action | null;
  readonly pause: Action | null;
  readonly resume: Action | null;
  readonly status: Action | null;
  /** Becomes its owner. */
  readonly take: Action | null;
  readonly remove: Action | null;
}

const SPOKEN_NAME_LENGTH_MAX = 24;
const PLAIN = ['edit', 'more', 'preview', 'run', 'pause', 'resume', 'status', 'take'] as const;

/** A row of buttons for all that may be done to a digest. Removing one asks first. */
export function digestButtons(
  { name, presses }: { readonly name: string; readonly presses: DigestActions },
  words: Messages,
): Button[] {
  const { digestCommands: digestDesk } = words;
  const spokenName = digestName(name, words, SPOKEN_NAME_LENGTH_MAX);
  return [
    ...PLAIN.flatMap((what): Button[] => {
      const action = presses[what];
      if (action === null) return [];
      return [{ label: digestDesk[what], spoken: digestDesk[`${what}Spoken`](spokenName), action }];
    }),
    ...(presses.remove === null
      ? []
      : [
          {
            label: digestDesk.remove,
            spoken: digestDesk.removeSpoken(spokenName),
            action: presses.remove,
            style: 'danger' as const,
            question: {
              title: digestDesk.removeTitle,
              text: digestDesk.removeText(digestName(name, words)),
              yes: digestDesk.yes,
              no: digestDesk.no,
            },
          },
        ]),
  ];
}

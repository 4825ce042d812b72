import type { RichTextElement } from '@slack/types';

import { bold, buttons, plain, richText } from './blocks.ts';
import { digestButtons, type DigestPresses } from './digest-buttons.ts';
import type { Message } from './message.ts';
import type { Privacy } from './privacy.ts';
import { escaped, oneLine } from './service-text.ts';
import type { Language, Words } from './words/words.ts';

/** A digest as whoever looks after it reads of it. Text is as somebody typed it. */
export interface DigestTold {
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
  readonly manner: DigestManner;
  /** Why it is paused, in words; `null` when it is not. */
  readonly paused: string | null;
  /** Epoch milliseconds; `null` when it is not left out. */
  readonly snoozedUntil: number | null;
  /** When it is due next, in epoch milliseconds; `null` when its zone is no longer known. */
  readonly next: readonly number[] | null;
  /** Whether whoever set it up is no longer one of the workspace, as far as that is known. */
  readonly isOwnerGone?: boolean;
  readonly presses: DigestPresses;
}

/** As much of it as says when it comes. */
export type DigestTiming = Pick<
  DigestTold,
  'name' | 'schedule' | 'paused' | 'snoozedUntil' | 'next'
>;

/** How a digest is. */
export interface DigestManner {
  readonly targetDays: number | null;
  readonly group: 'readiness' | 'property' | 'manager';
  readonly top: number;
  readonly style: 'compact' | 'detailed';
  readonly mentions: readonly string[];
  readonly privacy: Privacy | null;
  readonly language: Language | null;
  readonly whenEmpty: 'skip' | 'clear' | 'weekly';
  readonly previous: 'keep' | 'replace' | 'delete';
  readonly deleteAfterDays: number | null;
  readonly live: boolean;
  readonly catchUpMinutes: number;
  readonly escalate: { readonly afterDays: number } | null;
}

const QUERY_LENGTH_MAX = 300;
const ZONE_LENGTH_MAX = 60;
const PLACE_LENGTH_MAX = 20;
const REASON_LENGTH_MAX = 120;
const DAYS_IN_WEEK = 7;

/** What was done to a digest, what it is now, and when it comes next. */
export function digestToldView(outcome: string, told: DigestTold, words: Words): Message {
  const lines = linesAbout(told, words);
  const row = digestButtons(told, words);
  return {
    kind: 'message',
    title: words.digestDesk.heading,
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
  { digest, digestDesk }: Words,
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
export function whenOf({ days, times, zone }: DigestTold['schedule'], words: Words): string {
  const { digestDesk } = words;
  return digestDesk.when(daysOf(days, words), digestDesk.and(times), zoneOf(zone));
}

interface Line {
  readonly text: string;
  readonly drawn: readonly RichTextElement[];
}

function linesAbout(told: DigestTold, words: Words): Line[] {
  const { digestDesk } = words;
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
    ...mannerOf(told.manner, words).map(said),
    ...nextOf(told, words).map(said),
    said(digestDesk.id(told.id)),
  ];
}

function said(text: string): Line {
  return { text, drawn: [plain(text)] };
}

/** How it is, one sentence; only what somebody may want to know without asking. */
function mannerOf(manner: DigestManner, { digestDesk: { manner: words } }: Words): string[] {
  const told = [
    words.top(manner.top),
    ...(manner.group === 'readiness' ? [] : [words.group[manner.group]]),
    ...(manner.style === 'detailed' ? [words.detailed] : []),
    ...(manner.targetDays === null ? [] : [words.target(manner.targetDays)]),
    ...(manner.privacy === null ? [] : [words.privacy[manner.privacy]]),
    ...(manner.language === null ? [] : [words.language[manner.language]]),
    words.whenEmpty[manner.whenEmpty],
    ...(manner.previous === 'replace' ? [words.replace] : []),
    ...(manner.previous === 'delete' && manner.deleteAfterDays !== null
      ? [words.deleteAfter(manner.deleteAfterDays)]
      : []),
    words.live[manner.live ? 'on' : 'off'],
    words.catchUp(manner.catchUpMinutes),
    ...(manner.mentions.length === 0 ? [] : [words.mentions(manner.mentions.length)]),
    ...(manner.escalate === null ? [] : [words.escalate(manner.escalate.afterDays)]),
  ].join(', ');
  return [told.charAt(0).toUpperCase() + told.slice(1)];
}

/** `Monday to Friday`, `Monday, Wednesday and Friday`, `Every day`. */
function daysOf(days: readonly number[], { digestDesk, digestForm }: Words): string {
  const named = (day: number) => digestForm.days[day - 1] ?? '';
  const [first = 1] = days;
  const last = days.at(-1) ?? first;
  if (days.length === DAYS_IN_WEEK) return digestDesk.everyDay;
  const isRun = days.length > 2 && last - first === days.length - 1;
  const told = isRun
    ? digestDesk.fromTo(named(first), named(last))
    : digestDesk.and(days.map(named));
  return told.charAt(0).toUpperCase() + told.slice(1);
}

function zoneOf(zone: string): string {
  return oneLine(zone, ZONE_LENGTH_MAX) || '?';
}

import type { RichTextElement } from '@slack/types';

import type { Messages } from '../../i18n/messages.ts';
import { bold, buttons, context, header, paragraph, plain, richText } from '../block-kit.ts';
import type { Block, Button, Message, Action } from '../message.ts';
import { escaped, oneLine } from '../text.ts';
import { digestName } from './post.ts';
import { fittedLines } from './sections.ts';

/** A digest as its editors see it. Text is as it was typed. */
export interface DigestDetails {
  readonly id: string;
  readonly name: string;
  readonly channelId: string;
  /** `here`: the channel of the answer. */
  readonly place: 'here' | 'elsewhere' | 'directly';
  readonly schedule: {
    readonly times: readonly string[];
    readonly days: readonly number[];
    readonly zone: string;
    readonly holidays: string;
    readonly onHoliday: 'skip' | 'next';
  };
  /** The query in words; `null` when it can no longer be read. */
  readonly query: string | null;
  /** Options that differ from their defaults, in words. */
  readonly options: readonly string[];
  /** Reason of the pause in words; `null` when not paused. */
  readonly paused: string | null;
  /** Epoch milliseconds; `null` when it is not left out. */
  readonly snoozedUntil: number | null;
  /** When it is due next, in epoch milliseconds; `null` when its zone is no longer known. */
  readonly next: readonly number[] | null;
  /** Whether its owner has left the workspace, as far as Slack says. */
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

/** Confirms a change of a digest: its state now, and its next due times. */
export function digestDetailsView(
  outcome: string,
  details: DigestDetails,
  words: Messages,
): Message {
  const lines = linesAbout(details, words);
  const row = digestButtons(details, words);
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
  { digest, digestCommands }: Messages,
): string[] {
  if (next === null) return [digestCommands.unknownZone];
  if (paused !== null) return [digestCommands.isPaused(oneLine(paused, REASON_LENGTH_MAX))];
  const zone = zoneOf(schedule.zone);
  const moments = next.map((at) => digest.moment(at, schedule.zone));
  return [
    moments.length === 0 ? digestCommands.never : digestCommands.next(moments, zone),
    ...(snoozedUntil === null
      ? []
      : [digestCommands.isSnoozed(digest.moment(snoozedUntil, schedule.zone))]),
  ];
}

/** Days and times of a digest, in words. */
function whenOf({ days, times, zone }: DigestDetails['schedule'], words: Messages): string {
  const { digestCommands } = words;
  return digestCommands.when(daysOf(days, words), digestCommands.and(times), zoneOf(zone));
}

interface Line {
  readonly text: string;
  readonly drawn: readonly RichTextElement[];
}

function linesAbout(details: DigestDetails, words: Messages): Line[] {
  const { digestCommands } = words;
  const { schedule, query, place, channelId } = details;
  const asked = oneLine(query ?? digestCommands.unreadable, QUERY_LENGTH_MAX);
  const holidays =
    schedule.holidays === 'none'
      ? []
      : [digestCommands.holidays(oneLine(schedule.holidays, PLACE_LENGTH_MAX), schedule.onHoliday)];
  const where: Line =
    place === 'elsewhere'
      ? {
          text: digestCommands.elsewhere(oneLine(channelId, PLACE_LENGTH_MAX)),
          drawn: [plain(digestCommands.elsewhere('')), { type: 'channel', channel_id: channelId }],
        }
      : labels(place === 'here' ? digestCommands.here : digestCommands.directly);
  return [
    where,
    labels([whenOf(schedule, words), ...holidays].join('. ')),
    labels(digestCommands.what(asked)),
    ...(details.options.length === 0 ? [] : [labels(capitalised(details.options.join(', ')))]),
    ...nextOf(details, words).map(labels),
    labels(digestCommands.id(details.id)),
  ];
}

function labels(text: string): Line {
  return { text, drawn: [plain(text)] };
}

/** `Monday to Friday`, `Monday, Wednesday and Friday`, `Every day`. */
function daysOf(days: readonly number[], { digestCommands, digestForm }: Messages): string {
  const named = (day: number) => digestForm.days[day - 1] ?? '';
  const [first = 1] = days;
  const last = days.at(-1) ?? first;
  if (days.length === DAYS_IN_WEEK) return digestCommands.everyDay;
  const isRun = days.length > 2 && last - first === days.length - 1;
  const sentence = isRun
    ? digestCommands.fromTo(named(first), named(last))
    : digestCommands.and(days.map(named));
  return capitalised(sentence);
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
  /** Notices above the list, such as why it is shown. */
  readonly notices: readonly string[];
}

const LIST_QUERY_LENGTH_MAX = 160;

/** A list of digests, each with its actions. */
export function digestsView(page: DigestsPage, words: Messages): Message {
  const { digestCommands, list } = words;
  const { digests, total, previous, next, add, notices } = page;
  const title = total === 0 ? digestCommands.none : digestCommands.title(total);
  const place = page.pages > 1 ? [digestCommands.page(page.page, page.pages)] : [];
  const actions: Button[] = [
    ...(previous ? [{ label: list.previous, spoken: list.previousSpoken, action: previous }] : []),
    ...(next ? [{ label: list.next, spoken: list.nextSpoken, action: next }] : []),
    ...(add ? [{ label: digestCommands.add, spoken: digestCommands.addSpoken, action: add }] : []),
  ];
  return {
    kind: 'message',
    title: digestCommands.heading,
    isPassing: false,
    text: fittedLines(digests.length, words, (nameLengthMax, linesMax) => [
      [title, ...place].join(' · '),
      ...notices.map(escaped),
      ...digests
        .slice(0, linesMax)
        .map((details) => escaped(`• ${partsOf(details, words, nameLengthMax * 4).join('. ')}`)),
      digestCommands.how,
    ]),
    blocks: [
      ...notices.map((notice) => paragraph(notice)),
      ...(total === 0 ? [paragraph(title)] : [header(title)]),
      ...(place.length === 0 ? [] : [context(...place)]),
      ...digests.flatMap((details): Block[] => {
        const [name = '', ...parts] = partsOf(details, words, LIST_QUERY_LENGTH_MAX);
        const row = digestButtons(details, words);
        return [
          richText([bold(name), plain(`\n${parts.join('\n')}`)]),
          ...(row.length === 0 ? [] : [buttons(...row)]),
        ];
      }),
      ...(actions.length === 0 ? [] : [buttons(...actions)]),
      context(digestCommands.how),
    ],
  };
}

/** A digest in one line: its name, when it comes, and when next. */
export function digestLine(sentence: DigestTiming, words: Messages, lengthMax: number): string {
  const name = digestName(sentence.name, words, lengthMax);
  const next = nextOf({ ...sentence, next: sentence.next?.slice(0, 1) ?? null }, words);
  return [name, whenOf(sentence.schedule, words), ...next].join(' · ');
}

function partsOf(details: DigestDetails, words: Messages, lengthMax: number): string[] {
  const { digestCommands } = words;
  return [
    `${digestName(details.name, words, Math.min(60, lengthMax))} (${details.id})`,
    whenOf(details.schedule, words),
    oneLine(details.query ?? digestCommands.unreadable, lengthMax),
    ...nextOf({ ...details, next: details.next?.slice(0, 1) ?? null }, words),
    ...(details.isOwnerGone === true ? [digestCommands.ownerGone] : []),
  ];
}

/** Actions on a digest; `null` for those that are not allowed. */
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

/** A row of buttons for the allowed actions. Removing asks for confirmation. */
export function digestButtons(
  { name, presses }: { readonly name: string; readonly presses: DigestActions },
  words: Messages,
): Button[] {
  const { digestCommands } = words;
  const spokenName = digestName(name, words, SPOKEN_NAME_LENGTH_MAX);
  return [
    ...PLAIN.flatMap((what): Button[] => {
      const action = presses[what];
      if (action === null) return [];
      return [
        {
          label: digestCommands[what],
          spoken: digestCommands[`${what}Spoken`](spokenName),
          action,
        },
      ];
    }),
    ...(presses.remove === null
      ? []
      : [
          {
            label: digestCommands.remove,
            spoken: digestCommands.removeSpoken(spokenName),
            action: presses.remove,
            style: 'danger' as const,
            question: {
              title: digestCommands.removeTitle,
              text: digestCommands.removeText(digestName(name, words)),
              yes: digestCommands.yes,
              no: digestCommands.no,
            },
          },
        ]),
  ];
}

import type { RichTextElement } from '@slack/types';

import type { Messages } from '../../i18n/types.ts';
import {
  actionRow,
  bold,
  buttonFor,
  buttons,
  context,
  escaped,
  escapedIn,
  header,
  type Line,
  channelMention,
  oneLine,
  pageButtons,
  pagePlace,
  paragraph,
  plain,
  richText,
  spaced,
  textLine,
  type Turning,
} from '../block-kit.ts';
import type { Block, Button, Message, Action } from '../message.ts';
import { digestName, dueMoment } from './post.ts';
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
    /** Of a report, which comes once in each. */
    readonly report?: 'week' | 'month' | null;
    /** Set for what only a newer version knows. */
    readonly isUnknown?: true;
  };
  /** The time zone of the reader: that of the digest is named only when it is another one. */
  readonly readerZone: string;
  /** When this is shown, in epoch milliseconds. */
  readonly now: number;
  /** The query in words; `null` when it can no longer be read. */
  readonly query: string | null;
  /** Whether it asks for all that awaits a decision, as a digest does without a query or options. */
  readonly isOfAll: boolean;
  /** Options that differ from their defaults, in words. */
  readonly options: readonly string[];
  /** Who paused it, by user id, or the reason in words; `null` when not paused. */
  readonly paused: { readonly by: string } | { readonly why: string | null } | null;
  /** Until when, in epoch milliseconds, and the id of who snoozed it; `null` when it is not snoozed. */
  readonly snoozed: { readonly until: number; readonly by: string | null } | null;
  /** When it is due next, in epoch milliseconds; `null` when its schedule cannot be read. */
  readonly next: readonly number[] | null;
  /** Whether its owner has left the workspace, as far as Slack says. */
  readonly isOwnerGone?: boolean;
  /** The list that it was opened from, whose place it has taken. */
  readonly list?: Action | null;
  readonly actions: DigestActions;
}

/** As much of it as says when it comes. */
export type DigestTiming = Pick<
  DigestDetails,
  'name' | 'channelId' | 'place' | 'schedule' | 'readerZone' | 'now' | 'paused' | 'snoozed' | 'next'
>;

const QUERY_LENGTH_MAX = 300;
const QUERY_IN_LIST_LENGTH_MAX = 200;
const ZONE_LENGTH_MAX = 60;
const PLACE_LENGTH_MAX = 20;
const REASON_LENGTH_MAX = 120;
const DAYS_IN_WEEK = 7;
const WORKING_WEEK = '1,2,3,4,5';

/** Confirms a change of a digest in one sentence: when and where it comes, and when next. */
export function digestChangedView(
  outcome: string,
  details: DigestDetails,
  words: Messages,
): Message {
  const sentence = sentenceOf(details, words);
  return {
    kind: 'message',
    title: words.digestCommands.heading,
    text: escapedIn(`${outcome}\n${sentence.map(({ text }) => text).join(' ')}`, details.channelId),
    blocks: [
      richText([bold(outcome), plain('\n'), ...spaced(sentence)]),
      ...digestActions(details, words),
      ...backToList(details, words.digestCommands),
    ],
  };
}

/** All that a digest is set to, and its next three due times. */
export function digestDetailsView(details: DigestDetails, words: Messages): Message {
  const { digestCommands } = words;
  const { actions, schedule } = details;
  const name = digestName(details.name, words);
  const asked = oneLine(details.query ?? digestCommands.unreadable, QUERY_LENGTH_MAX);
  const holidays =
    schedule.holidays === 'none'
      ? []
      : [digestCommands.holidays(oneLine(schedule.holidays, PLACE_LENGTH_MAX), schedule.onHoliday)];
  const lines: Line[] = [
    ...(schedule.isUnknown
      ? []
      : [digestCommands.what(asked), ...holidays, ...details.options.map(capitalised)]),
    ...(details.isOwnerGone === true ? [digestCommands.ownerGone] : []),
  ].map(textLine);
  const all = [...lines, ...nextOf(details, words)];
  const when = whenAndWhere(details, words);
  return {
    kind: 'message',
    title: digestCommands.heading,
    text: escapedIn(
      [name, ...[when, ...all].map(({ text }) => text)].join('\n'),
      details.channelId,
    ),
    blocks: [
      header(name),
      richText([...when.drawn]),
      richText(all.flatMap(({ drawn }, index) => [plain(index === 0 ? '• ' : '\n• '), ...drawn])),
      ...digestActions({ name: details.name, actions: { ...actions, details: null } }, words),
      ...backToList(details, digestCommands),
      context(digestCommands.id(details.id)),
    ],
  };
}

/** The button that leads back to a list. */
export function backToList(
  { list = null }: Pick<DigestDetails, 'list'>,
  { all, allSpoken }: Pick<Messages['digestCommands'], 'all' | 'allSpoken'>,
): Block[] {
  return list === null ? [] : [buttons({ label: all, spoken: allSpoken, action: list })];
}

/** When a digest comes next, or why it does not. */
export function nextOf(timing: DigestTiming, words: Messages): Line[] {
  return [...stateOf(timing, words), ...momentsOf(timing, words)];
}

function momentsOf(timing: DigestTiming, words: Messages): Line[] {
  const { next, schedule, readerZone, paused } = timing;
  const { digestCommands } = words;
  if (next === null || paused !== null) return [];
  if (next.length === 0) return [textLine(digestCommands.never)];
  const moments = next.map((at) => dueMoment(at, timing, words));
  const zone = schedule.zone === readerZone ? '' : ` (${zoneOf(schedule.zone)})`;
  const texts = moments.map((moment) => moment.text);
  const text = `${digestCommands.next(texts.join(' · '))}${zone}`;
  if (moments.every(({ drawn }) => drawn.length === 1)) return [textLine(text)];
  const drawn = moments.flatMap((moment, index) => [
    plain(index === 0 ? digestCommands.next('') : ' · '),
    ...moment.drawn,
  ]);
  return [{ text, drawn }];
}

/** Why a digest does not come, if it does not. A person is named; answers to one person call nobody. */
function stateOf(
  { next, paused, snoozed, schedule }: DigestTiming,
  { digest, digestCommands }: Messages,
): Line[] {
  const pausedLines = paused === null ? [] : [pausedLine(paused, digestCommands)];
  if (schedule.isUnknown) return [textLine(digestCommands.ofNewer.happened), ...pausedLines];
  if (next === null) return [textLine(digestCommands.unknownZone)];
  if (paused !== null) return pausedLines;
  if (snoozed === null) return [];
  const until = digest.dayOfWeek(snoozed.until, schedule.zone);
  const text = withFullStop(digestCommands.isSnoozed(until));
  if (snoozed.by === null) return [textLine(text)];
  const after = ` ${withFullStop(digestCommands.until(until))}`;
  return [{ text, drawn: withPerson(digestCommands.snoozedBy, snoozed.by, after) }];
}

/** Who has paused a digest or an alert, or why it is paused. */
export function pausedLine(
  paused: NonNullable<DigestDetails['paused']>,
  { isPaused, pausedBy }: Messages['digestCommands'],
): Line {
  if ('by' in paused) {
    return { text: isPaused(null), drawn: withPerson(pausedBy, paused.by, '.') };
  }
  return textLine(isPaused(paused.why === null ? null : oneLine(paused.why, REASON_LENGTH_MAX)));
}

/** French short months have a full stop already. */
function withFullStop(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

/** A person between words. Text without blocks has no names: an id says nothing to its reader. */
function withPerson(before: string, userId: string, after: string): RichTextElement[] {
  return [plain(`${before} `), { type: 'user', user_id: userId }, plain(after)];
}

function whenOf(
  { schedule, readerZone }: Pick<DigestDetails, 'schedule' | 'readerZone'>,
  words: Messages,
): string {
  const { digestCommands } = words;
  const { zone, report = null } = schedule;
  const times = report === null ? schedule.times : schedule.times.slice(0, 1);
  const when = digestCommands.when(daysOf(schedule, words), digestCommands.and(times));
  return zone === readerZone ? when : `${when} (${zoneOf(zone)})`;
}

/** `Every weekday at 09:00 in #leasing. Next: tomorrow 09:00.` */
export function sentenceOf(details: DigestDetails, words: Messages): Line[] {
  const next = details.next?.slice(0, 1) ?? null;
  const moments = momentsOf({ ...details, next }, words).map(({ text, drawn }) => {
    if (text.endsWith('.')) return textLine(text);
    return drawn.length === 1
      ? textLine(`${text}.`)
      : { text: `${text}.`, drawn: [...drawn, plain('.')] };
  });
  return [whenAndWhere(details, words), ...stateOf(details, words), ...moments];
}

function whenAndWhere(details: DigestDetails, words: Messages): Line {
  const { text, drawn } = placed(details, words);
  return { text: `${text}.`, drawn: [...drawn, plain('.')] };
}

/** `Every weekday at 09:00 in #leasing` */
function placed(timing: DigestTiming, words: Messages): Line {
  const { digestCommands } = words;
  const { place, channelId } = timing;
  // When one comes that only a newer version can read is not known.
  const when = timing.schedule.isUnknown ? '' : `${whenOf(timing, words)} `;
  const said = (where: string) => capitalised(`${when}${where}`);
  if (place === 'directly') return textLine(said(digestCommands.directly));
  const at =
    place === 'here'
      ? digestCommands.here
      : digestCommands.inChannel(channelMention(oneLine(channelId, PLACE_LENGTH_MAX)));
  return {
    text: said(at),
    drawn: [plain(said(digestCommands.inChannel(''))), { type: 'channel', channel_id: channelId }],
  };
}

/** The same, without the channel in a list of its own digests. */
function placedInList(timing: DigestTiming, words: Messages): Line {
  const isKnownHere = timing.place === 'here' && !timing.schedule.isUnknown;
  return isKnownHere ? textLine(whenOf(timing, words)) : placed(timing, words);
}

/**
 * `Every weekday`, `Every Monday and Thursday`, `Monday to Thursday`, `Every day`; of a report, `On the
 * first weekday of the month`.
 */
export function daysOf(
  { days, holidays, report = null }: DigestDetails['schedule'],
  { digestCommands, digestForm }: Messages,
): string {
  const named = (day: number) => digestForm.days[day - 1] ?? '';
  const [first = 1] = days;
  const last = days.at(-1) ?? first;
  if (report !== null) {
    const isOneDay = days.length === 1 || holidays === 'none';
    if (report === 'week' && isOneDay) return digestCommands.every(named(first));
    const isWeekdays = days.join(',') === WORKING_WEEK;
    const names = isWeekdays ? [digestCommands.weekday(holidays !== 'none')] : days.map(named);
    return digestCommands.firstOf(days.length === DAYS_IN_WEEK ? [] : names, report);
  }
  if (days.length === DAYS_IN_WEEK) return digestCommands.everyDay;
  if (days.join(',') === WORKING_WEEK) return digestCommands.everyWeekday(holidays !== 'none');
  const isRun = days.length > 2 && last - first === days.length - 1;
  return isRun
    ? digestCommands.fromTo(named(first), named(last))
    : digestCommands.every(digestCommands.and(days.map(named)));
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function zoneOf(zone: string): string {
  return oneLine(zone, ZONE_LENGTH_MAX) || '?';
}

/** A page of digests or of alerts, at most 5 of them. */
export interface SavedPage extends Turning {
  readonly total: number;
  /** Sets up another one; `null` where that is not possible. */
  readonly add: Action | null;
  /** Notices above the list, such as why it is shown. */
  readonly notices: readonly string[];
  /** Whether it is shown in a channel or a direct message, and not on the Home tab. */
  readonly isInChannel: boolean;
}

/** A list of digests, each with its actions. */
export function digestsView(
  page: SavedPage & { readonly digests: readonly DigestDetails[] },
  words: Messages,
): Message {
  const items = page.digests.map((details) => {
    const name = digestName(details.name, words);
    const parts = partsOf(details, words).flatMap(({ drawn }) => [plain('\n'), ...drawn]);
    return {
      textOf: (nameLengthMax: number) =>
        escapedIn(sentencesOf(details, words, nameLengthMax), details.channelId),
      blocks: [richText([bold(name), ...parts]), ...digestActions(details, words)],
    };
  });
  return savedView(page, items, words.digestCommands, pagePlace(page, words), words);
}

interface SavedItem {
  /** Escaped. */
  readonly textOf: (nameLengthMax: number) => string;
  readonly blocks: readonly Block[];
}

/**
 * A list of digests or of alerts.
 *
 * @param place the page and the number of pages; empty for a single one
 */
export function savedView(
  { total, previous, next, add, notices, isInChannel }: SavedPage,
  items: readonly SavedItem[],
  texts: Pick<
    Messages['digestCommands'],
    'heading' | 'title' | 'none' | 'how' | 'add' | 'addSpoken'
  >,
  place: readonly string[],
  words: Messages,
): Message {
  const title = total === 0 ? texts.none(isInChannel) : texts.title(total);
  const how = texts.how(isInChannel);
  const actions: Button[] = [
    ...pageButtons(previous, next, words),
    ...(add ? [buttonFor(texts, 'add', add)] : []),
  ];
  return {
    kind: 'message',
    title: texts.heading,
    text: fittedLines(items.length, words, (nameLengthMax, linesMax) => [
      [title, ...place].join(' · '),
      ...notices.map(escaped),
      ...items.slice(0, linesMax).map(({ textOf }) => `• ${textOf(nameLengthMax)}`),
      how,
    ]),
    blocks: [
      ...notices.map((notice) => paragraph(notice)),
      ...(total === 0 ? [paragraph(title)] : [header(title)]),
      ...(place.length === 0 ? [] : [context(...place)]),
      ...items.flatMap(({ blocks }) => blocks),
      ...(actions.length === 0 ? [] : [buttons(...actions)]),
      context(how),
    ],
  };
}

/** A digest in one line: its name, when and where it comes, and when next. */
export function digestLine(timing: DigestTiming, words: Messages, lengthMax: number): Line {
  const name = digestName(timing.name, words, lengthMax);
  const { text, drawn } = placedInList(timing, words);
  const next = nextOf({ ...timing, next: timing.next?.slice(0, 1) ?? null }, words);
  return {
    text: [name, text, ...next.map((line) => line.text)].join(' · '),
    drawn: [
      bold(name),
      plain(' · '),
      ...drawn,
      ...next.flatMap(({ drawn: [first, ...others] }) => [
        ...(first?.type === 'text' ? [plain(` · ${first.text}`)] : []),
        ...others,
      ]),
    ],
  };
}

/** Its name and parts one after another, of which some are sentences already. */
function sentencesOf(details: DigestDetails, words: Messages, lengthMax: number): string {
  const parts = partsOf(details, words).map(({ text }) => text);
  return [digestName(details.name, words, lengthMax), ...parts]
    .map((part, index) => (index < parts.length ? part.replace(/\.$/, '') : part))
    .join('. ');
}

/** Which files a digest is about, where it is not about all that await a decision. */
export function filesOf(
  { query, isOfAll, schedule }: DigestDetails,
  { digestCommands }: Messages,
): string[] {
  return query === null || isOfAll || schedule.isUnknown
    ? []
    : [digestCommands.what(oneLine(query, QUERY_IN_LIST_LENGTH_MAX))];
}

function partsOf(details: DigestDetails, words: Messages): Line[] {
  const { digestCommands } = words;
  return [
    placedInList(details, words),
    ...(details.query === null && !details.schedule.isUnknown
      ? [textLine(capitalised(digestCommands.unreadable))]
      : []),
    ...filesOf(details, words).map(textLine),
    ...nextOf({ ...details, next: details.next?.slice(0, 1) ?? null }, words),
    ...(details.isOwnerGone === true ? [textLine(digestCommands.ownerGone)] : []),
  ];
}

/**
 * Actions on a digest, of those that are allowed. `details` shows all that it is set to, `status` what
 * was sent; `snooze` asks for how long, and `remove` whether.
 */
export type DigestActions = Readonly<
  Partial<Record<(typeof IN_ROW)[number] | (typeof IN_MENU)[number], Action | null>>
>;

const SPOKEN_NAME_LENGTH_MAX = 24;
/** The first three that are allowed are buttons; the others stand in the menu. */
const IN_ROW = ['resume', 'unsnooze', 'preview', 'edit', 'take', 'status'] as const;
const IN_MENU = ['run', 'snooze', 'pause', 'details', 'remove'] as const;

/** A row of at most three buttons, and a menu with the other actions that are allowed. */
export function digestActions(
  { name, actions }: { readonly name: string; readonly actions: DigestActions },
  words: Messages,
): Block[] {
  const { digestCommands } = words;
  const spokenName = digestName(name, words, SPOKEN_NAME_LENGTH_MAX);
  // The details have the button for what was sent.
  const inRow = IN_ROW.filter((what) => what !== 'status' || !actions.details);
  const allowed = (all: readonly (keyof DigestActions)[]) =>
    all.flatMap((what): Button[] => {
      const action = actions[what];
      const spoken = digestCommands[`${what}Spoken`](spokenName);
      return action ? [{ label: digestCommands[what], spoken, action }] : [];
    });
  return actionRow(allowed(inRow), allowed(IN_MENU));
}

import type { RichTextElement } from '@slack/types';

import type { Messages, DigestPart } from '../../i18n/types.ts';
import type { OutsideFigures } from '../../portfolio/lifecycle.ts';
import {
  bold,
  buttonsWithMenu,
  context,
  dated,
  datedContext,
  dateToken,
  header,
  momentBeside,
  paragraph,
  plain,
  richText,
  escaped,
  type Line,
  oneLine,
  textLine,
} from '../block-kit.ts';
import { drawnFigure } from '../figures/statistics.ts';
import type { Showing } from '../files/line.ts';
import { severalButton, unknownSentences } from '../files/lines.ts';
import { outsideView } from '../files/link-preview.ts';
import type { Block, Button, MenuItem, Message } from '../message.ts';
import { incompleteText, unseenText } from '../notices.ts';
import {
  type DigestPage,
  type DigestSection,
  backlogOf,
  changesElements,
  changesTexts,
  fittedLines,
  sectionBlocks,
  sectionTexts,
} from './sections.ts';

const NAME_LENGTH_MAX = 60;
const ASKED_LENGTH_MAX = 300;
const AGAIN_BYTES_MAX = 400;
/** Overdue files are counted within the other parts. */
const PARTS: readonly DigestPart[] = ['ready', 'review', 'waiting', 'others', 'overdue'];

/** A digest: how much waits, what is overdue, ready and not yet, and what has changed. */
export function digestView(page: DigestPage, showing: Showing): Message {
  const { words } = showing;
  const { digest } = words;
  const title = titleIn(page, words);
  const read = momentBeside(page.readAt, page.dueAt, page.zone, words);
  const facts = [
    digest.due(digest.moment(page.dueAt, page.zone), page.zone),
    (page.progress === null ? digest.readAt : digest.updatedAt)(read.time, read.day),
  ];
  const notices = noticesIn(page, words);
  const asked = oneLine(page.asked, ASKED_LENGTH_MAX);
  const counts = countsIn(page, words);
  const sections = sectionsBelowCounts(page);
  const figures = backlogOf(page, words);
  const more = moreIn(page, words);
  const again = againIn(page);
  const left = smallPrintOf(page, words);
  const around = (charts: readonly Block[]): Block[] => [
    header(title),
    ...(page.mentions.length === 0 ? [] : [richText(mentionsOf(page.mentions))]),
    ...notices.map((notice) => paragraph(notice)),
    ...(counts.length === 0 ? [] : [richText([bold(counts.join(' · '))])]),
    ...overdueIn(page, words).map((line) => context(line)),
    ...sectionBlocks(sections, showing),
    ...(page.hasThread ? more.map((line) => richText([plain(line)])) : []),
    buttonsWithMenu(
      [
        ...(showsEach(page) ? [] : listButton(page, words)),
        ...severalButton(
          page.sections.flatMap(({ lines }) => lines),
          words,
        ),
      ],
      menuIn(page, words),
    ),
    ...changesElements(page.changes, showing).map((elements) => richText(elements)),
    ...charts,
    ...(asked === '' && left.length === 0
      ? []
      : [context(...(asked === '' ? [] : [asked]), ...left)]),
    timesIn(page, again, words),
  ];
  return {
    kind: 'message',
    text: fittedLines(countOf(page.sections), words, (nameLengthMax, linesMax) => [
      escaped([title, ...counts].join(' · ')),
      escaped(facts.join(' · ')),
      ...notices.map(escaped),
      ...overdueIn(page, words),
      ...(page.mentions.length === 0 ? [] : [digest.calls(page.mentions.length)]),
      ...changesTexts(page.changes, showing, nameLengthMax),
      ...sectionTexts(sections, 1, showing, nameLengthMax, linesMax),
      ...more,
      ...figures.map(({ text: texts }) => texts),
      ...(asked === '' ? [] : [escaped(oneLine(asked, nameLengthMax * 5))]),
      ...left,
      ...again.map(escaped),
    ]),
    blocks: around(figures.map(({ chart }) => chart)),
    plainBlocks: around(figures.map(drawnFigure)),
  };
}

/** A digest for a channel that is shared with another organisation: how many files wait, and where. */
export function outsideDigestView(
  page: DigestPage,
  figures: OutsideFigures,
  words: Messages,
): Message {
  const { mentions } = page;
  return outsideView(
    {
      figures,
      isPart: page.isFiltered,
      mentions: mentionsOf(mentions),
      notices: [
        ...timingNotices(page, words),
        ...(isKnown(page) ? [] : [words.outside.uncertain(unknownIn(page))]),
      ],
      buttons: listButton(page, words),
      menu: menuIn(page, words),
    },
    words,
  );
}

/** What is in a thread reply beside its files. */
interface Rest {
  /** How many files the post lists. */
  readonly shown: number;
  /** How many files are in neither. */
  readonly hidden: number;
  /** Whether it is made from another snapshot than the post, whose files are not known. */
  readonly isUnsure?: boolean;
}

/** Thread reply of a detailed digest: the files after the first `shown`. */
export function digestRestView(
  { name }: Pick<DigestPage, 'name'>,
  sections: readonly DigestSection[],
  { shown, hidden, isUnsure = false }: Rest,
  showing: Showing,
): Message {
  const { words } = showing;
  const drawn = isOfOthersAlone(sections) ? withoutHeadings(sections) : sections;
  const count = countOf(sections);
  const title = words.digest.rest(digestName(name, words), shown + 1, shown + count);
  const more = [
    ...(hidden > 0 ? [words.digest.hidden(hidden)] : []),
    ...(isUnsure ? [words.digest.restUnsure] : []),
  ];
  return {
    kind: 'message',
    text: fittedLines(count, words, (nameLengthMax, linesMax) => [
      escaped(title),
      ...sectionTexts(drawn, shown + 1, showing, nameLengthMax, linesMax),
      ...more,
    ]),
    blocks: [
      richText([bold(title)]),
      ...sectionBlocks(drawn, showing),
      ...more.map((line) => richText([plain(line)])),
    ],
  };
}

/** A digest's name as one line, never empty. */
export function digestName(
  name: string,
  words: Messages,
  lengthMax: number = NAME_LENGTH_MAX,
): string {
  return oneLine(name, lengthMax) || words.digest.nameless;
}

function titleIn(page: DigestPage, words: Messages): string {
  const { digest } = words;
  const name = digestName(page.name, words);
  const { total, isOnAwaiting, isFiltered, progress } = page;
  if (page.alert) {
    return words.alerts.happened[page.alert.on](name, total + page.alert.gone + page.alert.unread);
  }
  if (progress !== null) {
    return digest.progress(name, progress.accepted + progress.rejected, total);
  }
  const isUnsure = page.inconsistency !== null || page.skipped > 0;
  if (total === 0 && isUnsure) return digest.unsure(name);
  if (total === 0 && !isKnown(page)) {
    return isFiltered ? digest.noneKnownFits(name) : digest.noneKnown(name);
  }
  if (total === 0 && page.snoozed > 0) {
    return isFiltered ? digest.nothingButSnoozed(name) : digest.clearButSnoozed(name);
  }
  if (total === 0) return isFiltered ? digest.nothing(name) : digest.clear(name);
  return isOnAwaiting
    ? words.card.fact(name, words.list.awaiting(total))
    : digest.title(name, total);
}

/** Whether it is known of every file if it awaits a decision. */
function isKnown(page: DigestPage): boolean {
  return unknownIn(page) === 0;
}

function unknownIn({ unknown, unreadableArchives }: DigestPage): number {
  return unknown.reduce((sum, { count }) => sum + count, unreadableArchives);
}

/** Whether it is a preview, and of what would not be posted; whether it is late or caught up. */
export function timingNotices(
  {
    isPreview,
    isSilent = false,
    timing,
    dueAt,
    zone,
  }: Pick<DigestPage, 'isPreview' | 'timing' | 'dueAt' | 'zone'> &
    Partial<Pick<DigestPage, 'isSilent'>>,
  { digest }: Messages,
): string[] {
  return [
    ...(isPreview ? [isSilent ? digest.silentPreview : digest.preview] : []),
    ...(timing === 'late' ? [digest.late(digest.time(dueAt, zone))] : []),
    ...(timing === 'catch-up' ? [digest.catchUp(digest.moment(dueAt, zone))] : []),
  ];
}

function noticesIn(page: DigestPage, words: Messages): string[] {
  const { digest } = words;
  const { total, inconsistency, skipped } = page;
  const isSure = inconsistency === null && skipped === 0 && isKnown(page);
  const isClear = total === 0 && isSure && page.snoozed === 0 && !page.alert && !page.isFiltered;
  return [
    ...timingNotices(page, words),
    ...(page.alert && page.alert.gone > 0 ? [words.alerts.gone(page.alert.gone)] : []),
    ...(page.alert && page.alert.unread > 0 ? [words.alerts.unread(page.alert.unread)] : []),
    ...(inconsistency === null ? [] : [incompleteText(inconsistency, words)]),
    ...(skipped > 0 ? [digest.skipped(skipped)] : []),
    ...unknownSentences({ decisions: page.unknown }, words),
    ...(page.unreadableArchives > 0
      ? [words.list.unreadableArchives(page.unreadableArchives)]
      : []),
    ...(isClear ? [digest.clearSays] : []),
    ...(total === 0 && page.isHeartbeat ? [digest.alive] : []),
  ];
}

function countsIn(page: DigestPage, { digest }: Messages): string[] {
  const { parts, isOnAwaiting, total, progress } = page;
  if (total === 0 || (!isOnAwaiting && progress === null)) return [];
  const counts = countedParts(page).map((part) => digest.parts[part](parts[part]));
  if (progress === null) return counts;
  const { accepted, rejected, dropped, added } = progress;
  return [
    digest.stillWait(total - accepted - rejected - dropped),
    ...counts,
    ...(accepted > 0 ? [digest.accepted(accepted)] : []),
    ...(rejected > 0 ? [digest.rejected(rejected)] : []),
    ...(dropped > 0 ? [digest.dropped(dropped)] : []),
    ...(added > 0 ? [digest.addedSince(added)] : []),
  ];
}

function countedParts({ parts, isOnAwaiting }: DigestPage): readonly DigestPart[] {
  return PARTS.filter((part) => isOnAwaiting && parts[part] > 0);
}

/** “1 ready to decide” stands above its only section, whose heading would be “Ready to decide (1)”. */
function sectionsBelowCounts(page: DigestPage): readonly DigestSection[] {
  const { sections, progress, parts } = page;
  if (isOfOthersAlone(sections)) return withoutHeadings(sections);
  const [part, ...others] = countedParts(page);
  if (progress !== null || part === undefined || others.length > 0) return sections;
  return sections.map((section) => ({
    ...section,
    isNamedAbove: section.heading.kind === part && section.count === parts[part],
  }));
}

/** Whether a heading “Others” would be beside nothing: the title says how many files there are. */
function isOfOthersAlone(sections: readonly DigestSection[]): boolean {
  return sections.every(({ heading }) => heading.kind === 'others');
}

function withoutHeadings(sections: readonly DigestSection[]): readonly DigestSection[] {
  return sections.map((section) => ({ ...section, isNamedAbove: true }));
}

/**
 * When it was due and when it was last read, as each reader's client writes times, and the command
 * that asks for the same: together they take one line less on a phone.
 *
 * @see https://docs.slack.dev/messaging/formatting-message-text#date-formatting
 */
export function timesIn(
  { dueAt, readAt, zone, progress }: Pick<DigestPage, 'dueAt' | 'readAt' | 'zone' | 'progress'>,
  again: readonly string[],
  words: Messages,
): Block {
  const { digest } = words;
  const due = digest.due(digest.moment(dueAt, zone), zone);
  const read = progress === null ? digest.readAt : digest.updatedAt;
  const texts = [
    dateToken(dueAt, '{date_short_pretty} {time}', due),
    dated(momentBeside(readAt, dueAt, zone, words), read),
  ];
  return datedContext(texts.join(' · '), ...again);
}

function overdueIn({ targetDays, buckets }: DigestPage, { digest }: Messages): string[] {
  const texts = buckets
    .filter(({ count }) => count > 0)
    .map(({ from, to, count }) => digest.bucket(from, to, count));
  return targetDays === null || texts.length === 0
    ? []
    : [`${digest.overdueBy(targetDays)} ${texts.join(' · ')}`];
}

/** Files that people have put aside, and times that were not seen. */
function smallPrintOf(page: DigestPage, words: Messages): string[] {
  const { freed, snoozed, notEscalated, unseen, zone } = page;
  const { triage } = words;
  return [
    ...(freed > 0 ? [triage.freedFiles(freed)] : []),
    ...(snoozed > 0 ? [triage.snoozedFiles(snoozed)] : []),
    ...(notEscalated > 0 ? [triage.notEscalated(notEscalated)] : []),
    ...(unseen === null ? [] : [unseenText(unseen, { words, zone })]),
  ];
}

function moreIn({ hidden, hasThread }: DigestPage, { digest }: Messages): string[] {
  if (hidden === 0) return [];
  return [hasThread ? digest.hiddenInThread(hidden) : digest.hidden(hidden)];
}

/** A command that is too long is left out: cut, it would be another query. */
function againIn({ again }: DigestPage): string[] {
  const command = oneLine(again ?? '', AGAIN_BYTES_MAX);
  const isWhole = command === again && Buffer.byteLength(escaped(command)) <= AGAIN_BYTES_MAX;
  return command === '' || !isWhole ? [] : [command];
}

/** Whether a digest shows each file that its list would have. */
function showsEach({ alert, matching, sections, progress }: DigestPage): boolean {
  const waiting = sections.flatMap(({ lines }) => lines).filter(({ outcome }) => !outcome);
  return alert === null && (progress?.added ?? 0) === 0 && matching <= waiting.length;
}

function listButton({ all, total, matching, alert }: DigestPage, words: Messages): Button[] {
  const { digest, alerts } = words;
  if (total === 0 || (alert === null && matching === 0)) return [];
  // An alert has those alone to which something has happened: its list is another one.
  const button = alert
    ? alerts.showAll[alert.on]
    : { label: digest.showAll(matching), spoken: digest.showAllSpoken };
  return [{ ...button, action: all, style: 'primary' }];
}

/** What only few may do: who may not reads so. */
export function menuIn(
  { stop, settings, alert }: Pick<DigestPage, 'stop' | 'settings' | 'alert'>,
  words: Messages,
): MenuItem[] {
  const { digest, digestCommands } = words;
  return [
    { label: alert ? digestCommands.pause : digest.snooze, action: stop },
    { label: digest.settings, action: settings },
  ];
}

/** Mentions of people and user groups. */
export function mentionsOf(ids: readonly string[]): RichTextElement[] {
  return ids.flatMap((id): RichTextElement[] => [
    id.startsWith('S') ? { type: 'usergroup', usergroup_id: id } : { type: 'user', user_id: id },
    plain(' '),
  ]);
}

function countOf(sections: readonly DigestSection[]): number {
  return sections.reduce((sum, { lines }) => sum + lines.length, 0);
}

const DAY_MS = 86_400_000;

/**
 * When a digest comes: the day, as `today` where each client writes it so, and the time; in the zone of
 * the digest. Slack knows only the reader's zone.
 */
export function dueMoment(
  at: number,
  {
    schedule: { zone },
    readerZone,
    now,
  }: {
    readonly schedule: { readonly zone: string };
    readonly readerZone: string;
    readonly now: number;
  },
  { digest, digestCommands }: Messages,
): Line {
  const dayOf = (instant: number) => digest.day(instant, zone);
  const text = digest.moment(at, zone);
  const isSoon = [now, now + DAY_MS].some((instant) => dayOf(instant) === dayOf(at));
  if (!isSoon || zone !== readerZone) return textLine(text);
  return {
    text,
    drawn: [
      {
        type: 'date',
        timestamp: Math.floor(at / 1_000),
        format: '{date_short_pretty}',
        fallback: dayOf(at),
      },
      plain(` ${digestCommands.timeOfDay(digest.time(at, zone))}`),
    ],
  };
}

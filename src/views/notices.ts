import type { ContextBlock } from '@slack/types';

import type { ChannelLevel } from '../i18n/index.ts';
import type { Messages, PrivacyReason } from '../i18n/types.ts';
import type { FailureWords } from '../lib/text.ts';
import type { Gap } from '../portfolio/search/recorded.ts';
import type { Unseen } from '../portfolio/search/results.ts';
import type { Inconsistency, Progress } from '../portfolio/snapshot.ts';
import {
  buttons,
  context,
  dated,
  datedContext,
  momentBeside,
  fitted,
  paragraph,
  toCopy,
  bold,
  plain,
  richText,
  escaped,
  oneLine,
  askedLine,
} from './block-kit.ts';
import type { Showing } from './files/line.ts';
import type { Action, Button, Form, LinkButton, Message, Block, Document } from './message.ts';

/** Freshness and completeness of a snapshot. */
export interface Read {
  /** End of the read, epoch milliseconds. */
  readonly readAt: number;
  /** Files that could not be read. */
  readonly skipped: number;
}

/** When the files were read, and the number of those that could not be. */
export function freshness({ readAt, skipped }: Read, { words, zone, now }: Showing): string[] {
  const { list } = words;
  const { time, day } = momentBeside(readAt, now, zone ?? 'UTC', words);
  return [list.updated(time, day), ...(skipped > 0 ? [list.skipped(skipped)] : [])];
}

/** The same as small print, with a time that each client writes as its reader does. */
export function freshnessLine(read: Read, showing: Showing, ...further: string[]): ContextBlock {
  const { words, zone, now } = showing;
  const [, ...skipped] = freshness(read, showing);
  const moment = momentBeside(read.readAt, now, zone ?? 'UTC', words);
  return datedContext(dated(moment, words.list.updated), ...skipped, ...further);
}

/** Sentences as one piece of small print; none without sentences. */
export function noteOf(sentences: readonly string[]): string[] {
  return sentences.length === 0 ? [] : [sentences.join(' ')];
}

/** Who reads: in which language, and the days of which zone. */
interface Reader {
  readonly words: Messages;
  readonly zone: string;
}

/** That times before recording began or in gaps were not seen, and what stands for them. */
export function unseenText({ hasStandIns, sinceMs, gaps }: Unseen, reader: Reader): string {
  const { list, card } = reader.words;
  return [
    ...(hasStandIns ? [list.unseen(sinceMs === null ? null : card.day(sinceMs, reader.zone))] : []),
    ...(gaps.length === 0 ? [] : [list.datedLater(gapsText(gaps, reader))]),
  ].join(' ');
}

const GAPS_SHOWN_MAX = 3;

/** Each gap from when to when, and once; the last ones of many. */
export function gapsText(gaps: readonly Gap[], { words, zone }: Reader): string {
  const { card, digest, report, timeline } = words;
  const moment = (atMs: number) => timeline.moment(card.day(atMs, zone), digest.time(atMs, zone));
  const all = Array.from(new Map(gaps.map((gap) => [gap.afterMs, gap])).values());
  const hidden = Math.max(0, all.length - GAPS_SHOWN_MAX);
  const shown = all.slice(hidden).map(({ afterMs, beforeMs }) => gapText(afterMs, beforeMs));
  return card.joined([...shown, ...(hidden === 0 ? [] : [report.more(hidden)])]);

  function gapText(afterMs: number, beforeMs: number): string {
    return report.gap(moment(afterMs), beforeMs === Infinity ? null : moment(beforeMs));
  }
}

/** Why a post may lack files: none is listed at all, or some were missed. */
export function incompleteText(inconsistency: Inconsistency, { digest, list }: Messages): string {
  return inconsistency === 'empty' ? list.inconsistency.empty : digest.incomplete;
}

/** A message with sentences above it that say what it may lack. */
export function belowNotices(message: Message, notices: readonly string[]): Message {
  if (notices.length === 0) return message;
  const above = notices.map((notice) => paragraph(notice));
  return {
    ...message,
    text: [...notices.map(escaped), message.text].join('\n'),
    blocks: [...above, ...message.blocks],
    ...(message.plainBlocks === undefined
      ? {}
      : { plainBlocks: [...above, ...message.plainBlocks] }),
  };
}

/** “Reading the rental files… 300 of 1,200”, until the answer takes its place. */
export function readingView({ read, count }: Progress, words: Messages): Message {
  // A count below what has been read was the page's, not the total.
  const total = count !== null && count >= read && count > 0 ? words.number(count) : null;
  const text = read === 0 ? words.reading.begun : words.reading.progress(words.number(read), total);
  return progressView(text);
}

/** Stands in a modal until its answer comes. */
export function waitingView({ waiting }: Messages): Message {
  return { ...sentenceView(waiting.moment), isProgress: true };
}

/** A sentence alone. */
export function sentenceView(text: string, title?: string): Message {
  const titled = title === undefined ? {} : { title };
  return { kind: 'message', ...titled, text, blocks: [paragraph(text)] };
}

/** A sentence until an answer takes its place, or beside one. */
export function progressView(text: string, title?: string): Message {
  return { ...sentenceView(text, title), isProgress: true, blocks: [context(text)] };
}

/** A form that could not be opened, for Slack allows three seconds for it: a button opens it. */
export function lateFormView(form: Form, again: Action | null, words: Messages): Message {
  const { late, askAgain } = words.waiting;
  return unopenedView(form, again === null ? askAgain : late(form.title), again, words);
}

/** A form requested by a message, where Slack opens no modal: a button opens it. */
export function formByButtonView(form: Form, again: Action | null, words: Messages): Message {
  const { byButton, byCommand } = words.waiting;
  const explanation = again === null ? byCommand(form.title) : byButton(form.title);
  return unopenedView(form, explanation, again, words);
}

function unopenedView(
  form: Form,
  explanation: string,
  again: Action | null,
  { waiting }: Messages,
): Message {
  const open = { label: waiting.open, spoken: waiting.openSpoken(form.title) };
  return {
    kind: 'message',
    text: `${form.text} ${explanation}`,
    blocks: [
      paragraph(`${form.text}\n${explanation}`),
      ...(again === null
        ? []
        : [buttons({ ...open, action: { ...again, opens: 'modal' }, style: 'primary' })]),
    ],
  };
}

const SENTENCE_LENGTH_MAX = 400;
const COPY_LENGTH_MAX = 520;
/** Slack may cut a longer label of a button on a narrow screen. */
const WHOLE_LABEL_LENGTH_MAX = 30;

/**
 * An error: what happened, what to do, the reference in the log, and what to do next.
 *
 * @param reference `null` for what the person can correct, of which the log says nothing
 */
export function failureView(
  failure: FailureWords,
  reference: string | null,
  next: Button | null | readonly Button[],
  words: Messages,
): Message {
  const happened = oneLine(failure.happened, SENTENCE_LENGTH_MAX);
  const remedy = oneLine(failure.remedy, SENTENCE_LENGTH_MAX);
  const referred = reference === null ? [] : [words.failure.reference(reference)];
  const nextActions = next === null ? [] : [next].flat();
  const { copy } = failure;
  const isOnButton = nextActions.some(
    ({ label }) => label === copy && label.length <= WHOLE_LABEL_LENGTH_MAX,
  );
  const copied = copy === undefined || isOnButton ? [] : [toCopy(oneLine(copy, COPY_LENGTH_MAX))];
  return {
    kind: 'message',
    text: fitted(
      (lengthMax) =>
        escaped(
          [
            oneLine(happened, lengthMax),
            oneLine(remedy, lengthMax),
            ...(copy === undefined ? [] : [oneLine(copy, lengthMax)]),
            ...referred.map((sentence) => `(${sentence})`),
          ].join(' '),
        ),
      [COPY_LENGTH_MAX, 250, 100],
    ),
    blocks: [
      paragraph(`${happened}\n${remedy}`),
      ...copied,
      ...referred.map((sentence) => context(sentence)),
      ...(nextActions.length === 0 ? [] : [buttons(...nextActions)]),
    ],
  };
}

/** A refusal: why, whom to ask, and next actions. */
export function refusalView(
  { happened, remedy }: FailureWords,
  ...next: readonly (Button | LinkButton)[]
): Message {
  return {
    kind: 'message',
    text: `${happened} ${remedy}`,
    blocks: [paragraph(`${happened}\n${remedy}`), ...(next.length === 0 ? [] : [buttons(...next)])],
  };
}

/**
 * Where decisions are taken: in the console, not in Slack.
 *
 * @param link URL of the file that the text names; `null` without one
 */
export function decisionsView(
  link: string | null,
  file: Button | null,
  { card, decisions }: Messages,
): Message {
  const open = { label: card.open, spoken: card.openSpoken };
  return refusalView(
    decisions,
    ...(link === null ? [] : [{ ...open, url: link }]),
    ...(file === null ? [] : [file]),
  );
}

/** A message to be shared, and what it shows. */
interface Sharing {
  readonly message: Message;
  readonly level: ChannelLevel;
  readonly reason: PrivacyReason;
  /** Shares it. */
  readonly action: Action;
}

/** A form holds at most 100 blocks; a message at most 50, and some stand above it here. */
const PREVIEW_BLOCKS_MAX = 50;

/** Preview for confirmation: what the channel will see, and why at this level. */
export function shareForm({ message, level, reason, action }: Sharing, { share }: Messages): Form {
  const text = `${share.level[level]} ${share.reason[reason]}`;
  return {
    kind: 'form',
    title: share.title,
    text,
    submit: share.submit,
    action,
    blocks: [
      paragraph(text),
      { type: 'divider' },
      paragraph(share.preview),
      ...(message.plainBlocks ?? message.blocks)
        .filter(canPreview)
        .slice(0, PREVIEW_BLOCKS_MAX)
        .map(withoutButton),
    ],
  };
}

/** The `block_id` of the block that says who shared a message. */
export const SHARED_BY = 'shared_by';

/**
 * A message for a channel with a last line that says who shared it.
 *
 * @param sharedBy `Shared by <@U0HANNAH01>`
 */
export function withSharer(message: Message, sharedBy: string): Message {
  const { text, blocks, plainBlocks } = message;
  const line: Block = {
    type: 'context',
    block_id: SHARED_BY,
    elements: [{ type: 'mrkdwn', text: sharedBy, verbatim: true }],
  };
  return {
    ...message,
    text: `${text}\n${sharedBy}`,
    blocks: [...blocks, line],
    ...(plainBlocks === undefined ? {} : { plainBlocks: [...plainBlocks, line] }),
  };
}

/** Blocks that a preview can show: buttons and inputs work only once shared. */
function canPreview({ type }: Block): boolean {
  return type !== 'buttons' && type !== 'picker' && type !== 'actions' && type !== 'input';
}

/** A line with a button beside it, without the button. */
function withoutButton(block: Block): Block {
  return block.type === 'row' ? { type: 'section', text: block.text } : block;
}

const ASKED_LENGTH_MAX = 300;

interface Exported {
  /** Files in it. */
  readonly count: number;
  /** Files that the query finds. */
  readonly found: number;
  /** The query in words; `null` for all files. */
  readonly asked: string | null;
  /** Notices about the snapshot, such as files that could not be read. */
  readonly notices: readonly string[];
  /** When its files were read, epoch milliseconds. */
  readonly readAt: number;
}

/** The export itself; the message that it comes with says what it is of. */
export function exportDocument(
  content: string,
  stamp: string,
  exported: Exported,
  showing: Showing,
): Document {
  const { document, fileName } = showing.words.export;
  return {
    kind: 'document',
    fileName: fileName(stamp),
    content,
    text: [
      document(exported.count),
      ...linesIn(exported, showing.words).map(escaped),
      ...freshness(readOf(exported), showing),
    ].join('\n'),
  };
}

/** The query, and what the export may lack. */
function linesIn({ count, found, asked, notices }: Exported, words: Messages): string[] {
  return [
    ...askedLine(asked, ASKED_LENGTH_MAX),
    ...(found > count ? [words.export.cut(count, found)] : []),
    ...notices,
  ];
}

/** Confirms the export and says whether it is complete. */
export function exportedView(exported: Exported, showing: Showing): Message {
  const { words } = showing;
  const { sent, handle } = words.export;
  const read = readOf(exported);
  const { count } = exported;
  const lines = linesIn(exported, words);
  return {
    kind: 'message',
    text: [sent(count), ...lines.map(escaped), ...freshness(read, showing), handle].join('\n'),
    blocks: [
      richText([bold(sent(count)), ...lines.map((line) => plain(`\n${line}`))]),
      freshnessLine(read, showing, handle),
    ],
  };
}

/** Which of its files could not be read, the notices say. */
function readOf({ readAt }: Exported): Read {
  return { readAt, skipped: 0 };
}

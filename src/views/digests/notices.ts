import type { Messages } from '../../i18n/types.ts';
import {
  bold,
  buttonFor,
  buttons,
  context,
  escaped,
  escapedIn,
  header,
  oneLine,
  paragraph,
  plain,
  richText,
  spaced,
  textLine,
  toCopy,
} from '../block-kit.ts';
import type { FileLine, Showing } from '../files/line.ts';
import { linesOf, linesText } from '../files/lines.ts';
import type { Action, Block, Button, Message } from '../message.ts';
import {
  backToList,
  type DigestActions,
  digestActions,
  type DigestDetails,
  nextOf,
  sentenceOf,
} from './manage.ts';
import { digestName } from './post.ts';
import { fittedLines } from './sections.ts';

/** The digest of which a notice speaks. */
interface Noticed {
  /** As it was typed. */
  readonly name: string;
  readonly zone: string;
}

/** The rental files could not be read, and until when that is tried again. */
export function digestTryingView(
  { name, zone }: Noticed,
  untilMs: number,
  words: Messages,
): Message {
  const { digest } = words;
  return notice(
    digest.trying(digestName(name, words), digest.time(untilMs, zone)),
    digest.tryingSays,
  );
}

/** The rental files could not be read until it was too late for a digest. */
export function digestMissedView({ name, zone }: Noticed, dueAt: number, words: Messages): Message {
  const { digest } = words;
  return notice(
    digest.missed(digestName(name, words), digest.moment(dueAt, zone)),
    digest.missedSays,
  );
}

function notice(happened: string, says: string): Message {
  return {
    kind: 'message',
    text: escaped(`${happened} ${says}`),
    blocks: [richText([bold(happened), plain(`\n${says}`)])],
  };
}

/** Notification about a delivery: for the owner, the channel or an admin. */
interface OwnerNews {
  readonly name: string;
  readonly zone: string;
  /** Names the delivery, here and in the log. */
  readonly reference: string;
  readonly line: LedgerLine;
  readonly isPaused: boolean;
  /** `channel`: the owner has left or takes no messages; `admin`: notified in addition. */
  readonly reader: 'owner' | 'channel' | 'admin';
  readonly actions: DigestActions;
}

/** Says why a digest was not posted, or that it is unknown, and what to do. */
export function digestOwnerView(news: OwnerNews, words: Messages): Message {
  const { digest, digestHistory, alerts } = words;
  const name = digestName(news.name, words);
  const moment = digest.moment(news.line.dueAt, news.zone);
  const isUnknown = news.line.state === 'unknown';
  const texts = news.line.kind === 'alert' ? alerts : digestHistory;
  const [failed, unknown] =
    news.reader === 'owner'
      ? [texts.ownerFailed, texts.ownerUnknown]
      : [texts.channelFailed, texts.channelUnknown];
  const happened = isUnknown
    ? unknown(name, moment)
    : failed(name, moment, reasonIn(news.line.reason, words));
  const remedies = [
    ...(isUnknown ? [texts.ownerUnknownRemedy] : []),
    ...(news.isPaused ? [digestHistory.ownerPaused] : []),
    ...(news.reader === 'channel' ? [digestHistory.ownerOutOfReach] : []),
    ...(news.reader === 'admin' ? [digestHistory.toldAsAdmin] : []),
  ];
  const referred = words.failure.reference(news.reference);
  return {
    kind: 'message',
    text: escaped([happened, ...remedies, `(${referred})`].join(' ')),
    blocks: [
      richText([bold(happened), plain(remedies.map((remedy) => `\n${remedy}`).join('') || '\n')]),
      context(referred),
      ...digestActions(news, words),
    ],
  };
}

/** Escalation post: files that are long overdue. */
interface EscalationPage {
  /** As it was typed. */
  readonly name: string;
  /** By how many working days files are overdue at least. */
  readonly afterDays: number;
  /** Target in working days; `null` without a target. */
  readonly targetDays: number | null;
  /** Files in all; some of them are shown. */
  readonly total: number;
  readonly lines: readonly FileLine[];
  readonly all: Action;
}

/** Escalation of files without a decision, each escalated once. */
export function digestEscalationView(page: EscalationPage, showing: Showing): Message {
  const { words } = showing;
  const { digestEscalation } = words;
  const { lines, total, afterDays, targetDays, all } = page;
  const name = digestName(page.name, words);
  const title = digestEscalation.title(name, total, afterDays, targetDays);
  const more = total > lines.length ? [words.digest.hidden(total - lines.length)] : [];
  return {
    kind: 'message',
    text: fittedLines(lines.length, words, (nameLengthMax, linesMax) => [
      escaped(title),
      ...linesText(lines.slice(0, linesMax), showing, nameLengthMax),
      ...more,
      digestEscalation.once,
    ]),
    blocks: [
      richText([bold(title)]),
      ...linesOf(lines, showing),
      ...more.map((line) => richText([plain(line)])),
      buttons(buttonFor(digestEscalation, 'showAll', all)),
      context(digestEscalation.once),
    ],
  };
}

/** Notifies the owner that the escalation was refused, with the reason in words. */
export function escalationRefusedView(name: string, why: string, words: Messages): Message {
  const { digestEscalation } = words;
  const happened = digestEscalation.refused(digestName(name, words), why);
  return notice(happened, digestEscalation.refusedRemedy);
}

/** Notifies the owner that it is unknown whether the escalation was posted. */
export function escalationUnclearView(name: string, words: Messages): Message {
  const { digestEscalation } = words;
  return notice(digestEscalation.unclear(digestName(name, words)), digestEscalation.unclearRemedy);
}

/** Outcome of one slot. */
export interface LedgerLine {
  /** Epoch milliseconds, like every instant here. */
  readonly dueAt: number;
  readonly kind: 'slot' | 'run' | 'alert';
  readonly state: 'planned' | 'posting' | 'posted' | 'skipped' | 'missed' | 'failed' | 'unknown';
  /** A word of the ledger, or Slack’s. */
  readonly reason: string | null;
  readonly postedAt: number | null;
  readonly isIncomplete: boolean;
  readonly counts: {
    readonly ready: number;
    readonly waiting: number;
    readonly overdue: number;
  } | null;
  /** Whether it finds only files that await a decision; of others, only the number is shown. Default: true. */
  readonly isOnAwaiting?: boolean;
}

interface LedgerPage {
  readonly details: DigestDetails;
  /** Those due last first. */
  readonly lines: readonly LedgerLine[];
  readonly older: Action | null;
}

const MINUTE_MS = 60_000;
/** Nobody calls a digest late that is there within this. */
const PUNCTUAL_MS = 2 * MINUTE_MS;
const REASON_LENGTH_MAX = 60;
const MARKS: Readonly<Record<LedgerLine['state'], string>> = {
  planned: '…',
  posting: '…',
  posted: '✓',
  skipped: '–',
  missed: '✗',
  failed: '✗',
  unknown: '?',
};

/** History of a digest: sent, not sent and why, and the next due times. */
export function digestLedgerView({ details, lines, older }: LedgerPage, words: Messages): Message {
  const { digestHistory, digestCommands } = words;
  const title = digestHistory.title(digestName(details.name, words));
  const next = [
    ...nextOf({ ...details, next: details.next?.slice(0, 1) ?? null }, words),
    ...(details.isOwnerGone === true ? [textLine(digestCommands.ownerGone)] : []),
  ];
  const ledger = ledgerOf(lines, digestHistory.none, details.schedule.zone, words);
  return {
    kind: 'message',
    title: digestCommands.heading,
    text: fittedLines(lines.length, words, (_, linesMax) => [
      escaped(title),
      ...next.map(({ text }) => escaped(text)),
      ...ledger.texts(linesMax),
    ]),
    blocks: [
      header(title),
      richText(next.flatMap(({ drawn }, at) => (at === 0 ? drawn : [plain('\n'), ...drawn]))),
      ledger.block,
      ...(older === null ? [] : [buttons(buttonFor(digestHistory, 'older', older))]),
      ...digestActions(details, words),
      ...backToList(details, digestCommands),
      context(digestCommands.id(details.id)),
    ],
  };
}

/** Outcomes of slots, a line each: as text, the first `linesMax` of them, and as a block. */
export function ledgerOf(
  lines: readonly LedgerLine[],
  none: string,
  zone: string,
  words: Messages,
): { readonly texts: (linesMax: number) => readonly string[]; readonly block: Block } {
  if (lines.length === 0) return { texts: () => [none], block: paragraph(none) };
  const sentences = lines.map((line) => ledgerLine(line, zone, words));
  return {
    texts: (linesMax) => sentences.slice(0, linesMax).map((text) => `• ${escaped(text)}`),
    block: richText(
      lines.flatMap(({ state }, index) => [
        bold(`${index === 0 ? '' : '\n'}${MARKS[state]} `),
        plain(sentences[index] ?? ''),
      ]),
    ),
  };
}

/** Outcome of one slot in one sentence. */
function ledgerLine(line: LedgerLine, zone: string, words: Messages): string {
  const { digest, digestHistory } = words;
  const moment = digest.moment(line.dueAt, zone);
  const run = line.kind === 'run' ? `${moment}, ${digestHistory.run}` : moment;
  return digestHistory.line(run, outcomeOf(line, words));
}

/** A word of the ledger as people read it. */
export function reasonIn(reason: string | null, { digestHistory }: Messages): string {
  const { reasons } = digestHistory;
  const code = reason ?? '?';
  return Object.hasOwn(reasons, code)
    ? (reasons[code] ?? code)
    : digestHistory.reason(oneLine(code, REASON_LENGTH_MAX) || '?');
}

function outcomeOf(line: LedgerLine, words: Messages): string {
  const { digestHistory } = words;
  switch (line.state) {
    case 'posted':
      return sentIn(line, words);
    case 'skipped':
      return digestHistory.skipped(reasonIn(line.reason, words));
    case 'missed':
      return digestHistory.missed(reasonIn(line.reason, words));
    case 'failed':
      return digestHistory.failed(reasonIn(line.reason, words));
    case 'unknown':
      return digestHistory.unknown;
    case 'planned':
      return digestHistory.planned;
    case 'posting':
      return digestHistory.posting;
  }
}

function sentIn(
  { dueAt, postedAt, isIncomplete, counts, isOnAwaiting = true }: LedgerLine,
  { digestHistory, list }: Messages,
) {
  const lateMs = (postedAt ?? dueAt) - dueAt;
  const late = digestHistory.minutes(Math.round(lateMs / MINUTE_MS));
  const counted = ({ ready, waiting, overdue }: NonNullable<LedgerLine['counts']>) =>
    isOnAwaiting ? digestHistory.counts(ready, waiting, overdue) : list.title(ready + waiting);
  return [
    lateMs < PUNCTUAL_MS ? digestHistory.sent : digestHistory.sentLate(late),
    ...(isIncomplete ? [digestHistory.incomplete] : []),
    ...(counts === null ? [] : [counted(counts)]),
  ].join(', ');
}

/** Of a command to copy. */
const COPY_LENGTH_MAX = 520;

/** What a digest would be set to, as a command to copy and a button that opens its form. */
export function digestOfferView(
  details: DigestDetails,
  files: readonly string[],
  copy: string,
  setUp: Button | null,
  words: Messages,
): Message {
  const { offered } = words.digestCommands;
  const sentence = sentenceOf(details, words);
  const around = [...files, offered.remedy].join(' ');
  const line = oneLine(copy, COPY_LENGTH_MAX);
  return {
    kind: 'message',
    title: words.digestCommands.heading,
    text: escapedIn(
      [offered.happened, ...sentence.map(({ text }) => text), around, line].join(' '),
      details.channelId,
    ),
    blocks: [
      richText([bold(offered.happened), plain('\n'), ...spaced(sentence), plain(`\n${around}`)]),
      toCopy(line),
      ...(setUp === null ? [] : [buttons(setUp)]),
    ],
  };
}

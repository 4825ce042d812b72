import type { Messages } from '../../i18n/messages.ts';
import { bold, buttons, context, header, paragraph, plain, richText } from '../block-kit.ts';
import type { Message, Action } from '../message.ts';
import { escaped, oneLine } from '../text.ts';
import { digestActions, type DigestDetails, nextOf } from './manage.ts';
import { digestName } from './post.ts';
import { fittedLines } from './sections.ts';

/** Outcome of one slot. */
export interface LedgerLine {
  /** Epoch milliseconds, like every instant here. */
  readonly dueAt: number;
  readonly isRun: boolean;
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
}

/** A page of the ledger of a digest. */
export interface LedgerPage {
  readonly details: DigestDetails;
  /** Those due last first. */
  readonly lines: readonly LedgerLine[];
  readonly older: Action | null;
}

const MINUTE_MS = 60_000;
/** Nobody calls a digest late that is there within this. */
const PUNCTUAL_MS = 2 * MINUTE_MS;
const REASON_LENGTH_MAX = 60;
export const MARKS: Readonly<Record<LedgerLine['state'], string>> = {
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
    ...(details.isOwnerGone === true ? [digestCommands.ownerGone] : []),
  ];
  const drawn = lines.map((line) => ({
    mark: MARKS[line.state],
    text: ledgerLine(line, details.schedule.zone, words),
  }));
  return {
    kind: 'message',
    title: digestCommands.heading,
    isPassing: false,
    text: fittedLines(lines.length, words, (_, linesMax) => [
      escaped(title),
      ...next.map(escaped),
      ...(lines.length === 0 ? [digestHistory.none] : []),
      ...drawn.slice(0, linesMax).map(({ text }) => `• ${escaped(text)}`),
    ]),
    blocks: [
      header(title),
      richText([plain(next.join('\n'))]),
      ...(lines.length === 0
        ? [paragraph(digestHistory.none)]
        : [
            richText(
              drawn.flatMap(({ mark, text }, index) => [
                bold(`${index === 0 ? '' : '\n'}${mark} `),
                plain(text),
              ]),
            ),
          ]),
      ...(older === null
        ? []
        : [
            buttons({
              label: digestHistory.older,
              spoken: digestHistory.olderSpoken,
              action: older,
            }),
          ]),
      ...digestActions(details, words),
      context(digestCommands.id(details.id)),
    ],
  };
}

/** Outcome of one slot in one sentence. */
export function ledgerLine(line: LedgerLine, zone: string, words: Messages): string {
  const { digest, digestHistory } = words;
  const moment = digest.moment(line.dueAt, zone);
  const run = line.isRun ? `${moment}, ${digestHistory.run}` : moment;
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
  { dueAt, postedAt, isIncomplete, counts }: LedgerLine,
  { digestHistory }: Messages,
) {
  const lateMs = (postedAt ?? dueAt) - dueAt;
  const late = digestHistory.minutes(Math.round(lateMs / MINUTE_MS));
  return [
    lateMs < PUNCTUAL_MS ? digestHistory.sent : digestHistory.sentLate(late),
    ...(isIncomplete ? [digestHistory.incomplete] : []),
    ...(counts === null
      ? []
      : [digestHistory.counts(counts.ready, counts.waiting, counts.overdue)]),
  ].join(', ');
}

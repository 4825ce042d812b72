import type { Messages } from '../../i18n/messages.ts';
import { bold, buttons, context, header, paragraph, plain, richText } from '../block-kit.ts';
import type { Message, Action } from '../message.ts';
import { escaped, oneLine } from '../text.ts';
import { digestButtons, type DigestDetails, nextOf } from './manage.ts';
import { digestName } from './post.ts';
import { fittedLines } from './sections.ts';

/** What became of one slot. */
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
  readonly told: DigestDetails;
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

/** What was sent, what was not and why, and when the digest comes next. */
export function digestLedgerView({ told, lines, older }: LedgerPage, words: Messages): Message {
  const { digestHistory: digestLedger, digestCommands: digestDesk } = words;
  const title = digestLedger.title(digestName(told.name, words));
  const next = [
    ...nextOf({ ...told, next: told.next?.slice(0, 1) ?? null }, words),
    ...(told.isOwnerGone === true ? [digestDesk.ownerGone] : []),
  ];
  const drawn = lines.map((line) => ({
    mark: MARKS[line.state],
    said: ledgerLine(line, told.schedule.zone, words),
  }));
  const ways = [
    ...(older
      ? [{ label: digestLedger.older, spoken: digestLedger.olderSpoken, action: older }]
      : []),
    ...digestButtons(told, words),
  ];
  return {
    kind: 'message',
    title: digestDesk.heading,
    isPassing: false,
    text: fittedLines(lines.length, words, (_, linesMax) => [
      escaped(title),
      ...next.map(escaped),
      ...(lines.length === 0 ? [digestLedger.none] : []),
      ...drawn.slice(0, linesMax).map(({ said }) => `• ${escaped(said)}`),
    ]),
    blocks: [
      header(title),
      richText([plain(next.join('\n'))]),
      ...(lines.length === 0
        ? [paragraph(digestLedger.none)]
        : [
            richText(
              drawn.flatMap(({ mark, said }, index) => [
                bold(`${index === 0 ? '' : '\n'}${mark} `),
                plain(said),
              ]),
            ),
          ]),
      ...(ways.length === 0 ? [] : [buttons(...ways)]),
      context(digestDesk.id(told.id)),
    ],
  };
}

/** What became of one slot, in a sentence. */
function ledgerLine(line: LedgerLine, zone: string, words: Messages): string {
  const { digest, digestHistory: digestLedger } = words;
  const moment = digest.moment(line.dueAt, zone);
  const run = line.isRun ? `${moment}, ${digestLedger.run}` : moment;
  return digestLedger.line(run, outcomeOf(line, words));
}

/** A word of the ledger as people read it. */
export function reasonIn(reason: string | null, { digestHistory: digestLedger }: Messages): string {
  const { reasons } = digestLedger;
  const code = reason ?? '?';
  return Object.hasOwn(reasons, code)
    ? (reasons[code] ?? code)
    : digestLedger.reason(oneLine(code, REASON_LENGTH_MAX) || '?');
}

function outcomeOf(line: LedgerLine, words: Messages): string {
  const { digestHistory: digestLedger } = words;
  switch (line.state) {
    case 'posted':
      return sentIn(line, words);
    case 'skipped':
      return digestLedger.skipped(reasonIn(line.reason, words));
    case 'missed':
      return digestLedger.missed(reasonIn(line.reason, words));
    case 'failed':
      return digestLedger.failed(reasonIn(line.reason, words));
    case 'unknown':
      return digestLedger.unknown;
    case 'planned':
      return digestLedger.planned;
    case 'posting':
      return digestLedger.posting;
  }
}

function sentIn(
  { dueAt, postedAt, isIncomplete, counts }: LedgerLine,
  { digestHistory: digestLedger }: Messages,
) {
  const lateMs = (postedAt ?? dueAt) - dueAt;
  const late = digestLedger.minutes(Math.round(lateMs / MINUTE_MS));
  return [
    lateMs < PUNCTUAL_MS ? digestLedger.sent : digestLedger.sentLate(late),
    ...(isIncomplete ? [digestLedger.incomplete] : []),
    ...(counts === null ? [] : [digestLedger.counts(counts.ready, counts.waiting, counts.overdue)]),
  ].join(', ');
}

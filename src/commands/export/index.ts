import type { Language } from '../../i18n/types.ts';
import type { BulkheadOptions } from '../../lib/concurrency.ts';
import { fold } from '../../lib/text.ts';
import type { Entry } from '../../portfolio/entry.ts';
import { searchContextOf, findRows } from '../../portfolio/search/execute.ts';
import { sortedPage } from '../../portfolio/search/sort.ts';
import type { Snapshot } from '../../portfolio/snapshot.ts';
import { StoreError } from '../../store/errors.ts';
import type { Answer } from '../../views/message.ts';
import {
  exportDocument,
  exportedView,
  exportingView,
  nothingToExportView,
  failureView,
} from '../../views/notices.ts';
import type { CommandContext, Command } from '../command.ts';
import { StaleActionError } from '../errors.ts';
import { checkQuery, describeQuery, fitTyped } from '../file-list.ts';
import { noticesOf, awaitReading } from '../snapshot.ts';
import { csvOf, headerIn, rowOf } from './csv.ts';

/** About 15 MB. */
export const EXPORT_ROWS_MAX = 50_000;

/** Fewer are done before a progress message would help. */
const SIGN_ROWS = 1_000;

/** Each holds memory and CPU until Slack has it. */
export const EXPORTS_AT_ONCE: BulkheadOptions = {
  atOnceMax: 2,
  waitingMax: 8,
  waitMsMax: 15_000,
};

export const exportCommand: Command = {
  name: 'export',
  called: { en: 'export', fr: 'export' },
  aliases: ['exporter', 'exporte', 'exportez', 'csv', 'excel'],
  group: 'keep',
  summary: {
    en: 'Export files as CSV, by direct message (admins)',
    fr: 'Exporter en CSV, par message direct (administrateurs)',
  },
  hint: { en: '[query]', fr: '[requête]' },
  examples: {
    en: ['export', 'export decision:approved created:2026'],
    fr: ['export', 'export décision:accepté créé:2026'],
  },
  isForAdmins: true,
  run: (text, call) => answer(text, call),
  runAction() {
    throw new StaleActionError('no action');
  },
};

async function* answer(text: string, call: CommandContext): AsyncGenerator<Answer> {
  const { words, zone, now, reference } = call;
  checkQuery(text, call);
  const snapshot = call.portfolio.latest() ?? (yield* awaitReading(call));
  const { query, ignored } = fitTyped(text, snapshot, call);
  if (query.conditions.length === 0 && isOfAnother(text, words.language)) {
    yield failureView(words.export.whichList, null, null, words);
    return;
  }
  const rows = findRows(query, snapshot.table, searchContextOf(snapshot, call));
  if (rows.length === 0) {
    yield nothingToExportView(words);
    return;
  }
  using _ = await call.exports.enter();
  const trouble = await writeAccess(call);
  if (trouble !== null) {
    yield { ...failureView(words.export.logAway, reference, null, words), trouble };
    return;
  }
  const count = Math.min(rows.length, EXPORT_ROWS_MAX);
  if (count >= SIGN_ROWS) yield exportingView(count, words);
  const entries = sortedPage(snapshot.table, rows, query.sort ?? 'newest', 0, count);
  const content = await contentOf(entries, snapshot, call);
  yield exportDocument(content, stampOf(now(), zone), count, words);
  const { texts, trouble: stale } = noticesOf(snapshot, call);
  const { asked: sought } = describeQuery(exportCommand, query, call, ignored);
  const exported = { count, found: rows.length, asked: sought, notices: texts };
  yield { ...exportedView(exported, words), trouble: stale };
}

/** Words for a list that stands elsewhere: a command does not see it. */
const THIS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(['this', 'that', 'it', 'these', 'those', 'them', 'same']),
  fr: new Set(['ca', 'cela', 'ceci', 'cette', 'ce', 'ces', 'celle', 'ceux', 'meme', 'memes']),
};

function isOfAnother(text: string, language: Language): boolean {
  return fold(text)
    .split(/[^\p{L}]+/u)
    .some((word) => THIS[language].has(word));
}

/** Writes the access log before anything is sent; gives the error when that fails. */
async function writeAccess({ store, person, place }: CommandContext): Promise<StoreError | null> {
  try {
    await store.accessLog.record({
      userId: person.userId,
      kind: exportCommand.name,
      fileId: null,
      channelId: place.channelId,
      surface: place.surface,
    });
    return null;
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
}

function contentOf(
  entries: readonly Entry[],
  { completionMax }: Snapshot,
  { words, zone, linkTo }: CommandContext,
): Promise<string> {
  const { delimiter, decimalMark } = words.export;
  const making = { words, zone, completionMax, linkTo };
  // Lazily, as making all rows at once would block other requests.
  const rows = Iterator.from(entries).map((entry) => rowOf(entry, making));
  return csvOf(rows, { header: headerIn(words.export), delimiter, decimalMark });
}

/** “2026-11-21-093005”: two exports of one day have two names. */
function stampOf(atMs: number, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone);
  const time = local.toPlainTime().toString({ smallestUnit: 'second' });
  return `${local.toPlainDate().toString()}-${time.replaceAll(':', '')}`;
}

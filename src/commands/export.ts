import { stringify } from 'csv-stringify/sync';

import type { Language } from '../i18n/types.ts';
import { type BulkheadOptions, yieldToEventLoop } from '../lib/concurrency.ts';
import { fold } from '../lib/text.ts';
import type { Entry } from '../portfolio/entry.ts';
import { isSmall, stripLeadIn } from '../portfolio/phrases/grammar/tables.ts';
import { searchContextOf, findRows } from '../portfolio/search/execute.ts';
import { sortedPage } from '../portfolio/search/results.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import { BLANK_SIGNS } from '../views/block-kit.ts';
import type { Answer } from '../views/message.ts';
import {
  exportDocument,
  exportedView,
  progressView,
  sentenceView,
  failureView,
  belowNotices,
} from '../views/notices.ts';
import { writeAccess } from './access.ts';
import type { CommandContext, Command } from './command.ts';
import { awayError, StaleActionError } from './errors.ts';
import { type Cell, headerIn, rowOf } from './export-columns.ts';
import { checkQuery, describeQuery, fitTyped } from './file-list.ts';
import { agedNoticesOf, lastReading, noticesOf } from './snapshot.ts';

/** About 15 MB. */
export const EXPORT_ROWS_MAX = 50_000;

/** Fewer are done before a progress message would help. */
const SIGN_ROWS = 1_000;

/** Each holds memory and CPU until Slack has it. */
export const EXPORTS_AT_ONCE: BulkheadOptions = { atOnceMax: 2, waitingMax: 8, waitMsMax: 15_000 };

export const exportCommand: Command = {
  name: 'export',
  called: { en: 'export', fr: 'export' },
  aliases: ['exporter', 'exporte', 'exportez', 'csv', 'excel', 'download', 'télécharger'],
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
  const snapshot = yield* lastReading(call);
  const { query, ignored } = fitTyped(text, snapshot, call);
  if (query.conditions.length === 0 && isOfAnother(text, words.language)) {
    yield failureView(words.export.whichList, null, null, words);
    return;
  }
  const rows = findRows(query, snapshot.table, searchContextOf(snapshot, call));
  if (rows.length === 0) {
    const { texts, ...stale } = agedNoticesOf(snapshot, call);
    yield {
      ...belowNotices(sentenceView(words.export.none(query.conditions.length === 0)), texts),
      ...stale,
    };
    return;
  }
  using _ = await call.exports.enter();
  const warning = await awayError(writeAccess('export', null, call));
  if (warning !== null) {
    yield { ...failureView(words.export.logAway, reference, null, words), warning };
    return;
  }
  const count = Math.min(rows.length, EXPORT_ROWS_MAX);
  // Still true once it has arrived.
  if (count >= SIGN_ROWS) yield progressView(words.export.started(count));
  const entries = sortedPage(snapshot.table, rows, query.sort ?? 'newest', 0, count);
  const content = await contentOf(entries, snapshot, call);
  const { texts, warning: stale } = noticesOf(snapshot, call);
  const { asked: sought } = describeQuery(exportCommand, query, call, ignored);
  const exported = {
    count,
    found: rows.length,
    asked: sought,
    notices: texts,
    readAt: snapshot.endedAt,
  };
  const showing = { ...call, now: now() };
  yield exportDocument(content, stampOf(now(), zone), exported, showing);
  yield { ...exportedView(exported, showing), warning: stale };
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

interface CsvForm {
  readonly header: readonly string[];
  /** Between two cells. */
  readonly delimiter: ',' | ';';
  readonly decimalMark: '.' | ',';
}

/** Rows per chunk; between chunks the event loop serves other requests. */
const CHUNK_ROWS = 250;

/**
 * A table as CSV: UTF-8 with a byte order mark, lines ended as in RFC 4180, and no text that a
 * spreadsheet would run as a formula.
 */
export async function csvOf(rows: Iterable<readonly Cell[]>, form: CsvForm): Promise<string> {
  const { header, delimiter, decimalMark } = form;
  const options = {
    delimiter,
    record_delimiter: '\r\n',
    escape_formulas: true,
    cast: { number: (value: number) => String(value).replace('.', decimalMark) },
  };
  const chunks = [stringify([header.map(harmless)], { ...options, bom: true })];
  let chunk: Cell[][] = [];
  for (const row of rows) {
    chunk.push(row.map(harmless));
    if (chunk.length < CHUNK_ROWS) continue;
    chunks.push(stringify(chunk, options));
    chunk = [];
    await yieldToEventLoop();
  }
  return [...chunks, stringify(chunk, options)].join('');
}

/** Signs and dashes that begin a formula. Wide, small, raised and lowered forms are the same in NFKC. */
const SIGN = /^[=+\-@\p{Pd}\u2212]/u;

// A spreadsheet set to another language splits at other delimiters: text after one begins a cell.
// Before it may stand what draws nothing.
const NOTHING = `\\s\\p{C}\\p{DI}${BLANK_SIGNS}`;
const FIRST_SIGN = new RegExp(
  `(?<=(?:^|[,;|\\t\\r\\n"])[${NOTHING}]*)[^${NOTHING}\\p{L}\\p{N}\\p{M}]`,
  'gu',
);

/**
 * A text that no spreadsheet runs: an apostrophe precedes whatever would begin a formula, at the
 * start of the text and after anything that may end a cell. A number stays one.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function harmless(cell: Cell): Cell {
  if (typeof cell !== 'string') return cell;
  const guarded = cell.replace(FIRST_SIGN, (sign) =>
    SIGN.test(sign.normalize('NFKC')) ? `'${sign}` : sign,
  );
  // Some drop leading whitespace, so that what follows comes first.
  return /^[\t\r\n]/.test(guarded) ? `'${guarded}` : guarded;
}

/** Asks for a table: `pending in Excel`, « télécharge les prêts ». */
const TABLE =
  /(?<!\S)(?:(?:in(?:to)?|to|as|an?|en|sous|un|le|format|au format|fichier|tableau) )*(?:excel|csv|xlsx?|spreadsheet|tableur)(?: (?:file|fichier|table))?(?: (?:of|with|de|des|du))?(?!\S)/iu;
const DOWNLOAD = /^(?:download|télécharge[rz]?)\s+/iu;

/**
 * What a text asks for as a table, without the words for that; `null` for one that asks for none.
 *
 * @param named what stands behind the name of the command, in `export everything to Excel`; `null` without it
 */
export function tableAskedIn(
  text: string,
  named: string | null,
  isInFiles: (word: string) => boolean,
): string | null {
  // “This list in Excel” ends with the name.
  const asked = named ?? text;
  const [typed] = TABLE.exec(asked) ?? DOWNLOAD.exec(asked) ?? [];
  const words = typed?.trim().split(/\s+/u) ?? [];
  if (typed === undefined || words.some((word) => !isSmall(word) && isInFiles(word))) return null;
  const rest = asked.replace(typed, ' ').replaceAll(/\s+/gu, ' ').trim();
  const bare = stripLeadIn(rest);
  // “This list”, which an export does not see, is not all of them.
  return isSmall(bare) ? rest : bare;
}

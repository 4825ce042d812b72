import { stringify } from 'csv-stringify/sync';

import type { Messages, Language } from '../i18n/types.ts';
import { type BulkheadOptions, yieldToEventLoop } from '../lib/concurrency.ts';
import { fold } from '../lib/text.ts';
import { dateOf } from '../portfolio/calendar.ts';
import type { Entry } from '../portfolio/entry.ts';
import { searchContextOf, findRows } from '../portfolio/search/execute.ts';
import { sortedPage } from '../portfolio/search/results.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import type { FileSummary } from '../rental-api/schema/page.ts';
import { StoreError } from '../store/errors.ts';
import { BLANK_SIGNS, oneLine } from '../views/block-kit.ts';
import { flooredPercent, inWords } from '../views/files/line.ts';
import type { Answer } from '../views/message.ts';
import {
  exportDocument,
  exportedView,
  exportingView,
  nothingToExportView,
  failureView,
  belowNotices,
} from '../views/notices.ts';
import type { CommandContext, Command } from './command.ts';
import { StaleActionError } from './errors.ts';
import { checkQuery, describeQuery, fitTyped } from './file-list.ts';
import { agedNoticesOf, lastReading } from './snapshot.ts';

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
    yield { ...belowNotices(nothingToExportView(words), texts), ...stale };
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
  const { texts, trouble: stale } = agedNoticesOf(snapshot, call);
  const { asked: sought } = describeQuery(exportCommand, query, call, ignored);
  const exported = { count, found: rows.length, asked: sought, notices: texts };
  yield exportDocument(content, stampOf(now(), zone), exported, words);
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

/** Value of a cell. */
export type Cell = string | number | null;

/** Format of a table. */
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

/** Context of the cells of a row. */
interface RowMaking {
  readonly words: Messages;
  /** IANA name: the days are of this zone. */
  readonly zone: string;
  readonly completionMax: 1 | 100;
  readonly linkTo: (id: string) => string | null;
}

interface Column {
  readonly name: keyof Messages['export']['columns'];
  readonly read: (entry: Entry, making: RowMaking) => Cell;
}

/** Stands where the service sent what cannot be read: an empty cell says that it sent nothing. */
const UNREADABLE = '?';

const TEXT_LENGTH_MAX = 200;
const PEOPLE_LENGTH_MAX = 500;
const DESCRIPTION_LENGTH_MAX = 4_000;

/**
 * Every column, in its order. Addresses, telephone numbers and dates of birth of applicants are not
 * among them.
 */
const COLUMNS: readonly Column[] = [
  { name: 'id', read: ({ id }) => textCell(id) },
  { name: 'reference', read: ({ property }) => textCell(property.reference) },
  { name: 'property', read: ({ property }) => textCell(property.title) },
  {
    name: 'category',
    read: ({ property }, { words }) =>
      wordedOrNull(words.card.property.category, property.category),
  },
  { name: 'rent', read: ({ property }) => property.rent },
  { name: 'status', read: ({ status }, { words }) => worded(words.file.status, status) },
  { name: 'decision', read: ({ decision }, { words }) => worded(words.file.decision, decision) },
  { name: 'applicants', read: peopleIn },
  { name: 'score', read: ({ score }) => score },
  { name: 'completion', read: percentOf },
  { name: 'tags', read: ({ tags }) => textCell(tags.names.join(', ')) },
  { name: 'created', read: ({ createdMs }, { zone }) => day(createdMs, zone) },
  { name: 'updated', read: ({ updatedMs }, { zone }) => day(updatedMs, zone) },
  {
    name: 'archived',
    read: ({ archivedMs }, { zone }) =>
      archivedMs === Infinity ? UNREADABLE : day(archivedMs, zone),
  },
  { name: 'link', read: ({ id }, { linkTo }) => linkTo(id) },
  // Later columns follow, so that tables that people have built on the first ones stay good.
  {
    name: 'situation',
    read: ({ situation }, { words }) => wordedOrNull(words.card.file.situations, situation),
  },
  { name: 'managers', read: ({ managers }) => textCell(managers.names.join(', ')) },
  {
    name: 'guarantors',
    read: ({ facts }) => (facts.areGuarantorsUnread ? UNREADABLE : facts.guarantors),
  },
  {
    name: 'organisations',
    read: ({ facts }) => (facts.areOrganisationsUnread ? UNREADABLE : facts.organisations),
  },
  { name: 'profiles', read: ({ profiles }) => textCell(profiles.names.join(', ')) },
  { name: 'preApplication', read: yesOrNo(({ facts }) => facts.isPreApplication) },
  { name: 'insured', read: yesOrNo(({ facts }) => facts.isInsured) },
  { name: 'engagement', read: yesOrNo(({ facts }) => facts.mayEngage) },
  { name: 'charges', read: ({ property }) => property.charges },
  { name: 'deposit', read: ({ property }) => property.deposit },
  { name: 'price', read: ({ property }) => property.price },
  { name: 'agencyFees', read: ({ property }) => property.agencyFees },
  { name: 'fee', read: ({ property }) => property.fee },
  {
    name: 'feeType',
    read: ({ property }, { words }) => wordedOrNull(words.card.property.feeType, property.feeType),
  },
  {
    name: 'mandate',
    read: ({ property }, { words }) => wordedOrNull(words.card.property.mandate, property.mandate),
  },
  { name: 'exclusive', read: yesOrNo(({ property }) => property.isExclusive) },
  { name: 'furnished', read: yesOrNo(({ property }) => property.isFurnished) },
  { name: 'available', read: yesOrNo(({ property }) => property.isAvailable) },
  { name: 'availability', read: ({ property }) => property.availability },
  { name: 'requests', read: ({ property }) => property.requests },
  { name: 'rentInsurance', read: yesOrNo(({ property }) => property.hasRentInsurance) },
  {
    name: 'photo',
    read: yesOrNo(({ property: { isGiven, hasPhoto, unreadable } }) =>
      isGiven && !unreadable.names.includes('photo') ? hasPhoto : null,
    ),
  },
  {
    name: 'propertyManagers',
    read: ({ property }) => textCell(property.managers.names.join(', ')),
  },
  {
    name: 'description',
    read: ({ property }) => textCell(property.description, DESCRIPTION_LENGTH_MAX),
  },
  {
    name: 'preApplicationValidated',
    // No date is nothing given: most files are no pre-applications.
    read: yesOrNo(({ facts }) => facts.isPreApplicationValidated === true || null),
  },
];

/** Columns that may stand for a field that cannot be read, or not wholly, of a file or its property. */
const FIELDS: {
  readonly file: Partial<Record<Column['name'], keyof FileSummary>>;
  readonly property: Partial<Record<Column['name'], keyof NonNullable<FileSummary['product']>>>;
} = {
  file: {
    situation: 'applicants_situation',
    applicants: 'applicants',
    score: 'score',
    completion: 'completion_rate',
    tags: 'tags',
    created: 'created_at',
    updated: 'updated_at',
    managers: 'managers',
    profiles: 'applicants',
    guarantors: 'applicants',
    organisations: 'applicants',
    preApplication: 'is_pre_application',
    preApplicationValidated: 'pre_application_validated_at',
    insured: 'under_insurance',
    engagement: 'allow_user_engagement',
  },
  property: {
    reference: 'reference',
    property: 'title',
    category: 'category',
    feeType: 'fee_type',
    mandate: 'mandate_type',
    rent: 'rent_amount',
    charges: 'monthly_charges',
    deposit: 'warranty_amount',
    price: 'price',
    agencyFees: 'agency_fees',
    fee: 'fee',
    exclusive: 'exclusivity',
    furnished: 'furnished',
    available: 'available',
    availability: 'availability',
    requests: 'incoming_requests',
    rentInsurance: 'unpaid_rent_insurance',
    photo: 'photo',
    propertyManagers: 'managers',
    description: 'description',
  },
};

/** Fields of the people of a file that stand in a column together. */
const OF_PEOPLE: Partial<Record<Column['name'], readonly string[]>> = {
  applicants: ['applicants.first_name', 'applicants.last_name', 'applicants.is_guarantor'],
  profiles: ['applicants.profile'],
  guarantors: ['applicants.is_guarantor', 'applicants.physical_guarantors'],
  organisations: ['applicants.moral_guarantor'],
};

/** Columns of several words, which can be readable in part. */
const LISTS: ReadonlySet<Column['name']> = new Set([
  'applicants',
  'tags',
  'managers',
  'profiles',
  'propertyManagers',
]);

function isUnread({ facts, property }: Entry, name: Column['name']): boolean {
  const [inFile, inProperty] = [FIELDS.file[name], FIELDS.property[name]];
  const { names } = facts.unreadable;
  if (OF_PEOPLE[name]?.some((field) => facts.unreadableOfPeople.names.includes(field))) return true;
  if (inFile !== undefined) return names.includes(inFile);
  if (inProperty === undefined) return false;
  return names.includes('product') || property.unreadable.names.includes(inProperty);
}

/** Headings of the columns. */
export function headerIn({ columns }: Messages['export']): readonly string[] {
  return COLUMNS.map(({ name }) => columns[name]);
}

/** The cells of a file. */
export function rowOf(entry: Entry, making: RowMaking): readonly Cell[] {
  return COLUMNS.map(({ name, read }) => {
    const cell = read(entry, making);
    if (!isUnread(entry, name)) return cell;
    // Of a list, what can be read is given; how many there are is not known.
    return LISTS.has(name) && cell !== null && cell !== ''
      ? `${String(cell)}, ${UNREADABLE}`
      : UNREADABLE;
  });
}

/** An empty cell where the service did not say. */
function yesOrNo(read: (entry: Entry) => boolean | null): Column['read'] {
  return (entry, { words: { card } }) => {
    const value = read(entry);
    if (value === null) return null;
    return value ? card.yes : card.no;
  };
}

function percentOf({ completion }: Entry, { completionMax }: RowMaking): number | null {
  return completion === null ? null : flooredPercent(completion, completionMax, 100);
}

function worded(words: Readonly<Record<string, string>>, value: string): string {
  return inWords(words, value, TEXT_LENGTH_MAX);
}

function wordedOrNull(words: Readonly<Record<string, string>>, value: string | null): Cell {
  return value === null ? null : worded(words, value);
}

function peopleIn({ applicants }: Entry, { words }: RowMaking): string {
  const names = applicants.map(({ firstName, lastName, isGuarantor }) => {
    const name = textCell([firstName, lastName].filter(Boolean).join(' ')) || words.file.unnamed;
    return words.file.inRole(name, isGuarantor);
  });
  return textCell(names.join(', '), PEOPLE_LENGTH_MAX);
}

/** A cell is isolated by itself: marks that keep text from right to left apart are left out. */
function textCell(value: string | null, lengthMax = TEXT_LENGTH_MAX): string {
  return oneLine(value ?? '', lengthMax).replace(/[\u2068\u2069]/g, '');
}

/** `2026-11-20` */
function day(epochMs: number | null, zone: string): string | null {
  return epochMs === null ? null : dateOf(epochMs, zone).toString();
}

import { faker } from '@faker-js/faker';

import { fold } from '../../src/lib/text.ts';
import { createWorkingDays, holidaysOf } from '../../src/portfolio/calendar.ts';
import { createPool, type Entry, entryOf } from '../../src/portfolio/entry.ts';
import { parseQuery } from '../../src/portfolio/query/parser.ts';
import { findRows, type SearchContext } from '../../src/portfolio/search/execute.ts';
import { prepareOrders, sortedPage } from '../../src/portfolio/search/results.ts';
import { type Table, tableOf } from '../../src/portfolio/search/table.ts';
import {
  CATEGORIES,
  DECISIONS,
  FILE_STATUSES,
  SITUATIONS,
} from '../../src/rental-api/schema/fields.ts';
import { type Figure, inTurn, quantile } from './figure.ts';

const FILES = 100_000;
const PROFILES = ['Salarié en CDI', 'Étudiant', 'Retraité', 'Fonctionnaire'];
/** Files of one property. */
const FILES_A_PROPERTY = 25;
const NAMES = 5_000;

/** Rounds at each number of files. At a million, one round of the floor takes seconds. */
const SIZES = [
  { files: 10_000, rounds: 40, ratioMax: 1 },
  { files: FILES, rounds: 12, ratioMax: 0.5 },
  { files: 1_000_000, rounds: 3, ratioMax: 1 },
] as const;
/** Searches are quick: enough of them that the slowest alone is not the p99. */
const SEARCHES_A_ROUND = 3;
const MEDIAN_ROUNDS = 9;
const GROWTH_MAX = 12;
const PAGE_SIZE = 8;
const NOW_MS = Date.UTC(2026, 10, 20, 9);
const DAY_MS = 86_400_000;

const ASKING: SearchContext = {
  nowMs: NOW_MS,
  zone: 'Europe/Paris',
  workingDays: createWorkingDays(holidaysOf('FR')),
  completionMax: 1,
  history: null,
  triage: null,
  readerId: null,
};

/** From the commonest to the dearest that 40 terms allow. */
const QUERIES = [
  'decision:ready age:>3bd completion:>=80 sort:oldest',
  'status:new,open -tag:urgent manager:anna rent:500..900 sort:newest',
  'age:>0d stale:>=0d created:2025..2026 -archived:yes sort:completion',
  'sort:score',
  'sort:updated',
  `score:${Array.from({ length: 40 }, (_, index) => `${index}.5`).join(',')}`,
  `${Array.from({ length: 39 }, (_, index) => `-zz${index}`).join(' ')} sort:oldest`,
];
const SEARCHES = ['martin', 'jean dupont', 'mar', 'a', 'zzzz', 'rue t2', 'loc-2024 paris', '-rue'];

/**
 * Filtering, sorting and picking a page from the middle, and searching for free words, at three
 * sizes; then how the medians grow from 100,000 files to a million. Medians, since a query over a
 * million files may have to wait for a garbage collection of all of them, and its floor as well.
 */
export async function querying(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  const medians: (readonly number[])[] = [];
  for (const { files, rounds, ratioMax } of SIZES) {
    const entries = randomEntries(files);
    const table = tableOf(entries);
    const steps = prepareOrders(table);
    while (!steps.next().done);
    figures.push(...(await againstFloors(entries, table, rounds, ratioMax)));
    medians.push([QUERIES, SEARCHES].map((texts) => medianOf(texts, table)));
  }
  const [, few = [], many = []] = medians;
  return [
    ...figures,
    ...['any query', 'free words'].map((what, index) => ({
      what: `${what} over 1,000,000 files, median`,
      floor: 'over 100,000',
      floorMs: few[index] ?? Number.NaN,
      oursMs: many[index] ?? Number.NaN,
      ratioMax: GROWTH_MAX,
    })),
  ];
}

async function againstFloors(
  entries: readonly Entry[],
  table: Table,
  rounds: number,
  ratioMax: number,
): Promise<readonly Figure[]> {
  const files = entries.length;
  const texts = entries.map(searchedText);
  const over = `over ${files.toLocaleString('en')} files, p99`;
  return [
    {
      what: `any query ${over}${files === FILES ? ' (to be 25 ms at most)' : ''}`,
      floor: 'filter by one value, toSorted and slice',
      ratioMax,
      ...(await inTurn(
        rounds,
        0.99,
        async () => QUERIES.map(() => timed(() => plainPage(entries))),
        async () => QUERIES.map((query) => timed(() => page(query, table))),
      )),
    },
    {
      what: `free words ${over}${files === FILES ? ' (to be 15 ms at most)' : ''}`,
      floor: 'String.includes in a text a file',
      ratioMax,
      ...(await inTurn(
        rounds * SEARCHES_A_ROUND,
        0.99,
        async () => SEARCHES.map((word) => timed(() => plainSearch(word, entries, texts))),
        async () => SEARCHES.map((word) => timed(() => page(word, table))),
      )),
    },
  ];
}

function medianOf(texts: readonly string[], table: Table): number {
  const rounds = Array.from({ length: MEDIAN_ROUNDS }, () =>
    texts.map((text) => timed(() => page(text, table))),
  );
  return quantile(rounds.flat(), 0.5);
}

function page(text: string, table: Table): readonly Entry[] {
  const { sort, ...query } = parseQuery(text);
  const rows = findRows({ sort, ...query }, table, ASKING);
  const start = Math.floor(rows.length / 2);
  return sortedPage(table, rows, sort, start, start + PAGE_SIZE);
}

function plainPage(entries: readonly Entry[]): readonly Entry[] {
  const found = entries.filter(({ status }) => status !== 'CLOSED');
  const sorted = found.toSorted((one, other) => (one.createdMs ?? 0) - (other.createdMs ?? 0));
  return sorted.slice(sorted.length / 2, sorted.length / 2 + PAGE_SIZE);
}

function plainSearch(
  word: string,
  entries: readonly Entry[],
  texts: readonly string[],
): readonly Entry[] {
  return entries.filter((_, row) => texts[row]?.includes(word));
}

function searchedText({ applicants, property, managers, tags, profiles }: Entry): string {
  const names = applicants.flatMap(({ firstName, lastName }) => [firstName, lastName]);
  const { title, description, reference } = property;
  const labels = [managers, tags, profiles].flatMap((each) => each.names);
  return fold([...names, title, description, reference, ...labels].join(' '));
}

function timed(work: () => readonly Entry[]): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** The same files each time. */
export function randomEntries(files = FILES): readonly Entry[] {
  faker.seed(3);
  const next = randomNumbers();
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[next(values.length)];
    if (value === undefined) throw new RangeError('there is nothing to pick');
    return value;
  };
  const ago = (days: number) => NOW_MS - Math.floor((next(2 ** 30) / 2 ** 30) * days * DAY_MS);
  const hex = (digits: number) =>
    next(16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  const tags = Array.from({ length: 30 }, () => [
    { name: faker.word.noun(), tenant: null, unreadable: [] },
  ]);
  const managers = Array.from({ length: 50 }, () => [faker.internet.email()]);
  const firstNames = Array.from({ length: NAMES }, () => faker.person.firstName());
  const lastNames = Array.from({ length: NAMES }, () => faker.person.lastName());
  const products = Array.from({ length: files / FILES_A_PROPERTY }, (_, index) => ({
    _id: String(index).padStart(36, '0'),
    title: `T${(index % 5) + 1} ${faker.location.street()} ${faker.location.city()}`,
    reference: `LOC-${2_000 + index}`,
    category: pick(CATEGORIES),
    description: faker.lorem.sentences(5),
    available: next(2) === 0,
    availability: '2026-11-20',
    exclusivity: null,
    managers: [],
    mandate_type: 'management',
    price: null,
    fee: null,
    fee_type: 'direct',
    photo: null,
    incoming_requests: next(40),
    rent_amount: 400 + next(1_600),
    unreadable: [],
    monthly_charges: 20 + next(200),
    furnished: next(2) === 0,
    warranty_amount: null,
    agency_fees: null,
    unpaid_rent_insurance: null,
    achived_at: null,
    disable_spontaneous_applications: null,
    under_insurance: null,
    tenant: null,
    created_at: ago(400),
    updated_at: ago(30),
    meta: {},
    is_pre_application: false,
    pre_application_validated_at: null,
  }));
  const person = () => ({
    first_name: pick(firstNames),
    last_name: pick(lastNames),
    status: 'NEW',
    is_guarantor: false,
    physical_guarantors: [],
    id: null,
    completion_rate: null,
    score: null,
    moral_guarantor: null,
    unreadable: [],
    birth_date: null,
    email: null,
    phone: null,
    form_submitted: null,
    profile: pick(PROFILES),
    created_at: ago(400),
    updated_at: ago(30),
    meta: {},
    is_pre_application: false,
    pre_application_validated_at: null,
  });
  const pool = createPool();
  return Array.from({ length: files }, () =>
    entryOf(
      {
        id: `${hex(6)}${hex(2)}-${hex(4)}-${hex(4)}-${hex(6)}${hex(6)}`,
        status: pick(FILE_STATUSES),
        decision: pick(DECISIONS),
        applicants_situation: pick(SITUATIONS),
        managers: pick(managers),
        tags: pick(tags),
        created_at: ago(400),
        updated_at: ago(30),
        archived_at: null,
        product_id: null,
        meta: {},
        unreadable: [],
        score: next(101),
        completion_rate: next(21) / 20,
        product: pick(products),
        allow_user_engagement: true,
        is_pre_application: next(10) === 0,
        pre_application_validated_at: null,
        under_insurance: next(2) === 0,
        applicants: [person(), person()],
      },
      pool,
    ),
  );
}

/** Whole numbers from 0 up to but without `end` (xorshift): a million files in a second or two. */
function randomNumbers(): (end: number) => number {
  let state = 0x9e3779b9;
  return (end) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(((state >>> 0) / 2 ** 32) * end);
  };
}

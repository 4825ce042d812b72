import { faker } from '@faker-js/faker';

import { fold } from '../../src/lib/text.ts';
import { holidaysOf } from '../../src/portfolio/calendar/holidays.ts';
import { createWorkingDays } from '../../src/portfolio/calendar/working-days.ts';
import { createPool, type Entry, entryOf } from '../../src/portfolio/entry.ts';
import { parseQuery } from '../../src/portfolio/query/parser.ts';
import { findRows, type SearchContext } from '../../src/portfolio/search/execute.ts';
import { sortedPage } from '../../src/portfolio/search/sort.ts';
import { type Table, tableOf } from '../../src/portfolio/search/table.ts';
import {
  CATEGORIES,
  DECISIONS,
  FILE_STATUSES,
  SITUATIONS,
} from '../../src/rental-api/schema/enums.ts';
import { RentalFile } from '../../src/rental-api/schema/rental-file.ts';
import { type Figure, inTurn } from './figure.ts';

const FILES = 100_000;
const PROPERTIES = 4_000;
const ROUNDS = 12;
/** Searches are quick: enough of them that the slowest alone is not the p99. */
const SEARCH_ROUNDS = 40;
const PAGE_SIZE = 8;
const NOW_MS = Date.UTC(2026, 10, 20, 9);
const DAY_MS = 86_400_000;

const ASKING: SearchContext = {
  nowMs: NOW_MS,
  zone: 'Europe/Paris',
  workingDays: createWorkingDays(holidaysOf('FR')),
  completionMax: 1,
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

/** Filtering, sorting and picking a page from the middle, over 100,000 files. */
export async function querying(): Promise<Figure> {
  const entries = randomEntries();
  const table = tableOf(entries);
  return {
    what: `any query over ${FILES.toLocaleString('en')} files, p99 (to be 25 ms at most)`,
    floor: 'filter by one value, toSorted and slice',
    ratioMax: 0.5,
    ...(await inTurn(
      ROUNDS,
      0.99,
      async () => QUERIES.map(() => timed(() => plainPage(entries))),
      async () => QUERIES.map((query) => timed(() => page(query, table))),
    )),
  };
}

/** Searching names, titles and references for free words, over 100,000 files. */
export async function searching(): Promise<Figure> {
  const entries = randomEntries();
  const texts = entries.map(searchedText);
  const table = tableOf(entries);
  return {
    what: `free words over ${FILES.toLocaleString('en')} files, p99 (to be 15 ms at most)`,
    floor: 'String.includes in a text a file',
    ratioMax: 0.5,
    ...(await inTurn(
      SEARCH_ROUNDS,
      0.99,
      async () => SEARCHES.map((word) => timed(() => plainSearch(word, entries, texts))),
      async () => SEARCHES.map((word) => timed(() => page(word, table))),
    )),
  };
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

function searchedText({ applicants, property: { title, reference } }: Entry): string {
  const names = applicants.flatMap(({ firstName, lastName }) => [firstName, lastName]);
  return fold([...names, title, reference].join(' '));
}

function timed(work: () => readonly Entry[]): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** The same 100,000 files each time. */
export function randomEntries(): readonly Entry[] {
  faker.seed(3);
  const tags = Array.from({ length: 30 }, () => ({ name: faker.word.noun() }));
  const managers = Array.from({ length: 50 }, () => faker.internet.email());
  const products = Array.from({ length: PROPERTIES }, (_, index) => ({
    title: `T${(index % 5) + 1} ${faker.location.street()} ${faker.location.city()}`,
    reference: `LOC-${2_000 + index}`,
    category: pick(CATEGORIES),
    rent_amount: faker.number.int({ min: 400, max: 2_000 }),
  }));
  const pool = createPool();
  return Array.from({ length: FILES }, () =>
    entryOf(
      RentalFile.parse({
        id: faker.string.uuid(),
        status: pick(FILE_STATUSES),
        decision: pick(DECISIONS),
        applicants_situation: pick(SITUATIONS),
        managers: [pick(managers)],
        tags: [pick(tags)],
        created_at: ago(400),
        updated_at: ago(30),
        score: faker.number.int(100),
        completion_rate: faker.number.int(20) / 20,
        product: pick(products),
        applicants: [person(), person()],
      }),
      pool,
    ),
  );
}

function pick<Value>(values: readonly Value[]): Value {
  return faker.helpers.arrayElement(values);
}

function ago(days: number): string {
  return new Date(NOW_MS - faker.number.int(days * DAY_MS)).toISOString();
}

function person() {
  return { first_name: faker.person.firstName(), last_name: faker.person.lastName() };
}

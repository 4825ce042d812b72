import { generateFiles } from '../../src/playground/rental-service/data/files.ts';
import { prepareOrders } from '../../src/portfolio/search/results.ts';
import { type FilePage, readFiles } from '../../src/rental-api/schema/page.ts';
import { type Figure, quantile } from './figure.ts';
import { benchPortfolio } from './portfolio.ts';

const FILES = 100_000;
const CHANGES = 50;
const PAGE_SIZE = 1_000;
const POLLS = 11;
const BAR_MS = 30;

/** Our own time for a poll that finds 50 changes among 100,000 files; it asks for one page. */
export async function polling(): Promise<Figure> {
  const all = generateFiles({ count: FILES, seed: 1, nowMs: Date.now() });
  const pages: FilePage[] = [];
  for (let start = 0; start < FILES; start += PAGE_SIZE) {
    pages.push(await pageOf(all.slice(start, start + PAGE_SIZE), start));
  }
  let round = 0;
  let asked = 0;
  const portfolio = benchPortfolio({
    async *pages() {
      yield* pages;
    },
    async *pagesSince() {
      asked += 1;
      const changed = all.slice(round * CHANGES, (round + 1) * CHANGES);
      yield pageOf(
        changed.map((file) => ({ ...file, score: 1_000 + round })),
        FILES,
        CHANGES,
      );
    },
  });
  const { table } = await portfolio.read('changes');
  // Polls are a minute apart: the first of them finds the table sorted.
  for (const _ of prepareOrders(table));

  const times: number[] = [];
  for (round = 1; round <= POLLS; round += 1) {
    const start = performance.now();
    const { changes } = await portfolio.read('changes');
    times.push(performance.now() - start);
    if (changes?.changed.length !== CHANGES) throw new Error('not all changes were found');
  }
  if (asked !== POLLS) throw new Error('a poll read everything');
  return {
    what: `a poll that finds ${CHANGES} changes among ${FILES.toLocaleString('en')} files, median`,
    floor: 'the bar',
    floorMs: BAR_MS,
    oursMs: quantile(times, 0.5),
    ratioMax: 1,
  };
}

async function pageOf(files: readonly unknown[], offset: number, count = FILES): Promise<FilePage> {
  return {
    ...(await readFiles(files)),
    count,
    url: new URL(`https://api.example.com/v1/rental-files?offset=${offset}`),
    next: null,
    servedAt: Date.now(),
  };
}

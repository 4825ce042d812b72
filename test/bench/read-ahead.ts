import { readServiceAccount } from '../../src/rental-api/auth/service-account.ts';
import { createRentalFiles } from '../../src/rental-api/client.ts';
import { startChild } from './child.ts';
import { type Figure, inTurn } from './figure.ts';

const PAGE_SIZE = 100;
const DELAY_MS = 50;
const ROUNDS = 2;

/** So many tell as much as 100,000, in a fifth of the time: set BENCH_FULL for all of them. */
const FILES = process.env['BENCH_FULL'] === undefined ? 20_000 : 100_000;

/** Of these, only that nothing is lost matters. */
const CURSOR_FILES = FILES / 4;

/** Reading pages that take 50 ms each, against following their links one by one. */
export async function readingAhead(): Promise<Figure> {
  const what = `reading ${FILES.toLocaleString('en')} files, ${DELAY_MS} ms a page`;
  const service = 'src/playground/rental-service/main.ts';
  return { what, ...(await againstOneByOne(service, FILES, ['--prepared'])), ratioMax: 0.22 };
}

/** The same with links that tell nothing of the next ones. */
export async function readingCursors(): Promise<Figure> {
  const what = `reading ${CURSOR_FILES.toLocaleString('en')} files by opaque cursors, ${DELAY_MS} ms a page`;
  const service = 'test/bench/cursor-service.ts';
  return { what, ...(await againstOneByOne(service, CURSOR_FILES, [])), ratioMax: 1.05 };
}

async function againstOneByOne(file: string, count: number, more: readonly string[]) {
  const sizes = ['--count', String(count), '--page-size', String(PAGE_SIZE)];
  const service = await startChild(file, [...sizes, '--delay-ms', String(DELAY_MS), ...more]);
  const oneByOne = clientOf(service.line, 1);
  const ours = clientOf(service.line);
  const result = await inTurn(
    ROUNDS,
    0.5,
    () => timed(oneByOne, count),
    () => timed(ours, count),
  );
  await service.stop();
  return { floor: 'links one by one', ...result };
}

function clientOf(line: string, parallelMax?: number): ReturnType<typeof createRentalFiles> {
  const { authUrl, filesUrl, idp, projectId, keyFile } = JSON.parse(line);
  const { account } = readServiceAccount(JSON.stringify(keyFile), Date.now());
  return createRentalFiles({
    firstPage: new URL(filesUrl),
    authUrl,
    idp,
    projectId,
    account,
    now: Date.now,
    limits: parallelMax === undefined ? {} : { parallelMax },
  });
}

async function timed(
  rentalFiles: ReturnType<typeof createRentalFiles>,
  expected: number,
): Promise<readonly number[]> {
  const start = performance.now();
  let count = 0;
  for await (const { files } of rentalFiles.pages()) count += files.length;
  if (count !== expected) throw new Error(`${count} files were read instead of ${expected}`);
  return [performance.now() - start];
}

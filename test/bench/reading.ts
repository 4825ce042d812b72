import { createPortfolio } from '../../src/portfolio/portfolio.ts';
import { readServiceAccount } from '../../src/rental-api/auth/service-account.ts';
import { createRentalFiles, type RentalFiles } from '../../src/rental-api/client.ts';
import { startChild } from './child.ts';
import { type Figure, inTurn } from './figure.ts';

const FILES = 20_000;
const PAGE_SIZE = 100;
const ROUNDS = 9;

/**
 * Reading 20,000 files over loopback against `fetch` and `JSON.parse` over the same pages: every
 * field of every file, and the same with all of them laid out to be asked about.
 */
export async function reading(): Promise<readonly Figure[]> {
  const sizes = ['--count', String(FILES), '--page-size', String(PAGE_SIZE), '--prepared'];
  const service = await startChild('src/playground/rental-service/main.ts', sizes);
  const { authUrl, filesUrl, idp, projectId, keyFile } = JSON.parse(service.line);
  const { account } = readServiceAccount(JSON.stringify(keyFile), Date.now());
  let bearer = '';
  const rentalFiles = createRentalFiles({
    firstPage: new URL(filesUrl),
    authUrl,
    idp,
    projectId,
    account,
    now: Date.now,
    watch: (send) => async (input, init) => {
      if (bearer === '') bearer = new Request(input, init).headers.get('authorization') ?? '';
      return send(input, init);
    },
  });
  await rentalFiles.checkToken();
  await walk(rentalFiles);

  const floor = () => timed(() => bareWalk(filesUrl, bearer));
  const figures = [
    {
      what: `reading ${FILES.toLocaleString('en')} files over loopback, median`,
      ratioMax: 1.3,
      ...(await inTurn(ROUNDS, 0.5, floor, () => timed(() => walk(rentalFiles)))),
    },
    {
      what: `the same, laid out to be asked about, median`,
      ratioMax: 1.25,
      ...(await inTurn(ROUNDS, 0.5, floor, () => timed(() => layOut(rentalFiles)))),
    },
  ];
  await service.stop();
  return figures.map((figure) => ({ floor: 'fetch and JSON.parse', ...figure }));
}

async function bareWalk(first: string, authorization: string): Promise<number> {
  let count = 0;
  for (let url: string | null = first; url !== null;) {
    const response = await fetch(url, { headers: { authorization } });
    const page: { results: unknown[]; next: string | null } = JSON.parse(await response.text());
    count += page.results.length;
    url = page.next;
  }
  return count;
}

async function walk(rentalFiles: RentalFiles): Promise<number> {
  let count = 0;
  for await (const { files } of rentalFiles.pages()) count += files.length;
  return count;
}

async function layOut(rentalFiles: RentalFiles): Promise<number> {
  const portfolio = createPortfolio({
    pages: () => rentalFiles.summaries(),
    pagesSince: null,
    now: Date.now,
    monotonic: Date.now,
    pollSeconds: 3_600,
    completionMax: null,
    onFailure: () => {},
  });
  return (await portfolio.read()).table.entries.length;
}

async function timed(read: () => Promise<number>): Promise<readonly number[]> {
  const start = performance.now();
  const count = await read();
  if (count !== FILES) throw new Error(`${count} files were read instead of ${FILES}`);
  return [performance.now() - start];
}

import { createPortfolio } from '../../src/portfolio/portfolio.ts';
import { readServiceAccount } from '../../src/rental/account.ts';
import { createRentalFiles } from '../../src/rental/client.ts';
import { startChild } from './child.ts';
import { type Figure, inTurn } from './figure.ts';

const FILES = 20_000;
const PAGE_SIZE = 100;
const ROUNDS = 7;

/** Reading 20,000 files over loopback, against `fetch` and `JSON.parse` over the same pages. */
export async function reading(): Promise<Figure> {
  const sizes = ['--count', String(FILES), '--page-size', String(PAGE_SIZE), '--prepared'];
  const service = await startChild('src/playground/rental-service/main.ts', sizes);
  const { authUrl, filesUrl, idp, projectId, keyFile } = JSON.parse(service.line);
  const { account } = readServiceAccount(JSON.stringify(keyFile), Date.now());
  let bearer = '';
  const rentalFiles = createRentalFiles({
    firstPage: new URL(filesUrl),
    authUrl: new URL(authUrl),
    idp,
    projectId,
    account,
    now: Date.now,
    async fetch(input, init) {
      bearer = new Request(input, init).headers.get('authorization') ?? bearer;
      return fetch(input, init);
    },
  });

  const result = await inTurn(
    ROUNDS,
    0.5,
    () => timed(async () => (bearer === '' ? FILES : bareWalk(filesUrl, bearer))),
    () =>
      timed(async () => {
        const portfolio = createPortfolio({
          pages: () => rentalFiles.pages(),
          now: Date.now,
          pagesSince: null,
          pollSeconds: 3_600,
          completionMax: null,
          onBackgroundFailure: () => {},
        });
        return (await portfolio.read()).table.entries.length;
      }),
  );
  await service.stop();
  return {
    what: `reading ${FILES.toLocaleString('en')} files over loopback, median`,
    floor: 'fetch and JSON.parse',
    ratioMax: 1.3,
    ...result,
  };
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

async function timed(read: () => Promise<number>): Promise<readonly number[]> {
  const start = performance.now();
  const count = await read();
  if (count !== FILES) throw new Error(`${count} files were read instead of ${FILES}`);
  return [performance.now() - start];
}

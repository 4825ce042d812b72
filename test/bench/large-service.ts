import { once } from 'node:events';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';

import { generateFiles } from '../../src/playground/rental-service/data/files.ts';
import { startRentalService } from '../../src/playground/rental-service/service.ts';

/**
 * The model service before a list of any length, whose pages are made when they are asked for: a
 * million files would not fit into its memory. Its access tokens are given out, but not checked.
 */
const { values } = parseArgs({ options: { count: { type: 'string', default: '1000000' } } });
const COUNT = Number(values.count);
const PAGE_SIZE = 1_000;
const MADE_MS = Date.UTC(2026, 10, 20);

const service = await startRentalService({ now: Date.now, count: 1, ownProcess: true });
const { pathname } = new URL(service.filesUrl);

const front = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', service.filesUrl);
  const offset = Number(searchParams.get('offset') ?? 0);
  const after = offset + PAGE_SIZE;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      count: COUNT,
      next: after < COUNT ? `${pathname}?offset=${after}` : null,
      // Each page has its own people and properties, as a larger portfolio has more of them.
      results: generateFiles({
        count: Math.min(PAGE_SIZE, COUNT - offset),
        seed: offset,
        nowMs: MADE_MS,
      }),
    }),
  );
});
front.listen(0, '127.0.0.1');
await once(front, 'listening');
const address = front.address();
const port = address !== null && typeof address === 'object' ? address.port : 0;

const { authUrl, idp, projectId, keyFile } = service;
const filesUrl = `http://127.0.0.1:${port}${pathname}`;
console.log(JSON.stringify({ authUrl, filesUrl, idp, projectId, keyFile }));

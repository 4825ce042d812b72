import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parseArgs } from 'node:util';

import { startRentalService } from '../../src/playground/rental-service/service.ts';

/** The model service behind links that tell nothing: its offsets as opaque cursors. */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '420' },
    'page-size': { type: 'string', default: '100' },
    'delay-ms': { type: 'string', default: '0' },
  },
});
const service = await startRentalService({
  now: Date.now,
  count: Number(values.count),
  pageSize: Number(values['page-size']),
  delayMs: Number(values['delay-ms']),
  prepared: true,
  ownProcess: true,
});
const list = new URL(service.filesUrl);

const front = createServer((request, response) => void forward(request, response));
front.listen(0, '127.0.0.1');
await once(front, 'listening');
const address = front.address();
const port = address !== null && typeof address === 'object' ? address.port : 0;

const { authUrl, idp, projectId, keyFile } = service;
const filesUrl = `http://127.0.0.1:${port}${list.pathname}`;
console.log(JSON.stringify({ authUrl, filesUrl, idp, projectId, keyFile }));

async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { searchParams } = new URL(request.url ?? '', list);
  const behind = new URL(list);
  const cursor = Buffer.from(searchParams.get('cursor') ?? '', 'base64url').toString();
  behind.searchParams.set('offset', cursor.split(':')[1] ?? '0');
  const answer = await fetch(behind, {
    headers: { authorization: request.headers.authorization ?? '' },
  });
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end((await answer.text()).replace(/"next":"[^"]*offset=(\d+)"/, withCursor));
}

function withCursor(_: string, offset: string): string {
  const cursor = Buffer.from(`from:${offset}`).toString('base64url');
  return `"next":"${list.pathname}?cursor=${cursor}"`;
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** One post as it arrived. */
interface Arrival {
  readonly channel: string;
  readonly key: string;
  readonly at: number;
}

/** A Slack with as many channels as anybody names, which take one message a second each. */
export interface ManyChannels extends AsyncDisposable {
  readonly apiUrl: string;
  readonly posts: readonly Arrival[];
  /** How many were refused because they came too soon. */
  tooSoon(): number;
}

const INTERVAL_MS = 1_000;

/** @see https://docs.slack.dev/apis/web-api/rate-limits */
export async function startManyChannels(): Promise<ManyChannels> {
  const posts: Arrival[] = [];
  const last = new Map<string, number>();
  let tooSoon = 0;
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const args = new URLSearchParams(await text(request));
    const channel = args.get('channel') ?? '';
    const at = Date.now();
    response.setHeader('content-type', 'application/json');
    if (at - (last.get(channel) ?? 0) < INTERVAL_MS) {
      tooSoon += 1;
      response.writeHead(429, { 'retry-after': '1' }).end('{"ok":false,"error":"ratelimited"}');
      return;
    }
    last.set(channel, at);
    const key: unknown = JSON.parse(args.get('metadata') ?? 'null')?.event_payload?.slot;
    posts.push({ channel, key: String(key), at });
    response.end(JSON.stringify({ ok: true, channel, ts: String(at / 1000) }));
  }

  const server = createServer((request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    apiUrl: `http://127.0.0.1:${port}/api/`,
    posts,
    tooSoon: () => tooSoon,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

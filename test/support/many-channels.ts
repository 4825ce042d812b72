import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** One post as it arrived. */
interface Arrival {
  readonly channel: string;
  readonly key: string;
  readonly at: number;
}

/** What its limits are. */
export interface ManyChannelsOptions {
  /** How many posts the whole workspace takes in a minute; any number without it. */
  readonly perMinute?: number;
}

/** A Slack with as many channels as anybody names, which take one message a second each. */
export interface ManyChannels extends AsyncDisposable {
  readonly apiUrl: string;
  readonly posts: readonly Arrival[];
  /** How many were refused because they came too soon for their channel. */
  tooSoon(): number;
  /** How many were refused because the whole workspace had posted too much. */
  limited(): number;
}

const INTERVAL_MS = 1_000;
const MINUTE_MS = 60_000;

/** So many posts a workspace takes at once before its limit a minute counts. */
export const BURST = 10;

/** @see https://docs.slack.dev/apis/web-api/rate-limits */
export async function startManyChannels({
  perMinute = Infinity,
}: ManyChannelsOptions = {}): Promise<ManyChannels> {
  const posts: Arrival[] = [];
  const last = new Map<string, number>();
  let tooSoon = 0;
  let limited = 0;
  const workspace = bucket(perMinute);
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
    const waitMs = workspace.waitMs(at);
    if (waitMs > 0) {
      limited += 1;
      const seconds = String(Math.ceil(waitMs / 1_000));
      response.writeHead(429, { 'retry-after': seconds }).end('{"ok":false,"error":"ratelimited"}');
      return;
    }
    last.set(channel, at);
    const key: unknown = JSON.parse(args.get('metadata') ?? 'null')?.event_payload?.slot;
    posts.push({ channel, key: String(key), at });
    response.end(JSON.stringify({ ok: true, channel, ts: String(at / 1000) }));
  }

  const server = createServer((request, response) => void take(request, response));
  // On a busy machine it would hang up on a post that is on its way, and nobody can look that up here.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    apiUrl: `http://127.0.0.1:${port}/api/`,
    posts,
    tooSoon: () => tooSoon,
    limited: () => limited,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A place becomes free again and again, and a few are kept for later. */
function bucket(perMinute: number) {
  let places = BURST;
  let seenAt = Date.now();
  if (perMinute === Infinity) return { waitMs: () => 0 };
  return {
    /** Takes a place, or says how long there will be none. */
    waitMs(at: number): number {
      places = Math.min(BURST, places + ((at - seenAt) * perMinute) / MINUTE_MS);
      seenAt = at;
      if (places < 1) return ((1 - places) * MINUTE_MS) / perMinute;
      places -= 1;
      return 0;
    },
  };
}

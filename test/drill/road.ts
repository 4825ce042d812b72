import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

import type { Random } from '../../src/playground/rental-service/data/random.ts';

/** The road from Slack to the bot, over HTTP. */
export interface Road extends AsyncDisposable {
  readonly url: URL;
  /** So long what is clicked and typed may be under way, so that one overtakes another. */
  setDelay(msMax: number): void;
  /** Whether events arrive twice, as when Slack did not hear that they had arrived. */
  setRepeating(isRepeating: boolean): void;
}

const CARRIED = /^(?:content-type|x-slack-)/;

/** @param target where the bot listens; `null` while it does not */
export async function openRoad(target: () => URL | null, random: Random): Promise<Road> {
  let delayMsMax = 0;
  let isRepeating = false;

  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const headers = Object.fromEntries(
        Object.entries(request.headers).flatMap(([name, value]) =>
          CARRIED.test(name) ? [[name, String(value)]] : [],
        ),
      );
      const isEvent = headers['content-type']?.startsWith('application/json') ?? false;
      if (delayMsMax > 0) await setTimeout(random.fraction() * delayMsMax);
      const send = async () => {
        const url = target();
        if (url === null) throw new Error('nobody is there');
        return fetch(new URL(request.url ?? '/', url), {
          method: 'POST',
          body: new Uint8Array(body),
          headers: { ...headers, connection: 'close' },
        });
      };
      const again = isRepeating && isEvent ? send().catch(() => null) : null;
      const answer = await send();
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'text/plain',
      });
      response.end(Buffer.from(await answer.arrayBuffer()));
      await (await again)?.body?.cancel();
    })().catch(() => request.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: new URL(`http://127.0.0.1:${port}/slack/events`),
    setDelay(msMax) {
      delayMsMax = msMax;
    },
    setRepeating(isRepeatingNow) {
      isRepeating = isRepeatingNow;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

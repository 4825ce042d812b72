import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

import { onTestFinished } from 'vitest';

import { portOf } from '../../src/slack/listening.ts';

/** Takes what is posted to response URLs, and counts it. */
export interface AnswerBox {
  readonly url: string;
  /** How many answers came to each path, in the order of their numbers; signs of life not counted. */
  counts(): ReadonlyMap<string, number>;
}

export async function answerBox(): Promise<AnswerBox> {
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const isPassing = body.includes('Reading the rental files');
      const path = request.url ?? '';
      if (!isPassing) counts.set(path, (counts.get(path) ?? 0) + 1);
      return response.end('ok');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    counts: () =>
      new Map(
        [...counts].toSorted(([one], [other]) => Number(one.slice(1)) - Number(other.slice(1))),
      ),
  };
}

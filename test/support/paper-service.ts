import { setImmediate as turn } from 'node:timers/promises';

import { createRentalFiles, type RentalFiles } from '../../src/rental-api/client.ts';
import type { Limits } from '../../src/rental-api/limits.ts';
import { NOW, serviceAccount } from './service-account.ts';

const ORIGIN = 'https://api.example.com';
const ACCOUNT = serviceAccount();

/** What a page is answered; a string as a body of its own. */
export interface PaperAnswer {
  readonly status?: number;
  readonly body?: unknown;
  /** Turns of the event loop until it comes. */
  readonly turns?: number;
}

export interface PaperService {
  readonly first: URL;
  readonly asked: readonly string[];
  /** The most requests for pages that were under way at once. */
  readonly busiest: number;
  /** How many were given up. */
  readonly left: number;
  client(limits?: Partial<Limits>): RentalFiles;
}

/**
 * A service without sockets, for thousands of lists. Its clock goes on by a second for every
 * request, so that no rest lasts.
 *
 * @param answer what the page at a query is answered when it is asked for the n-th time, from 1
 */
export function paperService(
  first: string,
  answer: (query: string, times: number) => PaperAnswer,
): PaperService {
  const asked: string[] = [];
  let underWay = 0;
  let busiest = 0;
  let left = 0;

  async function answerPage(request: Request): Promise<Response> {
    const query = new URL(request.url).search;
    asked.push(query);
    underWay += 1;
    busiest = Math.max(busiest, underWay);
    const times = asked.filter((one) => one === query).length;
    const { status = 200, body, turns = 0 } = answer(query, times);
    for (let passed = 0; passed < turns && !request.signal.aborted; passed += 1) await turn();
    underWay -= 1;
    if (request.signal.aborted) left += 1;
    request.signal.throwIfAborted();
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
    return new Response(text, { status, headers: { 'retry-after': '0' } });
  }

  return {
    first: new URL(`/files${first}`, ORIGIN),
    asked,
    get busiest() {
      return busiest;
    },
    get left() {
      return left;
    },
    client(limits) {
      return createRentalFiles({
        firstPage: new URL(`/files${first}`, ORIGIN),
        authUrl: 'https://auth.example.com',
        idp: 'idp',
        projectId: '42',
        account: ACCOUNT,
        now: () => NOW,
        monotonic: () => asked.length * 1_000,
        limits: { retryMs: 1, ...limits },
        watch: () => async (input, init) => {
          const request = new Request(input, init);
          if (new URL(request.url).origin === ORIGIN) return answerPage(request);
          return Response.json({ access_token: 't', token_type: 'Bearer', expires_in: 43_199 });
        },
      });
    },
  };
}

import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as requestFrom,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';

import { portOf } from '../../src/slack/receivers/http-receiver.ts';

/** Stands before a workspace, at one address with it: the bot sends answers to Slack alone. */
export interface SlackFront {
  /** Where answers are taken: any path below it. */
  readonly answersUrl: string;
  /** Base of the Web API, for the bot. */
  readonly apiUrl: string;
  /** Refuses the next call of a method, and says when to come again. */
  limitOnce(method: string, retryAfterSeconds: number): void;
  /** Answers a method in the workspace's place from now on, and says with what it was called. */
  takeCalls(method: string, taker: (body: string) => void): void;
  /** How often a method was called. */
  calls(method: string): number;
  /** Says where the workspace is that has everything else. */
  passTo(workspace: URL): void;
  stop(): void;
}

const ANSWERS = '/answers';

/** @param take hears of each answer once it has come, by its path below `answersUrl` */
export async function startSlackFront(
  take: (path: string, body: string) => void,
): Promise<SlackFront> {
  let workspace: URL | null = null;
  const limits = new Map<string, number>();
  const calls: string[] = [];
  const takers = new Map<string, (body: string) => void>();

  async function taken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    response.end('ok');
    take((request.url ?? '').slice(ANSWERS.length), body);
  }

  const server = createServer((request, response) => {
    const { url: path = '/', method, headers } = request;
    if (path.startsWith(ANSWERS)) {
      void taken(request, response);
      return;
    }
    const called = path.replace(/^\/api\//, '');
    calls.push(called);
    const seconds = limits.get(called);
    if (limits.delete(called)) {
      request.resume();
      response.writeHead(429, { 'retry-after': String(seconds) });
      response.end('{"ok":false,"error":"ratelimited"}');
      return;
    }
    const taker = takers.get(called);
    if (taker !== undefined) {
      void answered(request, response, taker);
      return;
    }
    if (workspace === null) throw new Error('no workspace is known yet');
    const passed = requestFrom(new URL(path, workspace), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.once('error', () => response.destroy());
    request.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${portOf(server)}`;
  return {
    answersUrl: `${origin}${ANSWERS}`,
    apiUrl: `${origin}/api/`,
    limitOnce: (method, retryAfterSeconds) => void limits.set(method, retryAfterSeconds),
    takeCalls: (method, taker) => void takers.set(method, taker),
    calls: (method) => calls.filter((called) => called === method).length,
    passTo(url) {
      workspace = url;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Answers a call as Slack does, and says with what it came. */
async function answered(
  request: IncomingMessage,
  response: ServerResponse,
  taker: (body: string) => void,
): Promise<void> {
  const body = await text(request);
  response.setHeader('content-type', 'application/json').end('{"ok":true}');
  taker(body);
}

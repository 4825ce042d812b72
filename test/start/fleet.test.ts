import { readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

import { expect, onTestFinished, test, vi } from 'vitest';

import { startRentalService } from '../../src/playground/rental-service/service.ts';
import { signedHeaders } from '../../src/playground/slack-workspace/bot/http.ts';
import { readManifest } from '../../src/playground/slack-workspace/manifest.ts';
import type { Message } from '../../src/playground/slack-workspace/page-protocol.ts';
import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { APP } from '../../src/playground/slack-workspace/store/team.ts';
import { listening, portOf } from '../../src/slack/receivers/http-receiver.ts';
import { callTool, HANNAH, jsonRpc, send } from '../mcp/fixture.ts';
import { type BotChild, environmentFor, startBot, WAIT } from '../support/bot.ts';
import { freePort } from '../support/free-port.ts';
import { serverPlace } from '../support/places.ts';
import { startPostgres } from '../support/postgres.ts';
import {
  buttonOf,
  messageThat,
  placeOf,
  SIGNING_SECRET,
  testWorkspace,
  visitor,
} from '../support/slack-workspace.ts';

const manifest = readManifest(readFileSync('manifest.yml', 'utf8'));

/** By when a second answer would have come. */
const SETTLED_MS = 1_500;
/** Slack gives up after three seconds. */
const ACKNOWLEDGED_MS_MAX = 3_000;

/** Of its forty files, five a page. */
const PAGES = 8;

/** A request of Slack's, as it was signed. */
interface Captured {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A proxy that passes each request to the next bot, and keeps it. */
async function alternatingProxy(bots: () => readonly BotChild[]) {
  const captured: Captured[] = [];
  let turn = 0;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = { headers: signatureOf(request.headers), body: await text(request) };
    captured.push(sent);
    const bot = bots()[turn % bots().length];
    turn += 1;
    const answer = await fetch(bot?.eventsUrl ?? '', { method: 'POST', ...sent }).catch(() => null);
    response.writeHead(answer?.status ?? 502, { connection: 'close' });
    response.end(await answer?.text());
  }

  const server = createServer((request, response) => void pass(request, response));
  await listening(server, { port: 0, host: '127.0.0.1' });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: new URL(`http://127.0.0.1:${portOf(server)}/slack/events`),
    /** The last request that holds this. */
    captured: (part: string) => {
      const found = captured.findLast(({ body }) => decodeURIComponent(body).includes(part));
      if (found === undefined) throw new Error(`nothing was sent with ${part}`);
      return found;
    },
    /** Which bot is next. */
    setNext: (index: number) => void (turn = index),
  };
}

function signatureOf(headers: IncomingHttpHeaders): Record<string, string> {
  const names = ['content-type', 'x-slack-signature', 'x-slack-request-timestamp'];
  return Object.fromEntries(names.map((name) => [name, String(headers[name])]));
}

async function databaseOfTest(): Promise<string> {
  const place = await serverPlace();
  onTestFinished(() => place[Symbol.asyncDispose]());
  return place.databaseUrl;
}

/** Bots on one database, behind a proxy that passes requests to them in turn. */
async function openFleet(instances: number, databaseUrl: string) {
  const service = await startRentalService({ count: 40, now: () => Date.now() });
  onTestFinished(() => service.stop());
  const bots: BotChild[] = [];
  const proxy = await alternatingProxy(() => bots);
  const workspace = await testWorkspace({
    manifest,
    now: () => Date.now(),
    botEventsUrl: () => proxy.url,
  });
  const environment = {
    ...environmentFor(service, workspace.apiUrl),
    DATABASE_URL: databaseUrl,
    ACCESS_BURST: '0',
    MCP: 'reference',
  };
  const ports = await Promise.all(
    Array.from({ length: instances }, async () => String(await freePort())),
  );
  bots.push(...(await Promise.all(ports.map((PORT) => startBot({ ...environment, PORT })))));
  await Promise.all(bots.map((bot) => bot.ready()));

  return {
    ...proxy,
    bots,
    service,
    workspace,
    hannah: visitor(workspace, PEOPLE.hannah),
    /** What the bots have said so far. */
    answers: () => workspace.state().messages.filter(({ author }) => author === APP.userId),
    /** Sends a captured request to one bot, and says how it was acknowledged. */
    replay: async (index: number, { headers, body }: Captured) => {
      const url = bots[index]?.eventsUrl ?? '';
      const startedAt = performance.now();
      const answer = await fetch(url, { method: 'POST', headers, body });
      const acknowledgement = [answer.status, await answer.text()];
      return { acknowledgement, ms: performance.now() - startedAt };
    },
    restart: async (index: number) => {
      bots[index]?.signal('SIGTERM');
      await bots[index]?.ended;
      const bot = await startBot({ ...environment, PORT: ports[index] ?? '' });
      bots[index] = bot;
      await bot.ready();
      // A claim waits for the database for a moment only, in which a busy machine may not connect.
      await callTool(bot.url, 'count_files', { by: 'status' });
    },
  };
}

/** Whether a bot has posted it for everybody. */
function isShared({ author, onlyFor, channel }: Message): boolean {
  return author === APP.userId && onlyFor === null && channel === CHANNELS.leasing;
}

function signedAnew({ headers, body }: Captured): Captured {
  const signature = signedHeaders(SIGNING_SECRET, body, Date.now() + 2_000);
  return { body, headers: { ...headers, ...signature } };
}

test('a request is answered once by three bots, whichever of them it is sent to again', async () => {
  const { workspace, hannah, answers, captured, replay, restart } = await openFleet(
    3,
    await databaseOfTest(),
  );
  await hannah.say('/rental help');
  await vi.waitUntil(() => answers().length === 1, WAIT);
  await hannah.say('/rental list');
  await vi.waitUntil(() => answers().length === 2, WAIT);
  const list = captured('text=list');
  for (const bot of [0, 1, 2, 0, 1, 2]) {
    expect((await replay(bot, list)).acknowledgement).toEqual([200, '']);
    expect((await replay(bot, signedAnew(list))).acknowledgement).toEqual([200, '']);
  }

  await hannah.say('@Rental Desk list');
  await vi.waitUntil(() => answers().length === 3, WAIT);
  // Slack's own retry: the same event, signed anew.
  for (const bot of [0, 1, 2]) {
    const retried = signedAnew(captured('app_mention'));
    expect((await replay(bot, retried)).acknowledgement).toEqual([200, '']);
  }

  await restart(0);
  for (const bot of [0, 1, 2]) {
    await replay(bot, list);
    await replay(bot, captured('app_mention'));
  }
  await setTimeout(SETTLED_MS);
  expect(answers()).toHaveLength(3);

  const [listed] = answers().filter((message) => message.text.includes('40 rental files'));
  if (listed === undefined) throw new Error('nothing is listed');
  await hannah.press(placeOf(listed), buttonOf(listed, 'Share'));
  await vi.waitUntil(() => hannah.modal()?.view['submit'] !== undefined, WAIT);
  await hannah.submit({});
  await messageThat(workspace, isShared);
  const form = captured('view_submission');
  // Handed in by another press: Slack gives each submission a trigger id of its own.
  const again = (mark: string): Captured =>
    signedAnew({
      ...form,
      body: form.body.replace(/trigger_id%22%3A%22[\w.]*/, `trigger_id%22%3A%22${mark}`),
    });
  for (const bot of [0, 1, 2]) {
    expect((await replay(bot, form)).acknowledgement).toEqual([200, '']);
    const { acknowledgement } = await replay(bot, again(`9.9.${bot}`));
    expect(acknowledgement).toEqual([200, expect.stringContaining('already submitted')]);
  }
  await setTimeout(SETTLED_MS);
  expect(answers().filter(isShared)).toHaveLength(1);
}, 240_000);

test('pages turned on two bots in turn hold each file once, and have not moved on', async () => {
  const { hannah, answers, service, restart } = await openFleet(2, await databaseOfTest());
  await hannah.say('/rental list');
  await vi.waitUntil(() => answers().length === 1, WAIT);
  const seen: string[] = [];
  for (let page = 1; page <= PAGES; page += 1) {
    await vi.waitUntil(() => answers()[0]?.text.includes(`Page ${page} of ${PAGES}`), WAIT);
    const [list] = answers();
    if (list === undefined) throw new Error('nothing is listed');
    expect(list.text).not.toContain('read again since');
    seen.push(...list.text.split('\n').filter((line) => /^\d+\. /.test(line)));
    // A bot that has just started has read the same files.
    if (page === 2) await restart(0);
    if (page < PAGES) await hannah.press(placeOf(list), buttonOf(list, 'Next ›'));
  }
  expect(new Set(seen.map((line) => line.replace(/^\d+\. /, ''))).size).toBe(service.files.length);
}, 240_000);

test('a call of an assistant is answered by one of two bots, and its cursor by the other', async () => {
  const { bots, restart } = await openFleet(2, await databaseOfTest());
  const urlOf = (index: number) => bots[index]?.url ?? new URL('http://127.0.0.1:9');
  const params = { name: 'count_files', arguments: { by: 'status' }, _meta: { slack: HANNAH } };
  const at = Date.now();
  // Anew where a machine stood still for longer than a claim waits for the database.
  const answeredOnce = async () =>
    vi.waitFor(async () => {
      const body = jsonRpc('tools/call', params);
      const statuses: number[] = [];
      for (const bot of [0, 1, 0, 1]) statuses.push((await send(urlOf(bot), body, {}, at)).status);
      expect(statuses).toEqual([200, 409, 409, 409]);
      return body;
    }, WAIT);
  const answered = await answeredOnce();
  await restart(0);
  // By then the new process claims calls in the database.
  await answeredOnce();
  expect((await send(urlOf(0), answered, {}, at)).status).toBe(409);

  const first = await callTool(urlOf(0), 'search_files', { limit: 7 });
  const cursor = first.data['next_cursor'];
  const second = await callTool(urlOf(1), 'search_files', { cursor });
  expect(second.data).toMatchObject({ total: 40, page: 2, has_changed: false });
  expect(second.data['files']).not.toEqual(first.data['files']);
}, 240_000);

test('without their database two bots answer in time, each once, and say so', async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres[Symbol.asyncDispose]());
  const { bots, hannah, answers, captured, replay } = await openFleet(
    2,
    await postgres.newDatabase(),
  );
  await hannah.say('/rental help');
  await vi.waitUntil(() => answers().length === 1, WAIT);
  await postgres.crash();

  for (const bot of [0, 1]) {
    const help = captured('text=help');
    const sent = { ...help, body: help.body.replace('trigger_id=', `trigger_id=${bot}`) };
    const { acknowledgement, ms } = await replay(bot, signedAnew(sent));
    expect([acknowledgement[0], ms < ACKNOWLEDGED_MS_MAX]).toEqual([200, true]);
    await vi.waitUntil(() => answers().length === 2 + bot, WAIT);
    expect((await replay(bot, signedAnew(sent))).acknowledgement).toEqual([200, '']);
  }
  for (const bot of bots) {
    const degraded = async () => (await bot.state())?.body.degraded ?? [];
    await vi.waitUntil(async () => (await degraded()).includes('replay protection'), WAIT);
    expect((await bot.state())?.status).toBe(200);
  }
  await setTimeout(SETTLED_MS);
  expect(answers()).toHaveLength(3);

  await postgres.restart();
  for (const bot of bots) {
    await vi.waitUntil(async () => (await bot.state())?.body.degraded.length === 0, WAIT);
  }
}, 240_000);

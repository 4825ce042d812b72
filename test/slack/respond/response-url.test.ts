import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

import { afterEach, expect, test, vi } from 'vitest';

import { portOf } from '../../../src/slack/receivers/http-receiver.ts';
import { respondTo } from '../../../src/slack/respond/respond.ts';
import { ReplyLostError, ReplyRefusedError } from '../../../src/slack/web-api.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A response URL that is answered so, and what came to it. */
async function responseUrl(listener: RequestListener) {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      heard.push(body);
      listener(request, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}/response`,
    heard,
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const MESSAGE = { text: '3 files wait · “Été” 🏠' };

test('a reply arrives whole, whatever stands in it', async () => {
  using slack = await responseUrl((_, response) => response.end('ok'));
  await respondTo(slack.url, MESSAGE);
  expect(slack.heard.map((body) => JSON.parse(body))).toEqual([MESSAGE]);
});

test.each([
  ['says no in its own words', 200, '{"ok":false,"error":"expired_url"}', 'expired_url'],
  ['says no in one word', 404, 'used_url', 'used_url'],
  ['says nothing', 500, '', '500'],
  ['leads elsewhere', 302, '', '302'],
])('a refusal that %s is known as %4$s', async (_, status, answer, code) => {
  using slack = await responseUrl((_request, response) => {
    response.writeHead(status, { location: '/elsewhere' }).end(answer);
  });
  const error = await respondTo(slack.url, MESSAGE).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ReplyRefusedError);
  expect(error).toMatchObject({ code });
  expect(slack.heard).toHaveLength(1);
});

test('while Slack is busy for a moment, the reply is sent again', async () => {
  let isBusy = true;
  using slack = await responseUrl((_, response) => {
    response.writeHead(isBusy ? 429 : 200, { 'retry-after': '0' }).end();
    isBusy = false;
  });
  await respondTo(slack.url, MESSAGE);
  expect(slack.heard).toHaveLength(2);
});

test('a long wait is not waited for', async () => {
  using slack = await responseUrl((_, response) => {
    response.writeHead(429, { 'retry-after': '30' }).end();
  });
  await expect(respondTo(slack.url, MESSAGE)).rejects.toMatchObject({ code: '429' });
  expect(slack.heard).toHaveLength(1);
});

test('a reply whose answer is cut off is lost, and is not sent again', async () => {
  using slack = await responseUrl((_, response) => {
    response.writeHead(200, { 'content-length': '10' }).write('o');
    setTimeout(() => response.destroy(), 20);
  });
  await expect(respondTo(slack.url, MESSAGE)).rejects.toBeInstanceOf(ReplyLostError);
  expect(slack.heard).toHaveLength(1);
});

test('a reply that a proxy answers with its login page is lost', async () => {
  using slack = await responseUrl((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('\n<!doctype html><p>Sign in</p>');
  });
  await expect(respondTo(slack.url, MESSAGE)).rejects.toBeInstanceOf(ReplyLostError);
  expect(slack.heard).toHaveLength(1);
});

test('a reply that is not answered in ten seconds is lost', async () => {
  const timeout = new AbortController();
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  using slack = await responseUrl(() => {});
  const sent = respondTo(slack.url, MESSAGE).catch((caught: unknown) => caught);
  await vi.waitUntil(() => slack.heard.length === 1, { timeout: 60_000 });
  expect(limit).toHaveBeenCalledWith(10_000);
  timeout.abort(new DOMException('too late', 'TimeoutError'));
  expect(await sent).toBeInstanceOf(ReplyLostError);
});

test('of an endless answer only the start is read', async () => {
  using slack = await responseUrl((_, response) => {
    response.writeHead(400);
    const more = setInterval(() => response.write('x'.repeat(1_000)), 1);
    response.on('close', () => clearInterval(more));
  });
  const error = await respondTo(slack.url, MESSAGE).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ name: 'ReplyRefusedError', code: 'x'.repeat(200) });
});

import { once } from 'node:events';
import { createServer } from 'node:http';

import { expect, onTestFinished, test, vi } from 'vitest';

import {
  type Connectivity,
  type Health,
  healthRoutes,
  portOf,
} from '../../../src/slack/receivers/http-receiver.ts';

const WELL: Health = {
  isDatabaseReached: () => true,
  isReplayGuardShared: () => true,
  latestSnapshot: () => ({ files: 420, ageMs: 12_400 }),
  refreshFailure: () => null,
  metrics: async () => ({ contentType: 'text/plain; version=0.0.4', text: 'up 1\n' }),
};

/** Asks the routes over HTTP. */
async function serving(
  slack: Connectivity,
  health?: Health,
): Promise<(path: string) => Promise<Response>> {
  const routes = healthRoutes(() => slack, health);
  const server = createServer((request, response) => {
    const route = routes.find(({ path }) => path === request.url);
    if (route?.method.includes(request.method ?? '')) route.handler(request, response);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return async (path) => fetch(`http://127.0.0.1:${portOf(server)}${path}`);
}

test('a bot that is well says so, part by part', async () => {
  const ask = await serving('heard', WELL);
  const ready = await ask('/readyz');
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({
    ok: true,
    degraded: [],
    slack: 'heard',
    database: 'reached',
    replayProtection: 'all instances',
    rentalFiles: { read: 420, ageSeconds: 12, failure: null },
  });
  expect(await (await ask('/healthz')).json()).toEqual({ ok: true });
});

test.each([
  ['the database away', { isDatabaseReached: () => false }, ['database']],
  ['a token that Slack refuses', { degradations: () => ['slack token'] }, ['slack token']],
  ['a database that takes no claims', { isReplayGuardShared: () => false }, ['replay protection']],
  ['nothing read yet', { latestSnapshot: () => null }, ['rental files']],
  ['a reading that has grown old', { refreshFailure: () => 'rental_down' }, ['rental files']],
])('with %s it is ready all the same, and names what is amiss', async (_, amiss, degraded) => {
  const ask = await serving('heard', { ...WELL, ...amiss });
  const ready = await ask('/readyz');
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({ ok: true, degraded });
});

test.each(['not heard', 'closing'] as const)(
  'with Slack %s it is not ready; it still runs',
  async (slack) => {
    const ask = await serving(slack, WELL);
    const ready = await ask('/readyz');
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ ok: false, degraded: ['slack'], slack });
    expect((await ask('/healthz')).status).toBe(200);
  },
);

test('metrics are text for Prometheus; a page that fails is no crash', async () => {
  const ask = await serving('heard', WELL);
  const page = await ask('/metrics');
  expect(page.headers.get('content-type')).toBe('text/plain; version=0.0.4');
  expect(await page.text()).toBe('up 1\n');

  const metrics = vi.fn<Health['metrics']>().mockRejectedValue(new Error('xoxb-secret'));
  const broken = await (await serving('heard', { ...WELL, metrics }))('/metrics');
  expect(broken.status).toBe(500);
  expect(await broken.text()).toBe('{"ok":false}');
});

test('a porch that is told of nothing else has no metrics', async () => {
  const ask = await serving('heard');
  expect(await (await ask('/readyz')).json()).toEqual({ ok: true });
  expect((await ask('/metrics')).status).toBe(404);
});

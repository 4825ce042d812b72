import { once } from 'node:events';
import { createServer } from 'node:http';

import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

import { createMetrics, type GaugeSources, type Metrics } from '../src/metrics.ts';
import { portOf } from '../src/slack/receivers/http-receiver.ts';
import { BOT_TOKEN, testClient, testWorkspace } from './support/slack-workspace.ts';

const CHANNEL = 'C0LEASING01';

function metricsOf(over: Partial<GaugeSources> = {}, monotonic = () => 0): Metrics {
  return createMetrics({
    monotonic,
    snapshot: () => null,
    isCircuitOpen: () => false,
    isDatabaseReached: () => true,
    queued: async () => 0,
    ...over,
  });
}

/** The rows of our own metrics that match, buckets left out. */
async function rowsOf(metrics: Metrics, start = ''): Promise<string[]> {
  const { text } = await metrics.page();
  return text
    .split('\n')
    .filter((row) => row.startsWith(`rental_desk_${start}`) && !row.includes('_bucket{'));
}

/** Answers each request as the next of `answers` says; hangs up when there is none. */
async function server(...answers: readonly number[]): Promise<string> {
  const left = [...answers];
  const it = createServer((_, response) => {
    const status = left.shift();
    if (status === undefined) response.destroy();
    else response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(it, 'listening');
  onTestFinished(() => {
    it.closeAllConnections();
    it.close();
  });
  return `http://127.0.0.1:${portOf(it)}`;
}

test('answers are counted by command and outcome, and timed', async () => {
  const metrics = metricsOf();
  metrics.answered('list', 'answered', 250);
  metrics.answered('list', 'answered', 750);
  metrics.answered('show', 'failed', 3_100);

  expect(await rowsOf(metrics, 'answer_seconds')).toEqual([
    'rental_desk_answer_seconds_sum{command="list",outcome="answered"} 1',
    'rental_desk_answer_seconds_count{command="list",outcome="answered"} 2',
    'rental_desk_answer_seconds_sum{command="show",outcome="failed"} 3.1',
    'rental_desk_answer_seconds_count{command="show",outcome="failed"} 1',
  ]);
  const { text } = await metrics.page();
  expect(text).toContain(
    'rental_desk_answer_seconds_bucket{le="3",command="show",outcome="failed"} 0',
  );
});

test('whoever scrapes at the same time gets the same page, made once', async () => {
  let asked = 0;
  const metrics = metricsOf({ queued: async () => ++asked });

  const [first, second] = await Promise.all([metrics.page(), metrics.page()]);
  expect([second, asked]).toEqual([first, 1]);
  expect(await rowsOf(metrics, 'queued')).toEqual(['rental_desk_queued_deliveries 2']);
});

test('acknowledgements beyond a tenth of a second can be told from others', async () => {
  const metrics = metricsOf();
  for (const tookMs of [3, 80, 140]) metrics.acknowledged(tookMs);
  const { text } = await metrics.page();
  expect(text).toContain('rental_desk_acknowledgement_seconds_bucket{le="0.1"} 2');
  expect(text).toContain('rental_desk_acknowledgement_seconds_bucket{le="0.15"} 3');
});

test('times are counted up to steps that stay as they are, for whoever compares them', async () => {
  const metrics = metricsOf();
  metrics.answered('list', 'answered', 1);
  metrics.acknowledged(1);

  await metrics.serviceFetch(fetch)(`${await server(200)}/files`);
  const { text } = await metrics.page();
  const steps = (name: string) =>
    [...text.matchAll(new RegExp(`rental_desk_${name}_bucket{le="([^"]+)"`, 'g'))].map(
      ([, step]) => step,
    );

  expect(steps('answer_seconds').join(' ')).toBe('0.05 0.1 0.25 0.5 1 2 3 5 10 30 +Inf');
  expect(steps('acknowledgement_seconds').join(' ')).toBe(
    '0.005 0.01 0.025 0.05 0.1 0.15 0.25 0.5 1 2 3 +Inf',
  );
  expect(steps('service_call_seconds').join(' ')).toBe('0.05 0.1 0.25 0.5 1 2.5 5 10 20 +Inf');
  expect(steps('digest_lateness_seconds').join(' ')).toBe('1 2 5 10 30 60 300 900 3600 14400 +Inf');
});

test('requests to the service are timed by what was asked and what came of it', async () => {
  let nowMs = 0;
  const metrics = metricsOf({}, () => (nowMs += 500));
  const asked = metrics.serviceFetch(fetch);
  const origin = await server(200, 401, 200);
  await asked(`${origin}/files?secret=1`);
  await asked(new URL(`${origin}/files`));
  await asked(new Request(`${origin}/oauth/v2/token`, { method: 'POST' }));
  await expect(asked(`${origin}/files`)).rejects.toThrow('fetch failed');
  metrics.refreshFailed('rental_down');

  const rows = await rowsOf(metrics);
  expect(rows).toEqual(
    expect.arrayContaining([
      'rental_desk_service_call_seconds_sum{call="page",result="200"} 0.5',
      'rental_desk_service_call_seconds_count{call="page",result="401"} 1',
      'rental_desk_service_call_seconds_count{call="page",result="no_answer"} 1',
      'rental_desk_service_call_seconds_count{call="token",result="200"} 1',
      'rental_desk_token_renewals_total 1',
      'rental_desk_reading_failures_total{code="rental_down"} 1',
    ]),
  );
  expect(rows.join()).not.toContain('secret');
});

test('what Slack refuses is counted by its own word, and the caller gets it all the same', async () => {
  const workspace = await testWorkspace();
  const metrics = metricsOf();
  const client = testClient(workspace, BOT_TOKEN, { fetch: metrics.slackFetch(fetch) });
  await client.auth.test();
  await expect(client.chat.postMessage({ channel: 'C0NOWHERE', text: 'x' })).rejects.toThrow(
    'channel_not_found',
  );
  workspace.interrupt({ method: 'auth.test', moment: 'before', trouble: 'ratelimited' });
  workspace.interrupt({ method: 'auth.test', moment: 'before', trouble: 'hang_up' });
  await expect(client.auth.test()).rejects.toThrow('rate-limit');
  await expect(client.auth.test()).rejects.toThrow('fetch failed');
  const { ok } = await client.chat.postMessage({ channel: CHANNEL, text: '"ok":false' });
  expect(ok).toBe(true);

  expect(await rowsOf(metrics, 'slack_calls_total')).toEqual([
    'rental_desk_slack_calls_total{method="auth.test",result="ok"} 1',
    'rental_desk_slack_calls_total{method="chat.postMessage",result="channel_not_found"} 1',
    'rental_desk_slack_calls_total{method="auth.test",result="status_429"} 1',
    'rental_desk_slack_calls_total{method="auth.test",result="no_answer"} 1',
    'rental_desk_slack_calls_total{method="chat.postMessage",result="ok"} 1',
  ]);
});

test('digests are counted by what became of them; only what was due can be late', async () => {
  const metrics = metricsOf();
  metrics.delivered({ kind: 'slot', state: 'posted', dueAt: 1_000, postedAt: 3_500 });
  metrics.delivered({ kind: 'slot', state: 'missed', dueAt: 1_000, postedAt: null });
  metrics.delivered({ kind: 'run', state: 'posted', dueAt: 1_000, postedAt: 9_000 });

  expect(await rowsOf(metrics, 'd')).toEqual(
    expect.arrayContaining([
      'rental_desk_deliveries_total{kind="slot",outcome="posted"} 1',
      'rental_desk_deliveries_total{kind="slot",outcome="missed"} 1',
      'rental_desk_deliveries_total{kind="run",outcome="posted"} 1',
      'rental_desk_digest_lateness_seconds_sum 2.5',
      'rental_desk_digest_lateness_seconds_count 1',
    ]),
  );
});

test('what is not known is left out, and comes when it is', async () => {
  const held = { ageMs: 1_500, tookMs: 900, files: 420, skipped: 2, isInconsistent: false };
  let isThere = false;
  const metrics = metricsOf({
    snapshot: () => (isThere ? held : null),
    isDatabaseReached: () => isThere,
    queued: async () => 7,
  });
  expect(await rowsOf(metrics, 'reading')).toEqual([]);
  expect(await rowsOf(metrics, 'database')).toEqual(['rental_desk_database_reached 0']);
  expect(await rowsOf(metrics, 'queued')).toEqual([]);

  isThere = true;
  expect(await rowsOf(metrics, 'reading')).toEqual([
    'rental_desk_reading_age_seconds 1.5',
    'rental_desk_reading_duration_seconds 0.9',
    'rental_desk_reading_files 420',
    'rental_desk_reading_skipped_files 2',
    'rental_desk_reading_doubtful 0',
  ]);
  expect(await rowsOf(metrics, 'queued')).toEqual(['rental_desk_queued_deliveries 7']);

  isThere = false;
  expect(await rowsOf(metrics, 'reading')).toEqual([]);
});

test('a service that is left alone shows', async () => {
  let isResting = true;
  const metrics = metricsOf({ isCircuitOpen: () => isResting });
  expect(await rowsOf(metrics, 'service_resting')).toEqual(['rental_desk_service_resting 1']);
  isResting = false;
  expect(await rowsOf(metrics, 'service_resting')).toEqual(['rental_desk_service_resting 0']);
});

test('a database that fails at that moment leaves the rest of the page', async () => {
  const metrics = metricsOf({
    queued: async () => {
      throw new Error('gone');
    },
  });
  const { text, contentType } = await metrics.page();
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).not.toMatch(/^rental_desk_queued_deliveries /m);
  expect(contentType).toMatch(/^text\/plain; version=0\.0\.4/);
});

test('labels hold words and never what they were given, however many come', async () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary-ascii' }),
    fc.constantFrom('U0CLAIRE001', 'claire@example.com', 'Claire Dubois', 'xoxb-1', '+33 6 12'),
  );
  const metrics = metricsOf();
  fc.assert(
    fc.property(anything, (text) => {
      metrics.answered(text, 'answered', 1);
      metrics.refreshFailed(text);
      metrics.delivered({ kind: 'run', state: text, dueAt: 0, postedAt: null });
    }),
  );
  for (let count = 0; count < 500; count += 1) metrics.refreshFailed(`code_${count}`);

  const rows = await rowsOf(metrics);
  const labels = rows.flatMap((row) => [...row.matchAll(/="([^"]*)"/g)].map(([, value]) => value));
  expect(labels.filter((label) => !/^[a-z][a-z0-9_]{0,39}$/.test(label ?? ''))).toEqual([]);
  expect(labels).toContain('other');
  expect(rows.filter((row) => row.includes('code=')).length).toBeLessThanOrEqual(61);
});

test('the bounds of buckets are those that dashboards ask for', async () => {
  const metrics = metricsOf();
  metrics.answered('list', 'answered', 1);
  metrics.acknowledged(1);
  const { text } = await metrics.page();
  const bounds = (name: string) =>
    Array.from(
      text.matchAll(new RegExp(`^rental_desk_${name}_bucket\\{le="([^"]+)"`, 'gm')),
      ([, bound]) => bound,
    ).join(' ');
  expect(bounds('answer_seconds')).toBe('0.05 0.1 0.25 0.5 1 2 3 5 10 30 +Inf');
  expect(bounds('acknowledgement_seconds')).toBe(
    '0.005 0.01 0.025 0.05 0.1 0.15 0.25 0.5 1 2 3 +Inf',
  );
});

/** Calls a method of Slack, which answers with a body. */
async function callSlack(metrics: Metrics, method: string, body: string, status = 200) {
  const send = metrics.slackFetch(async () =>
    status === 200
      ? fetch(`data:application/json,${encodeURIComponent(body)}`)
      : new Response(body, { status }),
  );
  return (await send(`https://slack.com/api/${method}`)).text();
}

test('each label has its bound: forty methods, and sixty words of any other kind', async () => {
  const metrics = metricsOf();
  for (let count = 0; count < 70; count += 1) {
    metrics.refused(`reason_${count}`);
    metrics.delivered({ kind: 'run', state: `state_${count}`, dueAt: 0, postedAt: null });
    await callSlack(metrics, `chat.method${'x'.repeat(count % 30)}${'Y'.repeat(count / 30)}`, '{}');
    await callSlack(metrics, 'auth.test', `{"ok":false,"error":"error_${count}"}`);
    await metrics.serviceFetch(async () => Response.json({}, { status: 400 + count }))(
      'https://a/',
    );
  }
  const rows = await rowsOf(metrics);
  const valuesOf = (name: string, label: string) =>
    new Set(
      rows
        .filter((row) => row.startsWith(`rental_desk_${name}`))
        .flatMap((row) =>
          Array.from(row.matchAll(new RegExp(`${label}="([^"]*)"`, 'g')), (all) => all[1]),
        ),
    );
  const sizes = [
    valuesOf('refused_requests_total', 'reason'),
    valuesOf('deliveries_total', 'outcome'),
    valuesOf('slack_calls_total', 'result'),
    valuesOf('service_call_seconds_count', 'result'),
    valuesOf('slack_calls_total', 'method'),
  ].map((values) => [values.size, values.has('other')]);
  expect(sizes).toEqual([
    [61, true],
    [61, true],
    [61, true],
    [61, true],
    [41, true],
  ]);
});

test('what is refused is counted by reason, of requests and of snapshots', async () => {
  const metrics = metricsOf();
  metrics.refused('unsigned');
  metrics.refused('unsigned');
  metrics.snapshotRefused('signature');
  expect(await rowsOf(metrics, 'refused')).toEqual([
    'rental_desk_refused_requests_total{reason="unsigned"} 2',
    'rental_desk_refused_snapshots_total{reason="signature"} 1',
  ]);
});

test('an error of Slack is read in the first five hundred characters of its answer', async () => {
  const metrics = metricsOf();
  const error = '"ok":false,"error":"is_archived"';
  await callSlack(metrics, 'auth.early', `{${error.padStart(499)}}`);
  await callSlack(metrics, 'auth.late', `{${error.padStart(600)}}`);
  await callSlack(metrics, 'auth.odd', '{"ok": false}');
  await callSlack(metrics, 'auth.proxy', 'no', 502);
  await callSlack(metrics, 'U0CLAIRE001', '{"ok":true}');
  expect(await rowsOf(metrics, 'slack_calls_total')).toEqual([
    'rental_desk_slack_calls_total{method="auth.early",result="is_archived"} 1',
    'rental_desk_slack_calls_total{method="auth.late",result="ok"} 1',
    'rental_desk_slack_calls_total{method="auth.odd",result="unknown"} 1',
    'rental_desk_slack_calls_total{method="auth.proxy",result="status_502"} 1',
    'rental_desk_slack_calls_total{method="other",result="ok"} 1',
  ]);
});

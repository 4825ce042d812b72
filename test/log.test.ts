import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { execPath } from 'node:process';
import { text } from 'node:stream/consumers';

import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

import { ConfigError } from '../src/config.ts';
import { createDegradations, errorLine, safeMessage, withoutSecrets } from '../src/log.ts';

const PASSWORD = 'correct-horse';

test.each([
  'xoxb-1234-correct-horse',
  'xapp-1-A1-correct-horse',
  'Bearer correct-horse',
  'bearer correct-horse',
  'eyJhbGciOiJSUzI1NiJ9.correct-horse.c2lnbmF0dXJl',
  '-----BEGIN RSA PRIVATE KEY-----\ncorrect-horse\n-----END RSA PRIVATE KEY-----',
  '-----BEGIN PRIVATE KEY-----\ncorrect-horse',
  'postgres://desk:correct-horse@db.example.com/desk',
  'postgresql://desk:correct-horse@db.example.com:5432/desk?sslmode=require',
  'POSTGRES://desk:correct-horse@db.example.com/desk',
  'postgres://desk:a correct-horse@db.example.com/desk',
  `postgres://desk:"'correct-horse'"@db.example.com/desk`,
  'postgres://desk:at@correct-horse@db.example.com/desk',
  'postgres://db.example.com/desk?user=desk&password=correct-horse',
])('what is secret in %j goes, and the words around it stay', (secret) => {
  const said = withoutSecrets(`before ${secret} after`);
  expect(said).not.toContain(PASSWORD);
  expect(said).toMatch(/^before \[secret\]/);
});

test('a text without secrets stays as it is', () => {
  const said = 'connect ECONNREFUSED 127.0.0.1:5432: is postgres running? See https://x.example';
  expect(withoutSecrets(said)).toBe(said);
});

test('no password of a database that a URL can hold is left', () => {
  const password = fc
    .string({ minLength: 1, maxLength: 30, unit: 'grapheme-ascii' })
    .filter((start) => !/[/?#\\]/.test(start))
    .map((start) => `${start}${PASSWORD}`);
  fc.assert(
    fc.property(password, (secret) => {
      const url = `postgres://desk:${secret}@db.example.com/desk`;
      fc.pre(URL.canParse(url));
      expect(withoutSecrets(`cannot connect to ${url}`)).toBe('cannot connect to [secret]');
    }),
  );
});

test('a text as long as a library likes is read in no time', () => {
  const long = ['postgres://', 'Bearer ', '-----BEGIN', '@'].map((part) => part.repeat(20_000));
  for (const said of long) expect(withoutSecrets(said).length).toBeLessThanOrEqual(said.length);
});

test('the line for the terminal names the cause, and no secret', () => {
  const cause = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
  const error = new Error(`cannot reach postgres://desk:${PASSWORD}@db/desk`, { cause });
  expect(errorLine(error)).toBe('cannot reach [secret] (ECONNREFUSED)');
  expect(
    errorLine(new ConfigError(['X is not a URL; an example is postgres://a:b@c/d'])),
  ).toContain('an example is postgres://a:b@c/d');
  expect(errorLine('no error')).toBe('Rental Desk cannot start.');
});

test('the causes of an error are written with Slack’s method and code, and nothing personal', async () => {
  const LOGS = `
    const { createLog } = await import('./src/log.ts');
    const slack = Object.assign(new Error('An API error occurred: channel_not_found'), {
      code: 'slack_webapi_platform_error',
      data: { ok: false, error: 'channel_not_found', method: 'chat.postMessage', text: 'Dupont' },
    });
    const post = Object.assign(new Error('not posted', { cause: slack }), { code: 'channel_not_found' });
    createLog('info').error({ err: new Error('undeliverable', { cause: post }) }, 'a');
    let json;
    try { JSON.parse('[{"a": Dupont}]'); } catch (error) { json = error; }
    const cause = new Error('of dupont@example.com at https://hooks.slack.com/commands/T1/2/canary', { cause: json });
    createLog('info').error({ err: new Error('b', { cause }) }, 'b');
    createLog('info').error({ err: cause }, 'c');
    const changed = new Error('of dupont@example.com');
    String(changed.stack);
    changed.message = 'changed since';
    createLog('info').error({ err: changed }, 'd');
  `;
  const child = spawn(execPath, ['--input-type=module', '--eval', LOGS]);
  const said = await text(child.stdout);
  const [first = ''] = said.split('\n');
  expect(JSON.parse(first)).toMatchObject({
    err: { cause: { cause: { method: 'chat.postMessage', slackError: 'channel_not_found' } } },
  });
  expect(said).not.toMatch(/dupont|canary/i);
  const stacks = said.split('\n').flatMap((line) => (line ? [JSON.parse(line).err.stack] : []));
  expect(stacks.slice(2)).toEqual([
    expect.stringMatching(/^Error: of \[e-mail\] at \[secret\]\n +at /),
    expect.stringMatching(/^Error\n +at /),
  ]);
});

test('a long chain of causes is written as far as it helps', async () => {
  const LOGS = `
    const { createLog } = await import('./src/log.ts');
    let err = new Error('cause 12');
    for (let at = 11; at >= 0; at -= 1) err = new Error('cause ' + at, { cause: err });
    createLog('info').error({ err }, 'a');
  `;
  const child = spawn(execPath, ['--input-type=module', '--eval', LOGS]);
  const said = await text(child.stdout);
  expect(said.match(/cause \d+/g)?.map((one) => Number(one.slice(6)))).toEqual(
    expect.arrayContaining([0, 1, 2, 3, 4]),
  );
  expect(said).not.toMatch(/cause (?:[5-9]|1\d)/);
});

test('what an error holds beside its message never comes to the log', async () => {
  const LOGS = `
    const { createLog } = await import('./src/log.ts');
    const error = Object.assign(new Error('no way to postgresql://desk:correct-horse@db/desk'), {
      code: 'ECONNREFUSED',
      connectionString: 'postgres://desk:correct-horse@db/desk',
      cause: new Error('Bearer correct-horse'),
    });
    createLog('info').error({ err: error }, 'the database does not answer');
  `;
  const child = spawn(execPath, ['--input-type=module', '--eval', LOGS]);
  const said = await text(child.stdout);
  expect(said).not.toContain(PASSWORD);
  expect(JSON.parse(said)).toMatchObject({
    msg: 'the database does not answer',
    err: { type: 'Error', message: 'no way to [secret]', code: 'ECONNREFUSED' },
  });
});

test('what a proxy answers in Slack’s place is not written', async () => {
  const LOGS = `
    const { createLog } = await import('./src/log.ts');
    const { WebAPIPlatformError } = await import('@slack/web-api');
    const answer = '<p>Blocked:</p>\\n<pre>3 files of Anne Dupont</pre>';
    const cause = new WebAPIPlatformError({ ok: false, error: answer });
    createLog('info').error({ err: new Error('not posted', { cause }) }, 'a');
    createLog('info').error({ err: cause }, 'b');
  `;
  const child = spawn(execPath, ['--input-type=module', '--eval', LOGS]);
  const said = await text(child.stdout);
  expect(said).not.toMatch(/Dupont|Blocked/);
  expect(said.match(/An API error occurred: \[quoted\]/g)).toHaveLength(3);
});

test('the scope that Slack misses is written', async () => {
  const LOGS = `
    const { createLog } = await import('./src/log.ts');
    const data = { ok: false, error: 'missing_scope', needed: 'chat:write', provided: 'commands' };
    createLog('info').error({ err: Object.assign(new Error('no'), { data }) }, 'not answered');
  `;
  const child = spawn(execPath, ['--input-type=module', '--eval', LOGS]);
  expect(JSON.parse(await text(child.stdout))).toMatchObject({
    err: { slackError: 'missing_scope', neededScope: 'chat:write' },
  });
});

test('each of several errors at once is written, without secrets', async () => {
  const LOGS = `
    const { createLog } = await import('./src/log.ts');
    const refused = Object.assign(new Error('of Bearer correct-horse'), { code: 'ECONNREFUSED' });
    createLog('info').error({ err: new AggregateError([refused, new Error('late')]) }, 'both');
  `;
  const child = spawn(execPath, ['--input-type=module', '--eval', LOGS]);
  const said = await text(child.stdout);
  expect(said).not.toContain(PASSWORD);
  expect(JSON.parse(said)).toMatchObject({
    err: {
      type: 'AggregateError',
      errors: [{ message: 'of [secret]', code: 'ECONNREFUSED' }, { message: 'late' }],
    },
  });
});

test('the last lines come in order and none is lost, however slowly they are read', async () => {
  const LOGS = `
    const { createLog } = await import('./src/log.ts');
    const log = createLog('info');
    log.info({}, 'first');
    log.info({ long: 'y'.repeat(100_000) }, 'second');
    await new Promise((resolve) => setImmediate(resolve));
    log.info({}, 'third');
    log.exit(0);
  `;
  // A pipe holds less than the lines, and nobody reads it at first.
  const reading = '"$0" --input-type=module --eval "$1" | (sleep 0.4; cat)';
  const endings = Array.from({ length: 4 }, async () => {
    const said = await text(spawn('sh', ['-c', reading, execPath, LOGS]).stdout);
    const lines = said.trim().split('\n');
    return lines.map((line) => JSON.parse(line).msg);
  });
  expect(await Promise.all(endings)).toEqual(endings.map(() => ['first', 'second', 'third']));
});

test('what does not work is said once with what to do, and once more when it works again', () => {
  const logged: unknown[][] = [];
  const { report, list } = createDegradations({
    warn: (...line) => void logged.push(['warn', ...line]),
    info: (...line) => void logged.push(['info', ...line]),
  });
  report('clock', false);
  expect([list(), logged]).toEqual([[], []]);

  report('clock', true, { aheadMs: 90_000 });
  report('clock', true, { aheadMs: 91_000 });
  report('slack token', true);
  expect(list()).toEqual(['clock', 'slack token']);
  expect(logged).toEqual([
    ['warn', { degraded: 'clock', aheadMs: 90_000 }, expect.stringContaining('timedatectl')],
    ['warn', { degraded: 'slack token' }, expect.stringContaining('SLACK_BOT_TOKEN')],
  ]);

  report('clock', false);
  report('clock', false);
  expect(list()).toEqual(['slack token']);
  expect(logged.slice(2)).toEqual([['info', { degraded: 'clock' }, 'it works again']]);
});

test('a standard output that takes nothing ends neither the process nor its end', async () => {
  const LOGS = `
    const { createLog } = await import('./src/log.ts');
    const log = createLog('info');
    for (let at = 0; at < 5; at += 1) {
      log.info({ at }, 'a line');
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    log.fatal({}, 'the last one');
    process.stderr.write('still here');
    log.exit(0);
  `;
  const child = spawn('sh', [
    '-c',
    'exec "$0" --input-type=module --eval "$1" > /dev/full',
    execPath,
    LOGS,
  ]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const exit = once(child, 'exit');
  expect(await text(child.stderr)).toBe('still here');
  expect(await exit).toEqual([0, null]);
});

test('lines wait within a bound for a standard output that is slow, and the lost ones are told', async () => {
  const LOGS = `
    const { createLog } = await import('./src/log.ts');
    const log = createLog('info');
    const long = 'y'.repeat(1_000_000);
    for (let at = 0; at < 12; at += 1) log.info({ long }, 'a line');
    process.stderr.write('logged');
    await new Promise((resolve) => process.stdin.on('end', resolve).resume());
    log.exit(0);
  `;
  const child = spawn(execPath, ['--input-type=module', '--eval', LOGS]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stderr, 'data');
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (said.includes('are lost')) child.stdin.end();
  }
  const lines = said.trim().split('\n');
  expect(lines.filter((line) => line.includes('a line'))).toHaveLength(8);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 40, lines: 4 });
});

test.each([`{"n":'O'Brien, "x"`, `'Marie"`, '`Marie'])(
  'what a parser quotes is left out, whatever marks are in it: %s',
  (part) => {
    const quoted = safeMessage('SyntaxError', `Unexpected token ''', "${part}" is not valid JSON`);
    expect(quoted).toBe('Unexpected token [quoted] is not valid JSON');
  },
);

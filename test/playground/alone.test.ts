import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { execPath } from 'node:process';
import { text } from 'node:stream/consumers';

import { expect, onTestFinished, test } from 'vitest';

import { readEnvironment } from '../../src/playground/environment.ts';
import { startRentalService } from '../../src/playground/rental-service/service.ts';
import { COMPILED } from '../support/compiled.ts';
import { testWorkspace } from '../support/slack-workspace.ts';

/** This machine by an address that nobody but a server on all interfaces listens to. */
const OTHER_ADDRESS = '127.0.0.2';

async function reaches(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port, timeout: 5_000 });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket
    .on('connect', () => resolve(true))
    .on('error', () => resolve(false))
    .on('timeout', () => resolve(false));
  const isReached = await promise;
  socket.destroy();
  return isReached;
}

/** What a request is answered that names another host than it goes to, as a page may make it. */
async function statusFor(url: URL, host: string): Promise<number | undefined> {
  const asked = request(url, { headers: { host } }).end();
  const [response] = await once(asked, 'response');
  response.resume();
  return response.statusCode;
}

test('its servers are reached from this machine alone', async () => {
  const workspace = await testWorkspace();
  const service = await startRentalService({ count: 1, now: () => Date.now() });
  onTestFinished(() => service.stop());
  for (const url of [workspace.url, service.filesUrl, service.authUrl].map((it) => new URL(it))) {
    const port = Number(url.port);
    expect([url.hostname, await reaches('127.0.0.1', port)]).toEqual(['127.0.0.1', true]);
    expect(await reaches(OTHER_ADDRESS, port)).toBe(false);
  }
});

test.each([
  'evil.example',
  'evil.example:80',
  '127.0.0.1.evil.example',

  'localhost.evil.example',
])('a page whose name leads here, %j, is told nothing', async (host) => {
  const workspace = await testWorkspace();
  for (const path of ['/', '/playground/stream', '/api/auth.test']) {
    expect(await statusFor(new URL(path, workspace.url), host)).toBe(403);
  }
});

test.each(['PLAYGROUND_PORT', 'PORT'])('a %s that is none is named', (name) => {
  for (const port of ['65536', 'http', '-1']) {
    expect(() => readEnvironment({ [name]: port })).toThrow(
      `${name} must be a port number up to 65535`,
    );
  }
  expect(readEnvironment({ [name]: '65535' })).toMatchObject({ slack: 'playground' });
});

test.each(['production', 'Production', ' production '])(
  'with NODE_ENV=%j nothing of it starts, and it says why',
  async (mode) => {
    const child = spawn(execPath, ['src/playground/main.ts'], {
      env: { ...COMPILED, PATH: process.env['PATH'], NODE_ENV: mode, PLAYGROUND_PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [said, told, [code]] = await Promise.all([
      text(child.stderr),
      text(child.stdout),
      once(child, 'exit'),
    ]);
    expect([code, said, told]).toEqual([
      1,
      'The playground lets anybody be anybody: not in production.\n',
      '',
    ]);
  },
);

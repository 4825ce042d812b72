import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, onTestFinished, test } from 'vitest';

import { signedHeaders } from '../../src/playground/slack-workspace/bot/http.ts';
import { listening, portOf } from '../../src/slack/receivers/http-receiver.ts';
import { deskOver } from '../support/desk.ts';
import { pagesOf, rentalFiles } from '../support/rental-files.ts';
import { openSlackApp } from '../support/slack-app.ts';
import { SIGNING_SECRET } from '../support/text-cipher.ts';

const run = promisify(execFile);
const SUITE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const TIMEOUT_MS = 120_000;

/** The scenarios for a server that has tools of its own, and nothing else. */
const APPLICABLE = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];

/** Why the others say nothing of this server: it does not declare what they ask for. */
const NOT_APPLICABLE: readonly (readonly [RegExp, string])[] = [
  [/^tools-call-/, 'calls tools of the suite’s own by name, such as test_simple_text'],
  [/^json-schema-2020-12$/, 'looks for a tool of the suite’s own'],
  [/^logging-/, 'no capability logging: a stateless server has no level to set'],
  [/^completion-/, 'no prompts or resources whose arguments could be completed'],
  [/^resources-/, 'no capability resources'],
  [/^prompts-/, 'no capability prompts'],
  [/^elicitation-/, 'asks nothing of the person: a stateless server cannot wait for it'],
  [/^server-sse-/, 'answers in JSON: there is no stream to poll or to resume'],
];

async function suite(...args: string[]): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    const { stdout, stderr } = await run(execPath, [SUITE, ...args], { cwd });
    return stdout + stderr;
  } finally {
    await rm(cwd, { recursive: true });
  }
}

async function pass(request: IncomingMessage, response: ServerResponse, target: URL) {
  const body = (await buffer(request)).toString();
  const { accept, origin, 'content-type': type } = request.headers;
  const answer = await fetch(new URL('/mcp', target), {
    method: request.method ?? 'GET',
    ...(request.method === 'POST' ? { body } : {}),
    headers: {
      connection: 'close',
      ...(accept === undefined ? {} : { accept }),
      ...(origin === undefined ? {} : { origin }),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...signedHeaders(SIGNING_SECRET, body, Date.now()),
    },
  });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(await answer.text());
}

/** Signs what the suite sends, which knows no signatures. */
async function signingProxy(target: URL): Promise<string> {
  const server = createServer((request, response) => void pass(request, response, target));
  await listening(server, { port: 0, host: '127.0.0.1' });
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${portOf(server)}/mcp`;
}

test(
  'every scenario of the conformance suite passes, or has nothing to ask of this server',
  {
    timeout: TIMEOUT_MS,
  },
  async () => {
    const listed = await suite('list', '--server');
    const names = Array.from(listed.matchAll(/^ +- ([\w-]+)/gm), ([, name = '']) => name);
    expect(names.length).toBeGreaterThan(20);
    const others = names.filter((name) => !NOT_APPLICABLE.some(([pattern]) => pattern.test(name)));
    expect(others.toSorted()).toEqual(APPLICABLE.toSorted());

    const { dispatcher } = deskOver(() => pagesOf(rentalFiles(3)));
    const { url } = await openSlackApp(dispatcher, { assistants: 'reference' });
    const proxy = await signingProxy(url);
    for (const scenario of APPLICABLE) {
      const said = await suite('server', '--url', proxy, '--scenario', scenario);
      expect(said).toMatch(/Passed: (\d+)\/\1, 0 failed, 0 warnings/);
    }
  },
);

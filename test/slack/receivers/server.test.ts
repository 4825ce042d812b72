import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { expect, onTestFinished, test, vi } from 'vitest';

import {
  createBoundedServer,
  listening,
  portOf,
} from '../../../src/slack/receivers/http-receiver.ts';

const CONNECTIONS_MAX = 1_000;

test('idle connections never keep a new one out, nor one in use', async () => {
  const server = createBoundedServer((_, response) => response.end('ok'));
  await listening(server, { port: 0, host: '127.0.0.1' });
  const all: Socket[] = [];
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
    for (const socket of all) socket.destroy();
  });
  const open = async (): Promise<Socket> => {
    const socket = connect(portOf(server), '127.0.0.1');
    all.push(socket.on('error', () => {}));
    await once(socket, 'connect');
    return socket.resume();
  };
  const inUse = await open();
  await ask(inUse);
  const idle: Socket[] = [];
  for (let count = 0; count < CONNECTIONS_MAX + 500; count += 1) {
    idle.push(await open());
    if (count % 500 === 0) await ask(inUse);
  }

  await vi.waitUntil(() => idle.slice(0, 501).every(({ closed }) => closed), { timeout: 60_000 });
  expect(await ask(inUse)).toBe('HTTP/1.1 200 OK');
  expect(await ask(await open())).toBe('HTTP/1.1 200 OK');
  expect(idle.slice(510).filter(({ closed }) => closed)).toEqual([]);
});

test.each([
  [/^EADDRINUSE$/, '127.0.0.1', 'set PORT to another'],
  // Of a network that is for documents alone, as RFC 5737 has it.
  [/^EADDRNOTAVAIL$/, '192.0.2.1', 'HOST names no interface'],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'desk.invalid', 'HOST is a name that is not known'],
])('a server that cannot listen for %s says which variable to set', async (code, host, remedy) => {
  const taken = createBoundedServer((_, response) => response.end());
  await listening(taken, { port: 0, host: '127.0.0.1' });
  onTestFinished(() => void taken.close());
  const server = createBoundedServer((_, response) => response.end());

  await expect(listening(server, { port: portOf(taken), host })).rejects.toMatchObject({
    message: expect.stringContaining(remedy),
    cause: { code: expect.stringMatching(code) },
  });
});

/** The first line of the answer to a request. */
async function ask(socket: Socket): Promise<string> {
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const [data]: unknown[] = await once(socket, 'data');
  return String(data).slice(0, 15);
}

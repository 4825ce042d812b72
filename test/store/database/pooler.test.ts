import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';

import { portOf } from '../../../src/slack/receivers/http-receiver.ts';
import { openDatabase } from '../../../src/store/database/connection.ts';
import { useOwnServer } from './own-server.ts';

/** Several times what it takes to give something up. */
const GIVEN_UP = { timeout: 30_000, interval: 50 };

const { postgres, openAt, clientAt, closeLater } = useOwnServer();

/** The startup parameters that PgBouncer takes by default. */
const ACCEPTED = /^(?:user|database|application_name|client_encoding|DateStyle|TimeZone)$/;

const SSL_REQUEST = 80_877_103;
const QUERY = 'Q'.charCodeAt(0);
/** Length and version come before the parameters. */
const STARTUP_HEADER_LENGTH = 8;

test('behind PgBouncer, each session has its timeouts before its first use', async () => {
  await using pooler = await openPooler(postgres().port);
  const url = await urlThrough(pooler);
  const { store, errors } = await openAt(url);
  await store.settings.save('C1', {}, 'U1');
  expect(errors).toEqual([]);
  await store.stop();

  const database = await openDatabase({ databaseUrl: url, dataDir: '/nowhere', onError() {} });
  closeLater(() => database.close());
  const { engine, kysely } = database;
  const shown = sql`
    select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle
    from pg_sleep(0.1)`;
  const short = { statement: '5s', idle: '5s' };
  const long = { statement: '1min', idle: '1min' };
  // At the same time, each has a connection of its own.
  const answers = await Promise.all(Array.from({ length: 3 }, () => shown.execute(kysely)));
  expect(answers.map(({ rows }) => rows)).toEqual([[short], [short], [short]]);
  expect((await database.withLongTimeout((slow) => shown.execute(slow))).rows).toEqual([long]);
  if (engine.kind !== 'postgres') throw new Error('not PostgreSQL');
  const { rows } = await engine.executeSql(shown.compile(kysely).sql);
  expect(rows).toEqual([long]);
});

test('a startup parameter that PgBouncer refuses ends the start with what to do', async () => {
  await using pooler = await openPooler(postgres().port);
  await expect(openAt(`${await urlThrough(pooler)}?options=-c%20jit=off`)).rejects.toMatchObject({
    code: 'unknown_there',
    message: expect.stringContaining(
      'unsupported startup parameter: options (08P01). Remove that parameter from DATABASE_URL',
    ),
  });
});

test('a pooler without a free server is given up and asked again, even with a long timeout', async () => {
  await using pooler = await openPooler(postgres().port);
  pooler.holdQueries();
  const { store, errors } = await openAt(await urlThrough(pooler));
  await vi.waitFor(() => expect(errors).not.toEqual([]), GIVEN_UP);
  expect(errors[0]).toMatchObject({ code: 'unreachable' });
  pooler.release();
  expect(await store.reached).toBe(true);
});

test('a pooler of transactions is told from one of sessions', async () => {
  await using sessions = await openPooler(postgres().port);
  await using transactions = await openTransactionPooler(postgres().port);
  const { store: well } = await openAt(await urlThrough(sessions));
  expect(await well.reached).toBe(true);
  expect(await well.poolerProblem()).toBeNull();
  const { store: pooled } = await openAt(await urlThrough(transactions));
  expect(await pooled.reached).toBe(true);
  expect(await pooled.poolerProblem()).toMatch(/pools transactions.*pool_mode = session/);
});

test('a pooler that cannot be looked at is not said to be wrong', async () => {
  await using pooler = await openPooler(postgres().port);
  const { store } = await openAt(await urlThrough(pooler));
  expect(await store.reached).toBe(true);
  await store.stop();
  expect(await store.poolerProblem()).toBeNull();
});

test('a role that may not see its own session decides nothing', async () => {
  await using pooler = await openPooler(postgres().port);
  const url = new URL(await urlThrough(pooler));
  const admin = await clientAt(Object.assign(new URL(url), { port: postgres().port }).href);
  await admin.query(`
    create role blind;
    create role blind_login login password 'secret' in role blind;
    alter role blind_login set role = 'blind';
    grant create on database ${JSON.stringify(url.pathname.slice(1))} to blind`);
  Object.assign(url, { username: 'blind_login', password: 'secret' });
  const { store } = await openAt(url.href);
  expect(await store.reached).toBe(true);
  expect(await store.poolerProblem()).toBeNull();
});

interface Pooler extends AsyncDisposable {
  readonly port: number;
  /** Keeps queries of new sessions waiting, as where no server is free. */
  holdQueries(): void;
  release(): void;
}

async function urlThrough({ port }: Pick<Pooler, 'port'>): Promise<string> {
  return Object.assign(new URL(await postgres().newDatabase()), { port }).href;
}

/** Answers startup messages as PgBouncer does with its defaults, and passes the rest on. */
async function openPooler(port: number): Promise<Pooler> {
  const ends = new Set<Socket>();
  let isHolding = false;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const end of [near, far]) {
      ends.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => [near, far].map((each) => each.destroy()));
    }
    far.pipe(near);
    let isStarted = false;
    near.on('data', (chunk) => {
      const data = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      if (isStarted) {
        if (!isHolding || data[0] !== QUERY) far.write(data);
        return;
      }
      isStarted = data.readInt32BE(4) !== SSL_REQUEST;
      const refused = isStarted ? refusedParameter(data) : undefined;
      if (refused === undefined) far.write(data);
      else near.end(refusalOf(refused));
    });
  });
  return {
    ...(await listening(server, ends)),
    holdQueries: () => void (isHolding = true),
    release: () => void (isHolding = false),
  };
}

/** The port on which a server listens from now on; its end is that of all connections. */
async function listening(server: Server, ends: ReadonlySet<Socket>) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: portOf(server),
    async [Symbol.asyncDispose]() {
      for (const end of ends) end.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const READY_FOR_QUERY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);

/**
 * Gives each transaction the session that was used last, as PgBouncer does with pool_mode =
 * transaction. Each connection brings a session, which all share from then on.
 */
async function openTransactionPooler(port: number) {
  const ends = new Set<Socket>();
  const idle: Socket[] = [];
  /** What is sent to the clients, by the session that works for them. */
  const served = new Map<Socket, Socket>();
  const server = createServer((near) => {
    const own = connect(port, '127.0.0.1');
    served.set(own, near);
    for (const end of [near, own]) {
      ends.add(end);
      end.on('error', () => end.destroy());
    }
    onMessages(own, (message) => {
      const client = served.get(own);
      if (message[0] === READY_FOR_QUERY && message[5] === IDLE) {
        served.delete(own);
        idle.push(own);
      }
      client?.write(message);
    });
    near.on('data', (chunk: Buffer) => {
      const held = [...served].find(([, client]) => client === near)?.[0];
      // The end of a connection is not the end of a session.
      if (chunk[0] === TERMINATE && held === undefined) {
        near.end();
        return;
      }
      const session = held ?? idle.pop();
      if (session === undefined) throw new Error('no session is free');
      served.set(session, near);
      session.write(chunk);
    });
  });
  return {
    ...(await listening(server, ends)),
  };
}

const TERMINATE = 'X'.charCodeAt(0);

/** Calls back with each whole message of the protocol that a server sends. */
function onMessages(far: Socket, listen: (message: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  far.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length > 4 && rest.length > rest.readInt32BE(1)) {
      const end = rest.readInt32BE(1) + 1;
      listen(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  });
}

/** The first name of a startup message that is not accepted. */
function refusedParameter(message: Buffer): string | undefined {
  const words = message.subarray(STARTUP_HEADER_LENGTH).toString().split('\0');
  return words.find((word, at) => at % 2 === 0 && word !== '' && !ACCEPTED.test(word));
}

/** An error response of the protocol. */
function refusalOf(parameter: string): Buffer {
  const fields = `SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: ${parameter}\0\0`;
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(head.length - 1 + fields.length, 1);
  return Buffer.concat([head, Buffer.from(fields)]);
}

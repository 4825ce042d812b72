import { Client } from 'pg';
import { onTestFinished, vi } from 'vitest';

import { WAIT } from '../support/bot.ts';

/** A write of an instance to the database, at which it can be stopped. */
export type Write = 'lease' | 'segment' | 'publish' | 'commit' | 'journal';

/** The taking of a lease. */
interface Taken {
  readonly name: string;
  readonly token: number;
  readonly atMs: number;
}

/** Stops instances in the database at the moment of a write; it knows them by their application’s name. */
export interface StepGate {
  /** Which instance took the reader’s lease last, and when by the database’s clock. */
  taken(): Promise<Taken>;
  /** The time by the database’s clock. */
  now(): Promise<number>;
  /** Closes the gate at a write of this instance; of any when it has no name. */
  close(write: Write, name: string): Promise<void>;
  /** The instance that waits at the gate. */
  waiting(): Promise<string>;
  /** Opens the gate. What waited there takes place after all, or is undone. */
  open(outcome: 'kept' | 'lost'): Promise<void>;
  /** Makes the reader read now. */
  askToRead(): Promise<void>;
  /** Ends that lease, as time does within eight seconds. */
  endLease(taken: Taken): Promise<void>;
  /** Events of the journal that are in it more than once. */
  doubledEvents(): Promise<readonly unknown[]>;
  /** How many there are. */
  events(): Promise<number>;
}

const LOCK = 4_711;

/** Where each write is: its table, and when its trigger fires. */
const TRIGGERS: Readonly<Record<Write, string>> = {
  lease: `trigger at_lease after update on rental_desk.snapshot_lease for each row
    when (old.token <> new.token)`,
  segment: 'trigger at_segment after insert on rental_desk.snapshot_segments for each statement',
  publish: 'trigger at_publish after insert on rental_desk.shared_snapshots for each statement',
  commit: `constraint trigger at_commit after insert on rental_desk.shared_snapshots
    deferrable initially deferred for each row`,
  journal: 'trigger at_journal after insert on rental_desk.file_events for each statement',
};

const SETUP = `
  create schema trial;
  create table trial.taken (name text, token integer, at timestamptz default clock_timestamp());
  create table trial.closed (write text, name text);
  create function trial.took() returns trigger language plpgsql as $$ begin
    insert into trial.taken (name, token)
      values (current_setting('application_name'), new.token);
    return null;
  end $$;
  create function trial.stop() returns trigger language plpgsql as $$ begin
    if exists (select from trial.closed
      where write = tg_argv[0] and name in ('', current_setting('application_name')))
    then perform pg_advisory_xact_lock_shared(${LOCK}); end if;
    return null;
  end $$;
  create trigger took after update on rental_desk.snapshot_lease for each row
    when (old.token <> new.token) execute function trial.took();
`;

/**
 * Adds a gate to a database.
 *
 * @param reader the only instance that has opened it so far
 */
export async function openStepGate(databaseUrl: string, reader: string): Promise<StepGate> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(async () => client.end());
  await client.query(SETUP);
  await client.query('insert into trial.taken select $1, token from rental_desk.snapshot_lease', [
    reader,
  ]);
  for (const [write, trigger] of Object.entries(TRIGGERS)) {
    await client.query(`create ${trigger} execute function trial.stop('${write}')`);
  }

  const waiters = async () =>
    client.query<{ pid: number; name: string }>(
      `select pid, application_name as name from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and objid = ${LOCK} and not granted`,
    );

  return {
    async taken() {
      const { rows } = await client.query<Taken>(
        `select name, token, extract(epoch from at)::float * 1000 as "atMs"
         from trial.taken order by token desc limit 1`,
      );
      const [last] = rows;
      if (last === undefined) throw new Error('no instance has ever read');
      return last;
    },
    async now() {
      const { rows } = await client.query<{ atMs: number }>(
        `select extract(epoch from clock_timestamp())::float * 1000 as "atMs"`,
      );
      return rows[0]?.atMs ?? Number.NaN;
    },
    async close(write, name) {
      await client.query(`select pg_advisory_lock(${LOCK})`);
      await client.query('insert into trial.closed values ($1, $2)', [write, name]);
    },
    waiting: async () =>
      vi.waitFor(async () => {
        const [waiter] = (await waiters()).rows;
        if (waiter === undefined) throw new Error('no instance came to the gate');
        return waiter.name;
      }, WAIT),
    async open(outcome) {
      await client.query('delete from trial.closed');
      const { rows } = await waiters();
      if (outcome === 'lost') {
        for (const { pid } of rows) await client.query('select pg_terminate_backend($1)', [pid]);
      }
      await client.query(`select pg_advisory_unlock(${LOCK})`);
    },
    async askToRead() {
      await client.query('update rental_desk.snapshot_lease set asked = asked + 1');
    },
    async endLease({ token }) {
      await client.query(
        `update rental_desk.snapshot_lease
         set expires_at = least(expires_at, clock_timestamp()) where token = $1`,
        [token],
      );
    },
    async doubledEvents() {
      const { rows } = await client.query(
        `select file_id, aspect, from_value, to_value, count(*) from rental_desk.file_events
         group by 1, 2, 3, 4 having count(*) > 1`,
      );
      return rows;
    },
    async events() {
      const { rows } = await client.query<{ count: number }>(
        'select count(*)::integer as count from rental_desk.file_events',
      );
      return rows[0]?.count ?? 0;
    },
  };
}

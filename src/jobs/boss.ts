import { fromPglite, PgBoss } from 'pg-boss';

import type { Engine } from '../store/database/connection.ts';

/** A schema of the job engine's own, so that the database can be shared with other programs. */
const SCHEMA = 'rental_desk_jobs';

/** Interval of pg-boss's search for jobs whose process has died. */
const SUPERVISE_SECONDS = 15;

/**
 * Creates the job engine on the store's database. Its own schedules are off: due times are rows of
 * the table `digests`.
 *
 * @param onError receives errors of background work
 * @param supervisionSeconds interval of the search for jobs whose process has died
 * @see https://timgit.github.io/pg-boss
 */
export function createBoss(
  engine: Engine,
  onError: (error: unknown) => void,
  supervisionSeconds: number = SUPERVISE_SECONDS,
): PgBoss {
  const boss = new PgBoss({
    ...databaseOf(engine),
    schema: SCHEMA,
    schedule: false,
    supervise: true,
    superviseIntervalSeconds: supervisionSeconds,
    monitorIntervalSeconds: supervisionSeconds,
    // Not needed for a few hundred small rows per day.
    reindex: false,
    monitorVacuum: false,
  });
  // Without a listener, an error would end the process.
  boss.on('error', (error) => onError(engineError(error)));
  return boss;
}

/** An error with the message alone: the driver's errors hold connections, and with them the password. */
export function engineError(error: unknown): Error {
  const fields = typeof error === 'object' && error !== null ? error : {};
  const message = 'message' in fields ? fields.message : error;
  // Where a host has several addresses, the error about all of them has a code and no message.
  const reason = message === '' && 'code' in fields ? fields.code : message;
  return new Error(`The job engine has trouble: ${String(reason)}`);
}

function databaseOf(engine: Engine) {
  switch (engine.kind) {
    case 'postgres':
      return { db: engine, backend: 'postgres' } as const;
    case 'pglite':
      return { db: fromPglite(engine.pglite), backend: 'pglite' } as const;
  }
}

import { fromPglite, PgBoss } from 'pg-boss';

import type { Engine } from '../store/database/connection.ts';

/** Tables of the job engine's own, so that Rental Desk may share a database with others. */
const SCHEMA = 'rental_desk_jobs';

/** How often jobs are looked for whose process has died. */
const SUPERVISE_SECONDS = 15;

/**
 * The job engine over the store's database. Its own schedules are off: a slot is a row of ours.
 *
 * @param onError hears of errors that nobody waits for
 * @param supervisionSeconds how often jobs are looked for whose process has died
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
    // A few hundred small rows a day need neither.
    reindex: false,
    monitorVacuum: false,
  });
  // Unheard, an error would end the process.
  boss.on('error', (error) => onError(engineError(error)));
  return boss;
}

/** The driver's errors hold connections, and with them the password: what they say is enough. */
export function engineError(error: unknown): Error {
  const said =
    typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return new Error(`The job engine has trouble: ${String(said)}`);
}

function databaseOf(engine: Engine) {
  switch (engine.kind) {
    case 'postgres':
      return { db: engine, backend: 'postgres' } as const;
    case 'pglite':
      return { db: fromPglite(engine.pglite), backend: 'pglite' } as const;
  }
}

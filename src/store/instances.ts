import type { RunQuery } from './database/connection.ts';
import { clock, clockPlus } from './database/schema.ts';

/** An instance of Rental Desk on this database. Its settings are fingerprints, never values. */
export interface Instance {
  /** Random. */
  readonly id: string;
  readonly version: string;
  /** Fingerprint of the secret. */
  readonly secret: string;
  /** Fingerprints of the settings, by variable. */
  readonly settings: Readonly<Record<string, string>>;
}

/** What people know an instance by: the beginning of its id. */
export function instanceName(id: string): string {
  return id.slice(0, NAME_LENGTH);
}

const NAME_LENGTH = 8;

/** The instances that run. */
export interface InstanceStore {
  /** Records that an instance runs, for the next three minutes. */
  renew(instance: Instance): Promise<void>;
  /** Records that it has stopped. */
  remove(id: string): Promise<void>;
  running(): Promise<readonly Instance[]>;
}

/** How long an instance counts as running after it was last heard of: two renewals may be missed. */
const RUNNING_MS = 180_000;

/** Creates the store of running instances, for PostgreSQL. */
export function createInstances(runQuery: RunQuery): InstanceStore {
  return {
    async renew({ id, version, secret, settings }) {
      const pairs = JSON.stringify(Object.entries(settings));
      const row = { version, secret, settings: pairs, seenAt: clock };
      await runQuery(async (kysely) => {
        await kysely.deleteFrom('instances').where('seenAt', '<', clockPlus(-RUNNING_MS)).execute();
        await kysely
          .insertInto('instances')
          .values({ id, ...row })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute();
      });
    },
    async remove(id) {
      await runQuery((kysely) => kysely.deleteFrom('instances').where('id', '=', id).execute());
    },
    async running() {
      const rows = await runQuery((kysely) =>
        kysely
          .selectFrom('instances')
          .select(['id', 'version', 'secret', 'settings'])
          .where('seenAt', '>=', clockPlus(-RUNNING_MS))
          .execute(),
      );
      return rows.map((row) => ({ ...row, settings: Object.fromEntries(row.settings) }));
    },
  };
}

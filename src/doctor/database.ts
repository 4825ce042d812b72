import { z } from 'zod';

import type { Config } from '../config.ts';
import type { Engine } from '../store/database.ts';
import { StoreError } from '../store/errors.ts';
import { migrations } from '../store/migrations/index.ts';
import { type DigestStore, openStore } from '../store/store.ts';
import { examineFolder } from './data-folder.ts';
import { type Examination, trouble, well } from './finding.ts';

const ABOUT = 'Database';

/**
 * Opens the database as the bot does, its tables brought up to date. Whoever is given the store
 * stops it; `null` also where a running bot holds the embedded one, which is as it should be.
 */
export async function* examineDatabase(database: Config['store']): Examination<DigestStore> {
  const isEmbedded = database.databaseUrl === null;
  if (isEmbedded && (yield* examineFolder(database.dataDir)) === null) return null;
  let unreached: unknown = null;
  const onError = (error: unknown) => {
    unreached ??= error;
  };
  try {
    const store = await openStore({ ...database, onError });
    if (unreached === null) {
      const version = await versionOf(store.engine);
      yield well(ABOUT, `${version}, its tables up to date (step ${migrations.length}).`);
      return store;
    }
    await store.stop();
  } catch (error) {
    unreached = error;
  }
  if (!(unreached instanceof StoreError)) throw unreached;
  yield unreached.code === 'locked'
    ? well(ABOUT, 'a running Rental Desk holds the embedded one, which is as it should be.')
    : trouble(ABOUT, sentence(unreached.message), mendOf(unreached, isEmbedded));
  return null;
}

function mendOf({ code }: StoreError, isEmbedded: boolean): string {
  if (code === 'newer') return '';
  if (isEmbedded) {
    return 'See whether the disk is full; if not, put the folder of DATA_DIR back from a backup.';
  }
  return code === 'unreachable'
    ? 'See whether PostgreSQL runs, whether this machine may connect to it, and whether user, password and name in DATABASE_URL are right.'
    : 'Give the user in DATABASE_URL the right to create schemas and tables in that database.';
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

const Version = z.tuple([z.object({ server_version: z.string().regex(/^[\w. ()~+-]{1,60}$/) })]);

async function versionOf(engine: Engine): Promise<string> {
  const ask = 'show server_version';
  const { rows } =
    engine.kind === 'postgres' ? await engine.executeSql(ask) : await engine.pglite.query(ask);
  const [{ server_version: version }] = Version.parse(rows);
  return `${engine.kind === 'postgres' ? 'PostgreSQL' : 'the embedded PostgreSQL'} ${version}`;
}

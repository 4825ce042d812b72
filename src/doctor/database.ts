import { z } from 'zod';

import type { Config } from '../config.ts';
import type { Engine } from '../store/database/connection.ts';
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
  const { promise: away, resolve: giveUp } = Promise.withResolvers<void>();
  const onError = (error: unknown) => {
    unreached ??= error;
    giveUp();
  };
  try {
    const store = await openStore({ ...database, onError });
    // The bot opens without one that hangs; here there is nothing else to do.
    await Promise.race([store.reached, away]);
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
    ? well(
        ABOUT,
        'a running Rental Desk uses the embedded one, as it should. (If you started none, another process uses the same DATA_DIR.)',
      )
    : trouble(ABOUT, sentence(unreached.message), mendOf(unreached, isEmbedded));
  return null;
}

/** What a refusal of PostgreSQL ends with. */
const STATE = /\((\w{5})\)$/;

function mendOf({ code, message }: StoreError, isEmbedded: boolean): string {
  if (code === 'newer') return '';
  if (isEmbedded) {
    return 'Check whether the disk is full. If not, put the folder of DATA_DIR back from a backup.';
  }
  if (code === 'failed') {
    return 'Give the user in DATABASE_URL the right to create schemas and tables in that database.';
  }
  const [, state = ''] = STATE.exec(message) ?? [];
  if (state.startsWith('28')) return 'Correct the user or the password in DATABASE_URL.';
  if (state === '3D000') return 'Create that database, or correct its name in DATABASE_URL.';
  if (/support SSL/.test(message)) {
    return 'Take sslmode out of DATABASE_URL, or have that server speak SSL.';
  }
  return 'Check that PostgreSQL runs, that host and port in DATABASE_URL are right, and that this machine may connect to it.';
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

import { access, constants, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { geteuid, platform } from 'node:process';

import { z } from 'zod';

import type { Config } from '../../config.ts';
import type { Engine } from '../../store/database/connection.ts';
import { EMBEDDED_REMEDY } from '../../store/database/pglite.ts';
import { type TextCipher, UNREADABLE_QUERY } from '../../store/encryption.ts';
import { StoreError } from '../../store/errors.ts';
import { migrations } from '../../store/migrations/index.ts';
import { type Instance, instanceName } from '../../store/shared-snapshots.ts';
import { type DigestStore, openStore } from '../../store/store.ts';
import { type Examination, skipped, problem, ok, type Finding, info } from '../finding.ts';

const ABOUT = 'Database';

/**
 * Opens the database as the bot does, and migrates its tables. The caller stops the store. `null`
 * also where a running bot has locked the embedded database, which is fine.
 */
export async function* examineDatabase(
  database: Config['store'],
  cipher: TextCipher,
): Examination<DigestStore> {
  const isEmbedded = database.databaseUrl === null;
  if (isEmbedded && (yield* examineFolder(database.dataDir)) === null) return null;
  let unreached: unknown = null;
  const { promise: failed, resolve: giveUp } = Promise.withResolvers<void>();
  const onError = (error: unknown) => {
    unreached ??= error;
    giveUp();
  };
  try {
    const store = await openStore({ ...database, cipher, leavesTexts: true, onError });
    // The bot starts without waiting for the database; here there is nothing else to do.
    await Promise.race([store.reached, failed]);
    if (unreached === null) {
      const version = await versionOf(store.engine);
      yield ok(ABOUT, `${version}, its tables up to date (step ${migrations.length}).`);
      const pooler = await store.poolerProblem();
      if (pooler !== null) yield problem(ABOUT, pooler, '');
      return store;
    }
    await store.stop();
  } catch (error) {
    unreached = error;
  }
  if (!(unreached instanceof StoreError)) throw unreached;
  yield unreached.code === 'locked'
    ? ok(
        ABOUT,
        'a running Rental Desk uses the embedded one, as it should. (If you started none, another process uses the same DATA_DIR.)',
      )
    : problem(
        ABOUT,
        `${unreached.message.replace(/\.$/, '')}.`,
        unreached.remedy === '' ? (isEmbedded ? EMBEDDED_REMEDY : LOG_REMEDY) : '',
      );
  return null;
}

/** For an answer that nobody foresaw. */
const LOG_REMEDY = 'Look into the log of that server.';

const Version = z.tuple([z.object({ server_version: z.string().regex(/^[\w. ()~+-]{1,60}$/) })]);

async function versionOf(engine: Engine): Promise<string> {
  const query = 'show server_version';
  const { rows } =
    engine.kind === 'postgres' ? await engine.executeSql(query) : await engine.pglite.query(query);
  const [{ server_version: version }] = Version.parse(rows);
  return `${engine.kind === 'postgres' ? 'PostgreSQL' : 'the embedded PostgreSQL'} ${version}`;
}

const DATABASE_FOLDER = 'Database folder';
const GROUP_AND_OTHERS = 0o077;

/**
 * Checks the folder of the embedded database, without creating or changing anything.
 *
 * @returns `true` if it holds a database that can be opened
 */
async function* examineFolder(dataDir: string): Examination<true> {
  const tables = join(dataDir, 'pglite');
  const folder = (await statOf(tables)) ?? (await statOf(dataDir));
  if (folder === null) {
    yield* examineParent(resolve(dataDir));
    return null;
  }
  if (!folder.isDirectory() || !(await isWritable(dataDir))) {
    yield problem(
      DATABASE_FOLDER,
      'It is not a folder that this user may write to.',
      FOLDER_REMEDY,
    );
    return null;
  }
  if (geteuid?.() === 0 && folder.uid !== 0) {
    yield skipped(
      DATABASE_FOLDER,
      'it belongs to another user: run this as the user that runs Rental Desk',
    );
    return null;
  }
  if ((await statOf(tables)) === null) {
    yield ok(DATABASE_FOLDER, 'it is empty. The first start creates the database.');
    return null;
  }
  if (platform !== 'win32' && (folder.mode & GROUP_AND_OTHERS) !== 0) {
    yield problem(
      DATABASE_FOLDER,
      'Others on this machine can look into it.',
      'Run chmod 700 on the folder pglite in the one that DATA_DIR names.',
    );
  } else {
    yield ok(DATABASE_FOLDER, 'only its owner can look into it.');
  }
  return true;
}

const FOLDER_REMEDY =
  'Give DATA_DIR a folder that the user who runs Rental Desk may write to, or use PostgreSQL by DATABASE_URL.';

/** Checks the nearest existing parent: the first start must be able to create the folder in it. */
async function* examineParent(path: string): Examination {
  let above = dirname(path);
  while ((await statOf(above)) === null && dirname(above) !== above) above = dirname(above);
  yield (await isWritable(above))
    ? ok(DATABASE_FOLDER, 'it does not exist yet. The first start creates it.')
    : problem(DATABASE_FOLDER, 'It does not exist, and this user cannot create it.', FOLDER_REMEDY);
  return null;
}

async function statOf(path: string) {
  return stat(path).catch(() => null);
}

async function isWritable(path: string): Promise<boolean> {
  return access(path, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

/**
 * Whether the queries of digests can be decrypted with the secret that is configured.
 *
 * @param slack whose app-level token is the secret where there is no signing secret
 */
export async function* examineTexts(
  { digests }: Pick<DigestStore, 'digests'>,
  { transport, actionTokenSecret }: Pick<Config['slack'], 'transport' | 'actionTokenSecret'>,
): Examination {
  const unreadable = (await digests.list({})).filter(({ query }) => query === UNREADABLE_QUERY);
  const about = 'Saved texts';
  const isOfToken = transport.kind === 'socket' && transport.appToken === actionTokenSecret;
  yield unreadable.length === 0
    ? ok(about, 'the queries of all digests can be decrypted.')
    : problem(
        about,
        `digests whose query was encrypted under another secret: ${unreadable.length}.`,
        isOfToken ? REMEDY_OF_TOKEN : REMEDY_OF_SECRET,
      );
  return null;
}

const REMEDY_OF_SECRET =
  'Set SLACK_SIGNING_SECRET_PREVIOUS to the secret before, or have the digests edited.';
const REMEDY_OF_TOKEN =
  'Have the digests edited: the secret was another SLACK_APP_TOKEN. With SLACK_SIGNING_SECRET, which you may set first, the next token changes nothing.';

const INSTANCES = 'Instances';

interface Own extends Pick<Config, 'fingerprints'> {
  /** The version of the app that runs this check. */
  readonly version: string;
  /** Variables that cannot be compared, because they are not usable here. */
  readonly broken: ReadonlySet<string>;
}

/**
 * Compares the running instances with each other and with this configuration. What differs between
 * them is a problem; what all of them have in common is not, since they may be about to be restarted.
 */
export async function* examineInstances(
  { instances, sharedSnapshots }: Pick<DigestStore, 'instances' | 'sharedSnapshots'>,
  own: Own,
): Examination {
  if (instances === null) return null;
  const running = await instances.running();
  if (running.length === 0) {
    yield info(INSTANCES, 'none is running on this database.');
    return null;
  }
  const differences = [...differencesOf(running, own)];
  yield* differences;
  if (differences.length === 0) {
    const count = running.length === 1 ? 'one is' : `${running.length} are`;
    yield ok(
      INSTANCES,
      `${count} running, with the version, secret and settings that are used here.`,
    );
  }
  const reader = (await sharedSnapshots?.holder()) ?? null;
  if (reader !== null) yield info(INSTANCES, namesOf(running, reader));
  return null;
}

/** Names as `/rental status` has them. */
function namesOf(running: readonly Instance[], reader: string): string {
  const others = running.flatMap(({ id }) => (id === reader ? [] : [instanceName(id)]));
  const also = others.length === 0 ? '' : ` Also running: ${others.toSorted().join(', ')}.`;
  return `${instanceName(reader)} reads the rental files for all.${also}`;
}

const SECRET = 'SLACK_SIGNING_SECRET (SLACK_APP_TOKEN over Socket Mode without one)';

function* differencesOf(running: readonly Instance[], own: Own): Generator<Finding> {
  const { fingerprints, version, broken } = own;
  yield* difference({
    what: 'The version of Rental Desk',
    own: version,
    running,
    valueOf: (instance) => instance.version,
    remedy: 'Put the same code in place everywhere, and restart the instances one after another.',
  });
  yield* difference({
    what: SECRET,
    own: fingerprints.secret,
    running,
    valueOf: ({ secret }) => secret,
    remedy:
      'Set it to the same everywhere, put the one before into SLACK_SIGNING_SECRET_PREVIOUS, and restart the instances one after another. Other settings are compared only between equal secrets.',
  });
  const comparable = running.filter(({ secret }) => secret === fingerprints.secret);
  const names = [fingerprints, ...comparable].flatMap(({ settings }) => Object.keys(settings));
  for (const name of new Set(names).difference(broken)) {
    yield* difference({
      what: name,
      own: fingerprints.settings[name],
      running: comparable,
      valueOf: ({ settings }) => settings[name],
      remedy: 'Set it to the same everywhere, and restart the instances one after another.',
    });
  }
}

interface Compared {
  readonly what: string;
  readonly own: string | undefined;
  readonly running: readonly Instance[];
  readonly valueOf: (instance: Instance) => string | undefined;
  readonly remedy: string;
}

function* difference({ what, own, running, valueOf, remedy }: Compared): Generator<Finding> {
  const others = running.filter((instance) => valueOf(instance) !== own);
  const count = others.length;
  if (count === 0) return;
  if (new Set(running.map(valueOf)).size > 1) {
    const verb = count === 1 ? 'has' : 'have';
    const names = others.map(({ id }) => instanceName(id)).toSorted();
    yield problem(
      INSTANCES,
      `${what} is not the same on all: ${count} of ${running.length} running ${verb} another one than is used here (${names.join(', ')}).`,
      remedy,
    );
    return;
  }
  const all = count === 1 ? 'the running instance has' : `all ${count} running instances have`;
  yield info(INSTANCES, `${what}: ${all} another one than is used here, until restarted.`);
}

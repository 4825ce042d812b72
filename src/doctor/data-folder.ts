import { access, constants, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { geteuid, platform } from 'node:process';

import { type Examination, skipped, trouble, well } from './finding.ts';

const ABOUT = 'Database folder';
const GROUP_AND_OTHERS = 0o077;

/**
 * The folder of the embedded database, without making or changing anything in it.
 *
 * @returns whether there is a database in it that can be opened
 */
export async function* examineFolder(dataDir: string): Examination<true> {
  const tables = join(dataDir, 'pglite');
  const folder = (await statOf(tables)) ?? (await statOf(dataDir));
  if (folder === null) {
    yield* examineParent(resolve(dataDir));
    return null;
  }
  if (!folder.isDirectory() || !(await isWritable(dataDir))) {
    yield trouble(ABOUT, 'It is not a folder that this user may write to.', MEND);
    return null;
  }
  if (geteuid?.() === 0 && folder.uid !== 0) {
    yield skipped(ABOUT, 'it belongs to another user: run this as the user that runs Rental Desk');
    return null;
  }
  if ((await statOf(tables)) === null) {
    yield well(ABOUT, 'it is empty. The first start creates the database.');
    return null;
  }
  if (platform !== 'win32' && (folder.mode & GROUP_AND_OTHERS) !== 0) {
    yield trouble(
      ABOUT,
      'Others on this machine can look into it.',
      'Run chmod 700 on the folder pglite in the one that DATA_DIR names.',
    );
  } else {
    yield well(ABOUT, 'only its owner can look into it.');
  }
  return true;
}

const MEND =
  'Give DATA_DIR a folder that the user who runs Rental Desk may write to, or use PostgreSQL by DATABASE_URL.';

/** The folder is made at the first start: what is above it must let that happen. */
async function* examineParent(path: string): Examination {
  let above = dirname(path);
  while ((await statOf(above)) === null && dirname(above) !== above) above = dirname(above);
  yield (await isWritable(above))
    ? well(ABOUT, 'it does not exist yet. The first start creates it.')
    : trouble(ABOUT, 'It does not exist, and this user cannot create it.', MEND);
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

import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

/** The variable that tells the processes of one run of the tests what they share. */
const RUN_FOLDER = 'TEST_RUN_FOLDER';

const LOOK_AGAIN_MS = 20;

/** Where Linux keeps files in memory. */
const MEMORY_FOLDER = '/dev/shm';

/** Of memory, for the databases of a run; and several times what its processes need beside them. */
const FREE_BYTES_MIN = 6 * 1024 ** 3;

/**
 * Vitest makes the folder that all test files of a run share, and removes it after the last one.
 * Where there is enough memory, it is there, with all temporary folders: to make and remove databases
 * on a disk takes a fifth of all processor time.
 */
export async function setup(): Promise<() => Promise<void>> {
  const isInMemory = process.env['TMPDIR'] === undefined && (await hasMemoryFolder());
  const folder = await mkdtemp(join(isInMemory ? MEMORY_FOLDER : tmpdir(), 'rental-desk-run-'));
  // PostgreSQL runs as another user where the tests run as root.
  await chmod(folder, 0o755);
  process.env[RUN_FOLDER] = folder;
  if (isInMemory) process.env['TMPDIR'] = folder;
  return async () => rm(folder, { recursive: true, force: true });
}

/** Whether there is room, and programs may run from there: in most containers neither is so. */
async function hasMemoryFolder(): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(MEMORY_FOLDER);
    const mounts = await readFile('/proc/self/mounts', 'utf8');
    const options = new RegExp(`^\\S+ ${MEMORY_FOLDER} tmpfs (\\S+)`, 'm').exec(mounts)?.[1];
    const mayRun = options?.split(',').includes('noexec') === false;
    return mayRun && Math.min(bavail * bsize, freemem()) > FREE_BYTES_MIN;
  } catch {
    return false;
  }
}

/** The folder that all test files of this run share; `null` outside of a run. */
export function runFolder(): string | null {
  return process.env[RUN_FOLDER] ?? null;
}

/**
 * A folder that is made once in a run of the tests, by whoever needs it first; the others wait for
 * it. Outside of a run, it is `null`: whoever asks makes its own.
 *
 * @param name of what is in the folder
 * @param make fills the folder
 */
export async function madeOnce(
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string | null> {
  const run = runFolder();
  if (run === null) return null;
  const made = join(run, name);
  const failed = `${made}.failed`;
  if (await isFirst(`${made}.claimed`)) {
    try {
      const partial = `${made}.partial`;
      await mkdir(partial);
      await make(partial);
      await rename(partial, made);
    } catch (error) {
      await writeFile(failed, '');
      throw error;
    }
  }
  while (!existsSync(made)) {
    if (existsSync(failed)) throw new Error(`Another test file could not make ${name}.`);
    await setTimeout(LOOK_AGAIN_MS);
  }
  return made;
}

/** Of all processes that ask with this path, for one only. */
async function isFirst(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch {
    return false;
  }
}

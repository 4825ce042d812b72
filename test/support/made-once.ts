import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

/** The variable that tells the processes of one run of the tests what they share. */
const RUN_FOLDER = 'TEST_RUN_FOLDER';

const LOOK_AGAIN_MS = 20;

/** Vitest makes the folder that all test files of a run share, and removes it after the last one. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'rental-desk-run-'));
  // PostgreSQL runs as another user where the tests run as root.
  await chmod(folder, 0o755);
  process.env[RUN_FOLDER] = folder;
  return async () => rm(folder, { recursive: true, force: true });
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

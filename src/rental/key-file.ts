import { open } from 'node:fs/promises';
import { platform } from 'node:process';

import { accountError } from './account.ts';

export interface KeyFile {
  /** What the file holds: the JSON for `readServiceAccount`. */
  readonly json: string;
  /** Sentences for the operator. */
  readonly warnings: readonly string[];
}

const KEY_FILE_BYTES_MAX = 64 * 1024;

const GROUP_AND_OTHERS_READ = 0o044;

/**
 * Reads a service account's key file, and warns when others on the machine can read it too.
 *
 * @throws {RentalError} `rental_account` when there is no such file or it cannot be read
 * @see Rental File Service specification, section 5.1: keys must be stored securely
 */
export async function readKeyFile(path: string): Promise<KeyFile> {
  try {
    await using file = await open(path);
    const stats = await file.stat();
    if (!stats.isFile()) throw accountError([`${path} is not a file.`]);
    if (stats.size > KEY_FILE_BYTES_MAX) {
      throw accountError([`${path} is too large to be a key file.`]);
    }
    const isOpen = platform !== 'win32' && (stats.mode & GROUP_AND_OTHERS_READ) !== 0;
    const warning = `${path} can be read by others on this machine: run chmod 600 on it.`;
    return { json: await file.readFile('utf8'), warnings: isOpen ? [warning] : [] };
  } catch (error) {
    const problem = problemOf(path, error);
    if (problem === null) throw error;
    throw accountError([problem]);
  }
}

/** `null` for what is no trouble with the file. */
function problemOf(path: string, error: unknown): string | null {
  if (!(error instanceof Error && 'errno' in error && 'code' in error)) return null;
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `There is no key file at ${path}: check RENTAL_KEY_FILE.`;
    case 'EACCES':
    case 'EPERM':
      return `${path} cannot be read: give the user that runs Rental Desk the right to read it.`;
    case 'EISDIR':
      return `${path} is not a file.`;
    default:
      return `${path} cannot be read (${String(error.code)}).`;
  }
}

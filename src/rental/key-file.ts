import { open } from 'node:fs/promises';
import { platform } from 'node:process';

import { accountError } from './account.ts';

export interface KeyFile {
  /** What the file holds: the JSON for `readServiceAccount`. */
  readonly json: string;
  /** Sentences for the operator. */
  readonly warnings: readonly string[];
}

/** Named by the variable, not by its value: that may be the key itself, put there by mistake. */
const FILE = 'The file that RENTAL_KEY_FILE names';

const NO_FILE = `${FILE} is not a file: name the JSON key file itself.`;

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
    if (!stats.isFile()) throw accountError([NO_FILE]);
    if (stats.size > KEY_FILE_BYTES_MAX) {
      throw accountError([
        `${FILE} is too large to be a key file: name the JSON key file as it was downloaded.`,
      ]);
    }
    const isOpen = platform !== 'win32' && (stats.mode & GROUP_AND_OTHERS_READ) !== 0;
    const warning = `${FILE} can be read by others on this machine: run chmod 600 on it.`;
    return { json: await file.readFile('utf8'), warnings: isOpen ? [warning] : [] };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    throw accountError([problem]);
  }
}

/** `null` for what is no trouble with the file. */
function problemOf(error: unknown): string | null {
  if (!(error instanceof Error && 'errno' in error && 'code' in error)) return null;
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `${FILE} does not exist: put the key there, or correct the path.`;
    case 'EACCES':
    case 'EPERM':
      return `${FILE} cannot be read: give the user that runs Rental Desk the right to read it.`;
    case 'EISDIR':
      return NO_FILE;
    default:
      return `${FILE} cannot be read (${String(error.code)}).`;
  }
}

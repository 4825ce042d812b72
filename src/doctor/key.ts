import type { Config } from '../config.ts';
import {
  type KeyFile,
  readKeyFile,
  readServiceAccount,
  type ServiceAccount,
} from '../rental-api/auth/service-account.ts';
import { RentalError } from '../rental-api/errors.ts';
import { type Examination, note, trouble, well } from './finding.ts';

const ABOUT = 'Key';
/** What says itself to get another one. */
const NEW_KEY = /\b(?:create|download) /i;

/**
 * The service account’s key: there, for our eyes only, whole, RSA, and not expired.
 *
 * @param now epoch milliseconds
 */
export async function* examineKey(
  key: Config['rental']['key'],
  now: number,
): Examination<ServiceAccount> {
  try {
    const file = await fileOf(key);
    for (const warning of file.warnings) yield trouble(ABOUT, warning, '');
    const { account, warnings } = readServiceAccount(file.json, now);
    yield well(ABOUT, 'the service account’s RSA key can be used.');
    for (const warning of warnings) yield note(ABOUT, warning);
    return account;
  } catch (error) {
    if (!(error instanceof RentalError) || error.failure.code !== 'rental_account') throw error;
    for (const problem of error.failure.problems)
      yield trouble(ABOUT, problem, mendOf(problem, key));
    return null;
  }
}

/** Where the key is; unless the problem itself says so. */
function mendOf(problem: string, key: Config['rental']['key']): string {
  if (problem.includes('RENTAL_KEY_FILE')) return '';
  const name = 'path' in key ? 'RENTAL_KEY_FILE' : 'RENTAL_KEY';
  if (NEW_KEY.test(problem)) return `Put it where ${name} says.`;
  return 'path' in key ? `Look at the file that ${name} names.` : `Look at what ${name} holds.`;
}

async function fileOf(key: Config['rental']['key']): Promise<KeyFile> {
  return 'path' in key ? readKeyFile(key.path) : { json: key.json, warnings: [] };
}

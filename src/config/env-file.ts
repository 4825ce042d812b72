import { existsSync, readFileSync } from 'node:fs';

const PATH = '.env';

/**
 * The text of the `.env` in the working directory, which Node may have read into the environment;
 * empty without one.
 */
export function readEnvFile(): string {
  return existsSync(PATH) ? readFileSync(PATH, 'utf8') : '';
}

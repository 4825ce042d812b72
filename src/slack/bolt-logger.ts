import { type Logger, LogLevel } from '@slack/bolt';

import type { Log } from '../log.ts';

const LINE_LENGTH_MAX = 500;

/**
 * The log of Bolt and the Web API client, marked by `source`.
 *
 * Their debug lines contain whole requests with tokens and are dropped; of other lines only strings
 * and error messages are kept.
 */
export function boltLogger(log: Log): Logger {
  const fields = { source: 'bolt' };
  return {
    debug: () => {},
    info: (...parts) => log.debug(fields, line(parts)),
    warn: (...parts) => log.warn(fields, line(parts)),
    error: (...parts) => log.error(fields, line(parts)),
    getLevel: () => LogLevel.INFO,
    setLevel: () => {},
    setName: () => {},
  };
}

function line(parts: readonly unknown[]): string {
  return parts
    .map((part) => (part instanceof Error ? `${part.name}: ${part.message}` : part))
    .filter((part) => typeof part === 'string')
    .join(' ')
    .replaceAll(/\b(?:xox[a-z]|xapp)-\S+/g, '[secret]')
    .slice(0, LINE_LENGTH_MAX);
}

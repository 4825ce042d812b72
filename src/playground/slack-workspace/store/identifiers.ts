import { randomBytes } from 'node:crypto';

const ID_DIGITS = 10;
const MICROSECONDS = 1_000_000;

export interface Identifiers {
  /** An id of Slack's form, unique in this workspace: `V0000000001`. */
  id(prefix: string): string;
  /** The id and time of a message, later than any before: `1795240800.000100`. */
  ts(): string;
  /** An unguessable token. */
  secret(): string;
  /** The name of a block or an element that came without one. */
  name(): string;
}

/** Names for everything that the workspace makes; `now` in milliseconds since the epoch. */
export function identifiers(now: () => number): Identifiers {
  let count = 0;
  let lastMicros = 0;

  function next(): string {
    count += 1;
    return count.toString(36).toUpperCase();
  }

  return {
    id: (prefix) => `${prefix}${next().padStart(ID_DIGITS, '0')}`,
    name: () => `b${next().toLowerCase().padStart(5, '0')}`,
    secret: () => randomBytes(12).toString('hex'),
    ts() {
      lastMicros = Math.max(Math.floor(now() * 1000), lastMicros + 100);
      const seconds = Math.floor(lastMicros / MICROSECONDS);
      return `${seconds}.${String(lastMicros % MICROSECONDS).padStart(6, '0')}`;
    },
  };
}

export type StoreErrorCode =
  /** The database does not answer; the next call tries again. */
  | 'unreachable'
  /** The user, the password or the database that DATABASE_URL names is not there. */
  | 'unknown_there'
  /** It takes longer than anybody waits; what was asked may still be done. */
  | 'late'
  /** Another process uses the folder of the embedded database. */
  | 'locked'
  /** A newer Rental Desk has changed the tables. */
  | 'newer'
  /** The database answered, and it is not what was asked for. */
  | 'failed';

/**
 * Something that must survive a restart cannot be had or kept.
 *
 * The message is for the operator, and safe to print. It never has a cause: the errors of the
 * drivers hold connections, and with them the password, and rows.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * What an answer of the database means, by its SQLSTATE; `null` for what is no answer of it.
 *
 * @see https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
export function databaseErrorOf(error: unknown): StoreError | null {
  if (!(error instanceof Error && 'severity' in error && 'code' in error)) return null;
  const state = String(error.code);
  const said = mayQuoteRows(state) ? state : `${error.message} (${state})`;
  const isStrange = /^(?:28|3D000)/.test(state);
  return isStrange || isTransient(state)
    ? new StoreError(
        isStrange ? 'unknown_there' : 'unreachable',
        `The database does not let Rental Desk work: ${said}`,
      )
    : new StoreError('failed', `The database refused what it was asked: ${said}`);
}

/** Classes 22 and 23 are about values, and their messages may quote them. */
function mayQuoteRows(state: string): boolean {
  return /^2[23]/.test(state);
}

/**
 * Whether it may be otherwise in a while: a connection lost (08), a standby (25006), no room (53), a
 * statement that took too long (57014) and a server that stops or starts (57P).
 */
function isTransient(state: string): boolean {
  return /^(?:08|25006|53|57014|57P)/.test(state);
}

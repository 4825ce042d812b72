export type StoreErrorCode =
  /** The database does not answer; the next call connects again. */
  | 'unreachable'
  /** The user, the password, the database name or a parameter of DATABASE_URL is rejected. */
  | 'unknown_there'
  /** Timed out: the query may still be executed. Or it came after something was changed. */
  | 'late'
  /** The connection ended after the query was sent: it may have been executed. */
  | 'lost'
  /** Another process uses the folder of the embedded database. */
  | 'locked'
  /** A newer version has changed the tables. */
  | 'newer'
  /** The database answered with any other error. */
  | 'failed';

/**
 * Stored data cannot be read or written.
 *
 * The message is for the operator and safe to log. There is never a cause, since the drivers' errors
 * hold rows and connections, and with them the password.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  /** What the operator does about it, with which the message ends; empty when nothing is known. */
  readonly remedy: string;

  constructor(code: StoreErrorCode, message: string, remedy = '') {
    super(remedy === '' ? message : `${message}. ${remedy}`);
    this.code = code;
    this.remedy = remedy;
  }
}

/**
 * An error that comes after something was changed: people must not read that nothing was.
 *
 * @returns a `StoreError` as a late one, any other as it is
 */
export function afterChange(error: unknown): unknown {
  return error instanceof StoreError ? new StoreError('late', error.message) : error;
}

/** Codes of errors with which a query may have been executed all the same. */
const UNCLEAR_CODES: ReadonlySet<StoreErrorCode> = new Set(['late', 'lost']);

/** Whether what failed with this error may have been done: nobody may say that it was not. */
export function mayBeDone(error: unknown): boolean {
  return error instanceof StoreError && UNCLEAR_CODES.has(error.code);
}

/**
 * An error response of the database as a `StoreError`, by its SQLSTATE; `null` for other errors.
 *
 * @see https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
export function databaseErrorOf(error: unknown): StoreError | null {
  if (!(error instanceof Error && 'severity' in error && 'code' in error)) return null;
  const state = String(error.code);
  // Messages of classes 22 and 23 may quote stored values.
  const detail = /^2[23]/.test(state) ? state : `${error.message} (${state})`;
  const known = REMEDIES.find(([start]) => `${state} ${error.message}`.startsWith(start));
  const remedy = known?.[1] ?? '';
  const isRejected = /^(?:28|3D000)/.test(state) || remedy === PARAMETER_REMEDY;
  return isRejected || isTransient(state)
    ? new StoreError(
        isRejected ? 'unknown_there' : 'unreachable',
        `${NOT_ADMITTED}: ${detail}`,
        remedy,
      )
    : new StoreError('failed', `The database refused what it was asked: ${detail}`, remedy);
}

const NOT_ADMITTED = 'The database does not let Rental Desk work';

/** Rental Desk itself sends no parameter that PgBouncer refuses by default. */
const PARAMETER_REMEDY =
  'Remove that parameter from DATABASE_URL or PGOPTIONS, or add it to ignore_startup_parameters of PgBouncer.';

export const READ_ONLY_REMEDY =
  'Name the server that takes changes in DATABASE_URL, or have this one take them.';

/** What to do about an answer, by the start of its SQLSTATE and message; the first that fits. */
const REMEDIES: readonly (readonly [start: string, remedy: string])[] = [
  ['08P01 unsupported startup parameter', PARAMETER_REMEDY],
  ['25006', READ_ONLY_REMEDY],
  ['28P01', 'Correct the user or the password in DATABASE_URL.'],
  [
    '28000 no pg_hba.conf entry',
    'Let that user in from this machine in pg_hba.conf of that server; where it wants encryption, add ?sslmode=verify-full to DATABASE_URL.',
  ],
  ['28', 'Correct the user in DATABASE_URL, or let it log in.'],
  ['3D000', 'Create that database, or correct its name in DATABASE_URL.'],
  [
    '42501',
    'Let the user in DATABASE_URL create schemas in that database; where rental_desk and rental_desk_jobs are there, it must own them, or be a member of their owner.',
  ],
  ['53100', 'Free room on the disk of the database.'],
  [
    '53300',
    'Raise max_connections of that server, or the limit of that user or database: an instance opens up to 14 connections.',
  ],
  ['57P03', 'Wait until that server has started.'],
];

/** Whether the server had no room to write in; it may answer all that needs none. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53100';
}

/**
 * Whether the same query may succeed later: a connection lost (08), a standby (25006), no room (53), a
 * statement that took too long (57014) and a server that stops or starts (57P).
 */
function isTransient(state: string): boolean {
  return /^(?:08|25006|53|57014|57P)/.test(state);
}

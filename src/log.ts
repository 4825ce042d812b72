import { destination, pino } from 'pino';

/** Where a room tells the operator what happened: fields first, then a few words. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  fatal(fields: object, message: string): void;
}

/** Lines are written together: one at a time takes as long as drawing an answer. */
const WRITTEN_AT_ONCE = 4_096;
const WRITTEN_AFTER_MS = 100;

/**
 * The log of the process: JSON lines on standard output, errors under `err`. A line is written
 * within 100 ms, a fatal one and the last ones before the process ends at once.
 */
export function createLog(level: string): Log {
  const output = destination({
    sync: false,
    minLength: WRITTEN_AT_ONCE,
    periodicFlush: WRITTEN_AFTER_MS,
  });
  return pino({ level, base: null, serializers: { err: errorFields } }, output);
}

/**
 * What of an error may stand in the log. Errors of libraries hang requests, and with them tokens
 * and people's data, on their other properties and causes: none of those is written.
 */
function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack = '' } = error;
  return {
    type: name,
    message: withoutSecrets(message),
    ...('code' in error ? { code: error.code } : {}),
    ...('failure' in error ? { failure: error.failure } : {}),
    stack: withoutSecrets(stack),
  };
}

/** An error in one line for the terminal, with what caused it where that says more. */
export function errorLine(error: unknown): string {
  if (!(error instanceof Error)) return 'Rental Desk cannot start.';
  // It holds no value of a variable, but examples, which are not to be taken for secrets.
  if (error.name === 'ConfigError') return error.message;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return withoutSecrets(`${error.message}${code}`);
}

/**
 * Slack's tokens, anything that comes as a bearer or as a key, and the address of a database, which
 * holds its password: should a library quote one.
 */
const SECRETS = [
  /\bxox[a-z]-[^\s"']+|\bxapp-[^\s"']+/g,
  /\bBearer [^\s"']+/gi,
  /-----BEGIN[\s\S]*?(?:-----END[^-]*-----|$)/g,
  // A password may hold spaces and quotes; all the rest of the address goes with it.
  /\bpostgres(?:ql)?:\/\/(?:[^/\n]*@)?\S*/gi,
];

/** A text without the secrets that may have come into it. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((left, secret) => left.replaceAll(secret, '[secret]'), text);
}

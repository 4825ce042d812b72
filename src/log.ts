import { destination, pino } from 'pino';

/** The logger interface of all rooms: fields first, then a message. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  fatal(fields: object, message: string): void;
}

/** Buffer size in bytes: writing each line by itself takes as long as rendering an answer. */
const BUFFER_BYTES = 4_096;
const FLUSH_MS = 100;

/**
 * The log of the process: JSON lines on standard output, errors under `err`. A line is written
 * within 100 ms, a fatal one and the last ones before the process ends at once.
 */
export function createLog(level: string): Log {
  const output = destination({
    sync: false,
    minLength: BUFFER_BYTES,
    periodicFlush: FLUSH_MS,
  });
  return pino({ level, base: null, serializers: { err: errorFields } }, output);
}

/**
 * The loggable fields of an error. Other properties and causes are left out: errors of libraries hold
 * requests there, and with them tokens and personal data.
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

/** An error in one line for the terminal, with the code of its cause. */
export function errorLine(error: unknown): string {
  if (!(error instanceof Error)) return 'Rental Desk cannot start.';
  // Unfiltered: it holds no values, but examples that look like secrets.
  if (error.name === 'ConfigError') return error.message;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return withoutSecrets(`${error.message}${code}`);
}

/**
 * Patterns of Slack tokens, bearer tokens, private keys and database URLs with passwords, in case a
 * library quotes one.
 */
const SECRETS = [
  /\bxox[a-z]-[^\s"']+|\bxapp-[^\s"']+/g,
  /\bBearer [^\s"']+/gi,
  /-----BEGIN[\s\S]*?(?:-----END[^-]*-----|$)/g,
  // A password may hold spaces and quotes, so the rest of the URL is removed with it.
  /\bpostgres(?:ql)?:\/\/(?:[^/\n]*@)?\S*/gi,
];

/** A text with secrets replaced by `[secret]`. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((left, secret) => left.replaceAll(secret, '[secret]'), text);
}

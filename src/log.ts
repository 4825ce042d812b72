import { pino } from 'pino';

/** Where a room tells the operator what happened: fields first, then a few words. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  fatal(fields: object, message: string): void;
}

/** The log of the process: JSON lines on standard output, errors under `err`. */
export function createLog(level: string): Log {
  return pino({ level, base: null, serializers: { err: errorFields } });
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
    message: withoutTokens(message),
    ...('code' in error ? { code: error.code } : {}),
    ...('failure' in error ? { failure: error.failure } : {}),
    stack: withoutTokens(stack),
  };
}

/** An error in one line for the terminal, with what caused it where that says more. */
export function errorLine(error: unknown): string {
  if (!(error instanceof Error)) return 'Rental Desk cannot start.';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return withoutTokens(`${error.message}${code}`);
}

/** Slack's tokens, and anything that comes as a bearer or as a key, should a library quote one. */
const SECRETS =
  /\bxox[a-z]-[^\s"']+|\bxapp-[^\s"']+|Bearer [^\s"']+|-----BEGIN[\s\S]*?(?:-----END[^-]*-----|$)/g;

function withoutTokens(text: string): string {
  return text.replaceAll(SECRETS, '[secret]');
}

import process from 'node:process';

import { destination, pino } from 'pino';

/** The logger interface of all rooms: fields first, then a message. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  fatal(fields: object, message: string): void;
}

/** The log of the process, whose lines are written some time later. */
interface ProcessLog extends Log {
  /** Ends the process once the lines so far are written, or cannot be. */
  exit(code: number): void;
}

/** Buffer size in bytes: writing each line by itself takes as long as rendering an answer. */
const BUFFER_BYTES = 4_096;
/** Of lines that standard output does not take, such as a file on a full disk. */
const WAITING_BYTES_MAX = 8 * 1024 * 1024;
const FLUSH_MS = 100;
/** At exit, where nobody reads the lines any more. */
const LAST_FLUSH_MS_MAX = 1_000;

/**
 * The log of the process: JSON lines on standard output, errors under `err`. A line is written
 * within 100 ms, a fatal one and the last ones before the process ends at once. Where they cannot be
 * written, they wait within a bound, and the process goes on without them.
 */
export function createLog(level: string): ProcessLog {
  const output = destination({
    sync: false,
    minLength: BUFFER_BYTES,
    maxLength: WAITING_BYTES_MAX,
    periodicFlush: FLUSH_MS,
  });
  let isBroken = false;
  let dropped = 0;
  output.on('error', () => {
    isBroken = true;
  });
  output.on('drop', () => {
    dropped += 1;
  });
  output.on('write', () => {
    isBroken = false;
    if (dropped === 0) return;
    const lines = dropped;
    dropped = 0;
    log.warn({ lines }, 'lines of the log are lost: standard output did not take them');
  });
  const flushSync = output.flushSync.bind(output);
  // Called at a fatal line and at the end of the process: it would try for ever.
  output.flushSync = () => {
    if (!isBroken) flushSync();
  };
  const log = pino(
    { level, base: null, serializers: { err: (error: unknown) => errorFields(error) } },
    output,
  );
  return Object.assign(log, {
    exit(code: number) {
      setTimeout(() => process.exit(code), LAST_FLUSH_MS_MAX);
      // At an exit the last lines are written at once: before those that are being written, or
      // instead of them.
      log.flush(() => process.exit(code));
    },
  });
}

/** Errors of one chain that are written. */
const CAUSES_MAX = 4;
const MESSAGE_LENGTH_MAX = 500;

/**
 * The loggable fields of an error and of its causes. Other properties are left out: errors of
 * libraries hold requests there, and with them tokens and personal data.
 */
function errorFields(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack = '', cause } = error;
  return {
    type: name,
    message: safeMessage(name, message),
    ...('code' in error ? { code: error.code } : {}),
    ...slackFields(error),
    ...('failure' in error ? { failure: error.failure } : {}),
    ...(depth === 0 ? { stack: safeStack(name, message, stack) } : {}),
    ...(cause instanceof Error && depth < CAUSES_MAX
      ? { cause: errorFields(cause, depth + 1) }
      : {}),
    // Such an error often has no message of its own.
    ...(error instanceof AggregateError && depth < CAUSES_MAX
      ? { errors: error.errors.slice(0, CAUSES_MAX).map((one) => errorFields(one, depth + 1)) }
      : {}),
  };
}

const WORD = /^[\w.]{1,100}$/;
/** Separated by commas. */
const SCOPES = /^[\w.:,]{1,200}$/;

/**
 * Slack’s method, its own code and the scope that is missing, which the client library keeps beside
 * the message.
 */
function slackFields(error: Error): Record<string, string> {
  const data = 'data' in error ? error.data : error;
  if (typeof data !== 'object' || data === null) return {};
  const fields = [
    ['method', 'method' in data ? data.method : null, WORD],
    ['slackError', 'error' in data ? data.error : null, WORD],
    ['neededScope', 'needed' in data ? data.needed : null, SCOPES],
  ] as const;
  return Object.fromEntries(
    fields.flatMap(([key, value, shape]) =>
      typeof value === 'string' && shape.test(value) ? [[key, value]] : [],
    ),
  );
}

/**
 * The message of an error, or a line of a library, as it may be written: bounded, and without
 * secrets, addresses and what it quotes.
 */
export function safeMessage(name: string, message: string): string {
  const plain = withoutQuotes(name, message).replaceAll(E_MAIL, '[e-mail]');
  return withoutSecrets(plain).slice(0, MESSAGE_LENGTH_MAX);
}

/** A stack begins with the message, which may be any text; one that was changed since is left out. */
function safeStack(name: string, message: string, stack: string): string {
  const at = stack.indexOf(message);
  if (at === -1)
    return `${name}${stack
      .split(/(?=\n {4}at )/)
      .slice(1)
      .join('')}`;
  const frames = stack.slice(at + message.length);
  return `${stack.slice(0, at)}${safeMessage(name, message)}${withoutSecrets(frames)}`;
}

const E_MAIL = /(?<![^\s@<>"'(){}])[^\s@<>"'(){}]+@[^\s@<>"'(){}]+\.[a-z]{2,}/gi;

/** What Slack’s library makes of an answer, with its code or, where a proxy has answered, all of it. */
const NO_CODE = /((?:An API error occurred|Slack API error): )(?![a-z_]{1,100}\)?$)[\s\S]*/;

/** Parsers quote what they could not read, which may be a rental file and hold quotation marks of its own. */
function withoutQuotes(name: string, text: string): string {
  const plain = text.replace(NO_CODE, '$1[quoted]');
  return name === 'SyntaxError' ? plain.replace(/["'`][\s\S]*["'`]/, '[quoted]') : plain;
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
 * Patterns of Slack tokens, bearer tokens, JWTs such as assertions, private keys and database URLs
 * with passwords, in case a library quotes one.
 */
const SECRETS = [
  /\bxox[a-z]-[^\s"']+|\bxapp-[^\s"']+/g,
  // A response URL is enough to post by it.
  /https?:\/\/hooks\.slack[^\s/]*\/[^\s"']+/gi,
  /\bBearer [^\s"']+/gi,
  /\beyJ[\w-]+\.[\w.-]+/g,
  /-----BEGIN[\s\S]*?(?:-----END[^-]*-----|$)/g,
  // A password may hold spaces and quotes, so the rest of the URL is removed with it.
  /\bpostgres(?:ql)?:\/\/(?:[^/\n]*@)?\S*/gi,
];

/** A text with secrets replaced by `[secret]`. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((left, secret) => left.replaceAll(secret, '[secret]'), text);
}

/** What does not work as it should while the process runs on; the words are part of `/readyz`. */
type Degradation =
  | 'slack token'
  | 'slack app token'
  | 'signing secret'
  | 'clock'
  | 'user groups'
  | 'changed since'
  | 'shared snapshot'
  | 'empty list';

const REMEDIES: Readonly<Record<Degradation, string>> = {
  'slack token':
    'Slack does not accept SLACK_BOT_TOKEN: on api.slack.com/apps install the app again, copy the Bot User OAuth Token and restart',
  'slack app token':
    'Slack does not accept SLACK_APP_TOKEN: on api.slack.com/apps create an app-level token with connections:write and restart',
  'signing secret':
    'every request is refused for its signature: copy the Signing Secret of Basic Information on api.slack.com/apps into SLACK_SIGNING_SECRET and restart',
  clock:
    'the clock of this machine is off, and requests are refused for it: switch automatic time on (on Linux: timedatectl set-ntp true)',
  'user groups':
    'Slack does not list a group of ACCESS_USERGROUPS or ADMIN_USERGROUPS: correct its id, see that the group is switched on, and restart',
  'changed since':
    'the service does not take RENTAL_CHANGED_SINCE_PARAM, so every reading reads all pages: correct or remove it, and restart',
  'shared snapshot':
    'this instance reads the rental files for itself: see that the database answers and has room, and that all instances have the same version, signing secret, RENTAL_FILES_URL and RENTAL_COMPLETION_MAX, then restart it',
  'empty list':
    'the service lists no rental file: where there are some, give its service account the right to read them in the project of RENTAL_PROJECT_ID',
};

/** The list of what is degraded. */
export interface Degradations {
  /**
   * Records whether something is degraded, and logs the change, not its repetition.
   *
   * @param fields for the log: codes and figures, no secrets
   */
  readonly report: (what: Degradation, isDegraded: boolean, fields?: object) => void;
  readonly list: () => readonly Degradation[];
}

export function createDegradations(log: Pick<Log, 'info' | 'warn'>): Degradations {
  const current = new Set<Degradation>();
  return {
    report(what, isDegraded, fields = {}) {
      if (current.has(what) === isDegraded) return;
      if (isDegraded) {
        current.add(what);
        log.warn({ degraded: what, ...fields }, REMEDIES[what]);
      } else {
        current.delete(what);
        log.info({ degraded: what }, 'it works again');
      }
    },
    list: () => [...current],
  };
}

/** Distinct keys of throttled warnings; far more than there are. */
const KEYS_MAX = 100;

/**
 * Writes warnings of one key at most once in an interval, each with the number of those before it
 * that were not written, as `alikeBefore`.
 *
 * @param clock milliseconds
 */
export function createThrottledWarn(
  log: Pick<Log, 'warn'>,
  clock: () => number,
  everyMs: number,
): (key: string, fields: object, message: string) => void {
  const written = new Map<string, { atMs: number; more: number }>();
  return (key, fields, message) => {
    const last = written.get(key) ?? { atMs: -Infinity, more: 0 };
    if (clock() - last.atMs < everyMs) {
      last.more += 1;
      return;
    }
    log.warn({ ...fields, alikeBefore: last.more }, message);
    if (written.size >= KEYS_MAX) written.clear();
    written.set(key, { atMs: clock(), more: 0 });
  };
}

/** An outage that lasts is written again after this. */
const FAILURE_EVERY_MS = 300_000;

/**
 * Writes failures of work that is tried again and again: the same message and fields with the same
 * kind of error once in five minutes.
 *
 * @param monotonic milliseconds of a clock that is never set back
 */
export function createFailureLog(
  log: Pick<Log, 'warn'>,
  monotonic: () => number,
): (error: unknown, message: string, fields?: object) => void {
  const warn = createThrottledWarn(log, monotonic, FAILURE_EVERY_MS);
  return (error, message, fields = {}) =>
    warn(JSON.stringify([message, fields, kindOf(error)]), { ...fields, err: error }, message);
}

/** What errors of one cause share: the job engine names a worker in brackets. */
function kindOf(error: unknown): readonly unknown[] {
  if (!(error instanceof Error)) return [typeof error];
  return [error.name, 'code' in error ? error.code : error.message.replace(/ \(.*$/s, '')];
}

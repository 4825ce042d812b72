import { createPrivateKey, type KeyObject } from 'node:crypto';
import { open } from 'node:fs/promises';
import { getegid, geteuid, getgroups } from 'node:process';

import { RentalError } from '../errors.ts';
import { epochMs } from '../schema/date-time.ts';
import { isObject, jsonIn } from '../schema/fields.ts';

/** The service account. Printing it does not show the key. */
export interface ServiceAccount {
  readonly userId: string;
  /** `kid` of the signing key; `null` when not given. */
  readonly keyId: string | null;
  readonly privateKey: KeyObject;
  /** Epoch milliseconds; `null` when the key file does not say. */
  readonly expiresAt: number | null;
}

export interface ReadAccount {
  readonly account: ServiceAccount;
  /** Sentences for the operator about future problems. */
  readonly warnings: readonly string[];
}

const DAY_MS = 86_400_000;
const EXPIRY_WARNING_DAYS = 14;

/**
 * Parses the JSON key of a service account in its known spellings (`userId` or `user_id`, `key` or
 * `private_key`, …), and repairs the damage that environment variables do to JSON and PEM.
 *
 * @param now epoch milliseconds, to detect an expired key
 * @throws {RentalError} `rental_account` with each problem and its remedy, never a value
 * @see Rental File Service specification, sections 5.1 and 5.3
 */
export function readServiceAccount(json: string, now: number): ReadAccount {
  const fields = parse(json);
  if (typeof fields === 'string') throw accountError([fields]);
  const user = idOf(fields, ['userId', 'user_id'], 'user id');
  const key = keyOf(fields);
  const keyId = idOf(fields, ['keyId', 'key_id', 'kid'], 'key id');
  const expiry = expiryOf(fields, now);

  const userMissing = user.id === null && user.defect === null ? USER_ID_MISSING : null;
  const keyProblem = 'key' in key ? null : key.problem;
  const defects = [typeProblem(fields), userMissing, user.defect, keyProblem];
  const problems = [...defects, keyId.defect, expiry.defect].filter((defect) => defect !== null);
  if (problems.length > 0 || user.id === null || !('key' in key)) throw accountError(problems);

  const warnings = [keyId.id === null ? KEY_ID_MISSING : null, expiry.warning];
  return {
    account: { userId: user.id, keyId: keyId.id, privateKey: key.key, expiresAt: expiry.at },
    warnings: warnings.filter((warning) => warning !== null),
  };
}

/** The error for an unusable service account, one sentence per problem. */
function accountError(problems: readonly string[]): RentalError {
  const failure = { code: 'rental_account', problems } as const;
  return new RentalError('Reading the service account’s key', problems.join(' '), failure);
}

const NOT_JSON =
  'The key is not JSON: use the JSON key file of the service account as it was downloaded.';
const BARE_PEM =
  'The key is only the private key: use the whole JSON key file, which also holds the user id.';
const USER_ID_MISSING =
  'The user id is missing: the key file must hold "userId". Download the key file anew.';
const KEY_ID_MISSING =
  'The key file holds no "keyId": most authorization servers refuse a key that they cannot look up.';
const APPLICATION =
  'The key belongs to an application: create a service account and download a key of that.';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of the key file, or a problem as a sentence. */
function parse(text: string): Fields | string {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed.startsWith('-----BEGIN')) return BARE_PEM;
  const value = jsonIn(withEscapedLineEnds(trimmed));
  return isObject(value) ? value : NOT_JSON;
}

/** Restores `\n` in JSON strings, which quotes in an `.env` file turn into line ends. */
function withEscapedLineEnds(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*\\?(?:"|$)/gs, (quoted) => quoted.replace(/\r?\n/g, '\\n'));
}

interface Id {
  readonly id: string | null;
  readonly defect: string | null;
}

function idOf(fields: Fields, names: readonly string[], called: string): Id {
  const value = firstOf(fields, names);
  if (typeof value === 'string' && value.trim() !== '') return { id: value.trim(), defect: null };
  if (typeof value !== 'number') return { id: null, defect: null };
  const defect = `The ${called} is a number without quotes, so its last digits may be lost: put it in quotes.`;
  return { id: null, defect };
}

function firstOf(fields: Fields, names: readonly string[]): unknown {
  const name = names.find((candidate) => (fields[candidate] ?? null) !== null);
  return name === undefined ? null : fields[name];
}

function typeProblem(fields: Fields): string | null {
  const type = firstOf(fields, ['type']);
  const isApplication = type === 'application' || 'appId' in fields || 'clientId' in fields;
  return isApplication ? APPLICATION : null;
}

function keyOf(fields: Fields): ReturnType<typeof readPrivateKey> {
  const pem = firstOf(fields, ['key', 'private_key', 'privateKey']);
  if (typeof pem === 'string' && pem.trim() !== '') return readPrivateKey(pem);
  return {
    problem:
      'The private key is missing: the key file must hold "key". Download the key file anew.',
  };
}

interface Expiry {
  readonly at: number | null;
  readonly defect: string | null;
  readonly warning: string | null;
}

function expiryOf(fields: Fields, now: number): Expiry {
  const text = firstOf(fields, ['expirationDate', 'expiration_date']);
  const at = typeof text === 'string' ? epochMs(text.trim()) : null;
  if (at === null) return { at, defect: null, warning: null };
  if (at <= now) {
    const day = new Date(at).toISOString().slice(0, 10);
    const defect = `The key expired on ${day}: create a new key for the service account.`;
    return { at, defect, warning: null };
  }
  const days = Math.floor((at - now) / DAY_MS);
  if (days >= EXPIRY_WARNING_DAYS) return { at, defect: null, warning: null };
  const warning = `The key expires in ${days === 1 ? '1 day' : `${days} days`}: create a new one in time.`;
  return { at, defect: null, warning };
}

/** A private key, or a problem as a sentence with its remedy. */
type ReadKey = { readonly key: KeyObject } | { readonly problem: string };

/** Minimum for RS256 (RFC 7518, section 3.3). */
const KEY_BITS_MIN = 2048;

const BEGINNING = /-----BEGIN ([A-Z0-9 ]+)-----/;

const LINE_CHARACTERS = /.{1,64}/g;

/**
 * Parses an RSA private key from PEM, PKCS#1 or PKCS#8, and repairs the damage that settings and
 * clipboards do: line ends written as `\n`, turned into spaces or lost, carriage returns, a byte
 * order mark.
 *
 * @see RFC 7468, section 2, for the text; RFC 8017, appendix A.1.2, and RFC 5958 for the keys
 */
function readPrivateKey(text: string): ReadKey {
  const mended = text.replace(/(?<!\\)\\+[rn]/g, '\n');
  const beginning = BEGINNING.exec(mended);
  if (!beginning) return { problem: NO_PEM };
  const [head, label = ''] = beginning;
  const start = beginning.index + head.length;
  const end = mended.indexOf(`-----END ${label}-----`, start);
  if (end < 0) return { problem: CUT };
  const inside = mended.slice(start, end);
  const problem = problemOfKind(label, inside);
  if (problem !== null) return { problem };
  const lines = inside.replace(/\s+/g, '').match(LINE_CHARACTERS) ?? [];
  return keyFromPem(
    [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n'),
  );
}

const NO_PEM =
  'The private key is not PEM text: its first line must say BEGIN RSA PRIVATE KEY or BEGIN PRIVATE KEY, between dashes. Download the key file anew.';
const CUT = 'The private key is cut: its last line is missing. Download the key file anew.';
const DAMAGED =
  'The private key is damaged and cannot be read: some of its characters are missing or changed. Download the key file anew.';
const NOT_RSA = 'The private key is not an RSA key. Create a JSON key for the service account.';

function problemOfKind(label: string, inside: string): string | null {
  if (label.endsWith('PUBLIC KEY') || label === 'CERTIFICATE') {
    return 'The key is a public one: the service account signs with its private key. Use the key file as it was downloaded.';
  }
  if (label === 'ENCRYPTED PRIVATE KEY' || inside.includes('Proc-Type:')) {
    return 'The private key is protected by a passphrase. Use the key file as it was downloaded, or remove the passphrase.';
  }
  if (label !== 'RSA PRIVATE KEY' && label !== 'PRIVATE KEY') return NOT_RSA;
  return null;
}

function keyFromPem(pem: string): ReadKey {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    return { problem: DAMAGED };
  }
  if (key.asymmetricKeyType !== 'rsa') return { problem: NOT_RSA };
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < KEY_BITS_MIN) {
    return {
      problem: `The private key has ${bits} bits: at least ${KEY_BITS_MIN} are needed. Create a new key for the service account.`,
    };
  }
  return { key };
}

export interface KeyFile {
  /** Content, for `readServiceAccount`. */
  readonly json: string;
  /** Sentences for the operator. */
  readonly warnings: readonly string[];
}

/** Named by the variable, not by its value, which may be the key itself by mistake. */
const FILE = 'The file that RENTAL_KEY_FILE names';

const NO_FILE = `${FILE} is not a file: name the JSON key file itself.`;

const KEY_FILE_BYTES_MAX = 64 * 1024;

const GROUP_READS = 0o040;
const OTHERS_READ = 0o004;

/**
 * Reads a service account's key file, and warns if other users of the machine can read it.
 *
 * @throws {RentalError} `rental_account` when there is no such file or it cannot be read
 * @see Rental File Service specification, section 5.1: keys must be stored securely
 */
export async function readKeyFile(path: string): Promise<KeyFile> {
  try {
    await using file = await open(path);
    const stats = await file.stat();
    if (!stats.isFile()) throw accountError([NO_FILE]);
    if (stats.size > KEY_FILE_BYTES_MAX) {
      throw accountError([
        `${FILE} is too large to be a key file: name the JSON key file as it was downloaded.`,
      ]);
    }
    const warning = `${FILE} can be read by others on this machine: run chmod 600 on it.`;
    const warnings = canOthersRead(stats, thisProcess()) ? [warning] : [];
    return { json: await file.readFile('utf8'), warnings };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    throw accountError([problem]);
  }
}

/** A user of this machine, with its groups. */
interface Reader {
  readonly uid: number;
  readonly groups: readonly number[];
}

/** `null` on Windows, where a file’s mode does not say who may read it. */
function thisProcess(): Reader | null {
  if (!geteuid || !getegid || !getgroups) return null;
  return { uid: geteuid(), groups: [getegid(), ...getgroups()] };
}

/**
 * Whether users other than the one who reads a file can read it, too.
 *
 * Where neither the owner nor the group is the reader’s, an access list let it in, and the mode has
 * the mask of that list in place of the group’s rights: so it is with credentials of systemd.
 *
 * @see https://man7.org/linux/man-pages/man5/acl.5.html
 */
export function canOthersRead(
  { mode, uid, gid }: Readonly<Record<'mode' | 'uid' | 'gid', number>>,
  reader: Reader | null,
): boolean {
  if (reader === null) return false;
  if ((mode & OTHERS_READ) !== 0) return true;
  const isMask = reader.uid !== 0 && reader.uid !== uid && !reader.groups.includes(gid);
  return (mode & GROUP_READS) !== 0 && !isMask;
}

/** `null` for errors that are not of the file system. */
function problemOf(error: unknown): string | null {
  if (!(error instanceof Error && 'errno' in error && 'code' in error)) return null;
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `${FILE} does not exist: put the key there, or correct the path.`;
    case 'EACCES':
    case 'EPERM':
      return `${FILE} cannot be read: give the user that runs Rental Desk the right to read it.`;
    case 'EISDIR':
      return NO_FILE;
    default:
      return `${FILE} cannot be read (${String(error.code)}).`;
  }
}

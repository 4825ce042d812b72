import { z } from 'zod';

import type { Config } from '../../config.ts';
import { serviceStatus } from '../../i18n/en/errors.ts';
import {
  readKeyFile,
  readServiceAccount,
  type ServiceAccount,
} from '../../rental-api/auth/service-account.ts';
import { addressAt, CLOCK_TOLERANCE } from '../../rental-api/auth/token-request.ts';
import { createRentalFiles, type RentalFiles, changedSince } from '../../rental-api/client.ts';
import {
  type LikelyCause,
  networkReason,
  RentalError,
  type RentalFailure,
} from '../../rental-api/errors.ts';
import { readBody } from '../../rental-api/http/page-body.ts';
import type { FilePage } from '../../rental-api/schema/page.ts';
import { type Examination, info, ok, problem, clockFinding, type Finding } from '../finding.ts';

const KEY = 'Key';
/** Problems whose text already says to get another key. */
const NEW_KEY = /\b(?:create|download) /i;

/**
 * Checks the service account’s key: readable by its owner only, complete, RSA, not expired.
 *
 * @param now epoch milliseconds
 */
export async function* examineKey(
  key: Config['rental']['key'],
  now: number,
): Examination<ServiceAccount> {
  try {
    const file = 'path' in key ? await readKeyFile(key.path) : { json: key.json, warnings: [] };
    for (const warning of file.warnings) yield problem(KEY, warning, '');
    const { account, warnings } = readServiceAccount(file.json, now);
    yield ok(KEY, 'the service account’s RSA key can be used.');
    for (const warning of warnings) yield info(KEY, warning);
    return account;
  } catch (error) {
    if (!(error instanceof RentalError) || error.failure.code !== 'rental_account') throw error;
    for (const message of error.failure.problems)
      yield problem(KEY, message, remedyOf(message, key));
    return null;
  }
}

/** Names the variable, unless the problem itself does. */
function remedyOf(message: string, key: Config['rental']['key']): string {
  if (message.includes('RENTAL_KEY_FILE')) return '';
  const name = 'path' in key ? 'RENTAL_KEY_FILE' : 'RENTAL_KEY';
  if (NEW_KEY.test(message)) return `Put it where ${name} says.`;
  return 'path' in key ? `Look at the file that ${name} names.` : `Look at what ${name} holds.`;
}

interface TokenOptions {
  readonly rental: Config['rental'];
  readonly account: ServiceAccount;
  readonly server: Server;
  readonly now: () => number;
  readonly monotonic: () => number;
}

const ACCESS_TOKEN = 'Access token';

const OK = 200;
/** The lowest status of a server error. */
const FAULT = 500;

/** Shorter than for the bot: a person waits for the result. */
const LIMITS = { retriesMax: 1, pageMsMax: 45_000, retryAfterSecondsMax: 5 };

/** Exchanges the key for an access token, as the bot does, and returns the client with the token. */
export async function* examineToken(options: TokenOptions): Examination<RentalFiles> {
  const { rental, account, now, monotonic } = options;
  const files = createRentalFiles({ ...rental, account, now, monotonic, limits: LIMITS });
  try {
    await files.checkToken();
    yield ok(ACCESS_TOKEN, 'the authorization server gives one for the key.');
    return files;
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    yield problem(ACCESS_TOKEN, ...describeTokenFailure(error.failure, options));
    return null;
  }
}

function describeTokenFailure(
  failure: RentalFailure,
  options: TokenOptions,
): [message: string, remedy: string] {
  if (failure.code === 'rental_key_refused') {
    return describeRefusal(causeOf(failure.likely, options), options);
  }
  if (failure.code === 'rental_busy') {
    return ['The authorization server asks Rental Desk to wait.', 'Try again in a minute.'];
  }
  const message = `The authorization server gives no token: ${answerOf(failure)}.`;
  const isFault = 'status' in failure && (failure.status ?? 0) >= FAULT;
  return isFault
    ? [
        message,
        'Try again in a few minutes; if it keeps happening, ask the people who run that server.',
      ]
    : [
        message,
        'Check that RENTAL_AUTH_URL is the address of the authorization server itself, most often with no path behind the host. If it is, ask the people who run that server.',
      ];
}

/** A server whose issuer differs from RENTAL_AUTH_URL refuses the audience. */
function causeOf(likely: LikelyCause, { server, rental }: TokenOptions): LikelyCause {
  if (likely === 'clock' || likely === 'project') return likely;
  const isOther = server.issuer !== null && server.issuer !== rental.authUrl;
  return isOther ? 'audience' : likely;
}

function describeRefusal(
  likely: LikelyCause,
  { rental, server }: TokenOptions,
): [message: string, remedy: string] {
  const key = 'path' in rental.key ? 'RENTAL_KEY_FILE' : 'RENTAL_KEY';
  const message = 'The authorization server refuses the key.';
  switch (likely) {
    case 'clock':
      return [message, 'Most likely because of this machine’s clock: correct the clock first.'];
    case 'audience':
      return [
        message,
        server.issuer === null
          ? 'Most likely RENTAL_AUTH_URL is not written exactly as the server calls itself: no path, no other name for the same host.'
          : `It calls itself ${server.issuer}: write RENTAL_AUTH_URL exactly so.`,
      ];
    case 'project':
      return [
        'The authorization server refuses the scopes that are asked for.',
        'Most likely RENTAL_IDP or RENTAL_PROJECT_ID is not that of the service: ask the people who run it for both.',
      ];
    case 'key':
      return [
        message,
        `Most likely the key was deleted, has expired or belongs to another server: in the console create a new key for the service account, put it where ${key} says, and see whether RENTAL_AUTH_URL belongs to the same console.`,
      ];
    case 'unknown':
      return [
        message,
        `Look at these in turn: ${key} (is the key still in the console?), RENTAL_AUTH_URL (to the letter), RENTAL_IDP and RENTAL_PROJECT_ID.`,
      ];
  }
}

function answerOf(failure: RentalFailure): string {
  const status = 'status' in failure ? failure.status : null;
  if (status === null) return 'no answer came';
  return status === OK ? 'its answer holds none' : `it answers with status ${status}`;
}

/** The public metadata of the authorization server. */
interface Server {
  /** `null` when it does not say. Often the expected `aud` of an assertion. */
  readonly issuer: string | null;
}

const AUTHORIZATION_SERVER = 'Authorization server';
const ANSWER_MS_MAX = 10_000;
const BODY_BYTES_MAX = 256 * 1024;

const Discovery = z.object({ issuer: z.url({ protocol: /^https?$/ }).max(200) });

/**
 * Fetches the public metadata of the authorization server: whether it answers, its clock, its issuer.
 *
 * @param now epoch milliseconds
 * @see OpenID Connect Discovery 1.0, section 4
 */
export async function* examineAuthorizationServer(
  authUrl: string,
  now: () => number,
): Examination<Server> {
  const sentAt = now();
  let response: Response;
  try {
    response = await fetch(addressAt(authUrl, '.well-known/openid-configuration'), {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    yield problem(
      AUTHORIZATION_SERVER,
      `It cannot be reached (${isLate ? 'no answer in time' : networkReason(error)}).`,
      'Check RENTAL_AUTH_URL, and that this machine may connect to it (firewall, proxy).',
    );
    return null;
  }
  const answer = { headers: response.headers, sentAt, answeredAt: now() };
  const issuer = await issuerIn(response);
  yield ok(AUTHORIZATION_SERVER, describeIssuer(issuer, authUrl));
  yield clockFinding('Clock', 'the authorization server’s', answer, CLOCK_TOLERANCE);
  return { issuer };
}

function describeIssuer(issuer: string | null, authUrl: string): string {
  if (issuer === null) return 'something answers there; it does not say that it is one.';
  return issuer === authUrl
    ? 'it answers, and goes by the name in RENTAL_AUTH_URL.'
    : 'it answers.';
}

async function issuerIn(response: Response): Promise<string | null> {
  try {
    return Discovery.parse(JSON.parse(await readBody(response, BODY_BYTES_MAX))).issuer;
  } catch {
    return null;
  }
}

const FIRST_PAGE = 'First page';

/** Reads the first page of rental files, and checks its format and its link to the next page. */
export async function* examineFirstPage(
  files: Pick<RentalFiles, 'fetchPage'>,
  { firstPage, changedSinceParam }: Pick<Config['rental'], 'firstPage' | 'changedSinceParam'>,
  now: () => number,
): Examination {
  try {
    const page = await files.fetchPage(firstPage);
    yield page.skipped === 0 ? ok(FIRST_PAGE, describePage(page)) : unreadableFiles(page);
    if (changedSinceParam !== null) {
      yield await changesFinding(files, changedSince(firstPage, changedSinceParam, now()), page);
    }
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    yield problem(FIRST_PAGE, ...describePageFailure(error));
  }
  return null;
}

const CHANGES = 'Changed files';
const CHANGES_REMEDY =
  'Correct RENTAL_CHANGED_SINCE_PARAM, for example updated_at__gte, or remove it: then every reading reads all pages.';

const NOTHING_TO_CHANGE =
  'the service takes RENTAL_CHANGED_SINCE_PARAM; whether it heeds it cannot be seen without rental files.';

/** Asks once for what changed since this moment, which is next to nothing. */
async function changesFinding(
  files: Pick<RentalFiles, 'fetchPage'>,
  url: URL,
  all: FilePage,
): Promise<Finding> {
  try {
    const page = await files.fetchPage(url);
    if (all.files.length === 0) return info(CHANGES, NOTHING_TO_CHANGE);
    // By the files themselves, too: a service need not count.
    const isIgnored = page.files.length >= all.files.length && page.count >= all.count;
    return isIgnored
      ? problem(CHANGES, 'The service ignores the parameter: it lists all files.', CHANGES_REMEDY)
      : ok(CHANGES, 'the service lists them alone.');
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    const [message] = describePageFailure(error);
    return problem(CHANGES, message, CHANGES_REMEDY);
  }
}

function describePage({ files, count, next }: FilePage): string {
  const total = count > files.length ? ` of ${count}` : '';
  const continuation =
    next === null ? 'it is the only page' : 'its link to the next page can be followed';
  return files.length === 0
    ? 'it holds no rental file: there are none, or the service account may see none.'
    : `it holds ${files.length}${total} rental files, and ${continuation}.`;
}

function unreadableFiles({ files, skipped }: FilePage) {
  return problem(
    FIRST_PAGE,
    `${skipped} of ${files.length + skipped} rental files on it cannot be read.`,
    'See whether RENTAL_FILES_URL is the list of rental files; if it is, tell the people who run the service.',
  );
}

/** How a limit of the client is described. */
const TOO_LARGE = /^more than \d/;

const FEWER_FILES =
  'Ask for fewer files a page in RENTAL_FILES_URL (limit=50 at its end, for example). If that does not help, ask the people who run the service.';

function describePageFailure({ failure, what }: RentalError): [message: string, remedy: string] {
  switch (failure.code) {
    case 'rental_down':
      return failure.status === null
        ? [
            `The service cannot be reached (${what}).`,
            'Check the host in RENTAL_FILES_URL, and that this machine may connect to it (firewall, proxy). If both are right, the service may be down: try again in a few minutes, then ask the people who run it.',
          ]
        : [statusWords(failure.status)[0], FAULT_REMEDY];
    case 'rental_slow':
    case 'rental_resting':
      return ['The service takes too long to answer.', FEWER_FILES];
    case 'rental_not_found':
      return statusWords(failure.status);
    case 'rental_unreadable':
      if (TOO_LARGE.test(what)) return [`The first page is too large (${what}).`, FEWER_FILES];
      return [
        `The answer is not a list of rental files (${what}).`,
        'RENTAL_FILES_URL must be the address of the list for programs, not of a page for people. If it is, the answer was cut short or is not as agreed: try again, then tell the people who run the service.',
      ];
    case 'rental_forbidden':
      return statusWords(403);
    case 'rental_unauthorized':
      return statusWords(401);
    case 'rental_link':
      return [
        `Its link to the next page is not one to follow (${failure.problem}): the access token is sent nowhere else.`,
        LINK_REMEDY,
      ];
    case 'rental_busy':
      return ['The service asks Rental Desk to wait.', 'Try again in a minute.'];
    case 'rental_refused':
      return statusWords(failure.status, failure);
    case 'rental_account':
    case 'rental_key_refused':
    case 'rental_token_unavailable':
    case 'rental_endless':
    case 'rental_incomplete':
      return [
        `It cannot be had (${failure.code}).`,
        'See whether RENTAL_AUTH_URL and RENTAL_FILES_URL belong to the same place.',
      ];
  }
}

/** The sentences that people read, and where a redirect leads. */
function statusWords(
  status: number,
  { detail = null, leadsTo = null }: { detail?: string | null; leadsTo?: string | null } = {},
): [message: string, remedy: string] {
  const { happened, remedy } = serviceStatus(status, detail);
  return [leadsTo === null ? happened : `${happened} It leads to ${leadsTo}.`, remedy];
}

const FAULT_REMEDY =
  'Try again in a few minutes. If it keeps happening, check RENTAL_FILES_URL, then ask the people who run the service.';

const LINK_REMEDY =
  'Write RENTAL_FILES_URL with the host and the path under which the service writes its own links; ask the people who run it which they are.';

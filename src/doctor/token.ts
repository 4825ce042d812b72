import type { Config } from '../config.ts';
import { audienceOf } from '../rental-api/auth/assertion.ts';
import type { ServiceAccount } from '../rental-api/auth/service-account.ts';
import { createRentalFiles, type RentalFiles } from '../rental-api/client.ts';
import { type LikelyCause, RentalError, type RentalFailure } from '../rental-api/errors.ts';
import type { Server } from './authorization-server.ts';
import { type Examination, trouble, well } from './finding.ts';

export interface TokenOptions {
  readonly rental: Config['rental'];
  readonly account: ServiceAccount;
  readonly server: Server;
  /** Epoch milliseconds, and milliseconds that only ever grow. */
  readonly now: () => number;
  readonly monotonic: () => number;
}

const ABOUT = 'Access token';

const OK = 200;
/** From this status on it is the server's own. */
const FAULT = 500;

/** Whoever runs the doctor waits for it. */
const LIMITS = { retriesMax: 1, pageMsMax: 45_000, retryAfterSecondsMax: 5 };

/** Exchanges the key for an access token, as the bot does; gives the client that holds it. */
export async function* examineToken(options: TokenOptions): Examination<RentalFiles> {
  const { rental, account, now, monotonic } = options;
  const files = createRentalFiles({ ...rental, account, now, monotonic, limits: LIMITS });
  try {
    await files.checkToken();
    yield well(ABOUT, 'the authorization server gives one for the key.');
    return files;
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    yield trouble(ABOUT, ...wordsFor(error.failure, options));
    return null;
  }
}

function wordsFor(failure: RentalFailure, options: TokenOptions): [said: string, mend: string] {
  if (failure.code === 'rental_key_refused') {
    return refusalWords(causeOf(failure.likely, options), options);
  }
  if (failure.code === 'rental_busy') {
    return ['The authorization server has too much to do.', 'Try again in a minute.'];
  }
  const said = `The authorization server gives no token: ${answerOf(failure)}.`;
  const isFault = 'status' in failure && (failure.status ?? 0) >= FAULT;
  return isFault
    ? [said, 'Try again in some minutes. If it stays so, ask the people who run that server.']
    : [
        said,
        'Check that RENTAL_AUTH_URL is the address of the authorization server itself, most often with no path behind the host. If it is, ask the people who run that server.',
      ];
}

/** A server that goes by another name takes no assertion that is addressed to this one. */
function causeOf(likely: LikelyCause, { server, rental }: TokenOptions): LikelyCause {
  if (likely === 'clock' || likely === 'project') return likely;
  const isOther = server.issuer !== null && server.issuer !== audienceOf(rental.authUrl);
  return isOther ? 'audience' : likely;
}

function refusalWords(
  likely: LikelyCause,
  { rental, server }: TokenOptions,
): [said: string, mend: string] {
  const key = 'path' in rental.key ? 'RENTAL_KEY_FILE' : 'RENTAL_KEY';
  const said = 'The authorization server refuses the key.';
  switch (likely) {
    case 'clock':
      return [said, 'Most likely because of this machine’s clock: correct the clock first.'];
    case 'audience':
      return [
        said,
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
        said,
        `Most likely the key was deleted, has expired or belongs to another server: in the console create a new key for the service account, put it where ${key} says, and see whether RENTAL_AUTH_URL belongs to the same console.`,
      ];
    case 'unknown':
      return [
        said,
        `Look at these in turn: ${key} (is the key still in the console?), RENTAL_AUTH_URL (to the letter), RENTAL_IDP and RENTAL_PROJECT_ID.`,
      ];
  }
}

function answerOf(failure: RentalFailure): string {
  const status = 'status' in failure ? failure.status : null;
  if (status === null) return 'no answer came';
  return status === OK ? 'its answer holds none' : `it answers with status ${status}`;
}

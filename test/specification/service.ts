import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { jwtVerify } from 'jose';

import { RSA } from '../support/service-account.ts';

/** Where the specification leaves an answer open (5.3, gaps), a test chooses it. */
interface TokenAnswer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SpecifiedServiceOptions {
  /** Items of `results`, as JSON values: anything that a service could send. */
  readonly files: readonly unknown[];
  readonly pageSize?: number;
  /** The service's own clock, in epoch milliseconds. */
  readonly now: () => number;
  /** Audience that the authorization server takes for its own, from its origin. */
  readonly audience?: (origin: string) => string;
  /** The link to the page at an offset; relative links and other paths are open (2.1). */
  readonly link?: (offset: number, origin: string) => string;
  readonly token?: (accessToken: string) => TokenAnswer;
  /** Other fields of a page, such as `count`. */
  readonly page?: (offset: number) => object;
}

/** A request for a token, as section 4.1 lists its parts. */
interface TokenRequestSeen {
  readonly method: string;
  readonly path: string;
  readonly contentType: string;
  readonly form: URLSearchParams;
  /** Claims of an assertion whose signature is the account's. */
  readonly claims: Readonly<Record<string, unknown>> | null;
}

export interface SpecifiedService extends AsyncDisposable {
  readonly origin: string;
  readonly tokenRequests: readonly TokenRequestSeen[];
  /** Method, path and bearer of each request for a page. */
  readonly pageRequests: readonly {
    readonly method: string;
    readonly path: string;
    readonly authorization: string | undefined;
  }[];
}

export const USER_ID = '310000000000000002';
export const IDP = 'idp';
export const PROJECT_ID = '42';
export const FILES_PATH = '/v1/rental-files';

/** Section 5.2: all three, or the APIs cannot be accessed. */
const SCOPES = [
  `urn:${IDP}:iam:org:projects:roles`,
  `urn:${IDP}:iam:user:resourceowner`,
  `urn:${IDP}:iam:org:project:id:${PROJECT_ID}:aud`,
];
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/**
 * A Rental File Service with its authorization server, written from the specification alone. It
 * checks each claim and serves the files it is given in pages.
 */
export async function startSpecifiedService(
  options: SpecifiedServiceOptions,
): Promise<SpecifiedService> {
  const { files, pageSize = 50, now } = options;
  const tokenRequests: TokenRequestSeen[] = [];
  const pageRequests: SpecifiedService['pageRequests'][number][] = [];
  const granted = new Set<string>();

  async function answerToken(request: IncomingMessage): Promise<TokenAnswer> {
    const form = new URLSearchParams(await text(request));
    const claims = await verifiedClaims(form.get('assertion') ?? '', options, origin);
    tokenRequests.push({
      method: request.method ?? '',
      path: request.url ?? '',
      contentType: request.headers['content-type'] ?? '',
      form,
      claims,
    });
    const scopes = (form.get('scope') ?? '').split(' ');
    const isComplete = SCOPES.every((scope) => scopes.includes(scope));
    if (form.get('grant_type') !== GRANT_TYPE || !isComplete || claims === null)
      return {
        status: 400,
        body: { error: 'invalid_grant' },
        headers: { date: new Date(now()).toUTCString() },
      };
    const accessToken = randomUUID();
    granted.add(accessToken);
    return options.token?.(accessToken) ?? { body: bearer(accessToken) };
  }

  function answerPage(request: IncomingMessage): TokenAnswer {
    const path = request.url ?? '';
    const { authorization } = request.headers;
    pageRequests.push({ method: request.method ?? '', path, authorization });
    if (!granted.has(/^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '')) return { status: 401 };
    const offset = Number(new URL(path, origin).searchParams.get('offset') ?? 0);
    const end = offset + pageSize;
    const link = options.link ?? ((at: number) => `${origin}${FILES_PATH}?offset=${at}`);
    const body = {
      count: files.length,
      next: end < files.length ? link(end, origin) : null,
      previous: offset > 0 ? link(Math.max(0, offset - pageSize), origin) : null,
      results: files.slice(offset, end),
      ...options.page?.(offset),
    };
    return { body };
  }

  const server = createServer((request, response) => {
    const isToken = (request.url ?? '').endsWith('/oauth/v2/token');
    void (async () => send(response, isToken ? await answerToken(request) : answerPage(request)))();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server on a port has one
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    tokenRequests,
    pageRequests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** A token response with every usual field. */
export function bearer(accessToken: string): object {
  return { access_token: accessToken, token_type: 'Bearer', expires_in: 3600 };
}

/** Section 5.3: claims of the assertion, or `null` for one that must be refused. */
async function verifiedClaims(
  assertion: string,
  { now, audience = (origin) => origin }: SpecifiedServiceOptions,
  origin: string,
): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    const { payload } = await jwtVerify(assertion, RSA.publicKey, {
      algorithms: ['RS256'],
      issuer: USER_ID,
      subject: USER_ID,
      requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat'],
      currentDate: new Date(now()),
    });
    const isOurs = payload.aud === audience(origin);
    const isCurrent = Math.abs((payload.iat ?? 0) - now() / 1000) <= 60;
    return isOurs && isCurrent ? payload : null;
  } catch {
    return null;
  }
}

function send(response: ServerResponse, { status = 200, body = {}, headers }: TokenAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

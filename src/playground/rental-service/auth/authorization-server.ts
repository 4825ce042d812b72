import { type Context, Hono } from 'hono';

import type { ServerFaults } from '../http/faults.ts';
import { requestMiddleware, type HonoEnv, type MiddlewareOptions } from '../http/middleware.ts';
import { assertionFault, type Fault } from './assertion.ts';
import type { ServiceAccount } from './service-account.ts';
import type { Tokens } from './tokens.ts';

export interface AuthorizationServer {
  /** Where clients reach it, which is also the only `aud` it takes. */
  readonly authUrl: () => string;
  readonly idp: string;
  /** The only one whose key is taken at present. */
  readonly account: () => ServiceAccount;
  readonly tokens: Tokens;
  readonly lifetimeSeconds: number;
  /** The key is unknown, as after its deletion in the console. */
  readonly isKeyDeleted: () => boolean;
  /** How a bad assertion is refused: older servers of this kind answer 500. */
  readonly refusal: 'invalid_grant' | 'server_error';
  readonly faults: ServerFaults;
}

const TOKEN_PATH = '/oauth/v2/token';
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/**
 * The authorization server: turns an assertion into an access token.
 *
 * @see Rental File Service specification, sections 4.1 and 5; RFC 6749, section 5; RFC 7523
 */
export function authorizationServer(
  server: AuthorizationServer,
  middlewareOptions: MiddlewareOptions,
): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>();
  app.use(requestMiddleware(middlewareOptions));
  app.use(server.faults.answer);
  app.use(async (c, next) => {
    c.header('Cache-Control', 'no-store');
    c.header('Pragma', 'no-cache');
    await next();
  });

  app.post(TOKEN_PATH, async (c) => token(c, server, middlewareOptions));
  app.all(TOKEN_PATH, (c) => c.json({ error: 'method_not_allowed' }, 405, { Allow: 'POST' }));
  app.get('/.well-known/openid-configuration', (c) =>
    c.json({
      issuer: server.authUrl(),
      token_endpoint: `${server.authUrl()}${TOKEN_PATH}`,
      grant_types_supported: [JWT_BEARER],
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: ['RS256'],
    }),
  );
  app.notFound((c) => c.json({ error: 'not_found' }, 404));
  return app;
}

async function token(c: Context<HonoEnv>, server: AuthorizationServer, { now }: MiddlewareOptions) {
  const [mediaType] = (c.req.header('content-type') ?? '').split(';');
  if (mediaType?.trim().toLowerCase() !== 'application/x-www-form-urlencoded') {
    return refuse(c, 'invalid_request', 'body must be application/x-www-form-urlencoded', 415);
  }
  const form = new URLSearchParams(await c.req.text());
  for (const name of ['grant_type', 'assertion', 'scope']) {
    if (form.getAll(name).length > 1) return refuse(c, 'invalid_request', `${name} repeated`);
    if (form.get(name)) continue;
    return refuse(c, 'invalid_request', `${name} missing`);
  }
  if (form.get('grant_type') !== JWT_BEARER) {
    return refuse(c, 'unsupported_grant_type', 'grant_type not supported');
  }

  const fault = await faultOf(form.get('assertion') ?? '', server, now());
  if (fault !== null) return refuseAssertion(c, server, fault);
  const grant = granted(form.get('scope') ?? '', server.idp);
  if (grant === null) return refuse(c, 'invalid_scope', 'one of the three scopes is missing');
  return c.json({
    access_token: server.tokens.issue(grant),
    token_type: 'Bearer',
    expires_in: server.lifetimeSeconds,
  });
}

async function faultOf(
  assertion: string,
  server: AuthorizationServer,
  nowMs: number,
): Promise<Fault | null> {
  if (server.isKeyDeleted()) return 'unknown key';
  return assertionFault(assertion, {
    account: server.account(),
    audience: server.authUrl(),
    nowMs,
  });
}

/** Which check failed stays here: the client reads the same two words for all of them. */
function refuseAssertion(c: Context<HonoEnv>, server: AuthorizationServer, fault: Fault) {
  const answer =
    server.refusal === 'invalid_grant'
      ? refuse(c, 'invalid_grant', 'invalid assertion')
      : refuse(c, 'server_error', 'Errors.Internal', 500);
  c.set('reason', fault);
  return answer;
}

function refuse(
  c: Context<HonoEnv>,
  error: string,
  error_description: string,
  status: 400 | 415 | 500 = 400,
) {
  c.set('reason', `${error}: ${error_description}`);
  return c.json({ error, error_description }, status);
}

/** Rights of an access token. */
export interface Granted {
  /** Ids of the projects that the token is good for; the service looks for its own. */
  readonly projects: readonly string[];
}

/**
 * Rights that a scope parameter requests, or `null` when one of the three scopes of section 5.2
 * is missing.
 *
 * Any project's id is granted: the authorization server cannot know what is behind it, and the
 * service refuses a token of another project later. Unknown scopes are left out unsaid.
 */
function granted(scope: string, idp: string): Granted | null {
  const requested = new Set(scope.split(' '));
  const hasRoles = requested.has(`urn:${idp}:iam:org:projects:roles`);
  const hasOwner = requested.has(`urn:${idp}:iam:user:resourceowner`);
  const before = `urn:${idp}:iam:org:project:id:`;
  const projects = [...requested]
    .filter((name) => name.startsWith(before) && name.endsWith(':aud'))
    .map((name) => name.slice(before.length, -':aud'.length))
    .filter((id) => id !== '');
  return hasRoles && hasOwner && projects.length > 0 ? { projects } : null;
}

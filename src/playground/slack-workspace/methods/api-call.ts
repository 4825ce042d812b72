import { isObject } from '../blocks/json-walk.ts';
import type { ServerContext } from '../context.ts';
import type { Interruptions } from '../fault-injection.ts';
import { grantedScopes } from '../manifest.ts';
import type { Json } from '../page-protocol.ts';
import { needScope } from './channel-access.ts';
import { isMethod, METHODS } from './index.ts';
import { type Method, MethodError } from './method.ts';

export interface Caller {
  readonly botToken: string;
  readonly appToken: string;
  /** Whether the app was removed from the workspace, or its bot token taken back. */
  readonly isRevoked: () => boolean;
  readonly interruptions: Interruptions;
  /** Whether one more message may be posted to a channel now. */
  readonly mayPost: (channel: string) => boolean;
}

export interface ApiAnswer {
  readonly status: 200 | 429 | 500;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
  /**
   * Whether the answer comes, or the connection breaks before it, or nothing ever comes, or what
   * comes is from another app.
   */
  readonly ending: 'answered' | 'hung_up' | 'silent' | 'garbled';
}

/**
 * Answers one call of the Web API as Slack does: 200 with `ok`, whatever happened.
 *
 * @see https://docs.slack.dev/apis/web-api
 */
export function answerCall(
  context: ServerContext,
  caller: Caller,
  call: { readonly method: string; readonly token: string | undefined; readonly args: Json },
): ApiAnswer {
  if (!isMethod(call.method)) return refusal(new MethodError('unknown_method'));
  const method: Method = METHODS[call.method];
  const { interruptions } = caller;
  const before = interruptions.take(call.method, 'before');
  if (before !== undefined) return faultAnswer(context, method, before);
  const headers = {
    'x-oauth-scopes': grantedScopes(context.manifest).join(','),
    ...(method.scopes.length === 0 ? {} : { 'x-accepted-oauth-scopes': method.scopes.join(',') }),
  };
  try {
    checkToken(caller, method, call.token);
    if (method.token === 'bot') needScope(context, ...method.scopes);
    if (call.method === 'chat.postMessage' && !caller.mayPost(String(call.args['channel']))) {
      return faultAnswer(context, method, 'ratelimited');
    }
    const body = { ok: true, ...method.run(context, call.args) };
    const after = interruptions.take(call.method, 'after');
    if (after !== undefined) return faultAnswer(context, method, after);
    return { status: 200, headers, body, ending: 'answered' };
  } catch (error) {
    if (error instanceof MethodError) return { ...refusal(error), headers };
    throw error;
  }
}

function checkToken(caller: Caller, { token }: Method, given: string | undefined): void {
  if (token === 'none') return;
  if (given === undefined || given === '') throw new MethodError('not_authed');
  const { botToken, appToken } = caller;
  if (given === botToken && caller.isRevoked()) throw new MethodError('token_revoked');
  if (given !== botToken && given !== appToken) throw new MethodError('invalid_auth');
  if (given !== (token === 'bot' ? botToken : appToken)) {
    throw new MethodError('not_allowed_token_type');
  }
}

function refusal({ code, details }: MethodError): ApiAnswer {
  const body = { ok: false, error: code, ...details };
  return { status: 200, headers: {}, body, ending: 'answered' };
}

function faultAnswer(
  { manifest }: ServerContext,
  { scopes }: Method,
  fault: NonNullable<ReturnType<Interruptions['take']>>,
): ApiAnswer {
  switch (fault) {
    case 'channel_not_found':
    case 'fatal_error':
    case 'invalid_blocks':
    case 'is_archived':
    case 'token_revoked':
      return refusal(new MethodError(fault));
    case 'http_500':
      return { ...refusal(new MethodError('internal_error')), status: 500 };
    case 'hang_up':
      return { ...refusal(new MethodError('internal_error')), ending: 'hung_up' };
    case 'gateway_page':
      return { ...refusal(new MethodError('internal_error')), ending: 'garbled' };
    case 'silence':
      return { ...refusal(new MethodError('internal_error')), ending: 'silent' };
    case 'missing_scope': {
      const provided = grantedScopes(manifest).filter((scope) => !scopes.includes(scope));
      const details = { needed: scopes.join(','), provided: provided.join(',') };
      return refusal(new MethodError('missing_scope', details));
    }
    case 'busy':
      return { ...refusal(new MethodError('ratelimited')), status: 429 };
    case 'ratelimited':
      return {
        ...refusal(new MethodError('ratelimited')),
        status: 429,
        headers: { 'retry-after': '1' },
      };
  }
}

/** The arguments of a call, from a form or from JSON; the token is taken out of them. */
export async function readArguments(
  request: Request,
): Promise<{ readonly token: string | undefined; readonly args: Json }> {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const { token, ...args } = { ...query, ...(await bodyOf(request)) };
  return { token: bearer ?? (typeof token === 'string' ? token : undefined), args };
}

async function bodyOf(request: Request): Promise<Json> {
  if (request.method !== 'POST') return {};
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) {
    const body: unknown = await request.json().catch(() => ({}));
    return isObject(body) ? body : {};
  }
  if (type.startsWith('multipart/form-data')) return Object.fromEntries(await request.formData());
  return Object.fromEntries(new URLSearchParams(await request.text()));
}

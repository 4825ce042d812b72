import { inspect } from 'node:util';

import { decodeJwt, jwtVerify, decodeProtectedHeader } from 'jose';
import nock from 'nock';
import { expect, test } from 'vitest';

import {
  createTokenRequest,
  type TokenRequestOptions,
  addressAt,
  signAssertion,
} from '../../../src/rental-api/auth/token-request.ts';
import { RentalError } from '../../../src/rental-api/errors.ts';
import { LIMITS } from '../../../src/rental-api/limits.ts';
import { forbidNetwork } from '../../support/no-network.ts';
import { NOW, RSA, serviceAccount } from '../../support/service-account.ts';

forbidNetwork();

const AUTH = 'https://auth.example.com';
const TOKEN = '/oauth/v2/token';
const GRANTED = { access_token: 'token-1', token_type: 'Bearer', expires_in: 43_199 };

function request(changes: Partial<TokenRequestOptions> = {}) {
  return createTokenRequest({
    account: serviceAccount(),
    authUrl: AUTH,
    idp: 'idp',
    projectId: '42',
    now: () => NOW,
    fetch,
    limits: { ...LIMITS, retryMs: 1 },
    ...changes,
  });
}

async function failureOf(work: Promise<unknown>): Promise<RentalError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof RentalError) return error;
  throw new Error('A RentalError was expected', { cause: error });
}

test('a token is asked for with the grant, the three scopes and an assertion', async () => {
  const forms: URLSearchParams[] = [];
  nock(AUTH)
    .post(TOKEN)
    .matchHeader('content-type', /^application\/x-www-form-urlencoded/)
    .matchHeader('accept', 'application/json')
    .reply(200, async (asked: Request) => {
      forms.push(new URLSearchParams(await asked.text()));
      return GRANTED;
    });

  expect(await request()()).toEqual({ token: 'token-1', lifetimeMs: 43_199_000 });

  const [form] = forms;
  expect(form?.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
  expect(form?.get('scope')).toBe(
    'urn:idp:iam:org:projects:roles urn:idp:iam:user:resourceowner urn:idp:iam:org:project:id:42:aud',
  );
  const { payload } = await jwtVerify(form?.get('assertion') ?? '', RSA.publicKey, {
    audience: AUTH,
    currentDate: new Date(NOW),
  });
  expect(payload.sub).toBe('310000000000000002');
});

test.each([AUTH, `${AUTH}/`, 'https://auth.example.com:443/', 'https://AUTH.example.com'])(
  'the audience is %s to the letter',
  async (authUrl) => {
    const assertions: string[] = [];
    nock(AUTH)
      .post(TOKEN)
      .reply(200, async (asked: Request) => {
        assertions.push(new URLSearchParams(await asked.text()).get('assertion') ?? '');
        return GRANTED;
      });

    await request({ authUrl })();

    expect(decodeJwt(assertions[0] ?? '').aud).toBe(authUrl);
  },
);

test.each([-300, -40, 2, 5, 90])(
  'a clock that is %d s ahead is put right by the date of the refusal, once',
  async (ahead) => {
    const issued: (number | undefined)[] = [];
    const keep = (body: object) => async (asked: Request) => {
      const form = new URLSearchParams(await asked.text());
      issued.push(decodeJwt(form.get('assertion') ?? '').iat);
      return body;
    };
    nock(AUTH)
      .post(TOKEN)
      .reply(400, keep(REFUSED), dated(ahead))
      .post(TOKEN)
      .reply(200, keep(GRANTED));

    expect(await request()()).toMatchObject({ token: 'token-1' });
    expect(issued[0]).toBe(NOW / 1000);
    expect(issued[1]).toBeCloseTo(NOW / 1000 - ahead, -1);
  },
);

test('an authorization server beneath a path is asked there', async () => {
  nock('https://example.com').post('/auth/oauth/v2/token').reply(200, GRANTED);

  const authUrl = 'https://example.com/auth/';
  expect(await request({ authUrl })()).toMatchObject({ token: 'token-1' });
});

test.each([
  [{ expires_in: '3600' }, 3_600_000],
  [{ expires_in: 0.5 }, 500],
  [{ expires_in: undefined }, 300_000],
  [{ expires_in: null }, 300_000],
  [{ expires_in: 0 }, 300_000],
  [{ expires_in: -1 }, 300_000],
  [{ expires_in: 'soon' }, 300_000],
  [{ expires_in: 1e21 }, 86_400_000],
  [{ token_type: 'bearer' }, 43_199_000],
  [{ token_type: undefined }, 43_199_000],
  [{ token_type: null }, 43_199_000],
])('an answer with %j serves for %d ms', async (changes, lifetimeMs) => {
  nock(AUTH)
    .post(TOKEN)
    .reply(200, { ...GRANTED, ...changes });

  expect(await request()()).toEqual({ token: 'token-1', lifetimeMs });
});

test.each([
  ['access_token', { ...GRANTED, access_token: undefined }],
  ['access_token', { ...GRANTED, access_token: '' }],
  ['access_token', { ...GRANTED, access_token: 'two words' }],
  ['access_token', { ...GRANTED, access_token: 'line\r\nend' }],
  ['token_type', { ...GRANTED, token_type: 'mac' }],
  ['token_type', { ...GRANTED, token_type: 7 }],
  ['object', ['token-1']],
  ['JSON', '<html>token-1</html>'],
])('an answer without a usable %s gives no token', async (field, body) => {
  nock(AUTH)
    .post(TOKEN)
    .reply(200, typeof body === 'string' ? body : JSON.stringify(body));

  const error = await failureOf(request()());

  expect(error.message).toBe(
    `POST oauth/v2/token failed: unexpected ${field} (rental_token_unavailable)`,
  );
});

test.each([429, 502, 503, 504])(
  'after a %d one more attempt is made, with a fresh assertion',
  async (status) => {
    const assertions: string[] = [];
    const keep = async (asked: Request) => {
      assertions.push(new URLSearchParams(await asked.text()).get('assertion') ?? '');
      return GRANTED;
    };
    nock(AUTH).post(TOKEN).reply(status, keep).post(TOKEN).reply(200, keep);
    let now = NOW;

    await request({ now: () => (now += 1_000) })();

    const [first, second] = assertions.map((assertion) => decodeJwt(assertion).iat ?? 0);
    expect(second).toBeGreaterThan(first ?? Infinity);
  },
);

test('after a network error one more attempt is made', async () => {
  nock(AUTH)
    .post(TOKEN)
    .replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
    .post(TOKEN)
    .reply(200, GRANTED);

  expect(await request()()).toMatchObject({ token: 'token-1' });
});

test('an authorization server that cannot be reached is named by the error alone', async () => {
  nock(AUTH)
    .post(TOKEN)
    .twice()
    .replyWithError(Object.assign(new Error('refused by 10.0.0.1'), { code: 'ECONNREFUSED' }));

  const error = await failureOf(request()());

  expect(error.message).toBe(
    'POST oauth/v2/token failed: no connection, ECONNREFUSED: nothing listens there (rental_token_unavailable)',
  );
});

test.each([
  [400, { error: 'invalid_grant', error_description: 'invalid assertion' }, 'rental_key_refused'],
  [401, { error: 'invalid_client' }, 'rental_key_refused'],
  [403, {}, 'rental_key_refused'],
  [500, { error: 'server_error', error_description: 'Errors.Internal' }, 'rental_key_refused'],
  [500, { detail: 'oops' }, 'rental_token_unavailable'],
  [404, {}, 'rental_token_unavailable'],
  [307, {}, 'rental_token_unavailable'],
])('a %d is final: %j is %s', async (status, body, code) => {
  nock(AUTH).post(TOKEN).reply(status, body, { location: 'https://evil.example/' });

  expect(await failureOf(request()())).toMatchObject({ code, failure: { status } });
});

test('too many requests are not followed by one more when the wait is long', async () => {
  nock(AUTH).post(TOKEN).reply(429, {}, { 'retry-after': '3600' });

  const { failure } = await failureOf(request()());

  expect(failure).toEqual({ code: 'rental_busy', retryAfterSeconds: 3600 });
});

test('an authorization server that is away may say for how long', async () => {
  nock(AUTH).post(TOKEN).reply(503, {}, { 'retry-after': '300' });

  const { failure } = await failureOf(request()());

  const away = { code: 'rental_token_unavailable', status: 503 };
  expect(failure).toEqual({ ...away, retryAfterSeconds: 300 });
});

const REFUSED = { error: 'invalid_grant', error_description: 'invalid assertion' };
const FAULT = { error: 'server_error', error_description: 'Errors.Internal' };

/** The `Date` header of a server whose clock is so far behind ours. */
function dated(aheadSeconds: number) {
  return { date: new Date(NOW - aheadSeconds * 1000).toUTCString() };
}

test.each([
  ['key', 400, REFUSED, dated(0)],
  ['key', 400, REFUSED, {}],
  ['unknown', 500, FAULT, dated(0)],
  ['clock', 400, REFUSED, dated(40)],
  ['clock', 500, FAULT, dated(40)],
  ['clock', 500, FAULT, dated(-300)],
  ['unknown', 500, FAULT, dated(20)],
  ['unknown', 500, FAULT, dated(-200)],
  ['unknown', 500, FAULT, { ...dated(40), age: '40' }],
  ['project', 400, { error: 'invalid_scope' }, dated(0)],
  ['project', 400, { error: 'invalid_target' }, dated(0)],
  ['audience', 400, { error: 'invalid_grant', error_description: 'audience mismatch' }, {}],
  ['key', 400, { error: 'invalid_request', error_description: 'unknown signature' }, {}],
  ['unknown', 403, 'Forbidden', {}],
])('the likely cause is the %s when %d says %j (%j)', async (likely, status, body, headers) => {
  // A clock that is off is put right once.
  const isOff = 'date' in headers && !('age' in headers) && headers.date !== dated(0).date;
  nock(AUTH)
    .post(TOKEN)
    .times(isOff ? 2 : 1)
    .reply(status, body, headers);

  expect(await failureOf(request()())).toMatchObject({
    code: 'rental_key_refused',
    failure: { likely },
    message: `POST oauth/v2/token failed: status ${status}, likely ${likely} (rental_key_refused)`,
  });
});

test('the difference of the clocks is measured', async () => {
  nock(AUTH).post(TOKEN).twice().reply(400, REFUSED, dated(90));

  const { failure } = await failureOf(request()());

  expect(failure).toMatchObject({ likely: 'clock' });
  expect('clockAheadSeconds' in failure && failure.clockAheadSeconds).toBeCloseTo(90, -1);
});

test.each([
  ['key', { account: serviceAccount({ keyId: undefined }) }],
  ['key', { account: serviceAccount({ expirationDate: '2026-11-21T09:00:10Z' }) }],
  ['audience', { authUrl: `${AUTH}/realm` }],
])('what can be checked here comes first: %s', async (likely, changes) => {
  nock(AUTH)
    .post(/oauth\/v2\/token$/)
    .twice()
    .reply(500, FAULT, dated(-15));

  expect(await failureOf(request(changes)())).toMatchObject({ failure: { likely } });
});

test('an answer far too large is left unread', async () => {
  nock(AUTH).post(TOKEN).reply(200, 'x'.repeat(100_000));

  expect(await failureOf(request()())).toMatchObject({ code: 'rental_token_unavailable' });
});

test.each([
  [200, { ...GRANTED, access_token: 'secret token' }],
  [400, { error: 'invalid_grant', error_description: 'secret token' }],
  [500, { error: 'server_error', error_description: 'secret token' }],
  [200, 'secret token'],
])('a failure shows neither the assertion nor the answer (%d)', async (status, body) => {
  const assertions: string[] = [];
  nock(AUTH)
    .post(TOKEN)
    .reply(status, async (asked: Request) => {
      assertions.push(new URLSearchParams(await asked.text()).get('assertion') ?? '');
      return body;
    });

  const shown = inspect(await failureOf(request()()), { depth: 12, showHidden: true });

  expect(assertions[0]?.length).toBeGreaterThan(100);
  expect(shown).not.toContain(assertions[0]?.split('.')[2]);
  expect(shown).not.toContain('secret token');
});

const AUDIENCE = 'https://auth.example.com';

test('the authorization server finds in an assertion what it checks', async () => {
  const assertion = await signAssertion(serviceAccount(), AUDIENCE, NOW);

  const { payload, protectedHeader } = await jwtVerify(assertion, RSA.publicKey, {
    algorithms: ['RS256'],
    audience: AUDIENCE,
    currentDate: new Date(NOW),
  });
  expect(protectedHeader).toEqual({ alg: 'RS256', kid: '310000000000000001' });
  expect(payload).toEqual({
    iss: '310000000000000002',
    sub: '310000000000000002',
    aud: AUDIENCE,
    iat: NOW / 1000,
    exp: NOW / 1000 + 270,
  });
});

test('times are whole seconds', async () => {
  const assertion = await signAssertion(serviceAccount(), AUDIENCE, NOW + 999);

  const { payload } = await jwtVerify(assertion, RSA.publicKey, { currentDate: new Date(NOW) });
  expect(payload).toMatchObject({ iat: NOW / 1000, exp: NOW / 1000 + 270 });
});

test('a key without an id signs without naming one', async () => {
  const assertion = await signAssertion(serviceAccount({ keyId: undefined }), AUDIENCE, NOW);

  expect(decodeProtectedHeader(assertion)).toEqual({ alg: 'RS256' });
});

test.each([
  ['https://auth.example.com', 'https://auth.example.com/token'],
  ['https://auth.example.com/', 'https://auth.example.com/token'],
  ['https://example.com/auth/', 'https://example.com/auth/token'],
])('the token of %s is asked for at %s', (authUrl, address) => {
  expect(addressAt(authUrl, 'token')).toBe(address);
});

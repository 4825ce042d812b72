import { expect, test } from 'vitest';

import { networkReason } from '../../src/rental-api/errors.ts';
import { freePort } from '../support/free-port.ts';

async function reasonOf(url: string): Promise<string> {
  return fetch(url).then(
    () => 'an answer',
    (error: unknown) => networkReason(error),
  );
}

test('what an operator is likely to meet is told in words', async () => {
  expect(await reasonOf(`http://127.0.0.1:${await freePort()}/`)).toBe(
    'no connection, ECONNREFUSED: nothing listens there',
  );
  expect(await reasonOf('http://nowhere.invalid/')).toMatch(
    /^no connection, (?:ENOTFOUND: nobody knows this host|EAI_AGAIN: the host could not be looked up)$/,
  );
});

test.each([
  [
    'a code that is none of those',
    Object.assign(new Error('x'), { code: 'EWHATEVER' }),
    ', EWHATEVER',
  ],
  ['a code that is no word', Object.assign(new Error('x'), { code: 'Zoé Dupont' }), ''],
  ['no code', new Error('10.0.0.1 refused'), ''],
  ['no error', 'refused', ''],
])('of %s nothing else is told', (_, error, more) => {
  expect(networkReason(error)).toBe(`no connection${more}`);
});

const UNTRUSTED =
  'its certificate is not trusted here (NODE_EXTRA_CA_CERTS names another authority)';

test.each([
  ['ENOTFOUND', 'nobody knows this host'],
  ['EAI_AGAIN', 'the host could not be looked up'],
  ['ECONNREFUSED', 'nothing listens there'],
  ['ECONNRESET', 'it was cut off'],
  ['EHOSTUNREACH', 'no way leads there'],
  ['ENETUNREACH', 'no way leads there'],
  ['ETIMEDOUT', 'no answer in time'],
  ['UND_ERR_CONNECT_TIMEOUT', 'no answer in time'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNTRUSTED],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNTRUSTED],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNTRUSTED],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNTRUSTED],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'what answers there does not speak https'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'what answers there does not speak https'],
])('%s is told as: %s', (code, meaning) => {
  const error = Object.assign(new Error('x'), { code });
  expect(networkReason(error)).toBe(`no connection, ${code}: ${meaning}`);
});

test('the code of a cause is found, but not that of any distant one', () => {
  const cause = Object.assign(new Error('x'), { code: 'EWHATEVER' });
  const behind = (depth: number): Error =>
    depth === 0 ? cause : new Error('y', { cause: behind(depth - 1) });
  expect(networkReason(behind(3))).toBe('no connection, EWHATEVER');
  expect(networkReason(behind(4))).toBe('no connection');
});

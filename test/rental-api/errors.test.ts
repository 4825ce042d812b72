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

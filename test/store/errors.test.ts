import { expect, test } from 'vitest';

import { databaseErrorOf } from '../../src/store/errors.ts';

/** An error as PostgreSQL answers one. */
function answer(code: string): Error {
  return Object.assign(new Error('said of Anne'), { severity: 'ERROR', code });
}

test.each([
  ['28P01', 'unknown_there'],
  ['28000', 'unknown_there'],
  ['3D000', 'unknown_there'],
  ['08006', 'unreachable'],
  ['25006', 'unreachable'],
  ['53300', 'unreachable'],
  ['57014', 'unreachable'],
  ['57P01', 'unreachable'],
  ['57000', 'failed'],
  ['25001', 'failed'],
  ['42P01', 'failed'],
  ['40P01', 'failed'],
])('what PostgreSQL says of its state %s is %s', (state, code) => {
  const error = databaseErrorOf(answer(state));
  expect(error).toMatchObject({ name: 'StoreError', code });
  expect(error?.message).toContain(`said of Anne (${state})`);
  expect(error?.message).toMatch(
    code === 'failed' ? /refused what it was asked/ : /does not let Rental Desk work/,
  );
});

test.each([
  ['28P01', 'password authentication failed', 'Correct the user or the password in DATABASE_URL.'],
  ['28000', 'no pg_hba.conf entry for host "10.0.0.7", no encryption', 'sslmode=verify-full'],
  ['28000', 'role "weak" is not permitted to log in', 'Correct the user in DATABASE_URL'],
  ['25006', 'cannot execute CREATE TABLE', 'Name the server that takes changes'],
  ['42501', 'permission denied for schema rental_desk', 'own them'],
  ['53100', 'could not extend file', 'Free room'],
  ['53300', 'too many connections for role "weak"', 'max_connections'],
  ['57P03', 'the database system is starting up', 'Wait until'],
])('the state %s, “%s”, is told with what to do', (code, message, remedy) => {
  const error = databaseErrorOf(Object.assign(new Error(message), { severity: 'FATAL', code }));
  expect(error?.message).toMatch(/\(\w{5}\)\. [A-Z].*\.$/);
  expect(error?.message).toContain(remedy);
});

test('a startup parameter that PgBouncer refuses is told with what to do', () => {
  const refused = Object.assign(new Error('unsupported startup parameter: options'), {
    severity: 'FATAL',
    code: '08P01',
  });
  expect(databaseErrorOf(refused)).toMatchObject({
    code: 'unknown_there',
    message:
      'The database does not let Rental Desk work: unsupported startup parameter: options (08P01). Remove that parameter from DATABASE_URL or PGOPTIONS, or add it to ignore_startup_parameters of PgBouncer.',
  });
  expect(databaseErrorOf(answer('08P01'))).toMatchObject({ code: 'unreachable' });
});

test.each(['22P02', '23505'])(
  'the words of state %s may quote rows, and are not repeated',
  (state) => {
    const error = databaseErrorOf(answer(state));
    expect(error).toMatchObject({ code: 'failed' });
    expect(error?.message).toMatch(new RegExp(`: ${state}$`));
  },
);

test.each([
  ['a text', 'ECONNREFUSED'],
  ['nothing', null],
  ['an error of the network', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
  ['an error without a state', Object.assign(new Error('odd'), { severity: 'ERROR' })],
  ['what only looks like an answer', { severity: 'ERROR', code: '42P01', message: '' }],
])('%s is no answer of the database', (_what, error) => {
  expect(databaseErrorOf(error)).toBeNull();
});

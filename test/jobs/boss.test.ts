import { expect, test } from 'vitest';

import { engineError } from '../../src/jobs/scheduler.ts';

test.each([
  [new Error('connect ECONNREFUSED'), 'connect ECONNREFUSED'],
  [{ message: 'from the driver', client: { password: 'secret' } }, 'from the driver'],
  [Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  ['a word', 'a word'],
  [null, 'null'],
])('of the engine’s error %j the message alone is kept', (error, message) => {
  const { message: told, cause } = engineError(error);
  expect([told, cause]).toEqual([`The job engine has trouble: ${message}`, undefined]);
});

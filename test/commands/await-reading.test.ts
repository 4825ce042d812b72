import { expect, test } from 'vitest';

import { failureWords } from '../../src/commands/error-messages.ts';
import { StillReadingError } from '../../src/commands/errors.ts';
import { awaitReading } from '../../src/commands/snapshot.ts';
import { wordsIn } from '../../src/i18n/index.ts';
import { pagesOf, rentalFiles } from '../support/rental-files.ts';
import { callOver } from './call.ts';

test('nobody waits for ever for a reading, which goes on without them', async () => {
  const gate = Promise.withResolvers<void>();
  const call = callOver(async function* slowly() {
    yield* pagesOf(rentalFiles(20));
    await gate.promise;
  });
  await expect(Array.fromAsync(awaitReading(call, 1_000))).rejects.toMatchObject({
    name: 'StillReadingError',
    read: 20,
  });
  gate.resolve();
  const snapshot = await call.portfolio.read('changes');
  expect(snapshot.table.entries).toHaveLength(20);
});

test.each([
  ['en', 'Rental files are still loading: 1,200 so far.'],
  ['fr', 'Les dossiers sont en cours de chargement : 1 200 pour l’instant.'],
] as const)('how far it has come is said (%s)', (language, told) => {
  const { happened } = failureWords(new StillReadingError(1_200), wordsIn(language), 'UTC');
  expect(happened.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(told);
});

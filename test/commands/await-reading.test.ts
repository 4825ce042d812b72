import { expect, test } from 'vitest';

import { failureWords, StillReadingError } from '../../src/commands/errors.ts';
import { list } from '../../src/commands/list.ts';
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

test('a slow refresh keeps what stands, with a line of progress, until the new answer comes', async () => {
  let gate: Promise<void> | null = null;
  const call = callOver(async function* slowly() {
    yield* pagesOf(rentalFiles(gate === null ? 12 : 13));
    await gate;
  });
  await call.portfolio.read();
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;

  const texts: string[] = [];
  for await (const answer of list.runAction({ page: 2 }, call)) {
    if (answer.kind === 'message') texts.push(answer.text);
    resolve();
  }

  expect(texts).toHaveLength(2);
  expect(texts[0]).toContain('12 rental files · Page 2 of 3');
  expect(texts[0]).toContain('Reading the rental files… 13 of 13');
  expect(texts[0]).toContain('1. Flat 5');
  expect(texts[1]).toContain('13 rental files · Page 2 of 3');
  expect(texts[1]).not.toContain('Reading');
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createSeal } from '../../src/slack/seal.ts';

const SECRET = '0123456789abcdef';
const press = { command: 'list', args: { page: 7, reading: 'mi4' } };
const sealed = { press, userId: 'U1', channelId: 'C1' };

test('what is sealed is opened again, also by another process with the same secret', async () => {
  const value = await createSeal(SECRET).close(sealed);
  expect(await createSeal(SECRET).open(value)).toEqual(sealed);
});

test('a value tells nothing of what it holds, and is never the same twice', async () => {
  const seal = createSeal(SECRET);
  const [one, other] = await Promise.all([seal.close(sealed), seal.close(sealed)]);

  const readable = one
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString('latin1'))
    .join();
  expect(readable).not.toMatch(/list|U1|mi4/);
  expect(one).not.toBe(other);
});

test('another secret opens nothing', async () => {
  const value = await createSeal(SECRET).close(sealed);
  expect(await createSeal('fedcba9876543210').open(value)).toBeNull();
});

test('a value changed anywhere opens nothing', async () => {
  const seal = createSeal(SECRET);
  const value = await seal.close(sealed);
  const bytes = value.split('.').map((part) => Buffer.from(part, 'base64url'));
  const changes = bytes.flatMap((part, index) =>
    Array.from(part, (_byte, at) =>
      bytes
        .map((whole, other) => {
          const copy = Buffer.from(whole);
          if (other === index) copy[at] = (copy[at] ?? 0) ^ 1;
          return copy.toString('base64url');
        })
        .join('.'),
    ),
  );

  const opened = await Promise.all(changes.map((change) => seal.open(change)));

  expect(opened.length).toBeGreaterThan(50);
  expect(opened.filter((contents) => contents !== null)).toEqual([]);
});

test('no text makes it throw', async () => {
  const seal = createSeal(SECRET);
  const texts = fc.sample(fc.string({ maxLength: 3_000 }), 200);
  expect(await Promise.all(texts.map((text) => seal.open(text)))).toEqual(texts.map(() => null));
});

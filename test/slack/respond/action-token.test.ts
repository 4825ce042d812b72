import * as fc from 'fast-check';
import { compactDecrypt, CompactEncrypt } from 'jose';
import { expect, test } from 'vitest';

import {
  createActionTokens,
  decryptCompact,
  encryptCompact,
} from '../../../src/slack/respond/payload.ts';

const SECRET = '0123456789abcdef';
const OTHER_SECRET = 'fedcba9876543210';
const action = { command: 'list', args: { page: 7, reading: 'mi4vk2abq7' } };
const sealed = { action, userId: 'U0HANNAH001', channelId: 'C0LEASING01' };

const NOON = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 86_400_000;
const HEADER = { alg: 'dir', enc: 'A256GCM' } as const;
const key = new Uint8Array(32).fill(7);

/** A seal as it is `days` later. */
function sealAfter(days: number, secret = SECRET) {
  return createActionTokens(secret, { now: () => NOON + days * DAY_MS });
}

test('what is sealed is opened again, also by another process with the same secret', () => {
  const value = createActionTokens(SECRET).encode(sealed);
  expect(createActionTokens(SECRET).decode(value)).toEqual(sealed);
});

test('a value tells nothing of what it holds, and is never the same twice', () => {
  const tokens = createActionTokens(SECRET);
  const [one, other] = [tokens.encode(sealed), tokens.encode(sealed)];

  const readable = one
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString('latin1'))
    .join();
  expect(readable).not.toMatch(/list|U0HANNAH001|C0LEASING01|mi4vk2abq7/);
  expect(one).not.toBe(other);
});

test('another secret opens nothing', () => {
  const value = createActionTokens(SECRET).encode(sealed);
  expect(createActionTokens(OTHER_SECRET).decode(value)).toBeNull();
});

test('after a change of the secret, values of the one before are opened, and none is made', () => {
  const before = createActionTokens(OTHER_SECRET);
  const after = createActionTokens(SECRET, { previousSecret: OTHER_SECRET });

  expect(after.decode(before.encode(sealed))).toEqual(sealed);
  const fresh = after.encode(sealed);
  expect(after.decode(fresh)).toEqual(sealed);
  expect(before.decode(fresh)).toBeNull();
  expect(createActionTokens(SECRET).decode(fresh)).toEqual(sealed);
});

test('a value is good for thirty days; then it says only that it has grown old', () => {
  const value = sealAfter(0).encode({ ...sealed, responseUrl: 'https://hooks.example/1' });
  expect(sealAfter(30).decode(value)).toMatchObject(sealed);
  expect(sealAfter(31).decode(value)).toEqual({
    ...sealed,
    action: 'expired',
    responseUrl: 'https://hooks.example/1',
  });
  expect(sealAfter(31, OTHER_SECRET).decode(value)).toBeNull();
  // A clock that was put right meanwhile is no reason to refuse anybody.
  expect(sealAfter(-2).decode(value)).toMatchObject(sealed);
});

test('knowing its age makes a value longer by no more than a few characters', () => {
  const [value, bare] = [sealAfter(0).encode(sealed), encryptCompact(JSON.stringify(sealed), key)];
  expect(value.length - bare.length).toBeLessThanOrEqual(24);
});

test('jose opens what is closed here, and the other way round', async () => {
  const texts = ['', 'é', JSON.stringify(sealed), ...fc.sample(fc.string({ unit: 'binary' }), 50)];
  for (const text of texts) {
    const { plaintext, protectedHeader } = await compactDecrypt(encryptCompact(text, key), key);
    expect(new TextDecoder().decode(plaintext)).toBe(text.toWellFormed());
    expect(protectedHeader).toEqual(HEADER);

    const theirs = new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(HEADER);
    expect(decryptCompact(await theirs.encrypt(key), key)).toBe(text.toWellFormed());
  }
});

test('a value changed anywhere opens nothing', () => {
  const tokens = createActionTokens(SECRET);
  const value = tokens.encode(sealed);
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

  const opened = changes.map((change) => tokens.decode(change));

  expect(opened.length).toBeGreaterThan(50);
  expect(opened.filter((contents) => contents !== null)).toEqual([]);
});

test('a value cut, lengthened, or spelled in any other way opens nothing', () => {
  const tokens = createActionTokens(SECRET);
  const value = tokens.encode(sealed);
  const characters = ['', 'A', '-', '=', '.', ' ', '\n', '+', '/', 'é'];
  const spellings = Array.from(value, (_letter, at) => [
    value.slice(0, at),
    ...characters.map((letter) => `${value.slice(0, at)}${letter}${value.slice(at + 1)}`),
    ...characters.slice(1).map((letter) => `${value.slice(0, at)}${letter}${value.slice(at)}`),
  ]).flat();
  const others = spellings.filter((text) => text !== value);

  const opened = others.map((text) => tokens.decode(text));

  expect(others.length).toBeGreaterThan(3_000);
  expect(opened.filter((contents) => contents !== null)).toEqual([]);
  for (const text of [`${value}=`, ` ${value}`, `${value}\n`, value.toUpperCase()]) {
    expect(tokens.decode(text)).toBeNull();
  }
});

test('a value of another kind opens nothing, whoever has the key', async () => {
  const close = async (header: { alg: 'dir'; enc: 'A256GCM' }, more: object = {}) =>
    new CompactEncrypt(new TextEncoder().encode('{}'))
      .setProtectedHeader({ ...header, ...more })
      .encrypt(key);
  expect(decryptCompact(await close(HEADER), key)).toBe('{}');
  expect(decryptCompact(await close(HEADER, { kid: '1' }), key)).toBeNull();
  expect(decryptCompact(await close({ enc: 'A256GCM', alg: 'dir' }), key)).toBeNull();
});

test('no text makes it throw', () => {
  const tokens = createActionTokens(SECRET);
  const texts = fc.sample(fc.string({ maxLength: 3_000 }), 200);
  expect(texts.map((text) => tokens.decode(text))).toEqual(texts.map(() => null));
});

const argument = fc.oneof(
  fc.string({ maxLength: 6 }).filter((text) => JSON.stringify(text).length <= 8),
  fc.integer({ min: 0, max: 999_999 }),
);
const menuToken = fc.record({
  action: fc.oneof(
    fc.record({ command: fc.constant('digest'), args: fc.record({ do: argument, id: argument }) }),
    fc.record({
      command: fc.constant('digest'),
      args: fc.record({ do: argument, id: argument }),
      opens: fc.constant('modal' as const),
    }),
  ),
  userId: fc.constantFrom('U0123456789', 'W0123456789', null),
  channelId: fc.constantFrom('C0123456789', 'D0123456789', null),
});

test('an entry of a menu fits into 150 characters and is read again as it was', () => {
  fc.assert(
    fc.property(menuToken, (token) => {
      const value = sealAfter(0).encodeShort(token);
      expect(value.length).toBeLessThanOrEqual(150);
      expect(sealAfter(30).decode(value)).toEqual(token);
      expect(sealAfter(31).decode(value)?.action).toBe('expired');
      expect(sealAfter(0, OTHER_SECRET).decode(value)).toBeNull();
    }),
  );
});

test('every action on a digest fits into its menu', () => {
  const scope = { userId: 'U0123456789', channelId: 'C0123456789' };
  for (const what of ['run', 'snooze', 'unsnooze', 'details', 'status', 'ask-remove']) {
    const longest = { command: 'digest', args: { do: what, id: 'd7k2' }, opens: 'modal' as const };
    expect(sealAfter(0).encodeShort({ ...scope, action: longest }).length).toBeLessThanOrEqual(145);
  }
});

test('every action on a rental file fits into its menu', () => {
  const scope = { userId: 'U0123456789', channelId: 'C0123456789' };
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      for (const ofFile of [
        { command: 'show', args: { id } },
        { command: 'share', args: { file: id }, opens: 'modal' as const },
      ]) {
        const value = sealAfter(0).encodeShort({ ...scope, action: ofFile });
        expect(value.length).toBeLessThanOrEqual(150);
        expect(sealAfter(0).decode(value)?.action).toEqual(ofFile);
      }
    }),
  );
});

test('an entry of a menu that was changed in any character is refused', () => {
  const value = sealAfter(0).encodeShort(sealed);
  for (let at = 0; at < value.length; at += 1) {
    const other = value[at] === 'A' ? 'B' : 'A';
    const changed = value.slice(0, at) + other + value.slice(at + 1);
    expect(sealAfter(0).decode(changed)).toBeNull();
  }
});

test('an entry of a menu that would be longer is an error of the code, not of Slack', () => {
  const long = { command: 'list', args: { query: 'x'.repeat(60) } };
  expect(() => sealAfter(0).encodeShort({ ...sealed, action: long })).toThrow(RangeError);
});

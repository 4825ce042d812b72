import { createHmac } from 'node:crypto';

import type { Kysely } from 'kysely';

import { decrypt, encrypt, keyFrom, packed, unpacked } from '../lib/crypto.ts';
import { type Tables, keyOf } from './database/schema.ts';

/** A column that holds what people typed. */
type TextColumn = 'saved_views.name' | 'saved_views.query' | 'digests.name' | 'digests.query';

/** Where a text is stored. One that is moved elsewhere cannot be read. */
interface TextPlace {
  readonly column: TextColumn;
  readonly channelId: string;
}

/** Encrypts what people type, which may name persons, before it is stored. */
export interface TextCipher {
  encrypt(text: string, place: TextPlace): string;
  /**
   * The text; `null` when it was encrypted under another secret, for another place, or was changed.
   * A text that an earlier version stored as it was is given as it is.
   */
  decrypt(value: string, place: TextPlace): string | null;
  /** Whether a value is encrypted under today's secret. */
  isCurrent(value: string, place: TextPlace): boolean;
  /**
   * What stands for a name in comparisons, without regard to case: under today's secret first, then
   * as instances with the previous secret and earlier versions wrote it.
   */
  nameKeys(name: string, channelId: string): readonly [string, ...string[]];
}

/**
 * Stands for a query that cannot be decrypted. It is no query, so that what was to run it says that
 * it can no longer be read.
 */
export const UNREADABLE_QUERY = 'encrypted:';

/** An earlier version reads this as an unknown key of a query, so that it refuses it. */
const PREFIX = 'encrypted:1.';

/**
 * Keys for texts and for names, derived from the app's secret (HKDF-SHA256). Texts are encrypted
 * with AES-256-GCM, names are compared by their HMAC-SHA256.
 *
 * @param previousSecret decrypts what was stored before the secret was changed; never encrypts
 */
export function createTextCipher(secret: string, previousSecret: string | null): TextCipher {
  const current = keysFrom(secret);
  const previous = previousSecret === null ? [] : [keysFrom(previousSecret)];

  return {
    encrypt: (text, place) => PREFIX + packed(encrypt(text, current.text, associated(place))),
    decrypt(value, place) {
      if (!value.startsWith(PREFIX)) return value;
      for (const key of [current, ...previous]) {
        const text = decryptWith(key, value, place);
        if (text !== null) return text;
      }
      return null;
    },
    isCurrent: (value, place) =>
      value.startsWith(PREFIX) && decryptWith(current, value, place) !== null,
    nameKeys(name, channelId) {
      const plain = keyOf(name);
      const under = ({ name: key }: Keys) =>
        createHmac('sha256', key).update(`${channelId} ${plain}`).digest('base64url');
      return [under(current), ...previous.map(under), plain];
    },
  };
}

interface Keys {
  readonly text: Uint8Array;
  readonly name: Uint8Array;
}

function keysFrom(secret: string): Keys {
  return {
    text: keyFrom(secret, 'rental-desk stored text'),
    name: keyFrom(secret, 'rental-desk stored name'),
  };
}

function decryptWith({ text: key }: Keys, value: string, place: TextPlace) {
  const parts = unpacked(value.slice(PREFIX.length));
  return parts && decrypt(parts, key, associated(place));
}

function associated({ column, channelId }: TextPlace): Uint8Array {
  return Buffer.from(`${column} ${channelId}`);
}

/**
 * Encrypts the texts that an earlier version stored as they were, and those of the previous secret,
 * under today's. What cannot be decrypted is left alone: the right secret may come with the next
 * start.
 *
 * @returns the number of saved views and digests that cannot be decrypted
 */
export async function encryptStoredTexts(
  kysely: Kysely<Tables>,
  cipher: TextCipher,
): Promise<number> {
  return (await encryptViews(kysely, cipher)) + (await encryptDigests(kysely, cipher));
}

async function encryptViews(kysely: Kysely<Tables>, cipher: TextCipher): Promise<number> {
  const rows = await kysely.selectFrom('savedViews').selectAll().orderBy('savedAt').execute();
  let unreadable = 0;
  for (const row of rows) {
    const texts = textsOf(row, 'saved_views', cipher);
    if (texts === 'unreadable') unreadable += 1;
    if (typeof texts === 'string') continue;
    // The later of two that two secrets have kept under one name replaces the other.
    const isReplaced = rows.some(
      ({ channelId, nameKey, savedAt }) =>
        channelId === row.channelId && nameKey === texts.nameKey && savedAt > row.savedAt,
    );
    if (isReplaced || texts.nameKey !== row.nameKey) {
      await kysely
        .deleteFrom('savedViews')
        .where('channelId', '=', row.channelId)
        .where('nameKey', '=', isReplaced ? row.nameKey : texts.nameKey)
        .execute();
    }
    if (isReplaced) continue;
    await kysely
      .updateTable('savedViews')
      .set(texts)
      .where('channelId', '=', row.channelId)
      .where('nameKey', '=', row.nameKey)
      .execute();
  }
  return unreadable;
}

async function encryptDigests(kysely: Kysely<Tables>, cipher: TextCipher): Promise<number> {
  const rows = await kysely
    .selectFrom('digests')
    .select(['id', 'channelId', 'name', 'nameKey', 'query', 'removedAt'])
    .orderBy('createdAt')
    .execute();
  const taken = new Set(
    rows
      .filter(({ removedAt }) => removedAt === null)
      .map(({ channelId, nameKey }) => `${channelId} ${nameKey}`),
  );
  let unreadable = 0;
  for (const row of rows) {
    const texts = textsOf(row, 'digests', cipher);
    if (texts === 'unreadable' && row.removedAt === null) unreadable += 1;
    if (typeof texts === 'string') continue;
    const place = `${row.channelId} ${texts.nameKey}`;
    const isTaken = row.removedAt === null && texts.nameKey !== row.nameKey && taken.has(place);
    // Of two that two secrets have kept under one name, the later is found by its id alone.
    const nameKey = isTaken ? `${texts.nameKey} ${row.id}` : texts.nameKey;
    if (row.removedAt === null) taken.add(place);
    await kysely
      .updateTable('digests')
      .set({ ...texts, nameKey })
      .where('id', '=', row.id)
      .execute();
  }
  return unreadable;
}

interface Texts {
  readonly channelId: string;
  readonly name: string;
  readonly query: string;
}

/** The columns under today's secret, or why they stay as they are. */
function textsOf(
  { channelId, name: storedName, query: storedQuery }: Texts,
  table: 'saved_views' | 'digests',
  cipher: TextCipher,
) {
  const [inName, inQuery] = [
    { column: `${table}.name`, channelId },
    { column: `${table}.query`, channelId },
  ] as const;
  if (cipher.isCurrent(storedName, inName) && cipher.isCurrent(storedQuery, inQuery))
    return 'current';
  const name = cipher.decrypt(storedName, inName);
  const query = cipher.decrypt(storedQuery, inQuery);
  if (name === null || query === null) return 'unreadable';
  return {
    name: cipher.encrypt(name, inName),
    query: cipher.encrypt(query, inQuery),
    nameKey: cipher.nameKeys(name, channelId)[0],
  };
}

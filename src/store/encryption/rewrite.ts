import type { Kysely } from 'kysely';

import type { Tables } from '../database/schema.ts';
import type { TextCipher } from './cipher.ts';

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

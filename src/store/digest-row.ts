import type { Insertable, Selectable } from 'kysely';

import type { DigestsTable } from './digest-tables.ts';
import { type Digest, type DigestChoice, DigestOptions } from './digest.ts';
import { msOrNull } from './instant.ts';
import { keyOf, storable } from './name-key.ts';

export const DIGEST_COLUMNS = [
  'id',
  'channelId',
  'ownerId',
  'name',
  'query',
  'times',
  'days',
  'zone',
  'holidays',
  'onHoliday',
  'options',
  'state',
  'pauseReason',
  'snoozedUntil',
  'nextRunAt',
  'version',
  'createdAt',
] as const;

type DigestRow = Pick<Selectable<DigestsTable>, (typeof DIGEST_COLUMNS)[number]>;

/** A digest as its row tells it. */
export function digestOf(row: DigestRow): Digest {
  const { times, days, zone, holidays, onHoliday } = row;
  return {
    id: row.id,
    channelId: row.channelId,
    ownerId: row.ownerId,
    name: row.name,
    query: row.query,
    schedule: { times, days, zone, holidays, onHoliday },
    options: DigestOptions.parse(row.options),
    state: row.state,
    pausedBecause: row.pauseReason,
    snoozedUntil: msOrNull(row.snoozedUntil),
    createdAt: row.createdAt.getTime(),
    nextDueAt: msOrNull(row.nextRunAt),
    version: row.version,
  };
}

type ChosenColumns = Pick<
  Insertable<DigestsTable>,
  'channelId' | 'name' | 'nameKey' | 'query' | keyof DigestChoice['schedule'] | 'options'
>;

/** What somebody chose, for the row. */
export function choiceColumns({
  channelId,
  name,
  query,
  schedule,
  options,
}: DigestChoice): ChosenColumns {
  return {
    channelId,
    name: storable(name),
    nameKey: keyOf(name),
    query: storable(query),
    ...schedule,
    options: JSON.stringify(options),
  };
}

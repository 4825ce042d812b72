import type { Selectable } from 'kysely';

import type { DeliveriesTable } from './digest-tables.ts';
import type { Delivery } from './digest.ts';
import { msOrNull } from './instant.ts';

export const DELIVERY_COLUMNS = [
  'id',
  'digestId',
  'slot',
  'kind',
  'dueAt',
  'giveUpAt',
  'state',
  'reason',
  'tries',
  'firstTryAt',
  'postedAt',
  'channelId',
  'ts',
  'noticeTs',
  'isLate',
  'isIncomplete',
  'ready',
  'waiting',
  'overdue',
] as const;

type DeliveryRow = Pick<Selectable<DeliveriesTable>, (typeof DELIVERY_COLUMNS)[number]>;

/** A delivery as its row tells it. */
export function deliveryOf({ ready, waiting, overdue, ...row }: DeliveryRow): Delivery {
  return {
    id: row.id,
    digestId: row.digestId,
    slot: row.slot,
    kind: row.kind,
    dueAt: row.dueAt.getTime(),
    giveUpAt: row.giveUpAt.getTime(),
    state: row.state,
    reason: row.reason,
    tries: row.tries,
    firstTryAt: msOrNull(row.firstTryAt),
    postedAt: msOrNull(row.postedAt),
    channelId: row.channelId,
    ts: row.ts,
    noticeTs: row.noticeTs,
    isLate: row.isLate,
    isIncomplete: row.isIncomplete,
    counts:
      ready === null || waiting === null || overdue === null ? null : { ready, waiting, overdue },
  };
}

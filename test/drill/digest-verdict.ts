import { deliveryReference } from '../../src/lib/crypto.ts';
import type { Message } from '../../src/playground/slack-workspace/page-protocol.ts';
import { isPermanent } from '../../src/slack-errors.ts';
import type { Delivery } from '../../src/store/digest.ts';

/** What became of every due time of every digest, and of every run that was asked for. */
export interface DigestVerdict {
  readonly slots: number;
  readonly postedOnce: number;
  /** Of those, the ones that came more than a minute late. */
  readonly late: number;
  /** The ledger says so, and so does `/rental digest status`. */
  readonly missed: number;
  /** Unknown or failed, and somebody was told. */
  readonly told: number;
  readonly untold: readonly string[];
  readonly doubled: readonly string[];
  readonly lost: readonly string[];
}

const LATE_MS = 60_000;

/** What is held against what stands in the channels. */
export interface Told {
  readonly ledger: readonly Delivery[];
  readonly ids: readonly string[];
  /** Due times of every digest, in epoch milliseconds. */
  readonly dueAt: readonly number[];
  /** When each went on that had been paused, by its id; in epoch milliseconds. */
  readonly resumed: ReadonlyMap<string, readonly number[]>;
}

/**
 * Holds the ledger against what stands in the channels.
 *
 * @param messages all that stands in the workspace
 */
export function digestVerdict(
  { ledger, ids, dueAt: expected, resumed }: Told,
  messages: readonly Message[],
): DigestVerdict {
  const posts = Map.groupBy(messages.flatMap(keyOf), (key) => key);
  const postsOf = ({ id }: Delivery) => posts.get(id)?.length ?? 0;
  const of = (...states: Delivery['state'][]) =>
    ledger.filter(({ state }) => states.includes(state));
  const name = ({ id, digestId, kind, slot, state, reason }: Delivery) =>
    `${digestId} ${kind} ${slot} (${id}): ${state} ${reason ?? ''}, ${posts.get(id)?.length ?? 0} posts`;
  const failed = of('failed').filter(({ reason }) => isPermanent(reason ?? ''));
  /** One that was paused for a permanent failure is not due until it goes on. */
  const isPaused = (digestId: string, atMs: number) =>
    failed
      .filter((one) => one.digestId === digestId && one.dueAt < atMs)
      .some(({ dueAt }) => atMs <= (resumed.get(digestId)?.find((ms) => ms > dueAt) ?? Infinity));
  const missing = ids.flatMap((digestId) =>
    expected
      .filter((dueAt) => !isPaused(digestId, dueAt))
      .filter((dueAt) => !ledger.some((one) => one.digestId === digestId && one.dueAt === dueAt))
      .map((dueAt) => `${digestId} at ${new Date(dueAt).toISOString()}: not in the ledger`),
  );
  const references = messages.map(({ text }) => text).join('\n');
  const wantNews = of('unknown', 'failed');
  const isTold = (delivery: Delivery) =>
    posts.has(`${delivery.id}:owner`) || references.includes(deliveryReference(delivery.id));
  const posted = of('posted');
  return {
    slots: ledger.length,
    postedOnce: posted.filter((one) => postsOf(one) === 1).length,
    late: posted.filter(({ postedAt, dueAt }) => (postedAt ?? Infinity) - dueAt > LATE_MS).length,
    missed: of('missed').length,
    told: wantNews.filter(isTold).length,
    untold: wantNews.filter((one) => !isTold(one)).map(name),
    doubled: ledger.filter((one) => postsOf(one) > 1).map(name),
    lost: [
      ...missing,
      ...posted.filter((one) => postsOf(one) === 0).map(name),
      ...of('planned', 'posting').map(name),
      ...of('missed', 'skipped', 'failed')
        .filter((one) => postsOf(one) > 0)
        .map(name),
    ],
  };
}

/** The key by which a post is known to be of a delivery. */
function keyOf({ metadata }: Message): string[] {
  const payload = metadata?.['event_payload'];
  const slot =
    typeof payload === 'object' && payload !== null && 'slot' in payload ? payload.slot : null;
  return typeof slot === 'string' ? [slot] : [];
}

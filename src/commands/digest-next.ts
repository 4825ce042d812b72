import { StoreError } from '../store/errors.ts';
import { digestName } from '../views/digests/post.ts';
import type { Call } from './command.ts';
import { digestsHere } from './digest-find.ts';

const DIGESTS_MAX = 3;
const NAME_LENGTH_MAX = 40;

/** The digests that come next here, one line each; `null` where they cannot be had. */
export async function nextDigestsHere(call: Call): Promise<readonly string[] | null> {
  const { digests: desk, words } = call;
  if (desk === undefined) return null;
  try {
    const all = await digestsHere(call, desk);
    return all
      .flatMap(({ nextDueAt, ...digest }) => (nextDueAt === null ? [] : [{ ...digest, nextDueAt }]))
      .filter(({ nextDueAt, snoozedUntil }) => nextDueAt >= (snoozedUntil ?? 0))
      .toSorted((one, other) => one.nextDueAt - other.nextDueAt)
      .slice(0, DIGESTS_MAX)
      .map(({ name, nextDueAt, schedule }) =>
        words.status.nextDigest(
          digestName(name, words, NAME_LENGTH_MAX),
          words.digest.moment(nextDueAt, schedule.zone),
        ),
      );
  } catch (error) {
    // A zone that is no longer known is told where the digest is.
    if (error instanceof StoreError || error instanceof RangeError) return null;
    throw error;
  }
}

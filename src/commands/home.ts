import { awaitingQuery, waitingOf } from '../portfolio/lifecycle.ts';
import type { Query } from '../portfolio/query/query.ts';
import { askingOf } from '../portfolio/search/execute.ts';
import type { Reading } from '../portfolio/snapshot.ts';
import { StoreError } from '../store/errors.ts';
import type { DigestTiming } from '../views/digests/manage.ts';
import { homeView } from '../views/home.ts';
import type { Message } from '../views/message.ts';
import { answers, readyAmong } from './cached.ts';
import type { Call } from './command.ts';
import { toldOf } from './digest/present.ts';
import { lineOf, showingOf } from './file-list.ts';
import { awaitReading } from './loading.ts';
import { noticesOf } from './snapshot.ts';

const LINES_MAX = 5;
const DIGESTS_MAX = 5;

const EVERYTHING: Query = { conditions: [], sort: null };

/**
 * What the Home tab shows: what awaits a decision among the files that the person manages, or among
 * all of them for whoever manages none.
 *
 * @throws {RentalError} when the rental files cannot be had
 */
export async function* homeOf(call: Call): AsyncGenerator<Message> {
  const reading = call.portfolio.latest() ?? (yield* awaitReading(call));
  const asking = askingOf(reading, call);
  const manager = managerIn(reading, call);
  const found = answers.find(reading, awaitingQuery(null), asking, manager);
  const { told, trouble } = noticesOf(reading, call);
  const message = homeView(
    {
      isMine: manager !== undefined,
      awaiting: found.rows.length,
      ready: readyAmong(found.rows, reading),
      lines: found
        .page(0, LINES_MAX)
        .map((entry) => lineOf(entry, reading, waitingOf(entry, asking).workingDays, call)),
      notices: told,
      digests: await digestsOf(call),
      readAt: reading.endedAt,
      skipped: reading.skipped,
    },
    showingOf(call),
  );
  yield { ...message, trouble };
}

/** The person's own digests; `null` where they cannot be had, for the files can all the same. */
async function digestsOf(call: Call): Promise<readonly DigestTiming[] | null> {
  const { digests: desk, person } = call;
  if (desk === undefined) return null;
  try {
    const all = await desk.digests.list({ ownerId: person.userId });
    return all.slice(0, DIGESTS_MAX).map((digest) => toldOf(digest, call, desk));
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
}

/** The e-mail address of whoever manages a file, waiting or not; nobody's otherwise. */
function managerIn(reading: Reading, call: Call): string | undefined {
  const { email } = call.person;
  if (email === null) return undefined;
  const { rows } = answers.find(reading, EVERYTHING, askingOf(reading, call), email);
  return rows.length > 0 ? email : undefined;
}

import { awaitingQuery, backlogAmong, unknownDecisions } from '../portfolio/lifecycle.ts';
import { rentalFailure } from '../portfolio/portfolio.ts';
import { parseQuery } from '../portfolio/query/parser.ts';
import type { Query } from '../portfolio/query/query.ts';
import { searchContextOf } from '../portfolio/search/execute.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import { WATCH_LIST_QUERY } from '../store/events.ts';
import { buttonFor } from '../views/block-kit.ts';
import { type Home, homeView, homeWithoutFilesView } from '../views/home.ts';
import type { Action, Message } from '../views/message.ts';
import { failureView } from '../views/notices.ts';
import { alert } from './alert/index.ts';
import { type CommandContext, hasDigests, hiddenCommand } from './command.ts';
import { digest } from './digest/index.ts';
import { digestDetails } from './digest/present.ts';
import { failureWords, StillReadingError, whileAway } from './errors.ts';
import { lineOf, searchCache, showingOf } from './file-list.ts';
import { noticesOf, lastReading } from './snapshot.ts';
import { drop, snooze, take, watch } from './triage/file.ts';
import { unsnooze, unwatch } from './triage/several.ts';

const LINES_MAX = 5;
const DIGESTS_MAX = 5;
const TAKEN_MAX = 3;

const TAKEN = parseQuery('taken:me sort:waiting');
const WATCHED = parseQuery(WATCH_LIST_QUERY);

const EVERYTHING: Query = { conditions: [], sort: null };

/**
 * The Home tab: files awaiting a decision among those that the person manages, then how many the
 * agency has; all files for a person who manages none. Where there are no files to show, it says why,
 * above the digests and alerts, which need none.
 */
export async function* homeOf(call: CommandContext): AsyncGenerator<Message> {
  try {
    yield* filesAtHome(yield* lastReading(call), call);
  } catch (error) {
    if (rentalFailure(error) === null && !(error instanceof StillReadingError)) throw error;
    yield { ...(await homeWithoutFiles(error, call)), warning: error };
  }
}

async function homeWithoutFiles(error: unknown, call: CommandContext): Promise<Message> {
  const { words, zone, reference } = call;
  const again = buttonFor(words.failure, 'tryAgain', FILL_HOME);
  const failure = failureView(failureWords(error, words, zone, false), reference, again, words);
  // How many files the reader watches is not known, and there would be none to open.
  const own = { digests: await digestsOf(call), alerts: await alertCountOf(call), watched: 0 };
  return homeWithoutFilesView(failure, own, words);
}

async function* filesAtHome(snapshot: Snapshot, call: CommandContext): AsyncGenerator<Message> {
  const searchContext = searchContextOf(snapshot, call);
  const manager = managerIn(snapshot, call);
  const found = searchCache.find(snapshot, awaitingQuery(null), searchContext, manager);
  const all = searchCache.find(snapshot, awaitingQuery(null), searchContext).rows;
  const { texts, warning } = noticesOf(snapshot, call);
  const taken = takenOf(snapshot, call);
  const above = new Set(taken?.lines.map(({ id }) => id));
  const message = homeView(
    {
      taken,
      listedAbove: [...above].filter((id) => found.rows.includes(snapshot.rows.get(id) ?? -1))
        .length,
      isMine: manager !== undefined,
      awaiting: found.rows.length,
      backlog: backlogAmong(found.rows, snapshot),
      agency:
        manager === undefined
          ? null
          : { awaiting: all.length, backlog: backlogAmong(all, snapshot) },
      unknown: unknownDecisions(
        [],
        snapshot,
        (query) => searchCache.find(snapshot, query, searchContext, manager).rows,
      ),
      lines: found
        .page(0, LINES_MAX + above.size)
        .filter(({ id }) => !above.has(id))
        .slice(0, LINES_MAX)
        .map((entry) => lineOf(entry, snapshot, call)),
      notices: texts,
      digests: await digestsOf(call),
      alerts: await alertCountOf(call),
      watched: searchCache.find(snapshot, WATCHED, searchContext).rows.length,
      readAt: snapshot.endedAt,
      skipped: snapshot.skipped,
    },
    showingOf(call),
  );
  yield { ...message, warning };
}

/** Fills the Home tab anew, where it could not be filled. */
export const FILL_HOME: Action = { command: 'home', args: {} };

/** Commands whose buttons change what the Home tab shows. */
export const CHANGING_HOME: ReadonlySet<string> = new Set(
  [take, drop, watch, unwatch, snooze, unsnooze, digest, alert].map(({ name }) => name),
);

/** The command behind “Try again” on a Home tab. */
export const home = hiddenCommand(FILL_HOME.command, { runAction: (_args, call) => homeOf(call) });

function takenOf(snapshot: Snapshot, call: CommandContext): Home['taken'] {
  const { rows, page } = searchCache.find(snapshot, TAKEN, searchContextOf(snapshot, call));
  if (rows.length === 0) return null;
  const lines = page(0, TAKEN_MAX).map((entry) => lineOf(entry, snapshot, call));
  return { total: rows.length, lines };
}

/** The person's own digests; the files can be shown when the store fails, too. */
async function digestsOf(call: CommandContext): Promise<Home['digests']> {
  if (!hasDigests(call)) return null;
  const { digests, person } = call;
  const own = { ownerId: person.userId, kind: 'digest' } as const;
  const all = await digests.digests.list(own).catch(whileAway(null));
  if (all === null) return 'unread';
  const shown = all.slice(0, DIGESTS_MAX).map((each) => digestDetails(each, call));
  return { total: all.length, shown };
}

/** How many alerts the person has; `null` when the store fails. */
async function alertCountOf({ digests, person }: CommandContext): Promise<number | null> {
  if (digests === undefined) return 0;
  const own = { ownerId: person.userId, kind: 'alert' } as const;
  const all = await digests.digests.list(own).catch(whileAway(null));
  return all?.length ?? null;
}

/** The person's e-mail address if they manage any file. */
function managerIn(snapshot: Snapshot, call: CommandContext): string | undefined {
  const { email } = call.person;
  if (email === null) return undefined;
  const { rows } = searchCache.find(snapshot, EVERYTHING, searchContextOf(snapshot, call), email);
  return rows.length > 0 ? email : undefined;
}

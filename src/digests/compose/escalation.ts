import { wordsIn } from '../../i18n/index.ts';
import { stricter } from '../../i18n/privacy.ts';
import type { Entry } from '../../portfolio/entry.ts';
import { openFileIds, waitingOf } from '../../portfolio/lifecycle.ts';
import { formatQuery } from '../../portfolio/query/format.ts';
import { parseQuery } from '../../portfolio/query/parser.ts';
import type { Query } from '../../portfolio/query/query.ts';
import { searchContextOf } from '../../portfolio/search/execute.ts';
import { sortedPage } from '../../portfolio/search/sort.ts';
import { digestEscalationView } from '../../views/digests/notices.ts';
import { entryLine } from '../../views/files/line.ts';
import type { Message } from '../../views/message.ts';
import { wholeQuery } from '../query.ts';
import { overdueBefore, readinessIn } from './sections.ts';
import type { SharedWork } from './shared-work.ts';
import type { ComposeInput } from './types.ts';

/** What it takes to find what is overdue by much. */
interface OverdueInput extends Pick<ComposeInput, 'digest' | 'snapshot' | 'workingDays'> {
  /** What others of the same reading have found already. */
  readonly shared: Pick<SharedWork, 'find'>;
}

/** What it takes to tell of it, as the second channel reads it. */
interface EscalationInput extends OverdueInput, Pick<ComposeInput, 'audience' | 'now' | 'linkTo'> {
  /** Those that are told; what is decided meanwhile is left out. */
  readonly files: readonly string[];
}

const SHOWN_MAX = 10;

/**
 * The files that a digest finds undecided, and overdue by as many working days as it escalates;
 * without a target, as many working days old. None when it escalates nothing.
 *
 * @throws {QueryError} when its query can no longer be read
 * @throws {RangeError} when its zone is none
 */
export function overdueFiles(input: OverdueInput): readonly string[] {
  return overdueEntries(input).map(({ id }) => id);
}

/**
 * Tells of files in the second channel, the oldest first; `null` when none of them is overdue any
 * more.
 *
 * @throws {QueryError} when the query of the digest can no longer be read
 * @throws {RangeError} when its zone is none
 */
export function composeEscalation(input: EscalationInput): Message | null {
  const { digest, snapshot, audience, now, linkTo } = input;
  const { options, name } = digest;
  const wanted = new Set(input.files);
  const entries = overdueEntries(input).filter(({ id }) => wanted.has(id));
  if (options.escalate === null || entries.length === 0) return null;
  const { afterDays } = options.escalate;
  const searchContext = searchContextIn(input);
  const query = formatQuery(overdueQuery(digest), 'en');
  const page = {
    name,
    afterDays,
    targetDays: options.targetDays,
    total: entries.length,
    lines: entries
      .slice(0, SHOWN_MAX)
      .map((entry) =>
        entryLine(entry, snapshot, waitingOf(entry, searchContext).workingDays, linkTo),
      ),
    all: { command: 'list', args: { page: 1, query }, opens: 'modal' as const },
  };
  const message = digestEscalationView(page, {
    now,
    privacy: stricter(options.privacy ?? audience.privacy, audience.privacy),
    words: wordsIn(audience.language),
  });
  return { ...message, files: openFileIds(page.lines) };
}

function overdueEntries(input: OverdueInput): readonly Entry[] {
  const { digest, snapshot, shared } = input;
  const { options } = digest;
  if (options.escalate === null) return [];
  const { created } = snapshot.table;
  const searchContext = searchContextIn(input);
  const readinessOf = readinessIn(snapshot);
  const newest = overdueBefore(options.targetDays ?? 0, searchContext)(options.escalate.afterDays);
  const rows = shared
    .find(snapshot, wholeQuery(digest.query, options), searchContext)
    .rows.filter((row) => readinessOf(row) !== 'others' && (created[row] ?? Number.NaN) < newest);
  return sortedPage(snapshot.table, rows, 'oldest', 0, rows.length);
}

function searchContextIn({ digest, snapshot, workingDays }: OverdueInput) {
  return searchContextOf(snapshot, { zone: digest.schedule.zone, workingDays });
}

/** What pages through all that is as old, also what was told before. */
function overdueQuery({ query, options }: OverdueInput['digest']): Query {
  const { conditions } = wholeQuery(query, options);
  const days = Math.ceil((options.targetDays ?? 0) + (options.escalate?.afterDays ?? 0));
  const { conditions: old } = parseQuery(`age:>=${days}bd`);
  return { conditions: [...conditions, ...old], sort: 'oldest' };
}

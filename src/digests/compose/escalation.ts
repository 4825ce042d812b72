import { wordsIn, stricter } from '../../i18n/index.ts';
import type { Entry } from '../../portfolio/entry.ts';
import { openFileIds, outsideFigures, readinessIn, waitingOf } from '../../portfolio/lifecycle.ts';
import { formatQuery } from '../../portfolio/query/describe.ts';
import { parseQuery } from '../../portfolio/query/parser.ts';
import type { Query } from '../../portfolio/query/query.ts';
import { sortedPage } from '../../portfolio/search/sort.ts';
import { digestEscalationView } from '../../views/digests/notices.ts';
import { entryLine } from '../../views/files/line.ts';
import { outsideView } from '../../views/files/link-preview.ts';
import type { Message } from '../../views/message.ts';
import { wholeQuery, withoutSnoozed } from '../query.ts';
import { type ComposeInput, searchContextFor } from './parts.ts';
import { overdueBefore } from './sections.ts';
import type { SharedWork } from './shared-work.ts';

/** Input for finding overdue files. */
interface OverdueInput extends Pick<
  ComposeInput,
  'digest' | 'snapshot' | 'workingDays' | 'journal' | 'triage'
> {
  /** Work that digests from the same snapshot have in common. */
  readonly shared: Pick<SharedWork, 'find'>;
}

/** Input for composing the escalation in the second channel. */
interface EscalationInput extends OverdueInput, Pick<ComposeInput, 'audience' | 'now' | 'linkTo'> {
  /** Ids of the files to show; those decided meanwhile are left out. */
  readonly files: readonly string[];
}

const SHOWN_MAX = 10;

/**
 * Ids of the undecided files of a digest that are overdue by the number of working days in its
 * option `escalate`; without a target, that many working days old. Empty without that option. Files
 * that somebody has taken and those that rest are left out.
 *
 * @throws {QueryError} when its query can no longer be parsed
 * @throws {RangeError} for an unknown time zone
 */
export function overdueFiles(input: OverdueInput): readonly string[] {
  return overdueEntries(input).map(({ id }) => id);
}

/**
 * Number of files that are not escalated because somebody has taken them.
 *
 * @throws {QueryError} when the query of the digest can no longer be parsed
 */
export function takenOverdue(input: OverdueInput): number {
  return allOverdue(input).filter(({ id }) => isTaken(id, input)).length;
}

/**
 * The escalation of files for the second channel, oldest first; `null` when none of them is overdue
 * any more.
 *
 * @throws {QueryError} when the query of the digest can no longer be parsed
 * @throws {RangeError} for an unknown time zone
 */
export function composeEscalation(input: EscalationInput): Message | null {
  const { digest, snapshot, audience, now, linkTo } = input;
  const { options, name } = digest;
  const wanted = new Set(input.files);
  const entries = overdueEntries(input).filter(({ id }) => wanted.has(id));
  if (options.escalate === null || entries.length === 0) return null;
  const { afterDays } = options.escalate;
  const searchContext = searchContextFor(input);
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
  const words = wordsIn(audience.language);
  const privacy = stricter(options.privacy ?? audience.level, audience.level);
  if (privacy === 'outside') {
    const figures = outsideFigures(entries, snapshot);
    return { ...outsideView({ figures, isPart: false }, words), files: openFileIds(page.lines) };
  }
  const message = digestEscalationView(page, { now, privacy, words });
  return { ...message, files: openFileIds(page.lines) };
}

function overdueEntries(input: OverdueInput): readonly Entry[] {
  return allOverdue(input).filter(({ id }) => !isTaken(id, input));
}

function isTaken(id: string, { triage }: OverdueInput): boolean {
  return (triage?.state()?.takerOf(id) ?? null) !== null;
}

/** Those that somebody has taken among them. */
function allOverdue(input: OverdueInput): readonly Entry[] {
  const { digest, snapshot, shared } = input;
  const { options } = digest;
  if (options.escalate === null) return [];
  const { created } = snapshot.table;
  const searchContext = searchContextFor(input);
  const readinessOf = readinessIn(snapshot);
  const newest = overdueBefore(options.targetDays ?? 0, searchContext)(options.escalate.afterDays);
  const rows = shared
    .find(snapshot, withoutSnoozed(wholeQuery(digest.query, options)), searchContext)
    .rows.filter((row) => readinessOf(row) !== 'others' && (created[row] ?? Number.NaN) < newest);
  return sortedPage(snapshot.table, rows, 'oldest', 0, rows.length);
}

/** The query behind “View all”: all files as old, including those escalated before. */
function overdueQuery({ query, options }: OverdueInput['digest']): Query {
  const { conditions } = wholeQuery(query, options);
  const days = Math.ceil((options.targetDays ?? 0) + (options.escalate?.afterDays ?? 0));
  const { conditions: old } = parseQuery(`age:>=${days}bd`);
  return { conditions: [...conditions, ...old], sort: 'oldest' };
}

import type { Entry } from '../portfolio/entry.ts';
import type { Query } from '../portfolio/query/query.ts';
import { findRows, type SearchContext } from '../portfolio/search/execute.ts';
import { tableOf } from '../portfolio/search/table.ts';
import { type Snapshot, entryIn } from '../portfolio/snapshot.ts';
import type { AlertOptions, FileEvent } from '../store/events.ts';

/** Something that an alert would have announced. */
export interface Replayed {
  readonly fileId: string;
  /** Epoch milliseconds. */
  readonly atMs: number;
}

/** A file before and after an event; `null` where it was not there. */
interface Step {
  readonly event: FileEvent;
  readonly before: Entry | null;
  readonly after: Entry | null;
}

/**
 * What an alert would have announced of recorded events, the newest first: each file once for each
 * visit. What the journal does not record of a file is taken as it is now.
 *
 * @param events newest first
 */
export function replayed(
  alert: AlertOptions,
  query: Query,
  events: readonly FileEvent[],
  snapshot: Snapshot,
  searchContext: SearchContext,
): readonly Replayed[] {
  const steps = stepsOf(events, snapshot);
  const versions = [...new Set(steps.flatMap(({ before, after }) => [before, after]))].filter(
    (entry) => entry !== null,
  );
  const table = tableOf(versions);
  const rows = findRows(query, table, searchContext);
  const fitting = new Set(Array.from(rows, (row) => table.entries[row]));
  const fits = (entry: Entry | null) => entry !== null && fitting.has(entry);
  return steps
    .filter(({ event, before, after }) => {
      const [was, is] = [fits(before), fits(after)];
      if (alert.on === 'enters') return !was && is;
      if (alert.on === 'leaves') return was && !is;
      return (was || is) && alert.aspects.some((aspect) => aspect === event.aspect);
    })
    .map(({ event }) => ({ fileId: event.fileId, atMs: event.beforeMs }));
}

/** Goes back from what files are now. Events of one snapshot happened together. */
function stepsOf(events: readonly FileEvent[], snapshot: Snapshot): readonly Step[] {
  const now = new Map<string, Entry | null>();
  /** Files that came back, as they were then: nothing else is known of the visit before. */
  const cameBack = new Map<string, Entry>();
  const steps: Step[] = [];
  for (const together of groupsOf(events)) {
    const [event] = together;
    if (event === undefined) continue;
    const { fileId } = event;
    const known = now.get(fileId);
    const after = known === undefined ? entryIn(snapshot, fileId) : known;
    const isBack = together.some(({ aspect }) => aspect === 'back');
    const changed = together.filter(({ aspect }) => aspect !== 'back').reduce(undone, after);
    if (isBack && changed !== null) cameBack.set(fileId, changed);
    const wasThere = together.some(({ aspect }) => aspect === 'gone');
    const before = wasThere ? (cameBack.get(fileId) ?? null) : isBack ? null : changed;
    now.set(fileId, before);
    steps.push(...together.map((each) => ({ event: each, before, after })));
  }
  return steps;
}

function groupsOf(events: readonly FileEvent[]): Iterable<readonly FileEvent[]> {
  return Map.groupBy(events, ({ fileId, beforeMs }) => `${fileId} ${beforeMs}`).values();
}

/** The file as it was before an event. */
function undone(entry: Entry | null, { aspect, from }: FileEvent): Entry | null {
  if (aspect === 'appeared' || entry === null) return null;
  const number = from === null ? null : Number(from);
  switch (aspect) {
    case 'status':
      return { ...entry, status: from ?? '' };
    case 'decision':
      return { ...entry, decision: from ?? '' };
    case 'score':
      return { ...entry, score: number };
    case 'completion':
      return { ...entry, completion: number };
    case 'archived':
      return { ...entry, archivedMs: from === 'true' ? (entry.archivedMs ?? 0) : null };
    case 'applicants':
    case 'back':
    case 'gone':
      return entry;
  }
}

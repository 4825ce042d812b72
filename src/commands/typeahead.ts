import type { Entry } from '../portfolio/entry.ts';
import { rowsReferredTo, suggestFiles } from '../portfolio/lookup.ts';
import { searchContextOf } from '../portfolio/search/execute.ts';
import type { Snapshot } from '../portfolio/snapshot.ts';
import { suggestionLabel, suggestionSays } from '../views/files/picker.ts';
import type { CommandContext } from './command.ts';
import { lineOf, showingOf } from './file-list.ts';

/** A rental file to offer while a person types. */
export interface Suggestion {
  readonly id: string;
  /** At most 75 characters, like `says`. */
  readonly label: string;
  readonly says: string;
}

const SUGGESTIONS_MAX = 20;

/**
 * Files that match a text, the likeliest first; none before the first snapshot, as Slack waits 3 s
 * here at most.
 */
export async function suggestionsFor(
  text: string,
  call: CommandContext,
): Promise<readonly Suggestion[]> {
  const snapshot = call.portfolio.latest();
  if (snapshot === null) return [];
  const showing = showingOf(call);
  return suggestFiles(text, snapshot, searchContextOf(snapshot, call), SUGGESTIONS_MAX).map(
    (entry) => {
      const line = lineOf(entry, snapshot, call);
      return {
        id: entry.id,
        label: suggestionLabel(line, showing),
        says: suggestionSays(line, filesOfProperty(entry, snapshot), showing),
      };
    },
  );
}

/** Number of files with the reference of a file; 1 without one. */
function filesOfProperty({ property: { reference } }: Entry, { table }: Snapshot): number {
  return reference === null ? 1 : rowsReferredTo(reference, table).length;
}

import { askingOf } from '../portfolio/search/execute.ts';
import { suggestFiles } from '../portfolio/typeahead.ts';
import { suggestionLabel, suggestionSays } from '../views/files/picker.ts';
import type { Call } from './command.ts';
import { lineOf, showingOf } from './file-list.ts';

/** One rental file to choose while somebody types. */
export interface Suggestion {
  readonly id: string;
  /** At most 75 characters, like `says`. */
  readonly label: string;
  readonly says: string;
}

const SUGGESTIONS_MAX = 20;

/**
 * The files that somebody may mean who has typed so much, the likeliest first; none before the
 * first reading, for Slack waits for no reading here.
 */
export async function suggestionsFor(text: string, call: Call): Promise<readonly Suggestion[]> {
  const reading = call.portfolio.latest();
  if (reading === null) return [];
  const showing = showingOf(call);
  return suggestFiles(text, reading, askingOf(reading, call), SUGGESTIONS_MAX).map((entry) => {
    const line = lineOf(entry, reading, null, call);
    return {
      id: entry.id,
      label: suggestionLabel(line, showing),
      says: suggestionSays(line, showing),
    };
  });
}

import { z } from 'zod';

import type { CommandContext } from '../../commands/command.ts';
import { ToolInputError } from '../../commands/errors.ts';
import { searchCache } from '../../commands/file-list.ts';
import type { Entry } from '../../portfolio/entry.ts';
import { resolveFiles } from '../../portfolio/lookup/resolve.ts';
import { searchContextOf } from '../../portfolio/search/execute.ts';
import type { Snapshot } from '../../portfolio/snapshot.ts';
import { currentSnapshot, FileData, fileData } from '../files.ts';

const CANDIDATES_MAX = 8;

/** Where a text names several files. */
export const Candidates = z.object({
  candidates: z
    .array(FileData)
    .describe('When several files match: ask the person which, and call again with its id'),
  matching: z.int().describe('Files that match the text'),
});

/** The file that a text names, or those that it may name. */
export interface Named {
  readonly snapshot: Snapshot;
  /** `null` where the text names several. */
  readonly id: string | null;
  /** `null` also for a file that is newer than the snapshot. */
  readonly entry: Entry | null;
  readonly choice: z.output<typeof Candidates>;
}

/**
 * Finds the file that a text names, as `/rental show` does.
 *
 * @throws {ToolInputError} when it names none
 */
export async function fileNamed(text: string, call: CommandContext): Promise<Named> {
  const snapshot = await currentSnapshot(call);
  const context = searchContextOf(snapshot, call);
  const found = resolveFiles(text, snapshot, context, call.idIn, searchCache);
  const one = { candidates: [], matching: 1 };
  switch (found.kind) {
    case 'one':
      return { snapshot, id: found.entry.id, entry: found.entry, choice: one };
    case 'unheld':
      return { snapshot, id: found.id, entry: null, choice: one };
    case 'several': {
      const candidates = found
        .likeliest(CANDIDATES_MAX)
        .map((entry) => fileData(entry, snapshot, call));
      return { snapshot, id: null, entry: null, choice: { candidates, matching: found.total } };
    }
    case 'none':
      throw new ToolInputError(
        'No file matches this text. Use search_files with fewer words, then call again with the id of a file that it gives.',
      );
  }
}

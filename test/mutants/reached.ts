import { appendFileSync } from 'node:fs';
import process from 'node:process';

import { expect } from 'vitest';

/** The file that notes are added to, or none: then nothing is noted. */
const { MUTANTS_REACHED } = process.env;

declare global {
  // Sources with probes call it by this name.
  var noteReached: ((id: number) => void) | undefined;
}

/** Notes once for each test file that it runs the place of a mutant. */
if (MUTANTS_REACHED !== undefined) {
  const { testPath } = expect.getState();
  const noted = new Set<number>();
  globalThis.noteReached = (id) => {
    if (noted.has(id)) return;
    noted.add(id);
    appendFileSync(MUTANTS_REACHED, `${id}\t${testPath}\n`);
  };
}

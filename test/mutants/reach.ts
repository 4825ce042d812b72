import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { isReadable } from './faults.ts';
import { runTests, type TestRun } from './run-tests.ts';
import type { Mutant } from './sample.ts';

/** Which quick tests run the places of mutants. */
export interface Reach {
  /** Test files by the number of a mutant. */
  readonly tests: Readonly<Record<number, readonly string[]>>;
  /** Milliseconds by test file. */
  readonly durations: Readonly<Record<string, number>>;
  /** Test files that fail without any fault: what they say about one counts for nothing. */
  readonly failing: readonly string[];
}

const LIMITS = { limitMs: 25 * 60_000 };

/** Runs all quick tests once, over sources that note when the place of a mutant is reached. */
export async function findReach(
  root: string,
  mutants: readonly Mutant[],
  notes: string,
): Promise<Reach> {
  const { files } = await runWithProbes(root, mutants, notes);
  const failed = files.filter(({ isOk }) => !isOk).map(({ file }) => file);
  // A test that reads the sources as text may fail for the probes in them.
  const again = failed.length === 0 ? [] : (await runTests(root, failed, LIMITS)).files;
  return {
    tests: readNotes(root, notes),
    durations: Object.fromEntries(files.map(({ file, ms }) => [file, ms])),
    failing: again.filter(({ isOk }) => !isOk).map(({ file }) => file),
  };
}

async function runWithProbes(
  root: string,
  mutants: readonly Mutant[],
  notes: string,
): Promise<TestRun> {
  const sources = new Map<string, string>();
  writeFileSync(notes, '');
  try {
    for (const [file, here] of Map.groupBy(mutants, (mutant) => mutant.file)) {
      const path = join(root, file);
      const code = readFileSync(path, 'utf8');
      sources.set(path, code);
      writeFileSync(path, withProbes(code, here));
    }
    // Tables of a module are made when it is loaded: each test file loads its own.
    const run = await runTests(root, [], { ...LIMITS, notes, flags: ['--isolate'] });
    if (run.exitCode === null) throw new Error('The quick tests did not end within 25 minutes.');
    return run;
  } finally {
    for (const [path, code] of sources) writeFileSync(path, code);
  }
}

function withProbes(code: string, mutants: readonly Mutant[]): string {
  const parts = mutants.flatMap(({ id, reached: { start, end, isStatement } }) => {
    const note = `globalThis.noteReached?.(${id})`;
    return [
      // Of two that begin together the longer one is outside; of two that end together, too.
      { at: start, isEnd: false, order: -end, text: isStatement ? `{${note};` : `(${note}, ` },
      { at: end, isEnd: true, order: -start, text: isStatement ? '}' : ')' },
    ];
  });
  parts.sort((a, b) => a.at - b.at || Number(b.isEnd) - Number(a.isEnd) || a.order - b.order);
  let probed = '';
  let from = 0;
  for (const { at, text } of parts) {
    probed += code.slice(from, at) + text;
    from = at;
  }
  probed += code.slice(from);
  if (!isReadable(probed)) throw new Error(`Probes broke a source:\n${probed}`);
  return probed;
}

function readNotes(root: string, notes: string): Record<number, string[]> {
  const tests: Record<number, string[]> = {};
  if (!existsSync(notes)) return tests;
  for (const line of readFileSync(notes, 'utf8').split('\n').filter(Boolean)) {
    const [id, file = ''] = line.split('\t');
    (tests[Number(id)] ??= []).push(relative(root, file));
  }
  return tests;
}

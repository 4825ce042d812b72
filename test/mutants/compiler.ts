import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** Whether the compiler refuses the sources of a copy as they stand. */
export type Compiler = () => boolean;

/**
 * The compiler of `npm run check`. It starts from what it kept of the copy without a fault, and
 * looks only at what a fault changes: seconds instead of the time of a whole check.
 *
 * @param results where it keeps that
 * @returns `null` when it refuses the copy without a fault: what it says of one counts for nothing
 */
export function openCompiler(root: string, results: string): Compiler | null {
  const [kept, used] = [join(results, 'compiled.json'), join(results, 'compiled-with-fault.json')];
  if (!isCompiled(root, kept)) return null;
  return () => {
    copyFileSync(kept, used);
    return !isCompiled(root, used);
  };
}

function isCompiled(root: string, kept: string): boolean {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { error, status } = spawnSync(
    process.execPath,
    [tsc, '--incremental', '--tsBuildInfoFile', kept],
    { cwd: root, stdio: 'ignore' },
  );
  if (error) throw error;
  return status === 0;
}

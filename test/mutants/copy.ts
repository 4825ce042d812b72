import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A throw-away copy of the last commit, in which faults are planted. */
export interface Copy {
  /** The repository. */
  readonly root: string;
  /** What was drawn and found out, kept until the same commit is measured with the same seed again. */
  readonly results: string;
  /** Twelve digits. */
  readonly commit: string;
}

/**
 * The copy for one commit and seed, made when there is none yet. What is not committed is not in it.
 * It stays in the system's temporary folder, so that a run that was ended can go on.
 */
export function openCopy(repository: string, seed: number): Copy {
  const commit = git('-C', repository, 'rev-parse', '--short=12', 'HEAD');
  const folder = join(tmpdir(), `rental-desk-mutants-${commit}-${seed}`);
  const [root, results] = [join(folder, 'repository'), join(folder, 'results')];
  mkdirSync(results, { recursive: true });
  if (!existsSync(join(root, '.git'))) {
    git('clone', '--quiet', '--no-checkout', repository, root);
    git('-C', root, 'checkout', '--quiet', '--detach', commit);
    symlinkSync(realpathSync(join(repository, 'node_modules')), join(root, 'node_modules'), 'dir');
  }
  // Whoever ended the run before may have left a fault behind.
  git('-C', root, 'checkout', '--quiet', '--', '.');
  return { root, results, commit };
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}

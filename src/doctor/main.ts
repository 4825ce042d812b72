import process from 'node:process';

import { readEnvFile } from '../config.ts';
import { errorLine } from '../log.ts';
import { examine } from './doctor.ts';
import { formatFinding } from './finding.ts';

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${errorLine(error)}\n`);
  process.exitCode = 1;
}

/** Prints each finding as it comes. Returns the exit code: 1 if there are problems. */
async function run(): Promise<number> {
  let problems = 0;
  const findings = examine({
    environment: process.env,
    envFile: readEnvFile(),
    now: () => Date.now(),
    monotonic: () => performance.now(),
  });
  for await (const finding of findings) {
    process.stdout.write(`${formatFinding(finding)}\n`);
    if (finding.kind === 'problem') problems += 1;
  }
  process.stdout.write(problems === 0 ? '\nAll is well.\n' : `\nTo correct: ${problems}.\n`);
  return problems === 0 ? 0 : 1;
}

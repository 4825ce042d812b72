import process from 'node:process';

import { errorLine } from '../log.ts';
import { examine } from './doctor.ts';
import { lineOf } from './finding.ts';

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${errorLine(error)}\n`);
  process.exitCode = 1;
}

/** Prints what is found as it is found; gives 1 when something is to be corrected. */
async function run(): Promise<number> {
  let troubles = 0;
  const findings = examine({
    environment: process.env,
    now: () => Date.now(),
    monotonic: () => performance.now(),
  });
  for await (const finding of findings) {
    process.stdout.write(`${lineOf(finding)}\n`);
    if (finding.kind === 'trouble') troubles += 1;
  }
  process.stdout.write(troubles === 0 ? '\nAll is well.\n' : `\nTo correct: ${troubles}.\n`);
  return troubles === 0 ? 0 : 1;
}

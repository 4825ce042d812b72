import { setInterval } from 'node:timers';

import { readServiceAccount } from '../../src/rental-api/auth/service-account.ts';
import { createRentalFiles } from '../../src/rental-api/client.ts';
import { benchPortfolio } from './portfolio.ts';

/**
 * Reads a whole service again and again, and prints what Node says of its memory as one line of
 * JSON, in megabytes. Run with `--expose-gc`; the service's line comes in `SERVICE`.
 */
const READINGS = Number(process.env['READINGS'] ?? 20);
const SAMPLE_MS = 20;
const MEGABYTE = 1024 * 1024;

const service = JSON.parse(process.env['SERVICE'] ?? '{}');
const { account } = readServiceAccount(JSON.stringify(service.keyFile), Date.now());
const rentalFiles = createRentalFiles({
  firstPage: new URL(service.filesUrl),
  authUrl: service.authUrl,
  idp: service.idp,
  projectId: service.projectId,
  account,
  now: Date.now,
});
const portfolio = benchPortfolio({
  pages: () => rentalFiles.summaries(),
});

await rentalFiles.checkToken();
const idle = settled();
let peak = 0;
const sampling = setInterval(() => {
  peak = Math.max(peak, held());
}, SAMPLE_MS);
const after: number[] = [];
for (let reading = 0; reading < READINGS; reading += 1) {
  await portfolio.read();
  after.push(settled() - idle);
}
clearInterval(sampling);
const files = portfolio.latest()?.table.entries.length ?? 0;
/** All memory of the process at its most, in megabytes. */
const resident = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ files, idle, after, peak: peak - idle, resident }));

/** What lives, once everything that does not is gone. */
function settled(): number {
  for (let round = 0; round < 3; round += 1) globalThis.gc?.();
  return held();
}

function held(): number {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MEGABYTE;
}

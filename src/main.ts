import process from 'node:process';

import { createDesk } from './commands/desk.ts';
import { type Config, readConfig } from './config.ts';
import { createLog, errorLine } from './log.ts';
import { holidaysOf } from './portfolio/holidays.ts';
import { createPortfolio, type PortfolioOptions } from './portfolio/portfolio.ts';
import { createWorkingDays } from './portfolio/working-days.ts';
import { readServiceAccount } from './rental/account.ts';
import { changedSince } from './rental/changed-since.ts';
import { createRentalFiles, type RentalFiles } from './rental/client.ts';
import { readKeyFile } from './rental/key-file.ts';
import { createAccess } from './slack/access.ts';
import { listen } from './slack/listen.ts';
import { createPorch } from './slack/porch.ts';
import { createSeal } from './slack/seal.ts';

/** A stop that takes longer than this leaves the rest undone. */
const STOP_MS_MAX = 20_000;

/** A tenth of a second for each second between polls: no reading grows much older than it may. */
const POLL_CHECK_MS = 100;

const now = (): number => Date.now();
const monotonic = (): number => performance.now();

try {
  await open();
} catch (error) {
  // The reason is for the operator's eyes, on the terminal: one message, no stack.
  process.stderr.write(`${errorLine(error)}\n`);
  process.exit(1);
}

/** Builds everything by hand, then lets people in. */
async function open(): Promise<void> {
  const { rental, slack, listen: address, access, ...config } = readConfig(process.env);
  const { language, zone, holidays, logLevel } = config;
  const log = createLog(logLevel);

  const dieOf = (what: string) => (error: unknown) => {
    log.fatal({ err: error }, what);
    process.exit(1);
  };
  // A supervisor starts the bot anew; what Node prints by itself could hold a request.
  process.on('uncaughtException', dieOf('an error nobody caught'));
  process.on('unhandledRejection', dieOf('a rejection nobody handled'));

  const { key } = rental;
  const keyFile = 'path' in key ? await readKeyFile(key.path) : { json: key.json, warnings: [] };
  const { account, warnings } = readServiceAccount(keyFile.json, now());
  const warn = (message: string) => log.warn({}, message);
  for (const warning of [...keyFile.warnings, ...warnings]) warn(warning);

  const rentalFiles = createRentalFiles({ ...rental, account, now, monotonic, log: { warn } });
  const portfolio = createPortfolio({
    ...rental,
    pages: () => rentalFiles.pages(),
    pagesSince: pagesSince(rentalFiles, rental),
    now,
    monotonic,
    onFailure: (error) => log.error({ err: error }, 'the rental files were not read'),
  });

  const porch = createPorch({ ...slack, ...address, log });
  const workingDays = createWorkingDays(holidaysOf(holidays));
  const linkTo = (id: string) =>
    rental.fileLink?.replace('{id}', encodeURIComponent(id.toWellFormed())) ?? null;
  const answers = listen(porch.app, {
    desk: createDesk({ portfolio, workingDays, now, linkTo, language, zone }),
    access: createAccess({ client: porch.app.client, now, ...access }),
    seal: createSeal(slack.sealSecret),
    log,
  });

  const port = await porch.start();
  log.info({ mode: slack.transport.kind, port }, 'Rental Desk is open');
  // The first question then finds an answer.
  portfolio.read().catch(() => {});
  // Asking for the latest renews it when it has grown old: also over a weekend without questions.
  const poll = setInterval(() => portfolio.latest(), rental.pollSeconds * POLL_CHECK_MS);

  const stop = async (signal: string): Promise<void> => {
    log.info({ signal }, 'closing');
    clearInterval(poll);
    setTimeout(() => process.exit(1), STOP_MS_MAX).unref();
    await porch.stop().catch((error: unknown) => log.error({ err: error }, 'closing failed'));
    await answers.idle();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop(signal));
}

function pagesSince(
  rentalFiles: RentalFiles,
  { firstPage, changedSinceParam }: Config['rental'],
): PortfolioOptions['pagesSince'] {
  if (changedSinceParam === null) return null;
  return (epochMs) =>
    rentalFiles.pages(undefined, changedSince(firstPage, changedSinceParam, epochMs));
}

import process from 'node:process';

import { createDigestSystem } from './bell.ts';
import { createDispatcher } from './commands/dispatcher.ts';
import { type Config, readConfig } from './config.ts';
import { createLog, errorLine } from './log.ts';
import { createMetrics } from './metrics.ts';
import { holidaysOf } from './portfolio/calendar/holidays.ts';
import { createWorkingDays } from './portfolio/calendar/working-days.ts';
import { createLiveFile } from './portfolio/live-file.ts';
import {
  createPortfolio,
  type Portfolio,
  type PortfolioOptions,
  rentalFailure,
} from './portfolio/portfolio.ts';
import { createFileLink } from './portfolio/resolve.ts';
import { readKeyFile, readServiceAccount } from './rental-api/auth/service-account.ts';
import { changedSince, createRentalFiles, type RentalFiles } from './rental-api/client.ts';
import { createClosing } from './shutdown.ts';
import { createSlackApp } from './slack/app.ts';
import { createAuthorizer } from './slack/authorize.ts';
import { registerListeners } from './slack/listeners/index.ts';
import { createActionTokens } from './slack/respond/action-token.ts';
import { openStore } from './store/store.ts';

/** How long closing each part may take, in their order; 20 seconds in all. */
const CLOSING_MS_MAX = { slack: 4_000, answers: 6_000, jobs: 8_000, database: 2_000 };

/** Whoever waits for longer is told that they wait in vain: for that there is the rest of the time. */
const ANSWERS_MS_MAX = 4_000;

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
  const {
    rental,
    slack,
    listen: address,
    access,
    store: database,
    ...config
  } = readConfig(process.env);
  const { language, zone, holidays, logLevel } = config;
  const log = createLog(logLevel);

  const dieOf = (what: string) => (error: unknown) => {
    log.fatal({ err: error }, what);
    process.exit(1);
  };
  // A supervisor starts the bot anew; what Node prints by itself could hold a request.
  process.on('uncaughtException', dieOf('an error nobody caught'));
  process.on('unhandledRejection', dieOf('a rejection nobody handled'));
  const closing = createClosing(log, (code) => process.exit(code));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void closing.begin(signal));
  }

  const { key } = rental;
  const keyFile = 'path' in key ? await readKeyFile(key.path) : { json: key.json, warnings: [] };
  const { account, warnings } = readServiceAccount(keyFile.json, now());
  const warn = (message: string) => log.warn({}, message);
  for (const warning of [...keyFile.warnings, ...warnings]) warn(warning);

  const metrics = createMetrics({
    monotonic,
    reading: () => readingFigures(portfolio),
    isServiceResting: () => rentalFiles.rest() !== null,
    isDatabaseReached: () => store.isReady(),
    queued: async () => scheduler.queued(),
  });
  const rentalFiles = createRentalFiles({
    ...rental,
    account,
    now,
    monotonic,
    watch: (send) => metrics.serviceFetch(send),
    log: { warn },
    // Whoever waits for its failure hears of it by the portfolio.
    onRested: () => void portfolio.read('changes').catch(() => {}),
  });
  const portfolio = createPortfolio({
    ...rental,
    pages: () => rentalFiles.summaries(),
    pagesSince: pagesSince(rentalFiles, rental),
    now,
    monotonic,
    onFailure(error) {
      metrics.notRead(failureCode(error));
      log.error({ err: error }, 'the rental files were not read');
    },
  });

  const store = await openStore({
    ...database,
    onError: (error) => log.error({ err: error }, 'the database does not answer'),
  });
  closing.opened('database', CLOSING_MS_MAX.database, async () => store.stop());
  const slackApp = createSlackApp({
    ...slack,
    ...address,
    log,
    now,
    monotonic,
    fetch: metrics.slackFetch(fetch),
    onAcknowledged: (elapsedMs) => metrics.acknowledged(elapsedMs),
    health: {
      isDatabaseReached: () => store.isReady(),
      reading: () => readingFigures(portfolio),
      readingFailure: () => {
        const failure = portfolio.failure();
        return failure === null ? null : failureCode(failure);
      },
      metrics: async () => metrics.page(),
    },
  });
  const workingDays = createWorkingDays(holidaysOf(holidays));
  const fileNow = createLiveFile({
    portfolio,
    fetchPage: async (url, signal) => rentalFiles.fetchPage(url, signal),
    pages: (signal) => rentalFiles.pages(signal),
  });
  const { linkTo, idIn } = createFileLink(rental.fileLink);
  const tokens = createActionTokens(slack.sealSecret, { ...slack, now });
  const slackAccess = createAuthorizer({ client: slackApp.app.client, now, ...access });
  const { scheduler, digests, channels } = createDigestSystem({
    ...config,
    portfolio,
    store,
    slackApp,
    access: slackAccess,
    adminUsergroups: access.adminUsergroups,
    tokens,
    linkTo,
    now,
    monotonic,
    log,
    onEnded: (delivery) => metrics.delivered(delivery),
  });
  const answers = registerListeners(slackApp.app, {
    dispatcher: createDispatcher({
      linkTo,
      idIn,
      portfolio,
      store,
      digests,
      channels,
      fileNow,
      checkService: async () => rentalFiles.checkService(),
      workingDays,
      now,
      language,
      zone,
      onTrouble: (error) => log.warn({ err: error }, 'done without what the database holds'),
    }),
    access: slackAccess,
    tokens,
    log,
    monotonic,
    throttle: { burst: access.burst },
    postLog: store.posts,
    onAnswered: (what, outcome, elapsedMs) => metrics.answered(what, outcome, elapsedMs),
  });

  closing.opened('jobs', CLOSING_MS_MAX.jobs, async () => scheduler.stop());
  closing.opened('answers', CLOSING_MS_MAX.answers, async () => answers.finish(ANSWERS_MS_MAX));
  closing.opened('slack', CLOSING_MS_MAX.slack, async () => slackApp.stop());

  const port = await slackApp.start();
  if (port === null) return;
  log.info({ mode: slack.transport.kind, port }, 'Rental Desk is open');
  void store.reached.then(
    (isReached) => (isReached ? scheduler.start() : null),
    dieOf('the database cannot be used'),
  );
  // The first question then finds an answer.
  portfolio.read().catch(() => {});
  // Asking for the latest renews it when it has grown old: also over a weekend without questions.
  setInterval(() => portfolio.latest(), rental.pollSeconds * POLL_CHECK_MS);
}

/** Of the last reading; `null` before the first. */
function readingFigures(portfolio: Portfolio) {
  const held = portfolio.latest();
  return (
    held && {
      ageMs: now() - held.endedAt,
      tookMs: held.endedAt - held.startedAt,
      files: held.table.entries.length,
      skipped: held.skipped,
      isDoubtful: held.inconsistency !== null,
    }
  );
}

function failureCode(error: unknown): string {
  return rentalFailure(error)?.code ?? 'unknown';
}

function pagesSince(
  rentalFiles: RentalFiles,
  { firstPage, changedSinceParam }: Config['rental'],
): PortfolioOptions['pagesSince'] {
  if (changedSinceParam === null) return null;
  return (epochMs) =>
    rentalFiles.summaries(undefined, changedSince(firstPage, changedSinceParam, epochMs));
}

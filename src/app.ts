import { randomUUID } from 'node:crypto';

import packageJson from '../package.json' with { type: 'json' };
import { createDigestSystem } from './app/digest-system.ts';
import { createDispatcher } from './commands/dispatcher.ts';
import { handedFile } from './commands/show/card.ts';
import type { Config } from './config.ts';
import { startLeaseGuard } from './delivery/ports.ts';
import { languageOf, wordsIn } from './i18n/index.ts';
import { createJournal } from './journal/journal.ts';
import { createLinkTemplate } from './lib/http.ts';
import { createDegradations, createFailureLog, type Log } from './log.ts';
import type { McpServer, McpServerOptions } from './mcp/server.ts';
import { createMetrics } from './metrics.ts';
import { createWorkingDays, holidaysOf } from './portfolio/calendar.ts';
import {
  type PortfolioOptions,
  createLiveFile,
  createPortfolio,
  failureCode,
} from './portfolio/portfolio.ts';
import { figuresOf } from './portfolio/snapshot.ts';
import { readKeyFile, readServiceAccount } from './rental-api/auth/service-account.ts';
import { changedSince, createRentalFiles, type RentalFiles } from './rental-api/client.ts';
import { createSnapshotCipher } from './replication/publication.ts';
import {
  createReplication,
  type Replication,
  type ReplicationOptions,
} from './replication/replication.ts';
import type { Shutdown } from './shutdown.ts';
import { createReplayGuard } from './slack/admission.ts';
import { checkSlack, createSlackApp } from './slack/app.ts';
import { createAuthorizer } from './slack/authorize.ts';
import { registerListeners } from './slack/listeners/index.ts';
import { createMessenger, sendDirect } from './slack/post/messenger.ts';
import { isInDirect } from './slack/post/poster.ts';
import { createActionTokens } from './slack/respond/payload.ts';
import { createTextCipher } from './store/encryption.ts';
import { type SharedSnapshotStore, instanceName } from './store/shared-snapshots.ts';
import { openStore } from './store/store.ts';
import { HAND_LEASE_MS } from './store/triage.ts';
import { createTriage, endOfLeavers, handKeyOf, notifyOfHandOvers } from './triage/triage.ts';
import { handedAnswer } from './views/files/triage.ts';

/** Time to close each part, in closing order; 20 s together. */
const CLOSING_MS_MAX = { slack: 4_000, answers: 6_000, jobs: 8_000, database: 2_000 };

/** Requests still open after this get a "shutting down" reply in the remaining time. */
const ANSWERS_MS_MAX = 4_000;

/** Milliseconds between two checks, for each second of the poll interval: ten checks an interval. */
const POLL_CHECK_MS = 100;

/** Milliseconds between two looks at the token, the clock and the user groups; at least. */
const SLACK_CHECK_MS = 60_000;
const SLACK_CHECK_MS_MIN = 10_000;

/** Milliseconds between two looks at the lease of the instance that reads for all. */
const LEASE_CHECK_MS = 1_000;

/** Milliseconds between two looks at what other instances have recorded. */
const JOURNAL_CHECK_MS = 60_000;

/** Milliseconds between two signs of life, by which the doctor finds the running instances. */
const INSTANCE_RENEWAL_MS = 60_000;

/** Milliseconds until an instance knows who has taken a file at another one. */
const TRIAGE_CHECK_MS = 5_000;

/** Milliseconds between two looks for files that were handed over and nobody was notified of. */
const HAND_OVERS_CHECK_MS = 60_000;

const DAY_MS = 86_400_000;

/** Milliseconds between two looks whether people who have taken files have left the workspace. */
const LEAVERS_CHECK_MS = 3_600_000;

interface Surroundings {
  readonly config: Config;
  readonly log: Log;
  /** Closes the parts in the reverse order of their opening. */
  readonly shutdown: Shutdown;
  readonly now: () => number;
  readonly monotonic: () => number;
  /** Ends the process because of an error, with a line in the log. */
  readonly die: (message: string) => (error: unknown) => void;
}

/**
 * Wires every part by hand and opens the bot for requests.
 *
 * @throws {RentalError} when the service account's key cannot be used
 * @throws {StoreError} when the database cannot be used
 */
export async function startApp({
  config,
  log,
  shutdown,
  now,
  monotonic,
  die,
}: Surroundings): Promise<void> {
  const { rental, slack, access, language, zone, holidays, currency } = config;

  const { key } = rental;
  const keyFile = 'path' in key ? await readKeyFile(key.path) : { json: key.json, warnings: [] };
  const { account, warnings } = readServiceAccount(keyFile.json, now());
  const warn = (message: string) => log.warn({}, message);
  const warnOfFailure = createFailureLog(log, monotonic);
  for (const warning of [...config.warnings, ...keyFile.warnings, ...warnings]) warn(warning);
  const degradations = createDegradations(log);
  const metrics = createMetrics({
    monotonic,
    snapshot: () => figuresOf(portfolio.latest(), now()),
    isCircuitOpen: () => rentalFiles.openCircuit() !== null,
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
    // A failure reaches those who wait through the portfolio.
    onHalfOpen: () => void portfolio.read('changes').catch(() => {}),
  });
  const store = await openStore({
    ...config.store,
    cipher: createTextCipher(slack.actionTokenSecret, slack.previousSecret),
    onUnreadable: (texts) => log.error({ texts }, 'saved texts have another secret'),
    onError: (error) => log.error({ err: error }, 'the database does not answer'),
  });
  const instance = { id: randomUUID(), version: packageJson.version, ...config.fingerprints };
  const replication = replicationFor(config, {
    instance: instance.id,
    store: store.sharedSnapshots,
    now,
    onRefused: (reason) => metrics.snapshotRefused(reason),
    report: (isDegraded, fields) => degradations.report('shared snapshot', isDegraded, fields),
  });
  const portfolio = createPortfolio({
    ...rental,
    pages: () => rentalFiles.summaries(),
    pagesSince: pagesSince(rentalFiles, rental),
    now,
    monotonic,
    shared: replication,
    onSnapshot(snapshot) {
      degradations.report('empty list', snapshot.inconsistency === 'empty');
      void journal.record(snapshot);
      void triage.end(snapshot);
    },
    onFailure(error) {
      metrics.refreshFailed(failureCode(error));
      log.error({ err: error }, 'the rental files were not read');
    },
    onChanges(outcome, error) {
      const reason = error === null ? {} : { err: error };
      degradations.report('changed since', outcome !== 'accepted', { outcome, ...reason });
    },
  });

  const journal = createJournal({
    store: store.journal,
    now,
    keepMs: config.eventLogDays * DAY_MS,
    pollMs: rental.pollSeconds * 1_000,
    onFailure: (error) => log.warn({ err: error }, 'what happened to files is recorded later'),
  });
  const startHandGuard = () => startLeaseGuard({ now, monotonic }, HAND_LEASE_MS);
  const triage = createTriage({
    store: store.triage,
    now,
    startGuard: startHandGuard,
    onFailure: (error) => warnOfFailure(error, 'who has taken files is not known yet'),
  });
  // Without the database, the doctor does not find it either.
  const announce = async () => store.instances?.renew(instance).catch(() => {});
  const leave = async () => store.instances?.remove(instance.id).catch(() => {});
  shutdown.add('database', CLOSING_MS_MAX.database, async () => {
    await Promise.all([replication?.stop(), store.isReady() ? leave() : null]);
    await Promise.all([journal.stop(), store.stop()]);
  });
  const replayGuard = createReplayGuard({ claims: store.claims, now, log });
  const tokens = createActionTokens(slack.actionTokenSecret, { ...slack, now });
  const mcp = await assistantsFor(config.assistants, {
    contextOf: async (requestInfo) => dispatcher.contextOf(requestInfo),
    handleCall: async (...call) => answers.handleCall(...call),
    cursors: tokens,
    claims: replayGuard,
  });
  const slackApp = createSlackApp({
    ...slack,
    ...config.listen,
    log,
    replayGuard,
    now,
    monotonic,
    fetch: metrics.slackFetch(fetch),
    endpoint: mcp,
    report: degradations.report,
    onRefused(reason) {
      metrics.refused(reason);
      if (reason === 'too_old' || reason === 'from_the_future') void checkSlackAgain();
    },
    onAcknowledged: metrics.acknowledged,
    health: {
      isDatabaseReached: () => store.isReady(),
      degradations: degradations.list,
      isReplayGuardShared: () => replayGuard.isShared(),
      latestSnapshot: () => figuresOf(portfolio.latest(), now()),
      refreshFailure: () => {
        const failure = portfolio.failure();
        return failure === null ? null : failureCode(failure);
      },
      metrics: async () => metrics.page(),
    },
  });
  let checkedSlackAt = -Infinity;
  const checkSlackAgain = async () => {
    if (monotonic() - checkedSlackAt < SLACK_CHECK_MS_MIN) return;
    checkedSlackAt = monotonic();
    const groups = [...access.usergroups, ...access.adminUsergroups];
    await checkSlack(slackApp.app.client, groups, degradations.report);
  };
  const workingDays = createWorkingDays(holidaysOf(holidays));
  const fileNow = createLiveFile({
    portfolio,
    fetchPage: async (url, signal) => rentalFiles.fetchPage(url, signal),
    pages: (signal) => rentalFiles.pages(signal),
  });
  const { linkTo, idIn } = createLinkTemplate(rental.fileLink);
  /** Earlier posts there are reduced; a channel that cannot be marked is found again later. */
  const onExternal = (channelId: string) =>
    void store.reductions.mark(channelId).catch((error: unknown) => {
      log.warn({ err: error, channelId }, 'the posts of a shared channel are not reduced yet');
    });
  const slackAccess = createAuthorizer({
    client: slackApp.app.client,
    now,
    monotonic,
    onExternal,
    onUnknownSharing: (error) =>
      warnOfFailure(
        error,
        'whether a channel is shared is not known: it gets what such a one may see',
      ),
    ...access,
  });
  const { scheduler, digests, channels, presenceOf } = createDigestSystem({
    journal,
    triage,
    language,
    holidays,
    currency,
    accessLogDays: config.accessLogDays,
    eventLogDays: config.eventLogDays,
    portfolio,
    store,
    slackApp,
    access: slackAccess,
    adminUsergroups: access.adminUsergroups,
    allowsDirectAlerts: access.channels.length === 0,
    tokens,
    linkTo,
    now,
    monotonic,
    log,
    onEnded: (delivery) => metrics.delivered(delivery),
  });
  const freeFilesOfLeavers = async (people?: Iterable<string>) =>
    endOfLeavers(
      triage,
      presenceOf,
      (userId, files) => log.info({ userId, files }, 'what a person had taken is free again'),
      people,
    ).catch((error: unknown) => {
      log.warn({ err: error }, 'what people had taken who left is free later');
    });
  const dispatcher = createDispatcher({
    linkTo,
    idIn,
    portfolio,
    store,
    journal,
    triage,
    digests,
    channels,
    fileNow,
    checkService: async () => rentalFiles.checkService(),
    degradations: degradations.list,
    ...(replication && { reading: () => replication.reading() }),
    workingDays,
    now,
    language,
    zone,
    currency,
    onError: (error) => warnOfFailure(error, 'done without what the database holds'),
  });
  const messenger = createMessenger(slackApp.app.client, tokens);
  const wordsFor = (locale: string | null) => wordsIn(languageOf(locale, language));
  const catchUpHandOvers = async () =>
    notifyOfHandOvers({
      store: store.triage,
      latestSnapshot: () => portfolio.latest(),
      startGuard: startHandGuard,
      wasSent: async (handed) =>
        isInDirect(slackApp.app.client, handed.takenBy, handKeyOf(handed), handed.atMs),
      async send(handed, entry, check) {
        const target = { to: handed.takenBy, key: handKeyOf(handed) };
        const answer = handedAnswer(handedFile(entry, handed.handedBy), target, wordsFor);
        const directPorts = { access: slackAccess, messenger, log };
        const outcome = await sendDirect({ ...answer, check }, directPorts, {});
        return outcome === 'sent' || outcome === 'no_access' || outcome === 'no_directs';
      },
    }).catch((error: unknown) =>
      warnOfFailure(error, 'people are notified later of files that they were handed'),
    );
  const answers = registerListeners(slackApp.app, {
    dispatcher,
    access: slackAccess,
    tokens,
    replayGuard,
    log,
    workObjects: slack.workObjects,
    monotonic,
    throttle: { burst: access.burst },
    postLog: store.posts,
    onShared: onExternal,
    onPersonChanged: (userId) => void freeFilesOfLeavers([userId]),
    onAnswered: metrics.answered,
  });

  shutdown.add('jobs', CLOSING_MS_MAX.jobs, async () => scheduler.stop());
  shutdown.add('answers', CLOSING_MS_MAX.answers, async () => answers.finish(ANSWERS_MS_MAX));
  shutdown.add('slack', CLOSING_MS_MAX.slack, async () => slackApp.stop());

  const port = await slackApp.start();
  if (port === null) return;
  log.info(
    { mode: slack.transport.kind, port, instance: instanceName(instance.id) },
    'Rental Desk is open',
  );
  const scheduleDigests = async () => {
    if (!(await store.reached)) return;
    scheduler.start();
    log.info({}, 'digests are scheduled');
    const problem = await store.poolerProblem();
    if (problem !== null) log.warn({}, problem);
  };
  scheduleDigests().catch(die('the database cannot be used'));
  void checkSlackAgain();
  setInterval(() => void checkSlackAgain(), SLACK_CHECK_MS);
  // Reads at once, so that the first request finds a snapshot.
  portfolio.read().catch(() => {});
  // `latest` refreshes an old snapshot: also over a weekend without requests.
  setInterval(() => portfolio.latest(), rental.pollSeconds * POLL_CHECK_MS);
  if (replication) setInterval(() => void replication.tend(portfolio), LEASE_CHECK_MS);
  // The first answer after a restart knows what was recorded, though its snapshot is not yet.
  void journal.catchUp();
  setInterval(() => void journal.catchUp(), JOURNAL_CHECK_MS);
  void announce();
  setInterval(() => void announce(), INSTANCE_RENEWAL_MS);
  void triage.catchUp();
  setInterval(() => void triage.catchUp(), TRIAGE_CHECK_MS);
  setInterval(() => void freeFilesOfLeavers(), LEAVERS_CHECK_MS);
  setInterval(() => void catchUpHandOvers(), HAND_OVERS_CHECK_MS);
}

/** The sharing of snapshots where it is switched on and there is PostgreSQL to share through. */
function replicationFor(
  { isSnapshotShared, slack, rental }: Config,
  {
    store,
    ...options
  }: { readonly store: SharedSnapshotStore | null } & Omit<ReplicationOptions, 'store' | 'cipher'>,
): Replication | undefined {
  if (!isSnapshotShared || store === null) return undefined;
  const cipher = createSnapshotCipher({
    secret: slack.actionTokenSecret,
    previousSecret: slack.previousSecret,
    version: packageJson.version,
    settings: [rental.firstPage.href, String(rental.completionMax)],
  });
  return createReplication({ ...options, store, cipher });
}

function pagesSince(
  rentalFiles: RentalFiles,
  { firstPage, changedSinceParam }: Config['rental'],
): PortfolioOptions['pagesSince'] {
  if (changedSinceParam === null) return null;
  return (epochMs) =>
    rentalFiles.summaries(undefined, changedSince(firstPage, changedSinceParam, epochMs));
}

/** The endpoint for assistants; its library takes 0.1 s and 20 MB, which only those who use it pay. */
async function assistantsFor(
  level: Config['assistants'],
  options: Omit<McpServerOptions, 'level'>,
): Promise<McpServer | undefined> {
  if (level === null) return undefined;
  const { createMcpServer } = await import('./mcp/server.ts');
  return createMcpServer({ ...options, level });
}

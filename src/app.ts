import type { Channels, DigestService } from './commands/command.ts';
import { createDispatcher } from './commands/dispatcher.ts';
import type { Config } from './config.ts';
import { createDegradations } from './degradations.ts';
import { createComposer } from './digests/compose/composer.ts';
import { createDigestSnapshot } from './digests/compose/shared-work.ts';
import { createDeliver } from './digests/delivery/deliver.ts';
import { RetryLaterError, ShuttingDownError } from './digests/delivery/errors.ts';
import type { DeliveryPorts } from './digests/delivery/ports.ts';
import { createLiveUpdates } from './digests/live-updates.ts';
import { createCalendars, createPlanner, timetableOf } from './digests/planner.ts';
import { createReduction } from './digests/reduction.ts';
import { createRetention, removeExpiredDigests } from './digests/retention.ts';
import { createScheduler, type Scheduler } from './jobs/scheduler.ts';
import { createJournal } from './journal/journal.ts';
import { deliveryReference } from './lib/reference-code.ts';
import type { Log } from './log.ts';
import { createMetrics } from './metrics.ts';
import { holidaysOf } from './portfolio/calendar/holidays.ts';
import { createWorkingDays } from './portfolio/calendar/working-days.ts';
import { createLiveFile } from './portfolio/live-file.ts';
import {
  createPortfolio,
  failureCode,
  type Portfolio,
  type PortfolioOptions,
} from './portfolio/portfolio.ts';
import { createFileLink } from './portfolio/resolve.ts';
import { figuresOf } from './portfolio/snapshot.ts';
import { readKeyFile, readServiceAccount } from './rental-api/auth/service-account.ts';
import { changedSince, createRentalFiles, type RentalFiles } from './rental-api/client.ts';
import type { Shutdown } from './shutdown.ts';
import { createSlackApp, type SlackApp } from './slack/app.ts';
import { type Authorizer, createAuthorizer } from './slack/authorize.ts';
import { createMembership, createOwners, membersOf, workspaceAdmins } from './slack/directory.ts';
import { registerListeners } from './slack/listeners/index.ts';
import { createPoster, permalinkOf } from './slack/post/poster.ts';
import { createReplayGuard } from './slack/replay-guard.ts';
import { type ActionTokens, createActionTokens } from './slack/respond/action-token.ts';
import { checkSlack } from './slack/slack-watch.ts';
import type { Delivery } from './store/digest.ts';
import { createTextCipher } from './store/encryption/cipher.ts';
import { type DigestStore, openStore } from './store/store.ts';

/** Time to close each part, in closing order; 20 s together. */
const CLOSING_MS_MAX = { slack: 4_000, answers: 6_000, jobs: 8_000, database: 2_000 };

/** Requests still open after this get a "shutting down" reply in the remaining time. */
const ANSWERS_MS_MAX = 4_000;

/** Milliseconds between two checks, for each second of the poll interval: ten checks an interval. */
const POLL_CHECK_MS = 100;

/** Milliseconds between two looks at the token, the clock and the user groups; at least. */
const SLACK_CHECK_MS = 60_000;
const SLACK_CHECK_MS_MIN = 10_000;

/** Milliseconds between two looks at what other instances have recorded. */
const JOURNAL_CHECK_MS = 60_000;

interface Surroundings {
  readonly config: Config;
  readonly log: Log;
  /** Closes the parts in the reverse order of their opening. */
  readonly shutdown: Shutdown;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds of a clock that is never set back. */
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
  config: all,
  log,
  shutdown,
  now,
  monotonic,
  die,
}: Surroundings): Promise<void> {
  const { rental, slack, listen: address, access, store: database, ...config } = all;
  const { language, zone, holidays } = config;

  const { key } = rental;
  const keyFile = 'path' in key ? await readKeyFile(key.path) : { json: key.json, warnings: [] };
  const { account, warnings } = readServiceAccount(keyFile.json, now());
  const warn = (message: string) => log.warn({}, message);
  for (const warning of [...keyFile.warnings, ...warnings]) warn(warning);
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
  const portfolio = createPortfolio({
    ...rental,
    pages: () => rentalFiles.summaries(),
    pagesSince: pagesSince(rentalFiles, rental),
    now,
    monotonic,
    onSnapshot: (snapshot) => void journal.record(snapshot),
    onFailure(error) {
      metrics.refreshFailed(failureCode(error));
      log.error({ err: error }, 'the rental files were not read');
    },
    onChanges(outcome, error) {
      const reason = error === null ? {} : { err: error };
      degradations.report('changed since', outcome !== 'accepted', { outcome, ...reason });
    },
  });

  const store = await openStore({
    ...database,
    cipher: createTextCipher(slack.actionTokenSecret, slack.previousSecret),
    onUnreadable: (texts) => log.error({ texts }, 'saved texts have another secret'),
    onError: (error) => log.error({ err: error }, 'the database does not answer'),
  });
  const journal = createJournal({
    store: store.journal,
    now,
    onFailure: (error) => log.warn({ err: error }, 'what happened to files is recorded later'),
  });
  shutdown.add('database', CLOSING_MS_MAX.database, async () => {
    await Promise.all([journal.stop(), store.stop()]);
  });
  const replayGuard = createReplayGuard({
    claims: { ...store.claims, isReady: () => store.isReady() },
    now,
    log,
  });
  const slackApp = createSlackApp({
    ...slack,
    ...address,
    log,
    replayGuard,
    now,
    monotonic,
    fetch: metrics.slackFetch(fetch),
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
  const { linkTo, idIn } = createFileLink(rental.fileLink);
  const tokens = createActionTokens(slack.actionTokenSecret, { ...slack, now });
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
    ...access,
  });
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
      journal,
      digests,
      channels,
      fileNow,
      checkService: async () => rentalFiles.checkService(),
      degradations: degradations.list,
      workingDays,
      now,
      language,
      zone,
      currency: config.currency,
      onTrouble: (error) => log.warn({ err: error }, 'done without what the database holds'),
    }),
    access: slackAccess,
    tokens,
    replayGuard,
    log,
    monotonic,
    throttle: { burst: access.burst },
    postLog: store.posts,
    onShared: onExternal,
    onAnswered: metrics.answered,
  });

  shutdown.add('jobs', CLOSING_MS_MAX.jobs, async () => scheduler.stop());
  shutdown.add('answers', CLOSING_MS_MAX.answers, async () => answers.finish(ANSWERS_MS_MAX));
  shutdown.add('slack', CLOSING_MS_MAX.slack, async () => slackApp.stop());

  const port = await slackApp.start();
  if (port === null) return;
  log.info({ mode: slack.transport.kind, port }, 'Rental Desk is open');
  void store.reached.then(
    (isReached) => (isReached ? scheduler.start() : null),
    die('the database cannot be used'),
  );
  void checkSlackAgain();
  setInterval(() => void checkSlackAgain(), SLACK_CHECK_MS);
  // Reads at once, so that the first request finds a snapshot.
  portfolio.read().catch(() => {});
  // `latest` refreshes an old snapshot: also over a weekend without requests.
  setInterval(() => portfolio.latest(), rental.pollSeconds * POLL_CHECK_MS);
  setInterval(() => void journal.catchUp(), JOURNAL_CHECK_MS);
}

/** A digest that is run on request is given up after this. */
const RUN_WORTH_MS = 600_000;

/** At shutdown deliveries wait this long for the rental files: the next process can go on. */
const LAST_READ_MS_MAX = 5_000;

type DigestConfig = Pick<Config, 'language' | 'holidays' | 'accessLogDays' | 'eventLogDays'>;

interface DigestSystemParts extends DigestConfig, Pick<Config, 'currency'> {
  readonly portfolio: Portfolio;
  readonly store: DigestStore;
  readonly slackApp: SlackApp;
  readonly access: Authorizer;
  /** User groups whose members are notified of digests that are paused permanently. */
  readonly adminUsergroups: readonly string[];
  readonly tokens: ActionTokens;
  readonly linkTo: (id: string) => string | null;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds of a clock that is never set back. */
  readonly monotonic: () => number;
  readonly log: Log;
  /** Called with each delivery that has ended. */
  readonly onEnded: NonNullable<DeliveryPorts['onEnded']>;
}

/** Scheduled digests, and what the commands about them use. */
interface DigestSystem {
  readonly scheduler: Scheduler;
  readonly digests: DigestService;
  /** Membership and sharing of channels, as Slack has them now. */
  readonly channels: Channels;
}

/** Digests, wired but not started. */
function createDigestSystem(parts: DigestSystemParts): DigestSystem {
  const { portfolio, store, slackApp, access, adminUsergroups, tokens } = parts;
  const { now, monotonic, log, onEnded, language, holidays, accessLogDays, eventLogDays } = parts;
  const { client } = slackApp.app;
  const calendars = createCalendars();
  const membership = createMembership(client);
  const poster = createPoster({ client, tokens, access, monotonic, postLog: store.posts });
  const onTrouble = (error: unknown, deliveryId?: string) => {
    // Not errors: a delivery that is to be retried later, and one that the next process takes.
    if (error instanceof RetryLaterError || error instanceof ShuttingDownError) return;
    const reference = deliveryId === undefined ? {} : { reference: deliveryReference(deliveryId) };
    log.warn({ ...reference, err: error }, 'a digest has to wait');
  };
  const owners = createOwners(client, { now, monotonic });
  const ending = new AbortController();
  const endWaiting = () => ending.abort(new ShuttingDownError('the rental files are not read yet'));
  const { escalationMessages, channelNotice, adminNotice, composeLive, ...composer } =
    createComposer({ ...parts, settings: store.settings, calendars });
  const ports: DeliveryPorts = {
    ...composer,
    escalation: { ...escalationMessages, store: store.escalations },
    owners: { ...owners, toChannel: channelNotice },
    admins: {
      store: store.notifications,
      list: async () => membersOf(client, adminUsergroups),
      messageFor: adminNotice,
    },
    store,
    now,
    monotonic,
    readSnapshot: createDigestSnapshot(portfolio, monotonic, ending.signal),
    poster,
    onEnded(delivery) {
      logOutcome(delivery, log);
      onEnded(delivery);
    },
  };
  const retention = createRetention({
    store,
    poster,
    latestSnapshot: () => portfolio.latest(),
    language,
    accessLogDays,
    eventLogDays,
    monotonic,
  });
  const live = createLiveUpdates({
    store,
    poster,
    latestSnapshot: () => portfolio.latest(),
    compose: composeLive,
    now,
    monotonic,
    onRefused(deliveryId, code) {
      const fields = { reference: deliveryReference(deliveryId), code };
      log.info(fields, 'a digest is not kept up to date any more');
    },
  });
  const reduce = createReduction({
    store,
    poster,
    latestSnapshot: () => portfolio.latest(),
    checkSharing: async (channelId) => access.freshSharing(channelId),
    admins: async () =>
      adminUsergroups.length === 0 ? workspaceAdmins(client) : membersOf(client, adminUsergroups),
    permalinkTo: async (channelId, ts) => permalinkOf(client, channelId, ts),
    language,
    now,
    monotonic,
  });
  const scheduler = createScheduler({
    engine: store.engine,
    planning: store.planning,
    planner: createPlanner(timetableOf(calendars), onTrouble),
    deliver: createDeliver(ports),
    maintenance: [
      async () => removeExpiredDigests(ports),
      async (stopping) => {
        await retention(stopping).catch((error: unknown) => {
          log.warn({ err: error }, 'what is to go has to wait');
        });
      },
    ],
    liveUpdates: async (stopping) => {
      await reduce(stopping).catch((error: unknown) => {
        log.warn({ err: error }, 'reducing the posts of shared channels has to wait');
      });
      await live(stopping).catch((error: unknown) => {
        log.warn({ err: error }, 'keeping digests up to date has to wait');
      });
    },
    onError: onTrouble,
  });
  const digests: DigestService = {
    digests: store.digests,
    deliveries: store.deliveries,
    calendars,
    holidays,
    language,
    async runNow({ id, schedule }) {
      const local = Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO(schedule.zone);
      await store.deliveries.planRun(
        id,
        local.toPlainDateTime().toString({ smallestUnit: 'second' }),
        RUN_WORTH_MS,
      );
    },
  };
  const channels: Channels = {
    membership: async (channelId) => membership.app(channelId),
    isIn: async (channelId, userId) => membership.person(channelId, userId),
    sharing: async (channelId) => access.sharing(channelId),
    ownerState: async (userId) => owners.stateOf(userId),
  };
  return {
    scheduler: {
      ...scheduler,
      async stop() {
        const timer = setTimeout(endWaiting, LAST_READ_MS_MAX);
        await scheduler.stop().finally(() => clearTimeout(timer));
      },
    },
    digests,
    channels,
  };
}

/** Logs the outcome of a delivery under the reference that its owner is given when it failed. */
function logOutcome({ id, kind, state, reason }: Delivery, log: Log): void {
  const fields = { reference: deliveryReference(id), kind, state, reason };
  const isWell = state === 'posted' || state === 'skipped';
  log[isWell ? 'info' : 'warn'](fields, 'a digest has come to its end');
}

function pagesSince(
  rentalFiles: RentalFiles,
  { firstPage, changedSinceParam }: Config['rental'],
): PortfolioOptions['pagesSince'] {
  if (changedSinceParam === null) return null;
  return (epochMs) =>
    rentalFiles.summaries(undefined, changedSince(firstPage, changedSinceParam, epochMs));
}

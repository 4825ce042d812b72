import { alertDueIn, type AlertComposerOptions, composeAlert } from '../alerts/compose.ts';
import { type AlertPorts, createAlertEvaluation } from '../alerts/evaluate.ts';
import type { Channels, DigestService } from '../commands/command.ts';
import type { Config } from '../config.ts';
import { createDeliver } from '../delivery/deliver.ts';
import { type DeliveryPorts, RetryLaterError, ShuttingDownError } from '../delivery/ports.ts';
import { createComposer } from '../digests/compose/composer.ts';
import { createDigestSnapshot } from '../digests/compose/sections.ts';
import { createLiveUpdates } from '../digests/live-updates.ts';
import { createReduction } from '../digests/reduction.ts';
import { createRetention, removeExpiredDigests } from '../digests/retention.ts';
import { createCalendars, createPlanner, timetableOf } from '../digests/schedule.ts';
import { createScheduler, type Scheduler } from '../jobs/scheduler.ts';
import { deliveryReference } from '../lib/crypto.ts';
import { createFailureLog, type Log } from '../log.ts';
import type { Portfolio } from '../portfolio/portfolio.ts';
import type { Searcher } from '../portfolio/search/execute.ts';
import type { SlackApp } from '../slack/app.ts';
import type { Authorizer } from '../slack/authorize.ts';
import {
  createMembership,
  createOwners,
  type Owners,
  membersOf,
  workspaceAdmins,
} from '../slack/directory.ts';
import { createPoster, permalinkOf } from '../slack/post/poster.ts';
import type { ActionTokens } from '../slack/respond/payload.ts';
import type { AlertStore } from '../store/alerts/alerts.ts';
import type { Delivery } from '../store/digest.ts';
import type { DigestStore } from '../store/store.ts';

const RUN_GIVE_UP_MS = 600_000;

/** At shutdown deliveries wait this long for the rental files: the next process can go on. */
const LAST_READ_MS_MAX = 5_000;

type DigestConfig = Pick<Config, 'language' | 'holidays' | 'accessLogDays' | 'eventLogDays'>;

interface DigestSystemParts extends DigestConfig, Pick<Config, 'currency'> {
  readonly portfolio: Portfolio;
  readonly journal: AlertPorts['journal'];
  readonly triage: NonNullable<Searcher['triage']>;
  readonly store: DigestStore;
  readonly slackApp: SlackApp;
  readonly access: Authorizer;
  /** User groups whose members are notified of digests that are paused permanently. */
  readonly adminUsergroups: readonly string[];
  readonly tokens: ActionTokens;
  readonly linkTo: (id: string) => string | null;
  readonly now: () => number;
  readonly monotonic: () => number;
  readonly log: Log;
  /** Whether people may get alerts by direct message. */
  readonly allowsDirectAlerts: boolean;
  readonly onEnded: NonNullable<DeliveryPorts['onEnded']>;
}

interface DigestSystem {
  readonly scheduler: Scheduler;
  readonly digests: DigestService;
  /** Membership and sharing of channels, as Slack has them now. */
  readonly channels: Channels;
  readonly presenceOf: Owners['presenceOf'];
}

/** Wires digests: planned, delivered, kept up to date and removed once the scheduler is started. */
export function createDigestSystem(parts: DigestSystemParts): DigestSystem {
  const { portfolio, store, slackApp, access, adminUsergroups, tokens } = parts;
  const { now, monotonic, log, onEnded, language, holidays, allowsDirectAlerts } = parts;
  const { accessLogDays, eventLogDays } = parts;
  const { client } = slackApp.app;
  const calendars = createCalendars();
  const postableAt = alertDueIn(calendars);
  const poster = createPoster({ client, tokens, access, monotonic, postLog: store.posts });
  // Without the database all of it fails several times a second.
  const warn = createFailureLog(log, monotonic);
  const onUnknown = (error: unknown) => warn(error, 'who is in a channel is not known');
  const membership = createMembership(client, onUnknown);
  const onError = (error: unknown, deliveryId?: string) => {
    // Not errors: a delivery that is to be retried later, and one that the next process takes.
    if (error instanceof RetryLaterError || error instanceof ShuttingDownError) return;
    if (deliveryId === undefined) {
      warn(error, 'digests have to wait');
      return;
    }
    log.warn(
      { reference: deliveryReference(deliveryId), err: error },
      'a delivery is tried again later',
    );
  };
  const owners = createOwners(client, { now, monotonic });
  const ending = new AbortController();
  const endWaiting = () => ending.abort(new ShuttingDownError('the rental files are not read yet'));
  const { escalationMessages, channelNotice, adminNotice, composeLive, ...composer } =
    createComposer({ ...parts, settings: store.settings, alerts: store.alerts, calendars });
  const alerts = createAlertSystem({
    ...parts,
    store: store.alerts,
    settings: store.settings,
    calendars,
    warn,
  });
  const ports: DeliveryPorts = {
    ...composer,
    compose: async (request, sharing, delivery) =>
      delivery.kind === 'alert'
        ? alerts.compose(request, sharing, delivery)
        : composer.compose(request, sharing),
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
    postableAt,
    readSnapshot: createDigestSnapshot(portfolio, { now, monotonic }, ending.signal),
    poster,
    onEnded(delivery) {
      logOutcome(delivery, log);
      onEnded(delivery);
    },
    onNotRemoved(deliveryId, code) {
      const fields = { reference: deliveryReference(deliveryId), code };
      log.warn(fields, 'Slack does not let a digest be deleted, so it stays');
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
    admins: async (enough) =>
      adminUsergroups.length === 0
        ? workspaceAdmins(client, enough)
        : membersOf(client, adminUsergroups),
    onNobodyNotified(channels) {
      log.warn(
        { channels },
        'posts in shared channels could not be reduced, and no admin could be notified: delete them, and see ADMIN_USERGROUPS',
      );
    },
    permalinkTo: async (channelId, ts) => permalinkOf(client, channelId, ts),
    language,
    now,
    monotonic,
  });
  const scheduler = createScheduler({
    engine: store.engine,
    planning: store.planning,
    planner: createPlanner(timetableOf(calendars), onError, postableAt, monotonic),
    deliver: createDeliver(ports),
    maintenance: [
      async () => removeExpiredDigests(ports),
      async () => store.sharedSnapshots?.removeExpired(),
      async (stopping) => {
        await retention(stopping).catch((error: unknown) => {
          warn(error, 'posts are removed later');
        });
      },
    ],
    frequent: [
      async (stopping) => {
        await alerts.evaluate(stopping).catch((error: unknown) => {
          warn(error, 'alerts are evaluated later');
        });
      },
      async (stopping) => {
        await reduce(stopping).catch((error: unknown) => {
          warn(error, 'posts in shared channels are reduced later');
        });
        await live(stopping).catch((error: unknown) => {
          warn(error, 'live digests are updated later');
        });
      },
    ],
    onError,
  });
  const digests: DigestService = {
    digests: store.digests,
    deliveries: store.deliveries,
    alerts: store.alerts,
    calendars,
    holidays,
    language,
    allowsDirectAlerts,
    async runNow({ id, schedule }) {
      const local = Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO(schedule.zone);
      const { isNew } = await store.deliveries.planRun(
        id,
        local.toPlainDateTime().toString({ smallestUnit: 'second' }),
        RUN_GIVE_UP_MS,
      );
      return isNew;
    },
  };
  const channels: Channels = {
    async membership(channelId) {
      const isAllowed = await access.allows(channelId).catch((error: unknown) => {
        onUnknown(error);
        return null;
      });
      if (isAllowed === null) return 'unknown';
      return isAllowed ? membership.app(channelId) : 'not_allowed';
    },
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
    presenceOf: async (userId) => owners.presenceOf(userId),
  };
}

/** Logs the outcome of a delivery under the reference that its owner is given when it failed. */
function logOutcome({ id, kind, state, reason }: Delivery, log: Log): void {
  const fields = { reference: deliveryReference(id), kind, state, reason };
  const isWell = state === 'posted' || state === 'skipped';
  log[isWell ? 'info' : 'warn'](fields, 'a delivery ended');
}

interface AlertSystemParts extends AlertComposerOptions {
  readonly store: AlertStore;
  readonly portfolio: Pick<Portfolio, 'latest'>;
  readonly journal: AlertPorts['journal'];
  readonly monotonic: () => number;
  /** Writes a failure that may come again in seconds. */
  readonly warn: (error: unknown, message: string, fields: object) => void;
}

interface AlertSystem {
  /** @see createAlertEvaluation */
  readonly evaluate: (stopping: AbortSignal) => Promise<void>;
  readonly compose: DeliveryPorts['compose'];
}

function createAlertSystem(parts: AlertSystemParts): AlertSystem {
  const { store, portfolio, warn } = parts;
  return {
    evaluate: createAlertEvaluation({
      ...parts,
      latestSnapshot: () => portfolio.latest(),
      onUnreadable(alert, error) {
        warn(error, 'an alert cannot be read and announces nothing', { alert });
      },
    }),
    async compose(request, sharing, { id }) {
      return composeAlert(request, await store.entriesOf(id), sharing, parts);
    },
  };
}

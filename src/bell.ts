import type { Channels, DigestService } from './commands/command.ts';
import type { Config } from './config.ts';
import { createComposer } from './digests/compose/composer.ts';
import { createDeliver } from './digests/delivery/deliver.ts';
import { RetryLaterError, ShuttingDownError } from './digests/delivery/errors.ts';
import type { DeliverTools } from './digests/delivery/ports.ts';
import { createDigestSnapshot } from './digests/delivery/snapshot.ts';
import { createLive } from './digests/live-updates.ts';
import { createCalendars, createPlanner, timetableOf } from './digests/planner.ts';
import { createRetention, removeOutlived } from './digests/retention.ts';
import { type Scheduler, createScheduler } from './jobs/scheduler.ts';
import { deliveryReference } from './lib/reference-code.ts';
import type { Log } from './log.ts';
import type { Portfolio } from './portfolio/portfolio.ts';
import type { SlackApp } from './slack/app.ts';
import type { Authorizer } from './slack/authorize.ts';
import { createMembership, createOwners, membersOf } from './slack/directory.ts';
import { createPoster } from './slack/post/poster.ts';
import type { ActionTokens } from './slack/respond/action-token.ts';
import type { Delivery } from './store/digest.ts';
import type { DigestStore } from './store/store.ts';

/** What somebody asks for now is not worth a post much later. */
const RUN_WORTH_MS = 600_000;

/** Deliveries of a bot that ends wait no longer for the rental files: the next bot can. */
const LAST_READING_MS_MAX = 5_000;

interface DigestSystemParts extends Pick<Config, 'language' | 'holidays' | 'accessLogDays'> {
  readonly portfolio: Portfolio;
  readonly store: DigestStore;
  readonly slackApp: SlackApp;
  readonly access: Authorizer;
  /** Whose members are told of digests that are paused for good. */
  readonly adminUsergroups: readonly string[];
  readonly tokens: ActionTokens;
  readonly linkTo: (id: string) => string | null;
  /** Epoch milliseconds, and milliseconds that only ever grow. */
  readonly now: () => number;
  readonly monotonic: () => number;
  readonly log: Log;
  /** Hears of each delivery that has come to its end. */
  readonly onEnded: NonNullable<DeliverTools['onEnded']>;
}

/** What makes digests come when they are due, and what talking about them takes. */
export interface DigestSystem {
  readonly scheduler: Scheduler;
  readonly digests: DigestService;
  /** What Slack says of channels. */
  readonly channels: Channels;
}

/** A bell that is wired, and does not ring yet. */
export function createDigestSystem(parts: DigestSystemParts): DigestSystem {
  const { portfolio, store, slackApp, access, adminUsergroups, tokens, linkTo } = parts;
  const { now, monotonic, log, onEnded, language, holidays, accessLogDays } = parts;
  const { client } = slackApp.app;
  const calendars = createCalendars();
  const membership = createMembership(client);
  const sharing = async (channelId: string) => access.sharing(channelId);
  const poster = createPoster({ client, tokens, sharing, postLog: store.posts });
  const onTrouble = (error: unknown, deliveryId?: string) => {
    // A delivery whose time has not come is no trouble, nor is one that the next process has.
    if (error instanceof RetryLaterError || error instanceof ShuttingDownError) return;
    const reference = deliveryId === undefined ? {} : { reference: deliveryReference(deliveryId) };
    log.warn({ ...reference, err: error }, 'a digest has to wait');
  };
  const owners = createOwners(client, now);
  const ending = new AbortController();
  const endWaiting = () => ending.abort(new ShuttingDownError('the rental files are not read yet'));
  const { escalating, toChannel, toAdmin, composeLive, ...composer } = createComposer({
    settings: store.settings,
    calendars,
    language,
    now,
    linkTo,
  });
  const tools: DeliverTools = {
    ...composer,
    escalation: { ...escalating, store: store.escalations },
    owners: { ...owners, toChannel },
    admins: {
      store: store.notifications,
      list: async () => membersOf(client, adminUsergroups),
      messageFor: toAdmin,
    },
    store,
    now,
    monotonic,
    readSnapshot: createDigestSnapshot(portfolio, monotonic, ending.signal),
    poster,
    onEnded(delivery) {
      tellOfEnd(delivery, log);
      onEnded(delivery);
    },
  };
  const retention = createRetention({
    store,
    poster,
    reading: () => portfolio.latest(),
    language,
    accessLogDays,
    monotonic,
  });
  const live = createLive({
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
  const scheduler = createScheduler({
    engine: store.engine,
    planning: store.planning,
    planner: createPlanner(timetableOf(calendars), onTrouble),
    deliver: createDeliver(tools),
    maintenance: [
      async () => removeOutlived(tools),
      async (stopping) => {
        await retention(stopping).catch((error: unknown) => {
          log.warn({ err: error }, 'what is to go has to wait');
        });
      },
    ],
    liveUpdates: async (stopping) => {
      await live(stopping).catch((error: unknown) => {
        log.warn({ err: error }, 'keeping digests up to date has to wait');
      });
    },
    onTrouble,
  });
  const digests: DigestService = {
    digests: store.digests,
    deliveries: store.deliveries,
    calendars,
    holidays,
    language,
    async runNow({ id, schedule }) {
      const local = Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO(schedule.zone);
      await store.deliveries.run(
        id,
        local.toPlainDateTime().toString({ smallestUnit: 'second' }),
        RUN_WORTH_MS,
      );
    },
  };
  const channels: Channels = {
    membership: async (channelId) => membership.app(channelId),
    isIn: async (channelId, userId) => membership.person(channelId, userId),
    sharing,
    ownerState: async (userId) => owners.stateOf(userId),
  };
  return {
    scheduler: {
      ...scheduler,
      async stop() {
        const timer = setTimeout(endWaiting, LAST_READING_MS_MAX);
        await scheduler.stop().finally(() => clearTimeout(timer));
      },
    },
    digests,
    channels,
  };
}

/** What came of a delivery, under the reference that its owner is told when nothing did. */
function tellOfEnd({ id, kind, state, reason }: Delivery, log: Log): void {
  const fields = { reference: deliveryReference(id), kind, state, reason };
  const isWell = state === 'posted' || state === 'skipped';
  log[isWell ? 'info' : 'warn'](fields, 'a digest has come to its end');
}

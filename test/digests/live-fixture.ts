import { createComposer } from '../../src/digests/compose/composer.ts';
import {
  createLiveUpdates,
  type LiveUpdatePorts,
  type UpdateLivePosts,
} from '../../src/digests/live-updates.ts';
import { digestQuery } from '../../src/digests/query.ts';
import { createCalendars } from '../../src/digests/schedule.ts';
import type { Message } from '../../src/playground/slack-workspace/page-protocol.ts';
import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { formatQuery } from '../../src/portfolio/query/describe.ts';
import type { Snapshot } from '../../src/portfolio/snapshot.ts';
import { createPoster } from '../../src/slack/post/poster.ts';
import { createActionTokens } from '../../src/slack/respond/payload.ts';
import type { Digest, DigestOptions } from '../../src/store/digest.ts';
import type { DigestStore } from '../../src/store/store.ts';
import { createDeliveryFixture } from '../delivery/fixture.ts';
import { readingOfFiles } from '../portfolio/reading-of.ts';
import { runSql } from '../store/run-sql.ts';
import { INSIDE } from '../support/channels.ts';
import { testClient } from '../support/slack-workspace.ts';
import { triageOf } from './compose/fixture.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Digests of files that change, posted and kept up to date with everything real but the service. */
export interface LiveStage {
  /** What the service has from now on; a newer reading holds it. */
  has(files: readonly Fields[], over?: Partial<Snapshot>): void;
  /** From now on, these files are snoozed and no others. */
  snooze(ids: readonly string[]): void;
  /** Posts a digest of what awaits a decision. */
  post(options?: Partial<DigestOptions>): Promise<Posted>;
  /** Another slot of a digest that is posted. */
  postAgain(digest: Digest): Promise<void>;
  /** As an instance does that has just been started. */
  look(over?: Partial<LiveUpdatePorts>): Promise<void>;
  /** What keeps posts up to date, with its own memory. */
  follower(over?: Partial<LiveUpdatePorts>): UpdateLivePosts;
  /** As if a minute had passed since the posts were written. */
  aMinuteLater(): Promise<void>;
  /** What stands in the channel, the oldest first. */
  standing(): Message[];
  readonly poster: LiveUpdatePorts['poster'];
  readonly refused: string[];
}

export interface Posted {
  readonly digest: Digest;
  readonly deliveryId: string;
}

const GOING: AbortSignal = new AbortController().signal;

let readings = 0;

/** A file that awaits a decision, of a tenant called Anne Dupont. */
export function waiting(id: string, over: Fields = {}): Fields {
  return {
    id,
    status: 'ANALYZED',
    decision: 'READY',
    completion_rate: 100,
    created_at: '2026-11-18T09:00:00Z',
    applicants: [{ first_name: 'Anne', last_name: 'Dupont' }],
    product: { title: `Flat ${id}`, reference: `R-${id}` },
    ...over,
  };
}

/** A stage in a workspace, on a store that others may use too. */
export function liveStage(store: DigestStore, workspace: SlackWorkspace): LiveStage {
  let snapshot = readingOfFiles();
  const refused: string[] = [];
  let snoozed: readonly string[] = [];
  /** Each with turns of its own, as another instance has them. */
  const newPoster = () =>
    createPoster({
      monotonic: () => performance.now(),
      client: testClient(workspace, undefined, { timeout: 2_000 }),
      tokens: createActionTokens('secret'),
      access: INSIDE,
      postLog: store.posts,
    });
  const composer = createComposer({
    settings: store.settings,
    alerts: store.alerts,
    calendars: createCalendars(),
    language: 'en',
    now: () => Date.now(),
    linkTo: (id) => `https://console.example.com/${id}`,
    currency: null,
    triage: { state: () => triageOf({ snoozed }).state() },
  });
  const fixture = createDeliveryFixture(store, workspace, {
    poster: newPoster(),
    compose: composer.compose,
    readSnapshot: async () => snapshot,
  });
  const follower = (over: Partial<LiveUpdatePorts> = {}) =>
    createLiveUpdates({
      store,
      poster: newPoster(),
      latestSnapshot: () => snapshot,
      compose: composer.composeLive,
      now: () => Date.now(),
      monotonic: () => performance.now(),
      onRefused: (_id, code) => refused.push(code),
      ...over,
    });
  let slots = 0;
  const postNext = async (digest: Digest) => {
    // Each is due a little later than the one before.
    const deliveryId = await fixture.due(digest, 60_000 - (slots += 1) * 1_000);
    await fixture.untilDone(deliveryId);
    return deliveryId;
  };

  return {
    poster: newPoster(),
    refused,
    has(files, over = {}) {
      const at = Date.now() + (readings += 1);
      snapshot = {
        ...readingOfFiles(...files),
        id: `r${readings}`,
        startedAt: at,
        endedAt: at,
        ...over,
      };
    },
    snooze(ids) {
      snoozed = ids;
    },
    async post(options = {}) {
      const { id, version, ...made } = await fixture.digest(options);
      const choice = { ...made, query: formatQuery(digestQuery(null), 'en') };
      const edited = await store.digests.edit({ id, version }, choice, PEOPLE.claire, null);
      if (edited === null || typeof edited === 'string') throw new Error('it was not edited');
      const deliveryId = await postNext(edited);
      const digest = await store.digests.find(id);
      if (digest === null) throw new Error('it is gone');
      return { digest, deliveryId };
    },
    async postAgain(digest) {
      await postNext(digest);
    },
    follower,
    look: async (over) => follower(over)(GOING),
    async aMinuteLater() {
      await runSql(
        store,
        "update rental_desk.deliveries set live_at = clock_timestamp() - interval '1 second'",
      );
    },
    standing: () =>
      workspace.state().messages.filter(({ channel }) => channel === CHANNELS.leasing),
  };
}

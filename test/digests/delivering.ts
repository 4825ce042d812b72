import { setTimeout } from 'node:timers/promises';

import { createDeliver, type Deliver } from '../../src/digests/delivery/deliver.ts';
import { RetryLaterError, PostError } from '../../src/digests/delivery/errors.ts';
import type { DeliveryPorts } from '../../src/digests/delivery/ports.ts';
import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import {
  CHANNELS,
  directMessageWith,
} from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { QueryError } from '../../src/portfolio/query/errors.ts';
import { RentalError } from '../../src/rental-api/errors.ts';
import { createPoster } from '../../src/slack/post/poster.ts';
import { createActionTokens } from '../../src/slack/respond/action-token.ts';
import {
  DEFAULT_DIGEST_OPTIONS,
  type Delivery,
  type Digest,
  type DigestOptions,
} from '../../src/store/digest.ts';
import type { DigestStore } from '../../src/store/store.ts';
import type { Message } from '../../src/views/message.ts';
import { readingOf } from '../portfolio/reading-of.ts';
import { testClient } from '../support/slack-workspace.ts';

const MINUTE_MS = 60_000;

/** A workspace whose clock is the store's. */
export const realTime = { now: () => Date.now() };

/** What a digest asks for is no query any more. */
export const unreadable: Pick<DeliveryPorts, 'compose'> = {
  async compose() {
    throw new QueryError({ code: 'query_unknown_key', text: 'x:1', word: 'x', at: 0 });
  },
};

/** A message that says only this. */
export function messageOf(text: string): Message {
  return {
    kind: 'message',
    text,
    blocks: [{ type: 'section', text: { type: 'plain_text', text } }],
    isPassing: false,
  };
}

/** Digests that are delivered in a workspace, from a store that others may use too. */
export interface Delivering {
  readonly deliver: Deliver;
  /** What the owner was told, in direct messages. */
  told(): string[];
  /** Everything said in a channel, the oldest first. */
  said(channelId?: string): string[];
  digest(options?: Partial<DigestOptions>, channelId?: string, ownerId?: string): Promise<Digest>;
  /** A slot of the digest that is due, or was so long ago. */
  due(digest: Digest, agoMs?: number, worthMs?: number): Promise<string>;
  delivery(id: string): Promise<Delivery>;
  /** Tries again and again, as the job engine does, until it is done. */
  untilDone(id: string): Promise<number>;
  /** While on, the rental files cannot be read. */
  readonly service: { isDown: boolean };
  /** What is composed. */
  readonly content: { isEmpty: boolean; rest: Message | null };
}

const TRIES_MAX = 40;
const BETWEEN_TRIES_MS = 300;

let names = 0;

/** Deliveries with everything real but the rental files and what is said. */
export function delivering(
  store: DigestStore,
  workspace: SlackWorkspace,
  change: Partial<DeliveryPorts> = {},
): Delivering {
  const client = testClient(workspace, undefined, { timeout: 2_000 });
  const poster = createPoster({
    client,
    tokens: createActionTokens('secret'),
    sharing: async () => 'internal',
  });
  const service = { isDown: false };
  const content: { isEmpty: boolean; rest: Message | null } = { isEmpty: false, rest: null };
  const deliver = createDeliver({
    store,
    now: () => Date.now(),
    monotonic: () => performance.now(),
    async readSnapshot() {
      if (service.isDown) {
        throw new RentalError('GET', 'status 503', { code: 'rental_down', status: 503 });
      }
      return readingOf([]);
    },
    compose: async ({ digest, isCatchUp }) => ({
      message: messageOf(`${digest.name}${isCatchUp ? ', late' : ''}`),
      threadReply: content.rest,
      isEmpty: content.isEmpty,
      isLate: isCatchUp,
      isIncomplete: false,
      counts: { ready: 1, waiting: 2, overdue: 0 },
      files: [],
      live: null,
    }),
    poster,
    messages: {
      outageNotice: async ({ name }) => messageOf(`${name}: could not read`),
      missed: async ({ name }) => messageOf(`${name}: missed`),
      toOwner: async ({ name }, { state, reason }) => messageOf(`${name}: ${state} ${reason}`),
    },
    ...change,
    timing: { settleMs: 500, leaseMs: 8_000, ...change.timing },
  });

  const said = (channelId: string = CHANNELS.leasing) =>
    workspace
      .state()
      .messages.filter(({ channel }) => channel === channelId)
      .map(({ text }) => text);

  return {
    deliver,
    told: () => said(directMessageWith(PEOPLE.claire)),
    service,
    content,
    said,
    async digest(options = {}, channelId = CHANNELS.leasing, ownerId = PEOPLE.claire) {
      const digest = await store.digests.add(
        {
          channelId,
          name: `digest ${(names += 1)}`,
          query: '',
          schedule: {
            times: ['09:00'],
            days: [1, 2, 3, 4, 5],
            zone: 'Europe/Paris',
            holidays: 'none',
            onHoliday: 'skip',
          },
          options: { ...DEFAULT_DIGEST_OPTIONS, ...options },
        },
        ownerId,
        null,
      );
      if (digest === null) throw new Error('the name is taken');
      return digest;
    },
    async due({ id }, agoMs = 0, worthMs = 10 * MINUTE_MS) {
      const dueAt = Date.now() - agoMs;
      const slot = { slot: new Date(dueAt).toISOString(), dueAt };
      await store.digests.resume(id, PEOPLE.claire, slot);
      await store.planning.planDue(
        () => ({
          slots: [{ ...slot, state: 'planned', reason: null, giveUpAt: dueAt + worthMs }],
          next: null,
        }),
        100,
      );
      const [delivery] = await store.deliveries.list({ digestId: id, limit: 1 });
      return delivery?.id ?? '';
    },
    async delivery(id) {
      const delivery = await store.deliveries.find(id);
      if (delivery === null) throw new Error('there is none');
      return delivery;
    },
    async untilDone(id) {
      for (let tries = 1; tries < TRIES_MAX; tries += 1) {
        try {
          await deliver(id);
          return tries;
        } catch (error) {
          const isToBeTried =
            error instanceof RetryLaterError ||
            error instanceof PostError ||
            error instanceof RentalError;
          if (!isToBeTried) throw error;
          await setTimeout(BETWEEN_TRIES_MS);
        }
      }
      throw new Error('it never comes to its end');
    },
  };
}

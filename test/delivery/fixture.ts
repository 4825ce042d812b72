import { setTimeout } from 'node:timers/promises';

import { createDeliver, type Deliver } from '../../src/delivery/deliver.ts';
import {
  type ComposedPost,
  type DeliveryPorts,
  PostError,
  RetryLaterError,
} from '../../src/delivery/ports.ts';
import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import {
  CHANNELS,
  directMessageWith,
} from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { QueryError } from '../../src/portfolio/query/errors.ts';
import { RentalError } from '../../src/rental-api/errors.ts';
import { createPoster } from '../../src/slack/post/poster.ts';
import { createActionTokens } from '../../src/slack/respond/payload.ts';
import {
  DEFAULT_DIGEST_OPTIONS,
  type Delivery,
  type Digest,
  type DigestOptions,
} from '../../src/store/digest.ts';
import type { DigestStore } from '../../src/store/store.ts';
import type { Message } from '../../src/views/message.ts';
import { readingOf } from '../portfolio/reading-of.ts';
import { INSIDE } from '../support/channels.ts';
import { testClient } from '../support/slack-workspace.ts';

const MINUTE_MS = 60_000;

/** Options of a workspace with the store's clock. */
export const realTime = { now: () => Date.now() };

/** A composer for a digest whose query can no longer be parsed. */
export const unreadableQuery: Pick<DeliveryPorts, 'compose'> = {
  async compose() {
    throw new QueryError({ code: 'query_unknown_key', text: 'x:1', word: 'x', at: 0 });
  },
};

/** A message with this text. */
export function messageOf(text: string): Message {
  return {
    kind: 'message',
    text,
    blocks: [{ type: 'section', text: { type: 'plain_text', text } }],
  };
}

/** A post that shows a message. */
export function composed(message: Message): ComposedPost {
  return {
    message,
    threadReply: null,
    isEmpty: false,
    isLate: false,
    isIncomplete: false,
    counts: { ready: 1, waiting: 2, overdue: 0 },
    files: [],
    live: null,
  };
}

/** Digests delivered in a workspace, from a store that may be shared. */
export interface DeliveryFixture {
  readonly deliver: Deliver;
  /** Texts of the owner's direct messages. */
  ownerMessages(): string[];
  /** Texts of all messages in a channel, oldest first. */
  messagesIn(channelId?: string): string[];
  digest(options?: Partial<DigestOptions>, channelId?: string, ownerId?: string): Promise<Digest>;
  /** Plans a slot that was due `agoMs` ago, and gives the delivery's id. */
  due(digest: Digest, agoMs?: number, giveUpMs?: number): Promise<string>;
  delivery(id: string): Promise<Delivery>;
  /** Delivers with retries, as the job engine does, and gives the number of attempts. */
  untilDone(id: string): Promise<number>;
  /** While `isDown`, the rental files cannot be read. */
  readonly service: { isDown: boolean };
  /** The content of the composed digests. */
  readonly content: { isEmpty: boolean; threadReply: Message | null };
}

const TRIES_MAX = 40;
const BETWEEN_TRIES_MS = 300;

let names = 0;

/** Creates deliveries in which only the rental files and the composer are fake. */
export function createDeliveryFixture(
  store: DigestStore,
  workspace: SlackWorkspace,
  change: Partial<DeliveryPorts> = {},
): DeliveryFixture {
  const client = testClient(workspace, undefined, { timeout: 2_000 });
  const poster = createPoster({
    monotonic: () => performance.now(),
    client,
    tokens: createActionTokens('secret'),
    access: INSIDE,
  });
  const service = { isDown: false };
  const content: { isEmpty: boolean; threadReply: Message | null } = {
    isEmpty: false,
    threadReply: null,
  };
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
      ...composed(messageOf(`${digest.name}${isCatchUp ? ', late' : ''}`)),
      threadReply: content.threadReply,
      isEmpty: content.isEmpty,
      isLate: isCatchUp,
    }),
    poster,
    messages: {
      outageNotice: async ({ name }) => messageOf(`${name}: could not read`),
      missed: async ({ name }) => messageOf(`${name}: missed`),
      toOwner: async ({ name }, { state, reason }) => messageOf(`${name}: ${state} ${reason}`),
    },
    ...change,
    timing: { settleMs: 500, leaseMs: 8_000, leftMs: 0, ...change.timing },
  });

  const messagesIn = (channelId: string = CHANNELS.leasing) =>
    workspace
      .state()
      .messages.filter(({ channel }) => channel === channelId)
      .map(({ text }) => text);

  return {
    deliver,
    ownerMessages: () => messagesIn(directMessageWith(PEOPLE.claire)),
    service,
    content,
    messagesIn,
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
    async due({ id }, agoMs = 0, giveUpMs = 10 * MINUTE_MS) {
      const dueAt = Date.now() - agoMs;
      const slot = { slot: new Date(dueAt).toISOString(), dueAt };
      await store.digests.resume(id, PEOPLE.claire, slot);
      await store.planning.planDue(
        () => ({
          slots: [{ ...slot, state: 'planned', reason: null, giveUpAt: dueAt + giveUpMs }],
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

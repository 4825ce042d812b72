import { expect, test } from 'vitest';

import type { Authorizer } from '../../src/slack/authorize.ts';
import { createRequestHandler } from '../../src/slack/request-handler.ts';
import { asking, deskOver } from '../support/desk.ts';
import { pagesOf, rentalFiles } from '../support/rental-files.ts';

const ORIGIN = {
  userId: 'U0CLAIRE001',
  teamId: 'T0AGENCY001',
  channelId: 'C0LEASING01',
  surface: 'command',
  audience: 'person',
} as const;

const nothing = async () => {};

/** A handler whose requests are claimed when the test says so, and whoever it looked up. */
function waiting() {
  const claims = Promise.withResolvers<void>();
  const lookedUp: string[] = [];
  const { person, reader } = asking();
  const access: Authorizer = {
    async authorize({ userId }) {
      lookedUp.push(userId);
      return { isAllowed: false, reason: 'bot', failure: null, person, reader };
    },
    knownReader: () => reader,
    sharing: async () => 'internal',
    allows: async () => true,
    freshSharing: async () => 'internal',
    lastSharing: () => 'internal',
    forget() {},
  };
  const handler = createRequestHandler({
    dispatcher: deskOver(() => pagesOf(rentalFiles(1))).dispatcher,
    access,
    messenger: { post: nothing, direct: nothing, postEphemeral: nothing, document: nothing },
    replayGuard: { settled: async () => claims.promise },
    log: { debug() {}, info() {}, warn() {}, error() {}, fatal() {} },
  });
  return { handler, lookedUp, settle: () => claims.resolve() };
}

test('nobody is looked up for a request or a call before all that came with it are claimed', async () => {
  const { handler, lookedUp, settle } = waiting();
  const answered = [
    handler.handle({
      ...ORIGIN,
      userId: 'U1',
      responder: { message: nothing, form: nothing, sendPrivately: nothing },
      name: 'list',
      again: null,
      // oxlint-disable-next-line require-yield -- nobody gets this far.
      async *answer() {
        throw new Error('not authorized');
      },
    }),
    handler.handleCall({ ...ORIGIN, userId: 'U2' }, 'tool', async () => ({})),
  ];
  for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate);
  expect(lookedUp).toEqual([]);

  settle();
  await Promise.all(answered);
  expect(lookedUp).toEqual(['U1', 'U2']);
});

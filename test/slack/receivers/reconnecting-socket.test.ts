import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { NotReachedError } from '../../../src/slack/receivers/http-receiver.ts';
import { createReconnectingSocket } from '../../../src/slack/receivers/socket-receiver.ts';
import { skipPauses } from '../../support/pauses.ts';

const write = (): void => {};

/** How a try to connect ends. */
type Try = 'connected' | 'lost' | 'refused';

/** A socket whose tries end as the test says; further ones are connected. */
function socketThat(...tries: readonly Try[]) {
  const pausesMs = skipPauses();
  const left = [...tries];
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const errors: string[] = [];
  let open = 0;
  let openMax = 0;
  let starts = 0;
  const events = new EventEmitter();
  const client = Object.assign(events, {
    async start() {
      starts += 1;
      open += 1;
      openMax = Math.max(open, openMax);
      const outcome = left.shift() ?? 'connected';
      await turn();
      open -= 1;
      if (outcome === 'connected') {
        events.emit('connected');
        return {};
      }
      // The client reports it in both ways.
      events.emit('disconnected');
      throw outcome === 'lost' ? new NotReachedError('lost') : new Error('refused');
    },
    disconnect: async () => {},
  });
  const socket = createReconnectingSocket({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As far as it is used.
    client: client as never,
    log: {
      debug: write,
      info: write,
      warn: write,
      fatal: write,
      error: (_: unknown, message: string) => void errors.push(message),
    },
    signal: stop.signal,
  });
  return {
    socket,
    errors,
    /** Pauses between tries, in milliseconds. */
    pausesMs: () => pausesMs.filter((ms) => ms < HELLO_MS && ms !== STABLE_MS),
    /** Slack closes the connection; resolves when all is quiet. */
    lose: async (times = 1) => {
      for (let time = 0; time < times; time += 1) events.emit('disconnected');
      for (let turns = 0; turns < TURNS; turns += 1) await turn();
    },
    counts: () => ({ starts, openMax }),
  };
}

const HELLO_MS = 30_000;
const STABLE_MS = 10_000;
const TURNS = 60;

test('a connection that is lost while the first one is opened starts no second one', async () => {
  const { socket, counts, lose } = socketThat('lost', 'lost', 'connected');
  expect(await socket.open()).toBe(true);
  await lose(0);
  expect(counts()).toEqual({ starts: 3, openMax: 1 });
});

test('a connection that is lost is opened once, however often that is reported', async () => {
  const { socket, counts, lose } = socketThat('connected', 'lost', 'lost');
  await socket.open();
  await lose(3);
  expect(counts()).toEqual({ starts: 4, openMax: 1 });
  await lose(2);
  expect(counts()).toEqual({ starts: 5, openMax: 1 });
});

test('a connection that is lost at once is opened after a pause, and one that has lasted at once', async () => {
  const { socket, pausesMs, lose } = socketThat();
  await socket.open();
  await lose();
  expect(pausesMs()).toEqual([2_000]);
  await lose();
  expect(pausesMs()).toEqual([2_000, 0]);
});

test('a refusal is logged, and tried again later', async () => {
  const { socket, errors, counts, lose } = socketThat('connected', 'refused', 'refused');
  await socket.open();
  await lose();
  expect(errors).toEqual(Array.from({ length: 2 }, () => 'Slack gives no connection any more'));
  expect(counts()).toEqual({ starts: 4, openMax: 1 });
});

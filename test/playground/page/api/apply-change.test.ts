import { expect, test } from 'vitest';

import {
  applyChange,
  channelsFor,
  messagesFor,
  newestIn,
  unreadFor,
} from '../../../../src/playground/page/api/apply-change.ts';
import type { Change } from '../../../../src/playground/slack-workspace/page-protocol.ts';
import { pageMessage } from '../../../support/page-message.ts';
import { firstState } from '../../../support/slack-stub/state.ts';

const ZOE = 'U0ZOE';
const STATE = { ...firstState(), messages: [] };

function after(...changes: readonly Change[]) {
  return changes.reduce(applyChange, applyChange(null, { kind: 'state', state: STATE }));
}

test('nothing is known before the whole state has come', () => {
  expect(applyChange(null, { kind: 'message', message: pageMessage('1') })).toBeNull();
});

test('a message that comes again takes the place of the first', () => {
  const edited = pageMessage('1', { text: 'better', isEdited: true });
  const state = after(
    { kind: 'message', message: pageMessage('1', { text: 'good' }) },
    { kind: 'message', message: pageMessage('1', { channel: 'C0TRY' }) },
    { kind: 'message', message: edited },
  );
  expect(state?.messages).toEqual([edited, pageMessage('1', { channel: 'C0TRY' })]);
});

test('a message that is gone is gone from its channel alone', () => {
  const state = after(
    { kind: 'message', message: pageMessage('1') },
    { kind: 'message', message: pageMessage('1', { channel: 'C0TRY' }) },
    { kind: 'message_gone', channel: 'C0LEASING', ts: '1' },
  );
  expect(state?.messages).toEqual([pageMessage('1', { channel: 'C0TRY' })]);
});

test('modals, settings and Home tabs are replaced as they come', () => {
  const modal = { id: 'V1', person: 'U0SAM', view: {}, errors: {} };
  const settings = { ...STATE.settings, bot: 'stopped' as const };
  const state = after(
    { kind: 'modals', modals: [modal] },
    { kind: 'settings', settings },
    { kind: 'home', person: 'U0SAM', view: { type: 'home' } },
  );
  expect(state).toMatchObject({ modals: [modal], settings, homes: { U0SAM: { type: 'home' } } });
  expect(state?.homes['U0ZOE']).toEqual(STATE.homes['U0ZOE']);
});

test('a person reads, oldest first, what is for all and what is for them', () => {
  const state = {
    ...STATE,
    messages: [
      pageMessage('12.5', { onlyFor: 'U0SAM' }),
      pageMessage('9', { onlyFor: 'U0ZOE' }),
      pageMessage('10'),
      pageMessage('11', { channel: 'C0TRY' }),
    ],
  };
  expect(messagesFor(state, 'C0LEASING', 'U0SAM').map(({ ts }) => ts)).toEqual(['10', '12.5']);
});

test('a person sees the channels they are in, and those that are everybody’s', () => {
  const [open, closed] = STATE.channels.map((channel, index) =>
    index === 0 ? channel : { ...channel, members: ['U0ZOE'] },
  );
  const state = { ...STATE, channels: [open, closed].filter((channel) => channel !== undefined) };
  expect(channelsFor(state, 'U0SAM')).toEqual([open]);
  expect(channelsFor(state, 'U0ZOE')).toEqual([open, closed]);
});

test('a channel is unread from the first message of somebody else that a person has not seen', () => {
  const said = [
    pageMessage('1', { author: ZOE }),
    pageMessage('2', { onlyFor: 'U0ELSE' }),
    pageMessage('3'),
    pageMessage('4', { author: ZOE }),
  ];
  const state = after(...said.map((one) => ({ kind: 'message' as const, message: one })));
  if (state === null) throw new Error('there is no state');
  expect(newestIn(state, 'C0LEASING', ZOE)).toBe(4);
  expect(newestIn(state, 'C0NONE', ZOE)).toBe(0);
  const unread = (readTo: number) => [...unreadFor(state, ZOE, () => readTo)];
  expect([unread(0), unread(2.5), unread(3)]).toEqual([['C0LEASING'], ['C0LEASING'], []]);
});

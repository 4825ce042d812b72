import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { en } from '../../../../src/i18n/en/index.ts';
import { fr } from '../../../../src/i18n/fr/index.ts';
import { deliveriesIn } from '../../../../src/playground/page/deliveries/deliveries.ts';
import type { Message } from '../../../../src/playground/slack-workspace/page-protocol.ts';

function message(ts: string, part: Partial<Message>): Message {
  const rest = {
    author: 'U0APP',
    onlyFor: null,
    text: '',
    blocks: [],
    attachments: [],
    files: [],
    isEdited: false,
    thread: null,
  };
  return { channel: 'C0LEASING', ts, ...rest, ...part };
}

function digest(ts: string, slot: string, text = 'Morning: 3 rental files'): Message {
  const metadata = { event_type: 'rental_desk_digest', event_payload: { slot } };
  return message(ts, { text, metadata });
}

test('only messages that bear a digest’s metadata are deliveries, newest first', () => {
  const deliveries = deliveriesIn([
    digest('1.000100', 'a'),
    message('2.000100', { text: 'Hello' }),
    message('3.000100', { metadata: { event_type: 'other', event_payload: { slot: 'b' } } }),
    message('4.000100', { metadata: { event_type: 'rental_desk_digest', event_payload: {} } }),
    digest('5.000100', 'b'),
  ]);

  expect(deliveries.map(({ key }) => key)).toEqual(['b', 'a']);
});

test('a notice and what stands in the thread are told from the digest by their keys', () => {
  const deliveries = deliveriesIn([
    digest('3.0', 'a'),
    digest('2.0', 'a:notice'),
    digest('1.0', 'a:rest'),
  ]);

  expect(deliveries.map(({ kind }) => kind)).toEqual(['digest', 'notice', 'rest']);
  expect(deliveries.some(({ isDoubled }) => isDoubled)).toBe(false);
});

test('two messages with one key are both called doubled, whatever is between them', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom<string>('a', 'b', 'c', 'd'), { maxLength: 8 }), (keys) => {
      const deliveries = deliveriesIn(keys.map((key, place) => digest(`${place}.0`, key)));
      for (const { key, isDoubled } of deliveries) {
        expect(isDoubled).toBe(keys.indexOf(key) !== keys.lastIndexOf(key));
      }
    }),
  );
});

test.each([
  ['English', en.digest],
  ['French', fr.digest],
])('what a digest says of lateness and gaps is repeated, in %s', (_, words) => {
  const [late, catchUp] = [words.late('09:00'), words.catchUp('Mon 23 Nov, 09:00')];
  const text = [
    'Morning &amp; noon &lt;3',
    'Mon 23 Nov, 09:00 (Europe/Paris)',
    late,
    catchUp,
    words.incomplete,
    '1. T2',
  ].join('\n');

  expect(deliveriesIn([digest('1.0', 'a', text)])).toMatchObject([
    { headline: 'Morning & noon <3', remarks: [late, catchUp, words.incomplete] },
  ]);
});

test('a digest in time has nothing to remark', () => {
  expect(deliveriesIn([digest('1.0', 'a', 'Morning\nLate Street 3')])).toMatchObject([
    { remarks: [] },
  ]);
});

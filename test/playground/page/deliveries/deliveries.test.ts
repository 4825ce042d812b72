import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { en } from '../../../../src/i18n/en/index.ts';
import { fr } from '../../../../src/i18n/fr/index.ts';
import { deliveriesIn } from '../../../../src/playground/page/deliveries/deliveries.ts';
import type { Message } from '../../../../src/playground/slack-workspace/page-protocol.ts';
import { pageMessage } from '../../../support/page-message.ts';

function digest(ts: string, slot: string, text = 'Morning: 3 rental files'): Message {
  const metadata = { event_type: 'rental_desk_digest', event_payload: { slot } };
  return pageMessage(ts, { text, metadata });
}

test('only messages that bear a digest’s metadata are deliveries, newest first', () => {
  const deliveries = deliveriesIn([
    digest('1.000100', 'a'),
    pageMessage('2.000100', { text: 'Hello' }),
    pageMessage('3.000100', { metadata: { event_type: 'other', event_payload: { slot: 'b' } } }),
    pageMessage('4.000100', { metadata: { event_type: 'rental_desk_digest', event_payload: {} } }),
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

function kinds(titles: readonly string[]): readonly string[] {
  const messages = titles.map((title, place) => digest(`${place}.0`, `${place}`, title));
  return deliveriesIn(messages).map(({ kind }) => kind);
}

test('what tells the owner, an admin or a second channel is told from the digest by its key', () => {
  const keys = ['a:owner', 'a:admin:U0HANNAH001', 'a:escalation'];
  const deliveries = deliveriesIn(keys.map((key, place) => digest(`${9 - place}.0`, key)));

  expect(deliveries.map(({ kind }) => kind)).toEqual(['notice', 'notice', 'escalation']);
});

test.each([
  ['English', en],
  ['French', fr],
])('the post of an alert is told from a digest by its headline, in %s', (_, words) => {
  const { enters, leaves, changes } = words.alerts.happened;
  const alerts = [1, 2, 1_234].flatMap((count) =>
    [enters, leaves, changes].map((title) => title('Ready: Lyon', count)),
  );
  const digests = [
    words.digest.title('1 file entered', 3),
    words.card.fact('Alert', words.list.awaiting(1)),
    words.digest.nothing('Alert'),
  ];

  expect(new Set(kinds(alerts))).toEqual(new Set(['alert']));
  expect(kinds(alerts.map((title) => `${title} · 🟢 T3 proche gare`))).not.toContain('digest');
  expect(new Set(kinds(digests))).toEqual(new Set(['digest']));
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

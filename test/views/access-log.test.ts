import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { wordsIn } from '../../src/i18n/index.ts';
import { accessLogView, type AccessPage } from '../../src/views/access-log.ts';
import { expectGood, hostile, NOW, PRESS } from '../support/hostile.ts';

const id = fc.stringMatching(/^[UC][A-Z0-9]{8,10}$/);
const page: fc.Arbitrary<AccessPage> = fc.record({
  lines: fc.array(
    fc.record({
      userId: id,
      kind: fc.oneof(hostile, fc.constantFrom('reveal', 'export', 'access', 'toString')),
      file: fc.option(hostile),
      channelId: fc.option(id),
      at: fc.integer({ min: 0, max: NOW }),
    }),
    { maxLength: 20 },
  ),
  userId: fc.option(id),
  fileId: fc.option(hostile),
  older: fc.option(fc.constant(PRESS)),
  newest: fc.option(fc.constant(PRESS)),
});

test('no entries can make a page of the access log that Slack refuses', () => {
  fc.assert(
    fc.property(page, fc.constantFrom('en', 'fr'), (entries, language) => {
      const message = accessLogView(entries, 'Europe/Paris', wordsIn(language));
      expectGood(message);
      const lines = message.text.split('\n').filter((text) => text.startsWith('• '));
      expect(lines).toHaveLength(entries.lines.length);
    }),
    { numRuns: 60 },
  );
});

test('a direct message is named as one: Slack names it to no one else', () => {
  const line = { userId: 'U0CLAIRE001', kind: 'show', file: 'LY-0342', at: NOW };
  const lines = [{ ...line, channelId: 'D0CLAIRE001' }];
  const all = { lines, userId: null, fileId: null, older: null, newest: null };
  const { text, blocks } = accessLogView(all, 'Europe/Paris', wordsIn('en'));
  expect(text).toContain('opened a file, file LY-0342, in a direct message');
  expect(JSON.stringify(blocks)).toContain('in a direct message');
  expect(JSON.stringify(blocks)).not.toContain('D0CLAIRE001');
});

test('an entry says who did what to which file, when and where, by what Slack names', () => {
  const line = { userId: 'U0CLAIRE001', kind: 'reveal', file: 'LY-0342', at: NOW };
  const lines = [
    { ...line, channelId: 'C0LEASING01' },
    { ...line, kind: 'export', file: null, channelId: null },
  ];
  const all = { lines, userId: null, fileId: null, older: null, newest: null };
  const { text, blocks } = accessLogView(all, 'Europe/Paris', wordsIn('en'));
  expect(text.split('\n').slice(1, 3)).toEqual([
    '• 21 Nov 2026, 01:00, U0CLAIRE001 saw contact details, file LY-0342, in <#C0LEASING01>',
    '• 21 Nov 2026, 01:00, U0CLAIRE001 exported files, outside a channel',
  ]);
  const json = JSON.stringify(blocks);
  expect(json).toContain('{"type":"user","user_id":"U0CLAIRE001"}');
  expect(json).toContain('{"type":"channel","channel_id":"C0LEASING01"}');
  expect(json).toContain(`"type":"date","timestamp":${NOW / 1000}`);
});

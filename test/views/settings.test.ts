import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { wordsIn, PRIVACIES } from '../../src/i18n/index.ts';
import { viewErrors } from '../../src/playground/slack-workspace/blocks/view.ts';
import { createActionTokens, modalFor } from '../../src/slack/respond/payload.ts';
import {
  type Chosen,
  type Prospect,
  RETENTION_DAYS_MAX,
  settingsChannelForm,
  settingsForm,
  settingsSavedView,
} from '../../src/views/settings.ts';
import { expectGood, PRESS } from '../support/hostile.ts';

const chosen: fc.Arbitrary<Chosen> = fc.record({
  language: fc.constantFrom(null, 'en', 'fr'),
  privacy: fc.constantFrom(...PRIVACIES),
  pageSize: fc.integer({ min: 1, max: 10 }),
  retentionDays: fc.option(fc.integer({ min: 1, max: RETENTION_DAYS_MAX })),
  retentionManner: fc.constantFrom('delete', 'redact'),
  redactClosed: fc.boolean(),
});
const prospect: fc.Arbitrary<Prospect> = fc.record({
  due: fc.nat({ max: 100_000 }),
  nextAt: fc.option(fc.integer({ min: 0, max: 2_000_000_000_000 })),
  zone: fc.constantFrom('Europe/Paris', 'America/Argentina/ComodRivadavia'),
});
const sharing = fc.constantFrom('internal', 'external', 'unknown');
const language = fc.constantFrom('en', 'fr');
const channelOf = (who: string) => (who === 'unknown' ? 'D0HANNAH001' : 'C0LEASING01');
const tokens = createActionTokens('a secret of tests');
const bearing = { userId: 'U0HANNAH001', channelId: 'C0LEASING01' };

test('the form is one that Slack opens, with what holds chosen already', () => {
  fc.assert(
    fc.property(chosen, sharing, language, (held, who, said) => {
      const form = settingsForm(
        { channelId: channelOf(who), sharing: who },
        held,
        PRESS,
        wordsIn(said),
      );
      expect(viewErrors({ ...modalFor(form, bearing, 'Close', tokens) }, 'modal')).toEqual([]);
      const json = JSON.stringify(form.blocks);
      const initial = Array.from(
        json.matchAll(/"initial_option":\{"value":"(\w+)"/g),
        ([, v]) => v,
      );
      expect(initial).toEqual([
        held.language ?? 'own',
        held.privacy,
        String(held.pageSize),
        String(held.retentionDays ?? 'always'),
        held.retentionManner,
        held.redactClosed ? 'redact' : 'keep',
      ]);
    }),
    { numRuns: 40 },
  );
});

test.each(['en', 'fr'] as const)('Slack opens the form that asks for a channel, in %s', (said) => {
  const form = settingsChannelForm(PRESS, wordsIn(said));
  expect(viewErrors({ ...modalFor(form, bearing, 'Close', tokens) }, 'modal')).toEqual([]);
});

test('whatever was changed, Slack takes the confirmation', () => {
  fc.assert(
    fc.property(chosen, chosen, sharing, language, prospect, (...given) => {
      const [before, after, who, said, next] = given;
      expectGood(
        settingsSavedView(
          { channelId: channelOf(who), sharing: who },
          before,
          after,
          PRESS,
          wordsIn(said),
          next,
        ),
      );
    }),
    { numRuns: 40 },
  );
});

test('the confirmation names what changed, from what to what', () => {
  const before: Chosen = {
    language: null,
    privacy: 'initials',
    pageSize: 8,
    retentionDays: null,
    retentionManner: 'delete',
    redactClosed: false,
  };
  const after: Chosen = { ...before, language: 'fr', pageSize: 1 };
  expect(
    settingsSavedView({ channelId: 'C0', sharing: 'external' }, before, after, PRESS, wordsIn('en'))
      .text,
  ).toBe(
    [
      'Channel settings saved.',
      '• Language: French (was: Each reader’s own)',
      '• Names in channel posts: Initials',
      '• Files per page: 1 file (was: 8 files)',
      '• Post retention: Forever',
      '• When a rental file is decided or archived: Posts stay as they are',
      'This channel is shared with another organisation: whatever you choose, it sees only property references and how many files await a decision.',
    ].join('\n'),
  );
});

test('the confirmation tells what becomes of posts, and when next', () => {
  const before: Chosen = {
    language: 'en',
    privacy: 'initials',
    pageSize: 8,
    retentionDays: null,
    retentionManner: 'delete',
    redactClosed: false,
  };
  const after: Chosen = { ...before, retentionDays: 30, redactClosed: true };
  const next = { due: 2, nextAt: Date.UTC(2026, 10, 23, 8), zone: 'Europe/Paris' };
  const place = { channelId: 'C0', sharing: 'internal' } as const;
  const { text } = settingsSavedView(place, before, after, PRESS, wordsIn('en'), next);
  expect(text).toContain('• Post retention: 30 days, then deleted (was: Forever)');
  expect(text).toContain(
    'are deleted 30 days after posting. 2 posts are already older and go within minutes. Next: Mon 23 Nov, 09:00 (Europe/Paris).',
  );
  expect(text).toContain('posts that show it are emptied');
});

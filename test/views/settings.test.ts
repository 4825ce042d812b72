import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { viewErrors } from '../../src/playground/slack/blocks/view.ts';
import { modalFor } from '../../src/slack/payload.ts';
import { createSeal } from '../../src/slack/seal.ts';
import { PRIVACIES } from '../../src/views/privacy.ts';
import {
  type Chosen,
  settingsChannelForm,
  settingsForm,
  settingsSavedView,
} from '../../src/views/settings.ts';
import { wordsIn } from '../../src/views/words/languages.ts';
import { expectGood, PRESS } from '../support/hostile.ts';

const chosen: fc.Arbitrary<Chosen> = fc.record({
  language: fc.constantFrom(null, 'en', 'fr'),
  privacy: fc.constantFrom(...PRIVACIES),
  pageSize: fc.integer({ min: 1, max: 10 }),
});
const exposure = fc.constantFrom('inside', 'outside', 'unknown');
const language = fc.constantFrom('en', 'fr');
const channelOf = (who: string) => (who === 'unknown' ? 'D0HANNAH001' : 'C0LEASING01');
const seal = createSeal('a secret of tests');
const bearing = { userId: 'U0HANNAH001', channelId: 'C0LEASING01' };

test('the form is one that Slack opens, with what holds chosen already', async () => {
  await fc.assert(
    fc.asyncProperty(chosen, exposure, language, async (held, who, said) => {
      const form = settingsForm(
        { channelId: channelOf(who), exposure: who },
        held,
        PRESS,
        wordsIn(said),
      );
      expect(viewErrors({ ...(await modalFor(form, bearing, 'Close', seal)) }, 'modal')).toEqual(
        [],
      );
      const json = JSON.stringify(form.blocks);
      const initial = Array.from(
        json.matchAll(/"initial_option":\{"value":"(\w+)"/g),
        ([, v]) => v,
      );
      expect(initial).toEqual([held.language ?? 'own', held.privacy, String(held.pageSize)]);
    }),
    { numRuns: 40 },
  );
});

test.each(['en', 'fr'] as const)(
  'Slack opens the form that asks for a channel, in %s',
  async (said) => {
    const form = settingsChannelForm(PRESS, wordsIn(said));
    expect(viewErrors({ ...(await modalFor(form, bearing, 'Close', seal)) }, 'modal')).toEqual([]);
  },
);

test('whatever was changed, Slack takes the confirmation', async () => {
  await fc.assert(
    fc.asyncProperty(chosen, chosen, exposure, language, async (before, after, who, said) => {
      await expectGood(
        settingsSavedView(
          { channelId: channelOf(who), exposure: who },
          before,
          after,
          PRESS,
          wordsIn(said),
        ),
      );
    }),
    { numRuns: 40 },
  );
});

test('the confirmation names what changed, from what to what', () => {
  const before: Chosen = { language: null, privacy: 'initials', pageSize: 8 };
  const after: Chosen = { language: 'fr', privacy: 'initials', pageSize: 1 };
  expect(
    settingsSavedView({ channelId: 'C0', exposure: 'outside' }, before, after, PRESS, wordsIn('en'))
      .text,
  ).toBe(
    [
      'The settings of this channel are saved.',
      '• Language: French (was: Each reader’s own)',
      '• People in messages to the whole channel: Initials',
      '• Files on a page: 1 file (was: 8 files)',
      'People of another organisation are in this channel: whatever is chosen, messages to it show no people.',
    ].join('\n'),
  );
});

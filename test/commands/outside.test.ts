import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { SharingError } from '../../src/commands/errors.ts';
import { composeDigest } from '../../src/digests/compose/composer.ts';
import { composeEscalation } from '../../src/digests/compose/parts.ts';
import { createSharedWork } from '../../src/digests/compose/sections.ts';
import { entryOf } from '../../src/portfolio/entry.ts';
import type { Answer } from '../../src/views/message.ts';
import { composing, digestOf } from '../digests/compose/fixture.ts';
import { readingOf } from '../portfolio/reading-of.ts';
import { asking, deskOver } from '../support/desk.ts';
import { pagesOf, rentalFile } from '../support/rental-files.ts';
import { WORKING_DAYS } from '../support/working-days.ts';

/** What would be recognized anywhere: names, amounts, a score, a rate, titles and a date of 2019. */
const CANARIES =
  /Zyxander|Quillfeather|Z\.\s?Q\.|98,?765|98\s?765|54,?321|54\s?321|77[.,]5|63\s?%|Canary Court|2019|applicant|candidat/;
/** Words of the decisions and statuses of files, in both languages. */
const STANDINGS =
  /Pending|Ready|ready to decide|Accepted|Rejected|En attente de|Prêt|Accepté|Refusé|Collected|Analy[sz]ed|score|working day|jour ouvré|overdue|retard/i;

const file = fc.record({
  decision: fc.constantFrom('PENDING', 'READY', 'ACCEPTED', 'REJECTED'),
  status: fc.constantFrom('NEW', 'COLLECTED', 'ANALYZED'),
  reference: fc.option(fc.constantFrom('R-1', 'R-2', 'R-3')),
});

const portfolios = fc.array(file, { minLength: 1, maxLength: 12 }).map((some) =>
  some.map(({ reference, ...standing }, index) =>
    rentalFile({
      id: `id-${index}`,
      ...standing,
      score: 77.5,
      completion_rate: 0.63,
      created_at: '2019-03-04T05:06:07Z',
      updated_at: '2019-03-05T05:06:07Z',
      managers: ['quillfeather@agency.example'],
      applicants: [{ first_name: 'Zyxander', last_name: 'Quillfeather', income: 54_321 }],
      product: { title: 'Canary Court', reference, rent_amount: 98_765 },
    }),
  ),
);

const DIGESTS = [
  {},
  { style: 'detailed', top: 2, targetDays: 3 },
  { group: 'property' },
  { group: 'manager' },
] as const;

const ASKED = [
  '',
  'list',
  'pending',
  'stats',
  'show id-0',
  'search canary',
  'list decision:ready',
  'me',
];

function expectOutside(shown: unknown) {
  const text = JSON.stringify(shown);
  expect(text).not.toMatch(CANARIES);
  expect(text).not.toMatch(STANDINGS);
}

/** Files of which none may be shown. */
function nothingIfRefused(error: unknown): readonly Answer[] {
  if (error instanceof SharingError && error.reason === 'nothing') return [];
  throw error;
}

test.each(['en-GB', 'fr-FR'])(
  'nothing of a file but references and counts leaves: shares, %s',
  async (locale) => {
    await fc.assert(
      fc.asyncProperty(portfolios, fc.constantFrom(...ASKED), async (files, typed) => {
        const { dispatcher } = deskOver(() => pagesOf(files));
        const place = { sharing: async () => 'external' as const };
        const args = {
          of: JSON.stringify({
            command: typed.split(' ')[0] || 'overview',
            args: { typed: typed.split(' ').slice(1).join(' ') },
          }),
        };
        const submitted = Array.fromAsync(
          dispatcher.submit({ command: 'share', args }, {}, asking({ locale, place })),
        );
        const [post] = await submitted.catch(nothingIfRefused);
        expectOutside(post ?? '');
        const inChannel = asking({ locale, place: { ...place, audience: 'channel' as const } });
        const shown = await Array.fromAsync(
          dispatcher.runAction({ command: 'list', args: { page: 1 } }, inChannel),
        ).catch(nothingIfRefused);
        expectOutside(shown.filter((one) => one.kind !== 'message' || !one.isProgress));
        const previews = await dispatcher.previews(
          ['https://console.example.com/id-0'],
          asking({ locale, place: { ...place, audience: 'channel' as const } }),
        );
        expect(previews.size).toBe(1);
        expectOutside([...previews.values()]);
      }),
      { numRuns: 30 },
    );
  },
);

test.each(['en', 'fr'] as const)(
  'nothing of a file but references and counts leaves: digests, %s',
  (language) => {
    fc.assert(
      fc.property(portfolios, fc.constantFrom(...DIGESTS), (files, options) => {
        const snapshot = readingOf(files.map((one) => entryOf(one)));
        const digest = digestOf(
          {},
          { ...options, escalate: { channelId: 'C0LYON00001', afterDays: 1 } },
        );
        const audience = { level: 'outside', language } as const;
        const input = composing(snapshot, { digest, audience });
        const { message, threadReply, live } = composeDigest(input);
        const waiting = files.filter(({ decision }) =>
          ['PENDING', 'READY'].includes(decision),
        ).length;
        expect([threadReply, live, message.isForOutside]).toEqual([null, null, true]);
        expect(message.text).toContain(waiting === 0 ? '' : String(waiting));
        expectOutside({
          ...message,
          blocks: message.blocks.filter(({ type }) => type !== 'buttons'),
        });
        const ids = files.map(({ id }) => id);
        const escalation = composeEscalation({
          ...input,
          workingDays: WORKING_DAYS,
          files: ids,
          shared: createSharedWork(),
        });
        expect(escalation === null).toBe(waiting === 0);
        expectOutside(escalation ?? '');
      }),
      { numRuns: 60 },
    );
  },
);

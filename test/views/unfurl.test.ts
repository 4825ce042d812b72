import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { messageErrors } from '../../src/playground/slack-workspace/blocks/message.ts';
import type { FileLine } from '../../src/views/files/line.ts';
import { previewOf } from '../../src/views/files/link-preview.ts';
import { expectGoodEntity, line, NOW, PRESS, reading, shownTo } from '../support/hostile.ts';

const FILE: FileLine = {
  id: 'f1',
  property: { title: 'T3 lumineux', reference: 'LY-0342' },
  applicants: [
    { name: 'Anne Lefèvre', isGuarantor: false },
    { name: 'Paul Costa', isGuarantor: true },
  ],
  status: 'ANALYZED',
  decision: 'READY',
  score: 82,
  completionPercent: 80,
  createdAt: Date.UTC(2026, 10, 12),
  workingDays: 7,
  isArchived: false,
  furtherGuarantors: 0,
  organisations: 0,
  town: null,
  rent: null,
  readiness: null,
  link: null,
  details: PRESS,
};

test.each([
  [{ applicants: [], areApplicantsUnreadable: true }, 'full', 'Applicants not readable'],
  [
    { applicants: [{ name: null, isGuarantor: false }], furtherGuarantors: 1, organisations: 1 },
    'reference',
    '1 applicant, 1 guarantor, 1 organisation',
  ],
] as const)('of %j, a preview at level %s says everywhere: %s', (over, privacy, people) => {
  const showing = shownTo({ language: 'en', privacy });
  const { text, blocks, entity } = previewOf({ ...FILE, ...over }, NOW, showing);
  expect(text).toContain(`, ${people}, `);
  expect(JSON.stringify(blocks)).toContain(`\\n${people} · `);
  expect(entity.fields).toContainEqual(expect.objectContaining({ text: people }));
});

test('no rental file can make a preview that Slack refuses', () => {
  fc.assert(
    fc.property(line, reading, (file, reader) => {
      const { text, blocks, entity } = previewOf(file, NOW - 180_000, shownTo(reader));
      expectGoodEntity(entity);
      expect(messageErrors({ text, blocks }, 'ephemeral')).toEqual([]);
      expect(text).not.toMatch(/[<>]/);
      expect(blocks.map(({ type }) => type)).toEqual(['section', 'context']);
      expect(JSON.stringify(blocks.slice(0, 1))).not.toContain('mrkdwn');
    }),
    { numRuns: 100 },
  );
});

test.each([
  ['full', 'Anne Lefèvre, Paul Costa (guarantor)'],
  ['initials', 'A.\u00a0L., P.\u00a0C. (guarantor)'],
  ['reference', '1 applicant, 1 guarantor'],
] as const)('a preview at level %s shows of people: %s', (privacy, people) => {
  const { text, blocks } = previewOf(FILE, NOW - 180_000, shownTo({ language: 'en', privacy }));
  expect(text).toContain(`T3 lumineux (LY-0342), ${people}, Ready to decide, Analysed`);
  expect(blocks).toMatchObject([
    {
      text: {
        type: 'plain_text',
        text: `T3 lumineux (LY-0342)\nReady to decide · Analysed\n${people} · waiting 7 working days`,
      },
    },
    { elements: [{ type: 'mrkdwn', text: 'As of <!date^1795219020^{time}|00:57>' }] },
  ]);
});

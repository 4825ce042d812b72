import * as fc from 'fast-check';
import { expect } from 'vitest';

import { wordsIn, PRIVACIES, type Privacy } from '../../src/i18n/index.ts';
import type { Language } from '../../src/i18n/types.ts';
import { checkEntity } from '../../src/playground/slack-workspace/blocks/entity.ts';
import { entityFor } from '../../src/slack/respond/entity.ts';
import { createActionTokens } from '../../src/slack/respond/payload.ts';
import type { FileLine, Showing } from '../../src/views/files/line.ts';
import type { FileEntity } from '../../src/views/files/link-preview.ts';
import type { Message } from '../../src/views/message.ts';
import { refusalsOf } from './payload.ts';

const TOKENS = createActionTokens('a secret');

export const NOW = Date.UTC(2026, 10, 21);

/** A button’s press, as good as any. */
export const PRESS = { command: 'list', args: { page: 1, reading: 'mi4x2' } };

/** Text as bad as it comes: markup, mentions, bidi marks, emoji, nothing, or a great deal. */
export const hostile = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  fc.constantFrom(
    '<!channel>',
    '<#C0HOSTILE01>',
    '<@U0HANNAH001> & <https://evil.example|Anne>',
    '*bold* _it_ ~no~ `code` ```fence```',
    ':smile: @here #general',
    '\u202eright to left',
    '',
    '&'.repeat(5_000),
    '<'.repeat(200),
    'é'.repeat(5_000),
    '👩‍👩‍👧'.repeat(2_000),
    'e' + '\u0301'.repeat(3_000),
    '\u200b',
  ),
);
const instant = fc.option(fc.integer({ min: -1e14, max: 1e14 }));
const figure = fc.option(
  fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer()),
);

/** A rental file in a list, with anything in it. */
export const line: fc.Arbitrary<FileLine> = fc.record({
  id: fc.uuid(),
  property: fc.option(fc.record({ title: fc.option(hostile), reference: fc.option(hostile) })),
  applicants: fc.array(fc.record({ name: fc.option(hostile), isGuarantor: fc.boolean() }), {
    maxLength: 12,
  }),
  status: fc.oneof(hostile, fc.constantFrom('NEW', 'ANALYZED', 'constructor', '__proto__')),
  decision: fc.oneof(hostile, fc.constantFrom('READY', 'PENDING', 'toString')),
  score: figure,
  completionPercent: figure,
  createdAt: instant,
  workingDays: fc.option(fc.nat()),
  isArchived: fc.boolean(),
  furtherGuarantors: fc.nat({ max: 99 }),
  organisations: fc.nat({ max: 99 }),
  town: fc.option(hostile),
  rent: figure,
  readiness: fc.option(fc.constantFrom('ready' as const, 'review' as const, 'waiting' as const)),
  link: fc.option(fc.webUrl()),
  details: fc.constant(PRESS),
});

/** A language and a level of privacy, any of them. */
export const reading = fc.record({
  language: fc.constantFrom('en' as const, 'fr' as const),
  privacy: fc.constantFrom(...PRIVACIES),
});

/** What a view is shown with. */
export function shownTo({ language, privacy }: { language: Language; privacy: Privacy }): Showing {
  return { now: NOW, privacy, words: wordsIn(language), currency: 'EUR', zone: 'Europe/Paris' };
}

/** Slack takes it, and none of its texts mentions or links. */
export function expectGoodEntity(entity: FileEntity | undefined): void {
  if (entity === undefined) throw new Error('there is no entity');
  const names = { url: 'https://console.example.com/a', external_ref: { id: 'a' } };
  const sent = entityFor(entity, names, { userId: 'U0A', channelId: 'C0A' }, TOKENS);
  expect(checkEntity(sent, []).errors).toEqual([]);
  expect(JSON.stringify(sent)).not.toMatch(/[<>]/);
}

/** The last line of what is shared, which mentions the person who did. */
const SHARED_BY = /\n(?:Shared by|Partagé par) <@U[A-Z0-9]+>$/;

/** The beginning of what tells a person of a file, which mentions the person who handed it over. */
const HANDED_BY = /^<@U[A-Z0-9]+> (?=handed you |vous a confié )/;

/** A channel that a digest or an alert has, which is named to its readers and calls nobody. */
const CHANNEL = /<#C(?!0HOSTILE)[A-Z0-9]+>/g;

/**
 * Slack takes it; the plain text is whole, short enough, and mentions nobody but who shared it or
 * handed it over.
 */
export function expectGood(message: Message): void {
  expect(refusalsOf(message)).toEqual([]);
  const own = message.text.replace(SHARED_BY, '').replace(HANDED_BY, '').replaceAll(CHANNEL, '#');
  // The limit is that of ephemeral messages, and what is shared is none.
  expect(Buffer.byteLength(own)).toBeLessThanOrEqual(4_000);
  expect(own).not.toMatch(/[<>]/);
  expect(message.text.trim()).not.toBe('');
}

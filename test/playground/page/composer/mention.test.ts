import { expect, test } from 'vitest';

import { suggestionsFor } from '../../../../src/playground/page/composer/completion.ts';
import { mentionsFor } from '../../../../src/playground/page/composer/mention.ts';
import type { Person } from '../../../../src/playground/slack-workspace/page-protocol.ts';

const person = (name: string): Person => ({ id: name, name, role: '', locale: 'en', isBot: false });
const PEOPLE = ['Zoé Lambert', 'Zara Ali', 'Rental Desk'].map((name) => person(name));

test.each([
  ['@', ['@Zoé Lambert ', '@Zara Ali ', '@Rental Desk ']],
  ['Thanks @z', ['Thanks @Zoé Lambert ', 'Thanks @Zara Ali ']],
  ['two\nlines @rental d', ['two\nlines @Rental Desk ']],
  ['@Rental Desk pending', []],
  ['mail z@z', []],
  ['nobody', []],
])('%j offers the people who could be meant', (typed, inserts) => {
  expect(mentionsFor(typed, PEOPLE).map(({ insert }) => insert)).toEqual(inserts);
});

const SHORTCUTS = [
  { type: 'global', callbackId: 'find', name: 'Find a file', description: 'Search' },
  { type: 'message', callbackId: 'look', name: 'Find this', description: '' },
] as const;

test.each([
  ['/', ['find']],
  ['/find A', ['find']],
  ['/find that', []],
  ['find', []],
])('%j offers the global shortcuts that it could mean', (typed, ids) => {
  const found = suggestionsFor(typed, [], SHORTCUTS);
  expect(found.map(({ callbackId }) => callbackId)).toEqual(ids);
});

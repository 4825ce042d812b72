import { expect, test } from 'vitest';

import {
  preselected,
  subcommands,
  suggestionsFor,
} from '../../../../src/playground/page/composer/completion.ts';

function command(usageHint: string) {
  return { command: '/rental', description: 'Rental files', usageHint };
}

const RENTAL = command('list [query] | show ID | digest [add|list] | help');

test.each([
  ['list | help', ['list', 'help']],
  ['[list|show ID|help]', ['list', 'show', 'help']],
  ['digest [add|list|status]', ['digest add', 'digest list', 'digest status']],
  ['list <status|all> | export to:FILE', ['list status', 'list all', 'export']],
  ['', []],
  ['[query]', []],
])('the hint %j offers %j', (hint, expected) => {
  const offered = subcommands(command(hint)).map(({ insert }) => insert.trim());
  expect(offered).toEqual(expected.map((words) => `/rental ${words}`));
});

test.each([
  ['/', ['/rental ']],
  ['/re', ['/rental ']],
  ['/rental', ['/rental ']],
  [
    '/rental ',
    ['/rental list ', '/rental show ', '/rental digest add', '/rental digest list', '/rental help'],
  ],
  ['/rental di', ['/rental digest add', '/rental digest list']],
  ['/rental help', []],
  ['/rental list status:new', []],
  ['/other', []],
  ['rental', []],
  ['', []],
])('for %j it offers %j', (typed, expected) => {
  expect(suggestionsFor(typed, [RENTAL]).map(({ insert }) => insert)).toEqual(expected);
});

test('what is to be filled in is shown and not inserted', () => {
  const [list, show] = subcommands(RENTAL);
  expect(list).toMatchObject({ insert: '/rental list ', placeholder: '[query]' });
  expect(show).toMatchObject({ insert: '/rental show ', placeholder: 'ID' });
});

test.each([
  // A name that cannot be sent yet.
  ['/re', 0],
  ['/fi', 0],
  // Complete as they are.
  ['/rental', -1],
  ['/rental ', -1],
  ['/rental digest', -1],
  ['/rental di', -1],
  ['/rental list', -1],
])('Enter on %j takes the suggestion %j', (typed, expected) => {
  const find = { type: 'global', callbackId: 'find', name: 'Find', description: '' } as const;
  expect(preselected(typed, suggestionsFor(typed, [RENTAL], [find]))).toBe(expected);
});

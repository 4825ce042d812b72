import { expect, test } from 'vitest';

import { parseViewCommand } from '../../src/commands/saved-views.ts';

test.each([
  ['', { do: 'list' }],
  ['list', { do: 'list' }],
  ['Liste', { do: 'list' }],
  ['run', { do: 'list' }],
  ['Hot in Lyon', { do: 'run', name: 'Hot in Lyon' }],
  ['run Hot in Lyon', { do: 'run', name: 'Hot in Lyon' }],
  ['lancer « Lyon prêts »', { do: 'run', name: 'Lyon prêts' }],
  ['run save', { do: 'run', name: 'save' }],
  ['"Hot in Lyon"', { do: 'run', name: 'Hot in Lyon' }],
  ['remove Hot', { do: 'remove', name: 'Hot' }],
  ['SUPPRIMER “Hot”', { do: 'remove', name: 'Hot' }],
  ['save hot decision:ready', { do: 'save', name: 'hot', query: 'decision:ready' }],
  [
    'save "Hot in Lyon" property:"rue de la paix"',
    { do: 'save', name: 'Hot in Lyon', query: 'property:"rue de la paix"' },
  ],
  [
    'enregistrer «Lyon prêts» décision:prêt',
    { do: 'save', name: 'Lyon prêts', query: 'décision:prêt' },
  ],
  ['save hot', { do: 'save', name: 'hot', query: '' }],
  ['save', { do: 'save', name: '', query: '' }],
])('“%s” wants %j', (text, wish) => {
  expect(parseViewCommand(text)).toEqual(wish);
});

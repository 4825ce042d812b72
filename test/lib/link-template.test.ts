import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createLinkTemplate } from '../../src/lib/http.ts';

test.each([
  'https://console.example.com/files/{id}',
  'https://console.example.com/files/{id}/overview?from=slack',
  'https://console.example.com/?file={id}&tab=2#top',
])('the way to a file leads back to it: %s', (template) => {
  const { linkTo, idIn } = createLinkTemplate(template);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }), (id) => {
      fc.pre(linkTo(id) !== null);
      expect(idIn(`see <${linkTo(id)}|the file> please`)).toBe(id);
    }),
  );
});

test.each([
  ['https://console.example.com/files/', null],
  ['https://console.example.com/other/42', null],
  ['https://consoleXexample.com/files/42', null],
  ['HTTPS://Console.Example.com/files/42?tab=1', '42'],
  ['https://console.example.com/files/%zz', '%zz'],
  ['42', null],
  ['', null],
])('in %j the id is %j', (text, id) => {
  expect(createLinkTemplate('https://console.example.com/files/{id}').idIn(text)).toBe(id);
});

test.each(['.', '..'])('an id that is a step in a path (%s) leads to no other page', (id) => {
  expect(createLinkTemplate('https://console.example.com/files/{id}/edit').linkTo(id)).toBeNull();
  expect(createLinkTemplate('https://console.example.com/files/{id}').linkTo(id)).toBeNull();
  const query = 'https://console.example.com/?file=';
  expect(createLinkTemplate(`${query}{id}`).linkTo(id)).toBe(query + id);
});

test('where files open nowhere, no link leads anywhere', () => {
  const { linkTo, idIn } = createLinkTemplate(null);

  expect(linkTo('42')).toBeNull();
  expect(idIn('https://console.example.com/files/42')).toBeNull();
});

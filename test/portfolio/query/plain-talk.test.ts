import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { QueryError } from '../../../src/portfolio/query/errors.ts';
import { queryInTalk } from '../../../src/portfolio/query/natural-language.ts';
import { parseQuery } from '../../../src/portfolio/query/parser.ts';

test.each([
  ['ready', 'decision:ready'],
  ['en attente', 'decision:en-attente'],
  ['A decider', 'decision:A-decider'],
  ['acceptés, les plus anciens', 'decision:acceptés sort:oldest'],
  ['closed oldest', 'status:closed sort:oldest'],
  ['archivés', 'archived:yes'],
  ['older than 5 days', 'age:>5days'],
  ['depuis plus de 5 jours', 'age:>5jours'],
  ['moins de 2 semaines', 'age:<2semaines'],
  ['in the last 3 days', 'age:<3days'],
  ['>5d', 'age:>5d'],
  ['<900€', 'rent:<900'],
  ['today', 'age:<1d'],
  ['this week', 'age:<1week'],
  ['acceptés cette semaine', 'decision:acceptés age:<1semaine'],
  ['all the files', ''],
  ['files older than a week', 'age:>1week'],
  ['depuis plus d’une semaine', 'age:>1semaine'],
  ['approved last week', 'decision:approved age:<1week'],
  ['dossiers reçus aujourd’hui', 'age:<1d'],
  ['dossiers d’aujourd’hui', 'age:<1d'],
  ['rent under 900', 'rent:<900'],
  ['loyer de moins de 900€', 'rent:<900'],
  ['score over 80', 'score:>80'],
  ['complétude de plus de 80%', 'completion:>80'],
  ['dossiers incomplets', 'completion:<100'],
])('%j asks for %j, and for no words', (text, query) => {
  expect(queryInTalk(text)).toMatchObject({ text: query, isWhole: true });
  expect(() => parseQuery(query, 'en')).not.toThrow();
});

test.each([
  ['for Dupont', 'Dupont'],
  ['pour Dupont please', 'Dupont'],
  ['ready Dupont tag:urgent', 'decision:ready Dupont tag:urgent'],
  ['qui attend Lyon ?', 'attend Lyon'],
])('%j leaves what may be a name: %j', (text, query) => {
  expect(queryInTalk(text)).toMatchObject({ text: query, isWhole: false });
});

test.each(['dupont', 'rue lilas', 'decision:ready', '"all the files"', '', '5', 'dupont 5'])(
  '%j asks for just that',
  (text) => {
    expect(queryInTalk(text)).toBeNull();
  },
);

test('whatever is said, what comes of it is a query or none, and nothing breaks', () => {
  const word = fc.oneof(
    fc.constantFrom('ready', 'en', 'attente', 'than', '5', 'days', '>3jo', 'les', 'tag:x', '€'),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      expect(['query', 'QueryError']).toContain(
        outcomeOf(queryInTalk(words.join(' '))?.text ?? ''),
      );
    }),
  );
});

function outcomeOf(text: string): string {
  try {
    parseQuery(text, 'fr');
    return 'query';
  } catch (error) {
    return error instanceof QueryError ? error.name : String(error);
  }
}

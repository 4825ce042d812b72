import { describe, expect, test } from 'vitest';

import { answerOf, asking, deskOver, pressOf } from '../support/desk.ts';
import { pagesOf, rentalFile } from '../support/rental-files.ts';

const managed = (id: string, managers: readonly string[], of: object = {}) =>
  rentalFile({ id, managers, product: { title: `Flat ${id}`, ...of } });

const FILES = [
  managed('1', ['auth0|user_42']),
  managed('2', ['Hannah Weber'], { reference: 'R-2' }),
  managed('3', ['hannah@agency.example']),
  managed('4', [], { managers: ['Hannah Weber'] }),
];

const hannah = asking({ person: { email: 'hannah@agency.example' } });
const french = asking({ locale: 'fr-FR', person: { email: 'h.weber@agence.example' } });

async function answered(text: string, requestInfo = hannah): Promise<string> {
  const { dispatcher } = deskOver(() => pagesOf(FILES));
  return (await answerOf(dispatcher.run(text, requestInfo))).text;
}

describe('/rental me', () => {
  test('looks for the reader’s e-mail address', async () => {
    const text = await answered('me');
    expect(text).toContain('Flat 3');
    expect(text).not.toContain('Flat 2');
  });

  test('looks among the managers of the property, too', async () => {
    const weber = asking({ person: { email: 'Hannah Weber' } });
    expect((await answered('me', weber)).match(/Flat \d/g)?.toSorted()).toEqual([
      'Flat 2',
      'Flat 4',
    ]);
  });

  test('with nothing found says which address it looked for, and how to tell another', async () => {
    expect(await answered('moi', french)).toContain(
      'Aucun dossier ne compte h.weber@agence.example parmi ses gestionnaires. Vous y figurez sous un autre nom ? Tapez /rental moi comme &lt;gestionnaire&gt;.',
    );
  });

  test.each([
    ['me as auth0|user_42', ['Flat 1']],
    ['me as "Hannah Weber"', ['Flat 2', 'Flat 4']],
    ['me as Hannah Weber', ['Flat 2', 'Flat 4']],
    ['moi comme « Hannah Weber »', ['Flat 2', 'Flat 4']],
    ['me as <mailto:hannah@agency.example|hannah@agency.example>', ['Flat 3']],
    ['me as hannah weber property:R-2', ['Flat 2']],
    ['moi comme Hannah Weber', ['Flat 2', 'Flat 4']],
  ])('%s finds the files of that manager', async (text, expected) => {
    const answer = await answered(text);
    expect(answer.match(/Flat \d/g)?.toSorted()).toEqual(expected);
  });

  test('the name travels in the buttons', async () => {
    const many = Array.from({ length: 30 }, (_, index) => managed(`f${index}`, ['Hannah Weber']));
    const { dispatcher } = deskOver(() => pagesOf(many));
    const first = await answerOf(dispatcher.run('me as Hannah Weber', hannah));
    const next = await answerOf(dispatcher.runAction(pressOf(first, 'Next ›'), hannah));
    expect(next.text).toContain('Page 2');
    expect(next.text).toMatch(/manager/i);
  });
});

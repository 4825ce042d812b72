import { describe, expect, test } from 'vitest';

import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { ask, linesOf, useVisits, say, type Visits } from '../../support/visit.ts';

/** A telephone that is higher than any, so that nothing has to be scrolled to be measured. */
const PHONE = { width: 390, height: 2_400 };
/** Room between the head and the foot of the app. */
const HEIGHT_MAX = 760;
/** Lists that only one person sees say nearly what a digest says. */
const PRIVATE = /Only visible to you|Visible de vous uniquement/;
/** A digest has sections and more buttons than a list. */
const DIGEST_HEIGHT_MAX = 900;

describe('on a telephone', { timeout: 300_000 }, () => {
  let visits: Visits;
  useVisits((opened) => (visits = opened), 183);

  test.each([
    [PEOPLE.hannah, '/rental pending'],
    [PEOPLE.claire, '/rental attente'],
    [PEOPLE.hannah, '/rental list'],
    [PEOPLE.claire, '/rental liste'],
    [PEOPLE.hannah, '/rental list decision:ready'],
    [PEOPLE.claire, '/rental liste décision:prêt'],
  ])('a page that %s gets for “%s” fits one screen', async (person, typed) => {
    const page = await visits.as(person, PHONE);
    const list = await ask(page, typed, typed);
    expect(await linesOf(list)).toHaveLength(5);
    expect((await list.boundingBox())?.height).toBeLessThanOrEqual(HEIGHT_MAX);
  });

  test.each([
    [PEOPLE.hannah, '/rental digest add name:"Height" language:en', 'Height', 'await a decision'],
    [PEOPLE.claire, '/rental point ajouter nom:"Hauteur" langue:fr', 'Hauteur', 'en attente'],
  ])('a digest that %s sets up by “%s” fits one screen', async (person, typed, name, says) => {
    const page = await visits.as(person, PHONE);
    await ask(page, typed, name);
    await say(page, `/rental digest run ${name}`);
    const post = page.getByRole('article').filter({ hasText: says, hasNotText: PRIVATE }).last();
    await post.waitFor();
    expect((await post.boundingBox())?.height).toBeLessThanOrEqual(DIGEST_HEIGHT_MAX);
  });

  test.each([
    [PEOPLE.hannah, '/rental show', 'Applicants', 'Open the rental file in the console'],
    [PEOPLE.claire, '/rental voir', 'Candidats', 'Ouvrir le dossier dans la console'],
  ])('a card that %s gets by “%s” fits one screen', async (person, typed, says, opens) => {
    const crowded = visits.service.files
      .filter(({ applicants }) => applicants.length === 2)
      .slice(0, 3);
    const page = await visits.as(person, PHONE);
    for (const { id } of crowded) {
      const card = await ask(page, `${typed} ${id}`, says);
      await card.getByRole('link', { name: opens }).waitFor();
      await expect.poll(async () => card.getByRole('button').count()).toBe(3);
      expect((await card.boundingBox())?.height).toBeLessThanOrEqual(HEIGHT_MAX);
    }
    expect(crowded).toHaveLength(3);
  });

  test.each([
    [PEOPLE.hannah, '/rental help', 'Try it'],
    [PEOPLE.claire, '/rental aide', 'Pour essayer'],
  ])('the help that %s gets by “%s” fits one screen', async (person, typed, says) => {
    const page = await visits.as(person, PHONE);
    const help = await ask(page, typed, says);
    expect((await help.boundingBox())?.height).toBeLessThanOrEqual(HEIGHT_MAX);
  });
});

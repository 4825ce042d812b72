import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { clientWords } from '../../../src/playground/slack-workspace/client-words.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { folderPlace } from '../../support/places.ts';
import { goTo, openVisits, say, type Visits } from '../../support/visit.ts';
import { DIGESTS, postDigest } from './digests.ts';

/** Where the pictures go. They are for people to look at: without a folder there are none. */
const FOLDER = process.env['PICTURES'] ?? '';

/** Higher than any screen, so that nothing has to be scrolled to be seen. */
const HEIGHT = 3_000;
const SCREENS = { phone: { width: 390, height: HEIGHT }, desktop: { width: 1280, height: HEIGHT } };
const READERS = { en: PEOPLE.hannah, fr: PEOPLE.claire } as const;
/** As the playground opens. */
const HISTORY_DAYS = 20;
const LINK = 'https://console.agence-bellecour.example/files/';

/** What is typed, by the name of the picture of its answer. */
const TYPED = {
  en: {
    overview: '/rental',
    pending: '/rental pending',
    list: '/rental list age:>5bd sort:oldest',
    nothing: '/rental list property:nowhere',
    mistake: '/rental list decison:ready',
    unknown: '/rental pendign',
    search: '/rental search rue',
    stats: '/rental stats',
    report: '/rental report',
    property: '/rental property gare',
    vacant: '/rental vacant',
    'alert-add': '/rental alert add decision:ready property:gare',
    'alert-test': '/rental alert test',
    'alert-list': '/rental alert list',
    'view-save': '/rental view save "Ready ones" decision:ready',
    'view-list': '/rental view list',
    access: '/rental access',
    status: '/rental status',
    help: '/rental help',
    'help-list': '/rental help list',
    'help-digest': '/rental help digest',
    'digest-add': '/rental digest add 09:00 name:"Morning"',
    'digest-list': '/rental digest list',
    'digest-status': '/rental digest status',
    find: '/rental show',
  },
  fr: {
    overview: '/rental',
    pending: '/rental attente',
    list: '/rental liste âge:>5jo tri:anciens',
    nothing: '/rental liste bien:nulle-part',
    mistake: '/rental liste décison:prêt',
    unknown: '/rental atente',
    search: '/rental chercher rue',
    stats: '/rental stats',
    report: '/rental rapport',
    property: '/rental bien gare',
    vacant: '/rental vacants',
    'alert-add': '/rental alerte ajouter décision:prêt bien:gare',
    'alert-test': '/rental alerte tester',
    'alert-list': '/rental alerte liste',
    'view-save': '/rental vue enregistrer "À décider" décision:prêt',
    'view-list': '/rental vue liste',
    access: '/rental accès',
    status: '/rental état',
    help: '/rental aide',
    'help-list': '/rental aide liste',
    'help-digest': '/rental aide point',
    'digest-add': '/rental point ajouter 09:00 nom:"Matin"',
    'digest-list': '/rental point liste',
    'digest-status': '/rental point suivi',
    find: '/rental voir',
  },
} as const;

const SEVERAL = {
  en: 'Take, watch or snooze files of this message',
  fr: 'Prendre, suivre ou reporter des dossiers de ce message',
} as const;
const TAKE = { en: 'take', fr: 'prendre' } as const;

/** What is typed to open a window. */
const OPENING = {
  en: { settings: '/rental settings', 'digest-form': '/rental digest add' },
  fr: {
    settings: '/rental réglages',
    'digest-form': '/rental point ajouter',
  },
} as const;

describe.skipIf(FOLDER === '')('pictures of every view', { timeout: 600_000 }, () => {
  let visits: Visits;
  beforeAll(async () => {
    await mkdir(FOLDER, { recursive: true });
    visits = await openVisits(240, folderPlace, HISTORY_DAYS);
    for (const person of Object.values(READERS)) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other.
      await visits.workspace.perform('open_home', { person });
    }
  }, 300_000);
  afterAll(async () => visits?.stop());

  describe.each(['en', 'fr'] as const)('%s', (language) => {
    const words = clientWords(language);
    const open = async () => visits.as(READERS[language], SCREENS.desktop);

    test('digests', async () => {
      const page = await open();
      for (const wanted of DIGESTS) {
        const before = await page.getByRole('article').count();
        await postDigest(wanted, language, visits.workspace);
        const post = page.getByRole('article').nth(before);
        await draw(page, post, `digest-${wanted.name}-${language}`);
      }
      await page.getByRole('button', { name: SEVERAL[language] }).last().click();
      await drawDialog(page, `several-${language}`);
      const form = page.locator('dialog[open]').last();
      await form.getByRole('checkbox').nth(0).check();
      await form.getByRole('checkbox').nth(1).check();
      await form.getByRole('button', { name: /^(Do it|Valider)$/ }).click();
      const result = page.locator('dialog[open]', {
        hasText: /Taken by you|Pris en charge par vous/,
      });
      await draw(page, result, `several-done-${language}`);
      expect(await readdir(FOLDER)).toContain(`digest-late-${language}-phone-dark.png`);
    });

    test('answers', async () => {
      const page = await open();
      for (const [name, text] of Object.entries(TYPED[language])) {
        await draw(page, await answerTo(page, text), `${name}-${language}`);
      }
      const { id } = visits.service.files.find(({ applicants }) => applicants.length > 2) ?? {
        id: '',
      };
      const card = await answerTo(page, `/rental ${id}`);
      await draw(page, await answerTo(page, `/rental ${TAKE[language]} ${id}`), `take-${language}`);
      await draw(page, card, `show-${language}`);
      const bySize = visits.service.files.toSorted(
        (one, other) => JSON.stringify(one).length - JSON.stringify(other).length,
      );
      const ends = { emptiest: bySize.at(0)?.id ?? '', fullest: bySize.at(-1)?.id ?? '' };
      for (const [name, fileId] of Object.entries(ends)) {
        await draw(page, await answerTo(page, `/rental ${fileId}`), `${name}-${language}`);
      }
      await card.getByRole('button', { name: /^(More|Plus|Autres)/ }).click();
      await page.getByRole('menuitem', { name: /^(Share|Partager)/ }).click();
      await drawDialog(page, `share-${language}`);
      await page.keyboard.press('Escape');
      await say(page, `${LINK}${id}`);
      const preview = page.getByRole('region', { name: words.preview }).last();
      await draw(page, preview, `unfurl-${language}`);
      await preview.getByRole('button').first().click();
      const panel = page.getByRole('complementary', { name: words.details });
      await panel.getByRole('button', { name: words.moreActions }).waitFor();
      await draw(page, panel, `panel-${language}`);
      expect(await readdir(FOLDER)).toContain(`unfurl-${language}-phone-dark.png`);
    });

    test('windows', async () => {
      const page = await open();
      for (const [name, text] of Object.entries(OPENING[language])) {
        await say(page, text);
        await drawDialog(page, `${name}-${language}`);
        await page.keyboard.press('Escape');
        await page.locator('dialog[open]').waitFor({ state: 'hidden' });
      }
      await page.getByRole('button', { name: words.shortcuts }).click();
      await page.getByRole('menuitem', { name: 'Find a rental file' }).click();
      await drawDialog(page, `find-window-${language}`);
      await page.keyboard.press('Escape');
      expect(await readdir(FOLDER)).toContain(`find-window-${language}-phone-dark.png`);
    });

    test('Home', async () => {
      const page = await open();
      await goTo(page, 'Rental Desk');
      await page.getByRole('tab', { name: words.home }).click();
      const home = page.getByRole('tabpanel', { name: words.home });
      await home.getByRole('button').first().waitFor();
      await draw(page, home, `home-${language}`);
      expect(await readdir(FOLDER)).toContain(`home-${language}-phone-dark.png`);
    });
  });
});

/** The answer to a command, as soon as it stays. */
async function answerTo(page: Page, text: string): Promise<Locator> {
  const before = await page.getByRole('article').count();
  await say(page, text);
  const answer = page.getByRole('article').nth(before);
  await answer.waitFor();
  return answer;
}

async function drawDialog(page: Page, name: string): Promise<void> {
  const opened = page.locator('dialog[open]').last();
  await opened.getByRole('button').first().waitFor();
  await draw(page, opened, name);
}

/** On every screen, light and dark. */
async function draw(page: Page, what: Locator, name: string): Promise<void> {
  await what.waitFor();
  for (const [screen, size] of Object.entries(SCREENS)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      /* oxlint-disable no-await-in-loop -- one page cannot be two screens. */
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const path = join(FOLDER, `${name}-${screen}-${colorScheme}.png`);
      await what.screenshot({ path });
      /* oxlint-enable no-await-in-loop */
    }
  }
  await page.setViewportSize(SCREENS.desktop);
}

import { readFile } from 'node:fs/promises';

import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import {
  ask,
  dialog,
  goTo,
  linesOf,
  oneOfAKind,
  useVisits,
  press,
  say,
  told,
  type Visits,
} from '../../support/visit.ts';

const PHONE = { width: 390, height: 844 };
/** Labels of charts that are not wholly within what shows them, to half a pixel. */
const CUT_LABELS = `[...document.querySelectorAll('article svg[role=img] text')].filter((text) => {
  const cuts = (part) => getComputedStyle(part).overflowX !== 'visible';
  let shown = text.ownerSVGElement;
  while (shown !== document.body && !cuts(shown)) shown = shown.parentElement;
  const [label, frame] = [text, shown].map((part) => part.getBoundingClientRect());
  return label.right > frame.right + 0.5 || label.left < frame.left - 0.5;
}).map((text) => text.textContent)`;

/** Where something ends, in pixels from the top of the page. */
async function bottomOf(part: Locator): Promise<number> {
  const { y, height } = (await part.boundingBox()) ?? { y: 0, height: 0 };
  return y + height;
}

describe('figures, settings, exports and Home, in a browser', { timeout: 300_000 }, () => {
  let visits: Visits;
  useVisits((opened) => (visits = opened), 60);

  test('figures are drawn as charts, or in bars where charts are refused', async () => {
    const page = await visits.as(PEOPLE.oliver);
    const drawn = await ask(page, '/rental stats', 'Statistics · 60 rental files');
    await drawn.locator('svg rect, svg path, canvas').first().waitFor();
    expect(await drawn.innerText()).not.toContain('▰');
    visits.workspace.refuseBlocks(['data_visualization']);
    try {
      const said = await ask(page, '/rental stats', 'Statistics · 60 rental files');
      await expect.poll(async () => said.innerText()).toMatch(/▰+▱*\s+Closed \d/);
    } finally {
      visits.workspace.refuseBlocks([]);
    }
  });

  test('on a phone, charts show every label whole', async () => {
    const page = await visits.as(PEOPLE.oliver);
    const desktop = page.viewportSize();
    const { files } = visits.service;
    const [held, ...others] = files;
    if (held !== undefined) visits.service.setFiles([{ ...held, status: 'ON_HOLD' }, ...others]);
    await page.setViewportSize(PHONE);
    try {
      const drawn = await ask(page, '/rental stats', 'Statistics · 60 rental files');
      await press(drawn, 'Refresh. Read the rental files again');
      await drawn.locator('svg text', { hasText: 'Unknown status' }).waitFor();
      expect(await page.evaluate<string[]>(CUT_LABELS)).toEqual([]);
    } finally {
      if (desktop !== null) await page.setViewportSize(desktop);
      visits.service.setFiles(files);
    }
  });

  test('a view is saved, listed, run and removed', async () => {
    const page = await visits.as(PEOPLE.oliver);
    const saved = await ask(page, '/rental view save "Ready ones" decision:ready', 'Ready ones');
    await press(saved, 'Run the view Ready ones');
    await told(saved, '/rental ');
    const found = await linesOf(saved);
    const run = await ask(page, '/rental view Ready ones', '/rental ');
    expect(await linesOf(run)).toEqual(found);

    const all = await ask(page, '/rental view', '1 saved view');
    await press(all, 'Remove the view Ready ones');
    await press(page.locator('dialog[open]').last(), 'Remove');
    await told(all, 'View “Ready ones” removed.');
    await ask(page, '/rental view', 'No saved views in this channel yet.');
  });

  test('settings are corrected in their form, and hold from the next answer on', async () => {
    const page = await visits.as(PEOPLE.oliver);
    await goTo(page, 'lyon');
    const before = await page.getByRole('article').count();
    await page.getByRole('textbox', { name: /^Message / }).fill('/rental settings');
    await page.keyboard.press('Enter');
    const form = dialog(page, 'Channel settings');
    await form.getByRole('radio', { name: 'Full names' }).check();
    await press(form, 'Save');
    await told(form, 'Only admins can show full names to a channel.');

    await form.getByRole('radio', { name: 'No names' }).check();
    await form.getByRole('radio', { name: 'French' }).check();
    await press(form, 'Save');
    await told(page.locator('dialog[open], article').last(), 'Français');
    await page.keyboard.press('Escape');
    await goTo(page, 'leasing');
    await goTo(page, 'lyon');
    await expect.poll(async () => page.getByRole('article').count()).toBe(before);
    await ask(page, '/rental pending', '/rental attente');
  });

  test('around a form, Slack speaks the language of its reader', async () => {
    const page = await visits.as(PEOPLE.claire);
    await say(page, '/rental alerte ajouter');
    const form = dialog(page, 'Nouvelle alerte');
    await form.getByText('(facultatif)').first().waitFor();
    expect(await form.getByText('(optional)').count()).toBe(0);
    await press(form, 'Enregistrer');
    await form.getByText('Veuillez remplir ce champ obligatoire.').first().waitFor();
    await press(form, 'Fermer');

    await say(page, '/rental point ajouter');
    await dialog(page, 'Nouveau récap').getByText('Sélectionner une option').waitFor();
  });

  test('on a phone, what is wrong in a long form comes into sight', async () => {
    const page = await visits.as(PEOPLE.oliver, PHONE);
    await press(await ask(page, '/rental digest', 'no digest here yet'), /digest/i);
    const form = dialog(page, 'New digest');
    await form.getByRole('textbox', { name: 'Which files' }).fill('decison:ready');
    const body = form.locator('.dialog-body');
    await body.evaluate((scrolled) => scrolled.scrollTo(0, 0));
    await press(form, 'Save');
    const error = form.locator('.wrong').getByRole('alert');
    await error.waitFor();
    // Above the buttons, to a pixel.
    await expect.poll(async () => (await bottomOf(error)) - (await bottomOf(body))).toBeLessThan(1);
  });

  test('status tells how all parts are doing', async () => {
    const page = await visits.as(PEOPLE.oliver);
    const status = await ask(page, '/rental status', 'Database: OK');
    await expect.poll(async () => status.innerText()).toMatch(/Service: OK[^]*Rental files: OK/);
  });

  test('admins read who opened what; members are told that it is not for them', async () => {
    const { id, reference } = oneOfAKind(visits.service);
    const oliver = await visits.as(PEOPLE.oliver);
    await ask(oliver, `/rental show ${id}`, reference);
    await ask(oliver, '/rental access', 'Only Rental Desk admins can do that.');
    const hannah = await visits.as(PEOPLE.hannah);
    const log = await ask(hannah, '/rental access', 'Access log');
    await expect.poll(async () => log.innerText()).toContain('@Oliver Marsh');
    await expect.poll(async () => log.innerText()).toContain(reference);
  });

  test('an export comes as a direct message, and holds every file', async () => {
    const page = await visits.as(PEOPLE.hannah);
    await ask(page, '/rental export', /Sent by direct message:\s\d+\sfiles/);
    await goTo(page, 'Rental Desk');
    await page.getByRole('tab', { name: 'Messages' }).click();
    const [saving] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /rental-files-/ }).click(),
    ]);
    expect(saving.suggestedFilename()).toMatch(/^rental-files-\d{4}-\d\d-\d\d-\d{6}\.csv$/);
    const text = await readFile(await saving.path(), 'utf8');
    const { reference } = oneOfAKind(visits.service);
    expect(text).toContain(reference);
    expect(text).toContain(',');
  });

  test('the Home tab shows what waits, and its buttons open windows', async () => {
    const page = await visits.as(PEOPLE.oliver);
    await goTo(page, 'Rental Desk');
    await page.getByRole('tab', { name: 'Home' }).click();
    const home = page.getByRole('tabpanel', { name: 'Home' });
    await told(home, /of your files awaits? a decision/);

    await press(home, 'Awaiting decision. List everything that awaits a decision');
    const list = dialog(page, 'Awaiting decision');
    await press(list, /^View /);
    const card = dialog(page, 'Rental file');
    await card.getByText('Applicants', { exact: true }).waitFor();
    await press(card, 'Back');
    await list.waitFor();
    await press(list, 'Dismiss');

    await press(home, 'Channel settings. Change the settings of a channel');
    const form = dialog(page, 'Channel settings');
    await press(form, /^Channel/);
    await page.getByRole('option', { name: '#direction' }).waitFor({ state: 'detached' });
    await page.getByRole('option', { name: '#leasing' }).click();
    await press(form, 'Next');
    await told(form, '#leasing');
    await form.getByRole('radio', { name: 'Initials' }).waitFor();
    await press(form, 'Save');
    await told(form, 'Nothing changed');
    await expect.poll(async () => form.innerText()).toContain('#leasing');
    await press(form, 'Close');
    await form.waitFor({ state: 'hidden' });
  });

  test('the shortcut finds a file as a person types', async () => {
    const { reference, product } = oneOfAKind(visits.service);
    const page = await visits.as(PEOPLE.oliver);
    await page.getByRole('button', { name: 'Shortcuts' }).click();
    await page.getByRole('menuitem', { name: 'Find a rental file' }).click();
    const find = dialog(page, 'Find a rental file');
    await press(find, /^Start typing/);
    await page.getByRole('combobox', { name: /^Search/ }).pressSequentially(reference.slice(0, 5));
    const option = page.getByRole('option', { name: reference });
    // Decision and people, as Slack draws them below the option.
    await option.locator('.choice-description', { hasText: ' · ' }).waitFor();
    await option.click();
    const card = dialog(page, 'Rental file');
    await told(card, reference);
    await expect.poll(async () => card.innerText()).toContain(product?.title);
  });
});

import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { CHANNELS } from '../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { openContext } from '../../support/browser-context.ts';
import { folderPlace } from '../../support/places.ts';
import { messageThat, visitor } from '../../support/slack-workspace.ts';
import { goTo, useVisits, type Visits } from '../../support/visit.ts';

const FILES = 420;
const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Answers that show nothing: no file, or an error. */
const USELESS = [
  /^0 (?:rental files|dossiers)/,
  /No rental file|Aucun dossier/,
  /Reference|Référence/,
  /not understand|ne comprend pas/,
];

describe('the first minute', { timeout: 300_000 }, () => {
  let visits: Visits;

  useVisits((opened) => (visits = opened), FILES, folderPlace);

  /** A page without a remembered person, as on a first visit. */
  async function open(viewport = DESKTOP): Promise<Page> {
    const context = await openContext({ viewport });
    const page = await context.newPage();
    await page.goto(visits.url);
    await page.getByText('Bot is ready').waitFor({ state: 'attached' });
    return page;
  }

  test('what did not work is said where it was pressed, also in the sheet of a telephone', async () => {
    for (const viewport of [PHONE, DESKTOP]) {
      const page = await open(viewport);
      if (viewport === PHONE) {
        await page.getByRole('button', { name: 'Open the playground controls' }).click();
      }
      await page.getByText('Change a rental file').click();
      await page.getByRole('textbox', { name: /^Reference/ }).fill('nobody at all');
      await page.getByRole('button', { name: 'Change', exact: true }).click();

      const failed = page
        .getByText('no undecided rental file matches “nobody at all”')
        .locator('visible=true');
      await failed.waitFor();
      expect(await failed.count()).toBe(1);
      // Nothing lies over it.
      await failed.click({ trial: true });
    }
  });

  test('who gets no answers is asked to act as somebody who does', async () => {
    const page = await open();
    const actAs = page.getByRole('combobox', { name: 'Act as' });
    const begin = page.getByRole('region', { name: 'How to begin' });
    const navigation = page.getByRole('navigation', { name: 'Channels and apps' });
    await navigation.getByRole('heading', { name: 'Channels' }).waitFor();
    await actAs.selectOption(PEOPLE.luc);
    await begin
      .filter({
        hasText:
          'Luc Moreau is deactivated and cannot sign in. Act as someone else to get answers.',
      })
      .filter({ hasText: 'Your direct message with the app. Nothing here leaves your machine.' })
      .waitFor();
    expect(await navigation.getByRole('heading', { name: 'Channels' }).count()).toBe(0);
  });

  test('a visitor starts as a person who reads English, and Act as changes the language', async () => {
    const page = await open();
    const actAs = page.getByRole('combobox', { name: 'Act as' });
    await expect.poll(async () => actAs.inputValue()).toBe(PEOPLE.hannah);
    await page.getByText('You are Hannah Brooks, so answers are in English.').waitFor();
    const note = await actAs.getAttribute('aria-describedby');
    await expect
      .poll(async () => page.locator(`#${note}`).innerText())
      .toMatch(/changes the language/);

    await page.getByRole('button', { name: 'Act as' }).click();
    expect(await actAs.evaluate((it) => it.matches(':focus'))).toBe(true);
    await actAs.selectOption(PEOPLE.claire);
    await goTo(page, 'lyon');

    await page.getByText('You are Claire Fontaine, so answers are in French.').waitFor();
    await example(page, '/rental attente').click();
    await page.getByRole('article').filter({ hasText: 'dossiers' }).waitFor();
  });

  test.each([
    [PEOPLE.hannah, 'direction'],
    [PEOPLE.claire, 'direction'],
    [PEOPLE.oliver, 'random'],
    [PEOPLE.hannah, 'Rental Desk'],
  ])('every example that %s gets in %s is sent with one click, and works', async (person, room) => {
    const page = await visits.as(person);
    await goTo(page, room);
    await page.getByRole('button', { name: 'Examples' }).click();
    const texts = await page.locator('.popover .example code').allInnerTexts();
    await page.keyboard.press('Escape');
    expect(texts.length).toBeGreaterThanOrEqual(5);

    // In a direct message, what the person writes stands there, too.
    const answers = page.getByRole('article', { name: /^Rental Desk,/ });
    // Whoever opens it for the first time is greeted, and that may come late.
    const greetings = answers.filter({ hasText: 'What would you like to see?' });
    await expect.poll(() => greetings.count()).toBe(room === 'Rental Desk' ? 1 : 0);
    for (const text of texts) {
      const before = await answers.count();
      await page.getByRole('button', { name: 'Examples' }).click();
      await page.locator('.popover').getByRole('button').filter({ hasText: text }).last().click();
      await expect.poll(() => answers.count()).toBe(before + 1);
      const answer = answers.last();
      await expect.poll(() => answer.innerText()).not.toMatch(/Reading|Lecture/);
      for (const useless of USELESS) expect(await answer.innerText()).not.toMatch(useless);
    }
  });

  test('a guest is offered what guests are answered, others what they can do', async () => {
    const page = await open();
    const actAs = page.getByRole('combobox', { name: 'Act as' });
    await actAs.selectOption(PEOPLE.tom);
    await page.getByText('Tom Keller is a guest').waitFor();
    await example(page, '/rental').click();
    await page.getByText('ne répond pas aux invités').waitFor();
    const told = visits.workspace.state().messages.filter(({ text }) => text.includes('invités'));
    expect(told.map(({ onlyFor }) => onlyFor)).toEqual([PEOPLE.tom]);

    await actAs.selectOption(PEOPLE.luc);
    await page.locator('.first-visit').getByText('Luc Moreau is deactivated').waitFor();
    await expect.poll(async () => page.getByRole('button', { name: '/rental' }).count()).toBe(0);
  });

  test.each([
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
  ])('on %s, the digest example leads to Tomorrow, and the digest comes', async (_, viewport) => {
    const page = await open(viewport);
    const room = viewport === PHONE ? CHANNELS.partners : CHANNELS.leasing;
    if (viewport === PHONE) {
      await page.getByRole('button', { name: 'Open the sidebar' }).click();
      await goTo(page, 'partners-ext');
    }
    await example(page, '/rental digest add').click();
    await page.getByText('is set up').first().waitFor();
    const hint = page.getByRole('status').filter({ hasText: 'The digest is due at 09:00.' });
    await hint.waitFor();
    const clock = page.getByRole('group', { name: 'Clock', includeHidden: true });
    const next = clock.getByRole('button', { name: 'Tomorrow', includeHidden: true });
    await expect.poll(async () => next.getAttribute('class')).toContain('next');
    await (viewport === PHONE ? hint.getByRole('button', { name: 'Tomorrow' }) : next).click();
    await page.getByText('The digest arrives here').waitFor();

    const digest = await messageThat(
      visits.workspace,
      ({ channel, onlyFor, text }) =>
        channel === room && onlyFor === null && text.includes('await a decision'),
    );
    // The second channel is shared with another organisation.
    expect(digest.text).toContain(
      viewport === PHONE ? 'it sees only property references' : '09:00',
    );
    await page.getByText('The digest arrives here').waitFor({ state: 'hidden' });
  });

  test('all controls are seen on 1280 × 900 without scrolling, also before a weekend', async () => {
    const page = await open();
    const { aheadMs = 0 } = visits.workspace.state().settings.clock ?? {};
    await page.clock.setFixedTime(Date.parse('2026-11-20T10:00:00+01:00') - aheadMs);
    await page.reload();
    await page.getByRole('button', { name: 'Monday' }).waitFor();
    const controls = page.getByRole('region', { name: 'Playground' });
    await expect.poll(() => controls.evaluate(overflow)).toBe(0);
    expect(await page.locator('.sidebar').evaluate(overflow)).toBe(0);
    const restart = await page.getByRole('button', { name: 'Restart' }).boundingBox();
    expect((restart?.y ?? Infinity) + (restart?.height ?? 0)).toBeLessThan(900);
  });

  test('on a phone, the controls are one tap away, and Escape puts them away', async () => {
    const page = await open(PHONE);
    const actAs = page.getByRole('combobox', { name: 'Act as' });
    await expect.poll(async () => actAs.isVisible()).toBe(false);

    await page.getByRole('button', { name: 'Open the playground controls' }).click();
    await expect.poll(() => actAs.evaluate((it) => it.matches(':focus'))).toBe(true);
    const controls = page.getByRole('region', { name: 'Playground' });
    expect(await controls.evaluate(overflow)).toBe(0);
    for (const name of ['Tomorrow', 'Socket Mode', 'Restart']) {
      const box = await controls.getByRole('button', { name }).boundingBox();
      // A box at a fraction of a pixel is measured with an error.
      expect(Math.round(box?.height ?? 0)).toBeGreaterThanOrEqual(40);
      expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(PHONE.width);
    }
    await page.keyboard.press('Escape');
    await expect.poll(() => actAs.isVisible()).toBe(false);
  });

  test('a channel with a new message stands out until it is opened, for each person', async () => {
    const page = await open();
    const navigation = page.getByRole('navigation', { name: 'Channels and apps' });
    const isNew = async (room: string) =>
      (await navigation.getByRole('button', { name: room }).getAttribute('aria-description')) ===
      'New messages';
    expect(await isNew('random')).toBe(false);
    await visitor(visits.workspace, PEOPLE.oliver).say('A viewing at ten', CHANNELS.random);
    await expect.poll(async () => isNew('random')).toBe(true);
    expect(await isNew('leasing')).toBe(false);

    await goTo(page, 'random');
    await expect.poll(async () => isNew('random')).toBe(false);
    await goTo(page, 'leasing');
    expect(await isNew('random')).toBe(false);

    const actAs = page.getByRole('combobox', { name: 'Act as' });
    await actAs.selectOption(PEOPLE.claire);
    await expect.poll(async () => isNew('random')).toBe(true);
    await actAs.selectOption(PEOPLE.oliver);
    await expect.poll(async () => isNew('random')).toBe(false);
  });
});

function example(page: Page, text: string): Locator {
  return page.locator('.first-visit').getByRole('button', { name: text }).first();
}

/** Pixels that have to be scrolled to. */
function overflow(element: { scrollHeight: number; clientHeight: number }): number {
  return element.scrollHeight - element.clientHeight;
}

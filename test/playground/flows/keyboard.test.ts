import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { dialog, oneOfAKind, useVisits, type Visits } from '../../support/visit.ts';

/** More than there are stops from the composer to the top of an answer. */
const STOPS_MAX = 60;

describe('everything with the keyboard alone, in a browser', { timeout: 300_000 }, () => {
  let visits: Visits;
  useVisits((opened) => (visits = opened), 60);

  test('a command that is complete is sent, whatever its suggestions would add', async () => {
    const page = await visits.as(PEOPLE.oliver);
    const composer = page.getByRole('textbox', { name: 'Message #leasing' });
    for (const [at, command] of ['alert', 'digest', 'view', 'report'].entries()) {
      const full = `/rental ${command}`;
      // oxlint-disable-next-line no-await-in-loop -- as one types.
      await composer.pressSequentially(full);
      // oxlint-disable-next-line no-await-in-loop -- it must be there to be in the way.
      await page
        .getByRole('option', { name: new RegExp(`^${full}`) })
        .first()
        .waitFor();
      // oxlint-disable-next-line no-await-in-loop -- as one types.
      await composer.press('Enter');
      // oxlint-disable-next-line no-await-in-loop -- one answer after the other.
      await page.getByRole('article').nth(at).waitFor();
      // oxlint-disable-next-line no-await-in-loop -- it is empty once it is sent.
      expect(await composer.inputValue()).toBe('');
    }
  });

  test('a search is typed, paged and opened, and Escape leads back to where one was', async () => {
    const page = await visits.as(PEOPLE.oliver);
    await expect.poll(() => focused(page)).toBe('Message #leasing');
    await type(page, '/rental list');
    await page.getByRole('button', { name: 'Next page' }).waitFor();

    await stepTo(page, 'Shift+Tab', /^Next page/);
    await page.keyboard.press('Enter');
    await page.getByText(/Page 2 of/).waitFor();
    expect(await focused(page)).toMatch(/^Next page/);

    await stepTo(page, 'Shift+Tab', /^View /);
    const details = await focused(page);
    await page.keyboard.press('Enter');
    const card = dialog(page, 'Rental file');
    await card.getByText('Applicants', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe(details);
  });

  test('a list is shown and its question left, and the focus is on the button again', async () => {
    const page = await visits.as(PEOPLE.oliver);
    await expect.poll(() => focused(page)).toBe('Message #leasing');
    await type(page, '/rental pending');
    await page.getByText('await a decision').first().waitFor();

    await stepTo(page, 'Shift+Tab', /^Share with everybody/);
    await page.keyboard.press('Enter');
    const question = dialog(page, 'Share in this channel');
    await question.getByText('What the channel will see:').waitFor();
    await stepTo(page, 'Tab', /^Close$/);
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toMatch(/^Share with everybody/);
  });

  test('contacts that replace their button leave the focus in the card, and so does the way back', async () => {
    const { reference } = oneOfAKind(visits.service);
    const page = await visits.as(PEOPLE.oliver);
    await expect.poll(() => focused(page)).toBe('Message #leasing');
    await type(page, `/rental show ${reference}`);
    const card = page.getByRole('article').last();
    await card.getByText('Applicants', { exact: true }).waitFor();

    await stepTo(page, 'Shift+Tab', /Show e-mail addresses/);
    await page.keyboard.press('Enter');
    await card.getByRole('button', { name: 'Go back to the rental file' }).waitFor();
    await expect.poll(async () => hasFocus(card)).toBe(true);
    await stepTo(page, 'Tab', /Go back to the rental file/);
    await page.keyboard.press('Enter');
    await card.getByRole('button', { name: /Show e-mail addresses/ }).waitFor();
    await expect.poll(async () => hasFocus(card)).toBe(true);
  });

  test('contacts in a window leave the focus in the window', async () => {
    const page = await visits.as(PEOPLE.oliver);
    await expect.poll(() => focused(page)).toBe('Message #leasing');
    await type(page, '/rental list');
    await page
      .getByRole('button', { name: /^View / })
      .first()
      .waitFor();
    await stepTo(page, 'Shift+Tab', /^View /);
    await page.keyboard.press('Enter');
    const card = dialog(page, 'Rental file');
    await card.getByText('Applicants', { exact: true }).waitFor();

    await stepTo(page, 'Tab', /Show e-mail addresses/);
    await page.keyboard.press('Enter');
    const contacts = page.getByRole('dialog').filter({ hasText: 'Back to the file' });
    await contacts.waitFor();
    await expect.poll(async () => hasFocus(contacts)).toBe(true);
  });

  test('a form begins with its first field, and leads back to the composer', async () => {
    const page = await visits.as(PEOPLE.oliver);
    await expect.poll(() => focused(page)).toBe('Message #leasing');
    await type(page, '/rental digest add');
    const form = dialog(page, 'New digest');
    await form.getByRole('textbox', { name: 'Name' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toMatch(/^Name/);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe('Message #leasing');
  });
});

/** Whether the focus is within it, or on it. */
async function hasFocus(part: Locator): Promise<boolean> {
  return part.evaluate((element) => element.contains(element.ownerDocument.activeElement));
}

/** Types where the focus is, and sends it off. */
async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** Steps from stop to stop until one goes by that name. */
async function stepTo(page: Page, key: 'Tab' | 'Shift+Tab', name: RegExp): Promise<void> {
  const met: string[] = [];
  for (let step = 0; step < STOPS_MAX; step += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one key after the other.
    await page.keyboard.press(key);
    // oxlint-disable-next-line no-await-in-loop -- where it has led.
    const label = await focused(page);
    if (name.test(label)) return;
    met.push(label);
  }
  throw new Error(`no stop is called ${String(name)} among ${met.join(', ')}`);
}

/** What has the focus goes by this name. */
async function focused(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const element = document.activeElement;
    const labels = [...(element?.labels ?? [])].map((label) => label.innerText);
    return element?.getAttribute('aria-label') ?? labels[0] ?? element?.innerText ?? '';
  })()`);
}

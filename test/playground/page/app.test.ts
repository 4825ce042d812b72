import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import type { PageServer } from '../../../src/playground/page-server.ts';
import { openContext } from '../../support/browser-context.ts';
import { builtPage } from '../../support/page.ts';
import { type SlackStub, startSlackStub } from '../../support/slack-stub/index.ts';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** By how many pixels the page and its parts are wider than what is seen of them. */
const SIDEWAYS = `[...document.querySelectorAll('html, .main, .messages')].map(
  (element) => element.scrollWidth - element.clientWidth,
)`;

describe('the page in a browser', () => {
  let server: PageServer;

  beforeAll(async () => {
    server = await builtPage();
  });

  interface Options {
    readonly viewport?: typeof DESKTOP;
    readonly colorScheme?: 'light' | 'dark';
  }

  /** Opens the page; whatever the browser complains about fails the test. */
  async function open(options: Options = {}): Promise<{ page: Page; stub: SlackStub }> {
    const complaints: string[] = [];
    onTestFinished(() => expect(complaints).toEqual([]));
    const stub = await startSlackStub(server);
    onTestFinished(() => stub.close());
    const context = await openContext({ viewport: DESKTOP, ...options });
    const page = await context.newPage();
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (line) => {
      if (['error', 'warning'].includes(line.type())) complaints.push(line.text());
    });
    await page.goto(stub.url);
    await composer(page).waitFor();
    return { page, stub };
  }

  test('a command is completed from what the bot offers, and sent', async () => {
    const { page, stub } = await open();
    await composer(page).pressSequentially('/ren');
    await page.getByRole('option', { name: /^\/rental .*Rental files/ }).waitFor();
    await composer(page).press('Tab');
    await page.getByRole('option', { name: '/rental show ID' }).waitFor();
    await composer(page).pressSequentially('li');
    await composer(page).press('ArrowDown');
    await page.getByRole('option', { name: '/rental list [query]', selected: true }).waitFor();
    await composer(page).press('Enter');
    await expect.poll(async () => composer(page).inputValue()).toBe('/rental list ');
    await composer(page).press('Enter');

    await page.getByText('Only visible to you').waitFor();
    await expect
      .poll(async () => last(page).getByRole('heading').textContent())
      .toBe('42 rental files');
    expect(stub.received).toContainEqual({
      userAction: 'say',
      body: { person: 'U0ZOE', channel: 'C0LEASING', text: '/rental list' },
    });
    await composer(page).press('ArrowUp');
    await expect.poll(async () => composer(page).inputValue()).toBe('/rental list');
  });

  test('what the service says stays text', async () => {
    const { page } = await open();
    await askForList(page);
    const words = await last(page).textContent();
    expect(words).toContain('House <b>with</b> garden & <!channel> :house:');
    expect(words).toContain('Ines *Martín* + 1 guarantor');
  });

  test('a button says which page is wanted, and the message turns to it', async () => {
    const { page, stub } = await open();
    await askForList(page);
    await page.getByRole('button', { name: 'Next ›' }).click();

    await page.getByRole('button', { name: '2/6' }).waitFor();
    await last(page).getByText('(edited)').waitFor();
    const { body } = stub.received.find(({ userAction }) => userAction === 'act') ?? {};
    expect(body).toMatchObject({
      person: 'U0ZOE',
      place: { channel: 'C0LEASING' },
      action: { type: 'button', action_id: 'next', block_id: 'turn', value: '2' },
    });
  });

  test('a button that asks first does nothing until it is confirmed', async () => {
    const { page, stub } = await open();
    await askForList(page);
    const acts = () => stub.received.filter(({ userAction }) => userAction === 'act').length;

    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Keep it to myself' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(acts()).toBe(0);

    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Share' }).click();
    await expect.poll(acts).toBe(1);
  });

  test('a menu sends the option that was picked with the keys', async () => {
    const { page, stub } = await open();
    await page.getByRole('button', { name: /Group by/ }).click();
    await page.getByRole('combobox', { name: /^Search/ }).pressSequentially('man');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Manager$/ }).waitFor();
    await expect
      .poll(() => stub.received.find(({ userAction }) => userAction === 'act')?.body)
      .toMatchObject({
        action: {
          type: 'static_select',
          action_id: 'group',
          selected_option: { value: 'Manager', text: { type: 'plain_text', text: 'Manager' } },
        },
      });
  });

  test('a form shows what is missing, then what the bot refuses, and closes when all is well', async () => {
    const { page, stub } = await open();
    await composer(page).fill('/rental digest add 09:00');
    await composer(page).press('Enter');
    const form = page.getByRole('dialog', { name: 'New digest' });
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByText('Please complete this required field.').waitFor();

    await form.getByRole('textbox', { name: 'Times' }).fill('25:00');
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByText('“25:00” is no time of day.').waitFor();

    await form.getByRole('textbox', { name: 'Times' }).fill('09:00');
    await form.getByRole('checkbox', { name: 'Tuesday' }).uncheck();
    await form.getByRole('button', { name: 'Create' }).click();
    await form.waitFor({ state: 'hidden' });
    const values = stub.received.findLast(({ userAction }) => userAction === 'submit')?.body[
      'values'
    ];
    expect(values).toMatchObject({
      name: { name: { type: 'plain_text_input', value: 'Morning' } },
      times: { times: { type: 'plain_text_input', value: '09:00' } },
      days: { days: { selected_options: [{ value: 'Monday' }, { value: 'Wednesday' }] } },
      style: { style: { type: 'radio_buttons', selected_option: null } },
    });
  });

  test('an ephemeral message is nobody else’s, and the choice of person is kept', async () => {
    const { page } = await open();
    await askForList(page);
    await page
      .getByRole('combobox', { name: 'Act as' })
      .selectOption({ label: 'Gina Bell · guest' });
    await expect.poll(() => page.getByText('Only visible to you').count()).toBe(0);
    await page.reload();
    await composer(page).waitFor();
    await expect.poll(async () => page.getByText('As Gina Bell (guest)').count()).toBe(1);
  });

  test('the state of the service and the transport can be changed', async () => {
    const { page, stub } = await open();
    const service = page.getByRole('combobox', { name: 'Rental File Service' });
    await service.selectOption({ label: 'Down: 503 Service Unavailable' });
    await page.getByRole('button', { name: 'HTTP' }).click();
    await page.getByRole('button', { name: 'HTTP', pressed: true }).waitFor();
    await expect.poll(async () => service.inputValue()).toBe('down');
    await page.getByRole('button', { name: 'Restart' }).click();
    await expect.poll(() => stub.received.map(({ userAction }) => userAction)).toContain('restart');
    stub.emit({
      kind: 'settings',
      settings: { transport: 'http', serviceMode: 'down', bot: 'starting', service: 'playground' },
    });
    await page.getByText('Bot is starting…').waitFor();
  });

  test('a refusal is said above the composer, and what was typed comes back', async () => {
    const { page } = await open();
    await composer(page).fill('/nothing');
    await composer(page).press('Enter');
    await page.getByRole('alert').getByText('/nothing is not a command').waitFor();
    await expect.poll(async () => composer(page).inputValue()).toBe('/nothing');
  });

  test('the Home tab shows what the app has put there for this person', async () => {
    const { page, stub } = await open();
    await page.getByRole('button', { name: 'Rental Desk', exact: true }).click();
    await page.getByRole('tab', { name: 'Home' }).click();
    await page.getByRole('heading', { name: 'Good morning, Zoé' }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect
      .poll(() => stub.received.findLast(({ userAction }) => userAction === 'act')?.body)
      .toMatchObject({ place: { home: true }, action: { action_id: 'edit', value: '1' } });
    expect(stub.received).toContainEqual({ userAction: 'open_home', body: { person: 'U0ZOE' } });
  });

  test('the page is dark where the system is, until a person chooses', async () => {
    const { page } = await open({ colorScheme: 'dark' });
    const paper = () =>
      page.evaluate<string>("getComputedStyle(document.querySelector('main')).backgroundColor");
    expect(await paper()).toBe('rgb(26, 29, 33)');
    await page.getByRole('button', { name: 'Light theme' }).click();
    expect(await paper()).toBe('rgb(255, 255, 255)');
    await page.reload();
    await composer(page).waitFor();
    expect(await paper()).toBe('rgb(255, 255, 255)');
  });

  test('a phone shows everything without scrolling sideways, and the sidebar on demand', async () => {
    const { page } = await open({ viewport: PHONE });
    await askForList(page);
    const sideways = () => page.evaluate<number[]>(SIDEWAYS);
    expect(await sideways()).toEqual([0, 0, 0]);
    const tall = await page.getByRole('button', { name: 'Next ›' }).boundingBox();
    expect(Math.round(tall?.height ?? 0)).toBeGreaterThanOrEqual(36);

    await page.getByRole('button', { name: 'Open the sidebar' }).click();
    await page.getByRole('button', { name: 'try-it' }).click();
    await page.getByRole('textbox', { name: 'Message #try-it' }).waitFor();
    expect(await sideways()).toEqual([0, 0, 0]);
  });
});

function composer(page: Page) {
  return page.getByRole('textbox', { name: 'Message #leasing' });
}

function last(page: Page) {
  return page.getByRole('article').last();
}

async function askForList(page: Page): Promise<void> {
  await composer(page).fill('/rental list');
  await composer(page).press('Enter');
  await page.getByText('Only visible to you').waitFor();
}

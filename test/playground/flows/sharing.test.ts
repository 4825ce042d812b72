import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { WireFile } from '../../../src/playground/rental-service/files-api/schema.ts';
import { CHANNELS } from '../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import {
  ask,
  dialog,
  goTo,
  linesOf,
  openVisits,
  plain,
  press,
  say,
  told,
  type Visits,
} from '../../support/visit.ts';

const LINK = 'https://console.agence-bellecour.example/files/';

describe('answers where others are, in a browser', { timeout: 300_000 }, () => {
  let visits: Visits;
  /** Its first applicant has a name and can be reached, and its property has a reference. */
  let file: WireFile;
  let name = '';

  beforeAll(async () => {
    visits = await openVisits(60);
    const found = visits.service.files.find(({ applicants: [first], product }) =>
      [first?.email, first?.phone, first?.last_name, first?.first_name, product?.reference].every(
        Boolean,
      ),
    );
    if (!found) throw new Error('no file has all of these');
    file = found;
    name = `${file.applicants[0]?.first_name} ${file.applicants[0]?.last_name}`;
  }, 300_000);
  afterAll(async () => visits?.stop());

  test('contacts are shown on a click, to the one who clicked', async () => {
    const page = await visits.as(PEOPLE.hannah);
    const card = await ask(page, `/rental show ${file.id}`, 'Applicants');
    expect(await card.innerText()).not.toContain(file.applicants[0]?.email);
    await press(card, 'Reveal contact. Show e-mail addresses and phone numbers, only to you');
    await told(card, 'The access log says that you did.');
    const shown = await card.innerText();
    expect(shown).toContain(file.applicants[0]?.email);
    expect(shown).toContain(file.applicants[0]?.phone);
    await press(card, 'Back to the file. Go back to the rental file');
    await told(card, 'Applicants');
    expect(await card.innerText()).not.toContain(file.applicants[0]?.email);
  });

  test('what is shared shows initials, another pages it, and a guest changes nothing', async () => {
    const page = await visits.as(PEOPLE.hannah);
    const list = await ask(page, '/rental pending', '/rental ');
    const named = await linesOf(list);
    await press(list, 'Share with everybody in this channel');
    const question = dialog(page, 'Share in this channel');
    await told(question, 'This channel sees initials only');
    const previewed = plain(await question.innerText());
    await press(question, 'Share');
    await told(dialog(page, 'Share in this channel'), 'Shared in this channel.');

    const oliver = await visits.as(PEOPLE.oliver);
    const post = oliver.getByRole('article').last();
    await post.getByText(/Page 1 of/).waitFor();
    const first = await linesOf(post);
    expect(first).toHaveLength(5);
    expect(first).not.toEqual(named);
    expect(first.filter((line) => !previewed.includes(line))).toEqual([]);
    await press(post, 'Next page');
    await post.getByText(/Page 2 of/).waitFor();
    const second = await linesOf(post);
    expect(second).not.toEqual(first);

    const nadia = await visits.as(PEOPLE.nadia);
    const theirs = nadia.getByRole('article');
    expect(await linesOf(theirs.last())).toEqual(second);
    const before = await theirs.count();
    await press(theirs.last(), 'Next page');
    await told(theirs.nth(before), 'ne répond pas aux invités');
    expect(await linesOf(theirs.nth(before - 1))).toEqual(second);
    expect(await linesOf(post)).toEqual(second);
  });

  test('a mention in a thread is answered in it, to the one who asked', async () => {
    const root = await visits.workspace.perform('say', {
      person: PEOPLE.claire,
      channel: CHANNELS.leasing,
      text: 'Qui décide aujourd’hui ?',
    });
    expect(root.ok).toBe(true);
    const page = await visits.as(PEOPLE.oliver);
    const question = page.getByRole('article').filter({ hasText: 'Qui décide' });
    await question.hover();
    await question.getByRole('button', { name: 'Reply in thread' }).click();
    const reply = page.getByRole('textbox', { name: 'Reply…' });
    await reply.pressSequentially('@ren');
    await reply.press('Tab');
    await reply.pressSequentially('pending');
    await reply.press('Enter');
    const replies = page.getByRole('list', { name: 'Replies' });
    await told(replies, 'rental files await a decision');
    await told(replies, 'Only visible to you');
  });

  test('words in the direct message are answered there', async () => {
    const page = await visits.as(PEOPLE.oliver);
    await goTo(page, 'Rental Desk');
    await page.getByRole('tab', { name: 'Messages' }).click();
    await told(page.getByRole('article').last(), 'What would you like to see?');
    const list = await ask(page, 'list decision:ready', 'Ready to decide');
    expect((await linesOf(list)).length).toBeGreaterThan(0);
  });

  test('a link unfolds with initials, and with a reference alone where outsiders are', async () => {
    const page = await visits.as(PEOPLE.hannah);
    await say(page, `Look: ${LINK}${file.id}`);
    const inside = page.getByRole('region', { name: 'Preview' }).last();
    await told(inside, ` ${file.applicants[0]?.last_name?.charAt(0)}.`);
    expect(await inside.innerText()).not.toContain(name);

    await goTo(page, 'partners-ext');
    await say(page, `${LINK}${file.id}`);
    const outside = page.getByRole('region', { name: 'Preview' });
    await told(outside, `Rental file: ${file.product?.reference}`);
    const names = file.applicants.flatMap(({ last_name: last }) => last || []);
    for (const hidden of names) expect(await outside.innerText()).not.toContain(hidden);
  });

  test('a link opens a panel with the names, in which the file is taken and contacts are shown', async () => {
    const page = await visits.as(PEOPLE.oliver);
    await say(page, `Panel: ${LINK}${file.id}`);
    const preview = page.getByRole('region', { name: 'Preview' }).last();
    await preview.getByRole('button').first().click();
    const panel = page.getByRole('complementary', { name: 'Details' });
    await told(panel, name);
    await press(panel, 'Take this file');
    await told(panel, 'Taken by you since');
    await panel.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Reveal contact' }).click();
    await told(dialog(page, 'Contact'), file.applicants[0]?.email ?? '');
    expect(await panel.innerText()).not.toContain(file.applicants[0]?.email);
  });

  test('a channel that the app is invited to is welcomed, with a digest to set up', async () => {
    const page = await visits.as(PEOPLE.hannah);
    await goTo(page, 'random');
    await say(page, '/invite @Rental Desk');
    const welcome = page.getByRole('article').last();
    await told(welcome, 'Rental Desk is now in this channel.');
    await press(welcome, /^Set up a digest/);
    await dialog(page, 'New digest').waitFor();
    expect(await welcome.innerText()).not.toContain(name);
  });

  test('the shortcut on a message opens the file that it links to', async () => {
    await visits.workspace.perform('say', {
      person: PEOPLE.claire,
      channel: CHANNELS.lyon,
      text: `On décide ? ${LINK}${file.id}`,
    });
    const page = await visits.as(PEOPLE.oliver);
    await goTo(page, 'lyon');
    const message = page.getByRole('article').filter({ hasText: 'On décide' });
    await message.hover();
    await message.getByRole('button', { name: 'More actions on this message' }).click();
    await page.getByRole('menuitem', { name: 'Open its rental file' }).click();
    const card = dialog(page, 'Rental file');
    await told(card, name);
    await expect.poll(async () => card.innerText()).toContain(file.product?.title);
  });
});

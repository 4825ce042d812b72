import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import {
  ask,
  dialog,
  linesOf,
  oneOfAKind,
  useVisits,
  plain,
  press,
  told,
  type Visits,
} from '../../support/visit.ts';

const PENDING = '/rental pending';

describe('looking for rental files, in a browser', { timeout: 300_000 }, () => {
  let visits: Visits;
  useVisits((opened) => (visits = opened), 60);

  test('a bare /rental tells what waits, and leads on', async () => {
    const page = await visits.as(PEOPLE.oliver);
    const answer = await ask(page, '/rental', 'Waiting longest');
    expect(await linesOf(answer)).toHaveLength(5);
    await expect.poll(async () => answer.innerText()).toContain('rental files await a decision');

    await press(answer, 'Awaiting decision. List everything that awaits a decision');
    await told(answer, PENDING);
    expect(await linesOf(answer)).toHaveLength(5);
    await expect.poll(async () => page.getByRole('article').count()).toBe(1);
  });

  test('details of a pending file open in a window, and close onto the list that pages on', async () => {
    const page = await visits.as(PEOPLE.oliver);
    const list = await ask(page, '/rental pending', PENDING);
    const [line = ''] = await linesOf(list);
    await list
      .getByRole('button', { name: /^View / })
      .first()
      .click();

    const card = dialog(page, 'Rental file');
    await card.getByText('Applicants', { exact: true }).waitFor();
    expect(line).toContain(await beginningOfTitle(card));
    await press(card, 'Close');
    await card.waitFor({ state: 'hidden' });

    await press(list, 'Next page');
    await list.getByText(/Page 2 of/).waitFor();
    expect((await linesOf(list))[0]).not.toBe(line);
    await press(list, 'Previous page');
    await list.getByText(/Page 1 of/).waitFor();
    expect((await linesOf(list))[0]).toBe(line);
  });

  test('show opens a file by its reference', async () => {
    const { reference, id } = oneOfAKind(visits.service);
    const page = await visits.as(PEOPLE.oliver);
    const typed = `/rental show ${reference.toLowerCase()}`;
    const card = await ask(page, typed, 'Applicants');
    await expect.poll(async () => card.innerText()).toContain(reference);
    const link = card.getByRole('link', { name: /Open the rental file in the console/ });
    await expect.poll(async () => link.getAttribute('href')).toContain(id);
  });

  test('show offers a choice where several files are meant, and opens what is chosen', async () => {
    const { files } = visits.service;
    const shared = files.find(
      ({ product }) =>
        files.filter((other) => other.product?.reference === product?.reference).length > 2,
    );
    const reference = shared?.product?.reference ?? '';
    const page = await visits.as(PEOPLE.oliver);
    const choice = await ask(page, `/rental show ${reference}`, 'files match');
    const [first = '', second = ''] = await linesOf(choice);
    await choice
      .getByRole('button', { name: /^View / })
      .nth(1)
      .click();
    const card = dialog(page, 'Rental file');
    await card.getByText('Applicants', { exact: true }).waitFor();
    // All are of one property, whose name stands above the first.
    expect(first).toContain(await beginningOfTitle(card));
    expect(plain(await card.innerText())).toContain(reference);
    const [applicant = ''] = second.replace(/^\P{L}+/u, '').split(/,| · /);
    expect(plain(await card.innerText())).toContain(applicant);
  });

  test('a search that finds one file opens it, in French too', async () => {
    const { files } = visits.service;
    const texts = files.map((file) => JSON.stringify(file).toLowerCase());
    const isRare = (name: string) =>
      /^[a-z]{5,}$/i.test(name) &&
      texts.filter((text) => text.includes(name.toLowerCase())).length === 1;
    const names = files.flatMap(({ applicants }) => applicants.map((one) => one.last_name ?? ''));
    const wanted = names.find(isRare) ?? '';
    const page = await visits.as(PEOPLE.claire);
    const card = await ask(page, `/rental chercher ${wanted}`, 'Candidats');
    expect(wanted).not.toBe('');
    await expect.poll(async () => card.innerText()).toContain(wanted);
  });

  test('me lists what the person manages, and nothing else', async () => {
    const mine = visits.service.files.filter(({ managers }) =>
      managers.some((manager) => manager.startsWith('oliver.marsh@')),
    );
    const page = await visits.as(PEOPLE.oliver);
    const list = await ask(page, '/rental me', '/rental me');
    await expect
      .poll(async () => list.innerText())
      .toContain(`${mine.length} rental files are yours`);
    expect(await linesOf(list)).toHaveLength(Math.min(5, mine.length));
  });

  test('a misspelt key is corrected with one button', async () => {
    const open = visits.service.files.filter(({ status }) => status === 'OPEN');
    const page = await visits.as(PEOPLE.oliver);
    const answer = await ask(page, '/rental list staus:open', 'Did you mean “status”?');
    await answer.getByRole('button', { name: /status:open/ }).click();
    await told(answer, `${open.length} rental files`);
    expect(await answer.innerText()).not.toContain('Did you mean');
    expect(await linesOf(answer)).toHaveLength(Math.min(5, open.length));
  });
});

/** The first words of a card's title; a row cuts it. */
async function beginningOfTitle(card: Locator): Promise<string> {
  return plain(await card.getByRole('heading').nth(1).innerText()).slice(0, 20);
}

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import type { Message } from '../../../src/playground/slack-workspace/page-protocol.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { openContext } from '../../support/browser-context.ts';
import { builtPage } from '../../support/page.ts';
import { openPlayground } from '../../support/playground.ts';
import { messageThat } from '../../support/slack-workspace.ts';
import { ask } from '../../support/visit.ts';

/** On a busy machine a digest may come a little after it is due. */

test(
  'digests that were typed and filled in come at nine of the next days, say what is new, and follow it',
  { timeout: 300_000 },
  async () => {
    const files = await builtPage();
    const { url, workspace, service } = await openPlayground({
      given: { HOLIDAYS: 'none' },
      pageFiles: (request) => files(request) ?? new Response(null, { status: 404 }),
    });
    const page = await pageAt(url);
    await page.getByRole('combobox', { name: 'Act as' }).selectOption(PEOPLE.hannah);
    await ask(page, '/rental digest add 09:00 days:mon-sun name:"Typed one"', 'is set up');
    await addInModal(page);

    for (const says of ['Mon|Tue|Wed|Thu|Fri|Sat|Sun', 'Since the last digest:']) {
      const before = new Set(workspace.state().messages.map(({ ts }) => ts));
      await page.getByRole('button', { name: 'Tomorrow' }).click();
      const isNew = ({ ts, text }: Message, name: string) =>
        !before.has(ts) && text.startsWith(`${name}: `);
      for (const name of ['Typed one', 'Filled in one']) {
        const { ts, text, onlyFor } = await messageThat(workspace, (it) => isNew(it, name));
        expect(onlyFor).toBeNull();
        expect(text).toMatch(/await a decision[^]*09:00 \(Europe\/Paris\)/);
        expect(text).toMatch(new RegExp(says));
        expect(inParis(ts).hour).toBe(9);
      }
    }

    service.setFiles(service.files.map((file) => ({ ...file, decision: 'ACCEPTED' })));
    await page.getByRole('button', { name: '+1 hour' }).click();
    const kept = await messageThat(workspace, ({ text }) => / decided · none still/.test(text));
    expect(kept.text).toMatch(/^\d+\. decided: approved, /m);
    await page.locator('article').filter({ hasText: 'decided: approved' }).first().waitFor();

    await page.getByRole('button', { name: 'Deliveries' }).click();
    const items = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
    await expect.poll(() => items.count()).toBe(4);
    await expect.poll(async () => items.filter({ hasText: 'Posted twice' }).count()).toBe(0);
    await items.last().getByRole('button', { name: 'Open the message' }).click();
    const post = page.locator('article:focus');
    await post
      .getByText(/updated .*\d/)
      .first()
      .waitFor();
    await expect
      .poll(async () => post.getByRole('time').first().innerText())
      .toMatch(/^9:0[01] AM$/);
  },
);

async function pageAt(url: string): Promise<Page> {
  const context = await openContext({ timezoneId: 'America/New_York' });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

async function addInModal(page: Page): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Message #leasing' });
  await composer.fill('/rental digest add');
  await composer.press('Enter');
  const form = page.getByRole('dialog', { name: 'New digest' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Filled in one');
  for (const name of ['Saturday', 'Sunday']) await form.getByRole('checkbox', { name }).check();
  await form.getByRole('button', { name: 'Save' }).click();
  const told = page.getByRole('dialog', { name: 'Digests' });
  await told.getByText('is set up').waitFor();
  await told.getByRole('button', { name: 'Close' }).last().click();
  await told.waitFor({ state: 'hidden' });
}

function inParis(ts: string): Temporal.ZonedDateTime {
  const at = Temporal.Instant.fromEpochMilliseconds(Math.floor(Number(ts) * 1000));
  return at.toZonedDateTimeISO('Europe/Paris');
}

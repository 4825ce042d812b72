import { describe, expect, test } from 'vitest';

import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import { useVisits, type Visits } from '../../support/visit.ts';

describe('the box of Slackbot', { timeout: 180_000 }, () => {
  let visits: Visits;

  useVisits((opened) => (visits = opened), 60);

  test('shows for a question the call, what a model reads, and what Slack draws', async () => {
    const page = await visits.as(PEOPLE.hannah, { width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Slackbot' }).click();
    await page.getByRole('button', { name: 'What awaits a decision?' }).click();
    const answers = page.getByRole('list', { name: /^Answers/ }).getByRole('listitem');
    const pending = answers.filter({ hasText: 'pending_overview' }).first();
    await pending.getByText('await a decision').first().waitFor();
    await pending.getByText('What a model reads').click();
    await expect
      .poll(async () => pending.locator('pre').innerText())
      .toContain('"awaiting_decision":');

    const box = page.getByRole('textbox', { name: 'Ask Slackbot' });
    await box.fill('Find colour:red');
    await box.press('Enter');
    await page.getByText('There is no key “colour:”').waitFor();
    await expect.poll(async () => box.inputValue()).toBe('');
  });
});

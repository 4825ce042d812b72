import { readFile } from 'node:fs/promises';

import type { App } from '@slack/bolt';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';

import type { PageServer } from '../../../src/playground/page-server.ts';
import { CHANNELS } from '../../../src/playground/slack-workspace/store/channels.ts';
import { openContext } from '../../support/browser-context.ts';
import { builtPage } from '../../support/page.ts';
import { testClient, testManifest, workspaceWithHttpApp } from '../../support/slack-workspace.ts';

const SIZES = [
  ['at a desk', { width: 1280, height: 800 }],
  ['on a telephone', { width: 390, height: 844 }],
] as const;

const TITLE = { type: 'plain_text', text: 'Find' } as const;
const button = (text: string) => ({
  type: 'button' as const,
  action_id: 'more',
  text: { type: 'plain_text' as const, text },
  value: '7',
});

/** An app that answers mentions, links and shortcuts. */
function register(app: App): void {
  app.event('app_mention', async ({ event, client }) => {
    const { channel, user = '', ts, thread_ts: thread = ts } = event;
    const answer = { channel, user, thread_ts: thread, text: 'Three files wait.' };
    await client.chat.postEphemeral(answer);
  });
  app.event('link_shared', async ({ event, client }) => {
    const blocks = [{ type: 'actions' as const, elements: [button('Details')] }];
    const unfurls = Object.fromEntries(event.links.map(({ url }) => [url, { blocks }]));
    await client.chat.unfurl(Object({ unfurl_id: event.unfurl_id, source: event.source, unfurls }));
  });
  app.action('more', async ({ ack, respond }) => {
    await ack();
    await respond({ text: 'Only the details.', replace_original: false });
  });
  app.shortcut(/.*/, async ({ ack, shortcut, client }) => {
    await ack();
    const options = { type: 'external_select' as const, action_id: 'file', min_query_length: 2 };
    const view = {
      type: 'modal' as const,
      title: TITLE,
      submit: TITLE,
      blocks: [
        {
          type: 'section' as const,
          text: { type: 'plain_text' as const, text: `By ${shortcut.type}` },
        },
        { type: 'input' as const, label: TITLE, element: options },
      ],
    };
    await client.views.open({ trigger_id: shortcut.trigger_id, view });
  });
  app.options('file', async ({ ack, payload }) => {
    const text = { type: 'plain_text' as const, text: `File of ${payload.value}` };
    await ack({ options: [{ text, value: '7' }] });
  });
}

describe('threads, links, files and shortcuts in a browser', () => {
  let files: PageServer;

  beforeAll(async () => {
    files = await builtPage();
  });

  async function open(viewport: { width: number; height: number }) {
    const manifest = testManifest();
    manifest.oauth_config.scopes.bot.push('files:write');
    const workspace = await workspaceWithHttpApp(register, {
      manifest,
      pageFiles: (request) => files(request) ?? new Response(null, { status: 404 }),
    });
    const context = await openContext({ viewport });
    const page = await context.newPage();
    await page.goto(workspace.url);
    await composer(page).waitFor();
    return { page, client: testClient(workspace) };
  }

  test.each(SIZES)('%s, a mention in a thread is answered there', async (_, viewport) => {
    const { page, client } = await open(viewport);
    await client.chat.postMessage({ channel: CHANNELS.leasing, text: 'Digest of the morning' });
    const root = page.getByRole('article').filter({ hasText: 'Digest of the morning' });
    await root.hover();
    await root.getByRole('button', { name: 'More actions on this message' }).click();
    await page.getByRole('menuitem', { name: 'Reply in thread' }).click();

    const reply = page.getByRole('textbox', { name: 'Reply…' });
    await reply.pressSequentially('@ren');
    await reply.press('Tab');
    await reply.pressSequentially('pending');
    await reply.press('Enter');

    const replies = page.getByRole('list', { name: 'Replies' });
    await replies.getByText('Only visible to you').waitFor();
    await expect.poll(async () => replies.getByRole('article').count()).toBe(2);
    await expect.poll(async () => replies.innerText()).toContain('@Rental Desk pending');
    await reply.press('Escape');
    await page.getByRole('button', { name: 'Reply…' }).waitFor();
  });

  test.each(SIZES)('%s, an answer in a thread further up is in view', async (_, viewport) => {
    const { page, client } = await open(viewport);
    for (const text of ['Digest of the morning', ...Array<string>(4).fill('News\n'.repeat(12))]) {
      // oxlint-disable-next-line no-await-in-loop -- in this order.
      await client.chat.postMessage({ channel: CHANNELS.leasing, text });
    }
    const root = page.getByRole('article').filter({ hasText: 'Digest of the morning' });
    // Not below the edge, where the tools of the next message lie over its own.
    await root.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await root.hover();
    await root.getByRole('button', { name: 'More actions on this message' }).click();
    await page.getByRole('menuitem', { name: 'Reply in thread' }).click();

    const reply = page.getByRole('textbox', { name: 'Reply…' });
    await reply.fill('@Rental Desk pending');
    await reply.press('Enter');
    const answer = page.getByRole('article').filter({ hasText: 'Three files wait.' });
    await answer.waitFor();
    await expect.poll(async () => isInView(answer)).toBe(true);
    expect(await isInView(page.locator('.reply-box'))).toBe(true);
  });

  test.each(SIZES)('%s, the box of a thread opens in view', async (_, viewport) => {
    const { page, client } = await open(viewport);
    const news = 'News\n'.repeat(60);
    for (const text of [news, 'Digest of the morning', news]) {
      // oxlint-disable-next-line no-await-in-loop -- in this order.
      await client.chat.postMessage({ channel: CHANNELS.leasing, text });
    }
    const root = page.getByRole('article').filter({ hasText: 'Digest of the morning' });
    // The last that is seen, with room below it for half of the box.
    await root.evaluate((element) => {
      element.scrollIntoView({ block: 'end' });
      element.closest('.messages')?.scrollBy(0, 36);
    });
    await root.hover();
    await root.getByRole('button', { name: 'More actions on this message' }).click();
    await page.getByRole('menuitem', { name: 'Reply in thread' }).click();
    await page.getByRole('textbox', { name: 'Reply…' }).waitFor();
    await expect.poll(async () => isInView(page.locator('.reply-box'))).toBe(true);
  });

  test('what is typed stays in its place until it is sent, and the focus in its thread', async () => {
    const { page, client } = await open(SIZES[0][1]);
    await client.chat.postMessage({ channel: CHANNELS.leasing, text: 'Digest of the morning' });
    const root = page.getByRole('article').filter({ hasText: 'Digest of the morning' });
    await root.hover();
    await root.getByRole('button', { name: 'Reply in thread' }).click();
    const reply = page.getByRole('textbox', { name: 'Reply…' });
    await reply.pressSequentially('I take');
    await reply.press('Escape');
    await page.getByRole('button', { name: 'Draft: I take', exact: true }).waitFor();
    await composer(page).fill('/rental li');
    for (const channel of ['lyon', 'leasing']) {
      await page.getByRole('navigation').getByRole('button', { name: channel }).click();
    }
    await expect.poll(async () => composer(page).inputValue()).toBe('/rental li');
    await composer(page).fill('');
    await page.getByRole('button', { name: 'Draft: I take', exact: true }).press('Enter');
    await expect.poll(async () => reply.inputValue()).toBe('I take');

    await reply.fill('');
    await reply.press('Escape');
    await reply.waitFor({ state: 'detached' });
    await expect
      .poll(async () => root.evaluate((element) => element === element.ownerDocument.activeElement))
      .toBe(true);
  });

  test('a link shows its preview, and the button in it answers', async () => {
    const { page } = await open(SIZES[0][1]);
    await composer(page).fill('See https://console.example/files/7');
    await composer(page).press('Enter');

    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByRole('button', { name: 'Details' }).click();
    const answer = page.getByRole('article').filter({ hasText: 'Only the details.' });
    await answer.waitFor();
    await expect.poll(async () => answer.innerText()).toContain('Only visible to you');
  });

  test.each(SIZES)('%s, shortcuts open what they open', async (_, viewport) => {
    const { page, client } = await open(viewport);
    await page.getByRole('button', { name: 'Shortcuts' }).click();
    await page.getByRole('menuitem', { name: 'New rental' }).click();
    const dialog = page.getByRole('dialog', { name: 'Find' });
    await dialog.getByText('By shortcut').waitFor();

    await dialog.getByRole('button', { name: 'Find', exact: true }).first().click();
    await page.getByText('Type 2 more letters.').waitFor();
    await page.getByRole('combobox', { name: 'Search Find' }).pressSequentially('Lyon');
    await page.getByRole('option', { name: 'File of Lyon' }).click();
    // The list may still be closing.
    await dialog.getByRole('button', { name: 'Find, File of Lyon' }).waitFor();
    await dialog.getByRole('button', { name: 'Dismiss' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await composer(page).pressSequentially('/new r');
    await composer(page).press('Enter');
    await dialog.getByText('By shortcut').waitFor();
    await dialog.getByRole('button', { name: 'Dismiss' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(async () => composer(page).inputValue()).toBe('');

    await client.chat.postMessage({ channel: CHANNELS.leasing, text: 'Take this' });
    const message = page.getByRole('article').filter({ hasText: 'Take this' });
    await message.hover();
    await message.getByRole('button', { name: 'More actions on this message' }).click();
    await page.getByRole('menuitem', { name: 'Take it' }).click();
    await dialog.getByText('By message_action').waitFor();
  });

  test('a file is saved as it was sent, until it is deleted', async () => {
    const { page, client } = await open(SIZES[0][1]);
    const { files: sent } = await client.filesUploadV2({
      channel_id: CHANNELS.leasing,
      filename: 'files.csv',
      title: 'Your export',
      content: 'id;status\n7;é',
    });
    const [saving] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Your export' }).click(),
    ]);
    expect(saving.suggestedFilename()).toBe('files.csv');
    expect(await readFile(await saving.path(), 'utf8')).toBe('id;status\n7;é');
    await page.getByText(/^14 bytes? · files\.csv$/).waitFor();

    await client.files.delete({ file: sent[0]?.files?.[0]?.id ?? '' });
    await page.getByText('This file was deleted.').waitFor();
  });
});

function composer(page: Page) {
  return page.getByRole('textbox', { name: 'Message #leasing' });
}

/** Whether all of it can be seen within the list of messages, to a pixel. */
async function isInView(part: Locator): Promise<boolean> {
  const [box, frame] = await Promise.all(
    [part, part.page().locator('.messages')].map(async (one) => one.boundingBox()),
  );
  if (!box || !frame) return false;
  return box.y >= frame.y - 1 && box.y + box.height <= frame.y + frame.height + 1;
}

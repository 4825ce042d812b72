import { expect, test, vi } from 'vitest';

import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { openPlayground } from '../support/playground.ts';
import { visitor } from '../support/slack-workspace.ts';

const PATIENCE = { timeout: 30_000, interval: 50 };

test(
  'the playground opens with some days of history, and a file that is changed shows it',
  { timeout: 120_000 },
  async () => {
    const { service, workspace } = await openPlayground({ historyDays: 6, count: 150 });
    const { clock, bot, isOpening } = workspace.state().settings;
    expect(clock).toEqual({ aheadMs: 0, fixedBecause: null });
    expect({ bot, isOpening }).toEqual({ bot: 'ready', isOpening: false });
    const hannah = visitor(workspace, PEOPLE.hannah);
    const has = (...parts: readonly string[]) =>
      workspace.state().messages.some(({ text }) => parts.every((part) => text.includes(part)));
    const answered = async (...parts: readonly string[]) =>
      vi.waitUntil(() => has(...parts), PATIENCE);

    await hannah.say('/rental list since-decision:<6d');
    await answered('Decided less than 6 days ago', 'Rental Desk has seen changes since');

    // Life goes on meanwhile: one of them may be decided within the hour, not all of three properties.
    const open = service.files.filter(
      ({ status, meta }) => status === 'OPEN' && !('oddity' in meta),
    );
    const ofProperties = new Map(open.map((file) => [file.product_id, file]));
    const changed = Array.from(ofProperties.values(), ({ id }) => id).slice(0, 3);
    const refused = await workspace.perform('change_file', { search: 'nobody at all', to: 'gone' });
    expect(refused).toMatchObject({ ok: false, error: expect.stringContaining('nobody at all') });
    for (const search of changed) await workspace.perform('change_file', { search, to: 'ready' });
    await workspace.perform('clock', { person: PEOPLE.hannah, to: 'hour' });
    await vi.waitUntil(async () => {
      for (const id of changed) await hannah.say(`/rental show ${id}`);
      return has('Ready to decide, first seen on');
    }, PATIENCE);

    const still = service.files.find(
      ({ id, decision }) => changed.includes(id) && decision === 'READY',
    );
    await workspace.perform('change_file', { search: still?.id ?? '', to: 'gone' });
    await hannah.say(`/rental show ${still?.id}`);
    await answered('The service no longer has this rental file.');
  },
);

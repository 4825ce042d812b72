import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import type { PageServer } from '../../../../src/playground/page-server.ts';
import type {
  ClockSetting,
  Json,
  Message,
  Settings,
} from '../../../../src/playground/slack-workspace/page-protocol.ts';
import { openContext } from '../../../support/browser-context.ts';
import { pageMessage } from '../../../support/page-message.ts';
import { builtPage } from '../../../support/page.ts';
import { type SlackStub, startSlackStub } from '../../../support/slack-stub/index.ts';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const WIDE = {
  transport: 'http',
  serviceMode: 'fair',
  bot: 'ready',
  service: 'playground',
} as const;

describe('what is behind the scenes, in a browser', () => {
  let server: PageServer;

  beforeAll(async () => {
    server = await builtPage();
  });

  async function open(viewport = DESKTOP): Promise<{ page: Page; stub: SlackStub }> {
    const stub = await startSlackStub(server);
    onTestFinished(() => stub.close());
    const context = await openContext({ viewport, timezoneId: 'Europe/Paris' });
    const page = await context.newPage();
    // Friday: tomorrow is no working day.
    await page.clock.setFixedTime('2026-11-20T10:00:00+01:00');
    await page.goto(stub.url);
    await page.getByRole('textbox', { name: 'Message #leasing' }).waitFor();
    return { page, stub };
  }

  test('the clock shows the playground’s time, and each button says where to put it', async () => {
    const { page, stub } = await open();
    await expect.poll(async () => page.getByRole('group', { name: 'Clock' }).count()).toBe(0);
    settle(stub, clock(3_600_000));

    await page.getByText('Fri 20 Nov, 11:00:00').waitFor();
    for (const name of ['+1 hour', 'Tomorrow', 'Monday']) {
      await page.getByRole('button', { name }).click();
    }
    await expect
      .poll(() =>
        stub.received.filter(({ userAction }) => userAction === 'clock').map(({ body }) => body),
      )
      .toEqual(['hour', 'tomorrow', 'workday'].map((to) => ({ person: 'U0ZOE', to })));

    settle(stub, clock(3 * 86_400_000));
    await page.getByText('Mon 23 Nov, 10:00:00').waitFor();
    await expect.poll(async () => page.getByRole('button', { name: 'Monday' }).count()).toBe(0);
    await page.getByText('until you restart the playground').waitFor();
  });

  test('a clock that must stay gives the reason, and cannot be moved', async () => {
    const { page, stub } = await open();
    settle(stub, clock(0, 'PostgreSQL keeps its own time.'));

    await page.getByText('PostgreSQL keeps its own time.').waitFor();
    const buttons = page.getByRole('group', { name: 'Clock' }).getByRole('button');
    expect(await buttons.evaluateAll((all) => all.map((one) => one.matches(':disabled')))).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('charts are rejected, and drawn again, with one click', async () => {
    const { page, stub } = await open();
    await page.getByRole('button', { name: 'Rejected' }).click();
    await page.getByRole('button', { name: 'Rejected', pressed: true }).waitFor();
    await page.getByRole('button', { name: 'Drawn' }).click();
    await page.getByRole('button', { name: 'Drawn', pressed: true }).waitFor();
    expect(
      stub.received.filter(({ userAction }) => userAction === 'settings').map(({ body }) => body),
    ).toEqual([{ refusesCharts: true }, { refusesCharts: false }]);
  });

  test.each([
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
  ])(
    'on %s, deliveries are listed as they come, and each leads to its message',
    async (_, size) => {
      const { page, stub } = await open(size);
      const drawer = page.getByRole('button', { name: 'Open the sidebar' });
      if (size === PHONE) await drawer.click();
      await page.getByRole('button', { name: 'Deliveries' }).click();
      await page.getByText('Nothing yet.').waitFor();

      for (let count = 1; count <= 30; count += 1)
        stub.emit({ kind: 'message', message: said(count) });
      stub.emit({ kind: 'message', message: said(3, { slot: 'slot-3', late: true }) });
      stub.emit({ kind: 'message', message: said(31, { slot: 'slot-3' }) });

      const items = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
      await expect.poll(() => items.count()).toBe(2);
      await expect
        .poll(async () => items.first().innerText())
        .toMatch(/Posted twice[^]*#leasing[^]*Digest 31/);
      const late = items.last();
      await expect
        .poll(async () => late.innerText())
        .toMatch(/Late: this was due at 09:00\.[^]*slot-3/);
      const sideways = `[...document.querySelectorAll('html, .main, .deliveries')].map(
      (element) => element.scrollWidth - element.clientWidth,
    )`;
      expect(await page.evaluate(sideways)).toEqual([0, 0, 0]);

      await late.getByRole('button', { name: 'Open the message' }).click();
      const message = page.getByRole('article').filter({ hasText: /Digest 3(?!\d)/ });
      await expect.poll(() => message.evaluate((it) => it.matches(':focus'))).toBe(true);
      expect(await message.evaluate((it) => it.getBoundingClientRect().top)).toBeGreaterThan(0);
    },
  );
});

function settle(stub: SlackStub, part: Partial<Settings>): void {
  stub.emit({ kind: 'settings', settings: { ...WIDE, ...part } });
}

function clock(aheadMs: number, fixedBecause: ClockSetting['fixedBecause'] = null) {
  return { clock: { aheadMs, fixedBecause } };
}

function said(count: number, digest?: { readonly slot: string; readonly late?: true }): Message {
  const remark = digest?.late ? '\nLate: this was due at 09:00.' : '';
  const metadata: Json = {
    event_type: 'rental_desk_digest',
    event_payload: { slot: digest?.slot },
  };
  return pageMessage((1_795_170_000 + count).toFixed(6), {
    text: `Digest ${count}\nFri 20 Nov, 09:00${remark}`,
    ...(digest === undefined ? {} : { metadata }),
  });
}

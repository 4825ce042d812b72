import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import type { WireFile } from '../../src/playground/rental-service/files-api/schema.ts';
import { openContext } from '../support/browser-context.ts';
import { builtPage } from '../support/page.ts';
import { serverPlace } from '../support/places.ts';
import { openPlayground } from '../support/playground.ts';
import { linesOf, plain } from '../support/visit.ts';

const FILES = 120;
const PAGES = 24;
/** Long names are shortened in a list: so much of them stands there in any case. */
const SEEN_LENGTH = 12;

test(
  'in a browser, /rental list shows every file of the service, page by page to the end and back',
  { timeout: 300_000 },
  async () => {
    const files = await builtPage();
    const { url, service } = await openPlayground(
      {
        count: FILES,
        pageFiles: (request) => files(request) ?? new Response(null, { status: 404 }),
      },
      serverPlace,
    );
    const page = await browserAt(url);
    await page.getByRole('combobox', { name: 'Act as' }).selectOption('U0HANNAH001');

    const composer = page.getByRole('textbox', { name: 'Message #leasing' });
    await composer.fill('/rental list');
    await composer.press('Enter');
    const there: string[][] = [];
    for (let turn = 1; turn <= PAGES; turn += 1) {
      there.push(await linesOnPage(page, turn));
      if (turn < PAGES) await page.getByRole('button', { name: 'Next page' }).click();
    }
    const back: string[][] = [there.at(-1) ?? []];
    for (let turn = PAGES - 1; turn >= 1; turn -= 1) {
      await page.getByRole('button', { name: 'Previous page' }).click();
      back.unshift(await linesOnPage(page, turn));
    }

    const expected = newestFirst(service.files).map(({ product, product_id: id, applicants }) => [
      seen(product?.title ?? '') || (id === null ? 'No property' : 'Property without a title'),
      ...shownIn(
        applicants.slice(0, 4).map((one) => `${one.first_name ?? ''} ${one.last_name ?? ''}`),
      ),
    ]);
    const shown = there.flat();
    expect(shown).toHaveLength(FILES);
    const wrong = expected.filter(([title = '', ...names], row) => {
      const [first = ''] = there.find((lines) => lines.includes(shown[row] ?? '')) ?? [];
      // Where all files of a page are of one property, its name stands above the first.
      const isTitled = [shown[row], first].some((line) => line?.includes(title));
      return !isTitled || !names.every((name) => shown[row]?.includes(name));
    });
    expect(wrong).toEqual([]);
    expect(back).toEqual(there);
  },
);

test(
  'in a browser, turning pages with the mouse keeps the buttons under it',
  { timeout: 300_000 },
  async () => {
    const files = await builtPage();
    const { url } = await openPlayground(
      {
        count: 60,
        pageFiles: (request) => files(request) ?? new Response(null, { status: 404 }),
      },
      serverPlace,
    );
    const page = await browserAt(url);
    await page.setViewportSize({ width: 390, height: 844 });
    const composer = page.getByRole('textbox', { name: 'Message #leasing' });
    for (let time = 0; time < 2; time += 1) {
      await composer.fill('/rental list');
      await composer.press('Enter');
      await page.getByText('Page 1 of 12').nth(time).waitFor();
    }

    for (let turn = 2; turn <= 4; turn += 1) {
      const next = page.getByRole('button', { name: 'Next page' }).last();
      // A button that still waits for its answer takes no click.
      await expect.poll(async () => next.getAttribute('aria-busy')).toBe('false');
      const box = await next.boundingBox();
      expect(box?.y).toBeLessThan(844);
      await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
      await page.getByText(`Page ${turn} of 12`).waitFor();
    }

    const box = await page.getByRole('button', { name: 'Next page' }).last().boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect(box?.y).toBeLessThan(844);
  },
);

async function browserAt(url: string): Promise<Page> {
  const context = await openContext();
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** The files on a page of the list, one line each, once that page is there. */
async function linesOnPage(page: Page, number: number): Promise<string[]> {
  const here = page.getByText(`Page ${number} of ${PAGES}`, { exact: true });
  await here.waitFor();
  return linesOf(page.getByRole('article').filter({ has: here }));
}

function newestFirst(files: readonly WireFile[]): readonly WireFile[] {
  return files.toSorted(
    (one, other) => createdMs(other) - createdMs(one) || (one.id < other.id ? -1 : 1),
  );
}

function createdMs({ created_at: at }: WireFile): number {
  if (at === null) return -Infinity;
  return Date.parse(/Z|[+-]\d\d:\d\d$/.test(at) ? at : `${at}Z`);
}

/**
 * The names that a row of 30 characters has room for, with “(guarantor)” and “1 more” behind some: of
 * the only one before a number its beginning at least.
 */
function shownIn(names: readonly string[]): string[] {
  const ends = names.map((_, index) => names.slice(0, index + 1).join(' (guarantor), ').length);
  const [first = ''] = names;
  if (names.length > 1 && first.length > 12) return [seen(first).slice(0, 2)];
  return names.filter((_, index) => index === 0 || (ends[index] ?? 0) <= 12).map(seen);
}

/** What of a name is there for the eye, whatever else it holds. */
function seen(name: string): string {
  return plain(name).slice(0, SEEN_LENGTH).trim();
}

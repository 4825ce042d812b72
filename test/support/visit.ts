import type { Locator, Page } from 'playwright-core';
import { beforeAll } from 'vitest';

import { readEnvironment } from '../../src/playground/environment.ts';
import { startPlayground } from '../../src/playground/playground.ts';
import type { WireFile } from '../../src/playground/rental-service/files-api/schema.ts';
import type { RentalService } from '../../src/playground/rental-service/service.ts';
import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import { openContext } from './browser-context.ts';
import { builtPage } from './page.ts';
import { type Place, serverPlace } from './places.ts';
import { variablesOf } from './playground.ts';
import { bundle } from './programs.ts';
import { PATIENCE_MS } from './slack-workspace.ts';

/** One playground, in which the tests of a file play their parts in a browser. */
export interface Visits {
  readonly url: string;
  readonly workspace: SlackWorkspace;
  readonly service: RentalService;
  /** Opens the page in the part of somebody, in #leasing, until the test is over. */
  as(person: string, viewport?: { width: number; height: number }): Promise<Page>;
  stop(): Promise<void>;
}

const DESK = { width: 1280, height: 900 };
const PERSON = 'rental-desk.person';

/**
 * The whole playground, with the bot in a process of its own, until `stop`.
 *
 * @param count of rental files
 * @param placeFor where the bot's database is: in PostgreSQL the clock cannot be moved
 * @param historyDays that the files have lived, and the bot has read them
 */
export async function openVisits(
  count: number,
  placeFor: () => Promise<Place> = serverPlace,
  historyDays = 0,
): Promise<Visits> {
  const [files, program, place] = await Promise.all([builtPage(), bundle('bot'), placeFor()]);
  const environment = readEnvironment({
    PATH: process.env['PATH'],
    ACCESS_BURST: '0',
    ...variablesOf(place),
  });
  const running = await startPlayground({
    historyDays,
    ...environment,
    machine: { ...environment.machine, ...program.environment },
    port: 0,
    now: () => Date.now(),
    slackWaitsMs: PATIENCE_MS,
    output: 'ignore',
    program: program.path,
    count,
    pageFiles: (request) => files(request) ?? new Response(null, { status: 404 }),
  });
  const { url, service, workspace } = running;
  if (url === null || !service || !workspace) throw new Error('a side is not the playground’s');
  return {
    url,
    workspace,
    service,
    async as(person, viewport = DESK) {
      await closeWindows(workspace, person);
      return pageOf(url, person, viewport);
    },
    async stop() {
      await running.stop();
      await place[Symbol.asyncDispose]();
    },
  };
}

/** Opens visits before the tests of a group, and ends them after it. */
export function useVisits(
  use: (visits: Visits) => unknown,
  ...given: Parameters<typeof openVisits>
): void {
  beforeAll(async () => {
    const visits = await openVisits(...given);
    await use(visits);
    return async () => visits.stop();
  }, 300_000);
}

/** What an earlier test has left open would lie over everything. */
async function closeWindows(workspace: SlackWorkspace, person: string): Promise<void> {
  const open = workspace.state().modals.findLast((modal) => modal.person === person);
  if (open) await workspace.perform('close', { person, modal: open.id, all: true });
  await workspace.perform('close_entity', { person });
}

async function pageOf(
  url: string,
  person: string,
  viewport: { width: number; height: number },
): Promise<Page> {
  const context = await openContext({ viewport });
  await context.addInitScript(([key, id]) => localStorage.setItem(key, id), [PERSON, person] as [
    string,
    string,
  ]);
  const page = await context.newPage();
  await page.goto(url);
  await composer(page).waitFor();
  return page;
}

/** Where commands and messages are typed. */
function composer(page: Page): Locator {
  return page.getByRole('textbox', { name: /^(?:Message|Envoyer un message à) / });
}

/** Types something and sends it off. */
export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

/**
 * Types something, and gives the message that answers it once it says so.
 *
 * @param ownMessages what the person writes stands before the answer, unless it is a command
 */
export async function ask(
  page: Page,
  text: string,
  says: string | RegExp,
  ownMessages = text.startsWith('/') ? 0 : 1,
): Promise<Locator> {
  const before = await page.getByRole('article').count();
  await say(page, text);
  const answer = page.getByRole('article').nth(before + ownMessages);
  await told(answer, says);
  return answer;
}

/** Waits until something says so. */
export async function told(where: Locator, says: string | RegExp): Promise<void> {
  await where.filter({ hasText: says }).waitFor();
}

/** Goes to a channel, or to the app. */
export async function goTo(page: Page, room: string): Promise<void> {
  const rooms = page.getByRole('navigation', { name: 'Channels and apps' });
  await rooms.getByRole('button', { name: room }).click();
}

/** Presses a button by its whole name. */
export async function press(within: Locator, name: string | RegExp): Promise<void> {
  await within.getByRole('button', { name, exact: true }).last().click();
}

/** The dialog of that name. */
export function dialog(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name });
}

/** The button beside the query of a list, which is no line of it. */
const REFINE = /^(?:Refine this list|Affiner cette liste)$/;

/** The files of a list, each as one line of text. */
export async function linesOf(list: Locator): Promise<string[]> {
  const page = list.page();
  const rows = list
    .locator('.section')
    .filter({ has: page.getByRole('button') })
    .filter({ hasNot: page.getByRole('button', { name: REFINE }) });
  return (await rows.locator('.section-text').allInnerTexts()).map((text) => plain(text));
}

/** What is there for the eye, on one line. */
export function plain(text: string): string {
  return text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** A file whose reference no other file shares. */
export function oneOfAKind({ files }: RentalService): WireFile & { readonly reference: string } {
  for (const file of files) {
    const reference = file.product?.reference ?? '';
    const alike = files.filter(({ product }) => product?.reference === reference);
    if (reference !== '' && alike.length === 1) return { ...file, reference };
  }
  throw new Error('no reference is there once');
}

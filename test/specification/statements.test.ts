import { existsSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  createDispatcher,
  type Dispatcher,
  type RequestInfo,
} from '../../src/commands/dispatcher.ts';
import { createLinkTemplate } from '../../src/lib/http.ts';
import { createWorkingDays, holidaysOf } from '../../src/portfolio/calendar.ts';
import { createLiveFile, createPortfolio } from '../../src/portfolio/portfolio.ts';
import { createRentalFiles } from '../../src/rental-api/client.ts';
import type { Action, Answer, Message } from '../../src/views/message.ts';
import { OPEN_CHANNELS } from '../support/channels.ts';
import { asking } from '../support/desk.ts';
import { memoryStore } from '../support/memory-store.ts';
import { NOW, serviceAccount } from '../support/service-account.ts';
import {
  FILES_PATH,
  IDP,
  PROJECT_ID,
  type SpecifiedService,
  startSpecifiedService,
} from './service.ts';
import { fileId, STATEMENTS } from './statements.ts';

const admin = { isAdmin: true, userId: 'U0HANNAH001', email: null };
const READERS: Readonly<Record<'en' | 'fr', RequestInfo>> = {
  en: asking({ locale: 'en-GB', person: admin }),
  fr: asking({ locale: 'fr-FR', person: admin }),
};

/** A file of which nothing is given but states that no statement names. */
const PLAIN = { id: fileId(0), status: 'ON_HOLD', decision: 'ON_APPEAL' };

const VALUES = STATEMENTS.flatMap(({ value, ...statement }) =>
  value === null ? [] : [{ ...statement, ...value }],
);

let service: SpecifiedService;
let dispatcher: Dispatcher;

beforeAll(async () => {
  const files = VALUES.map(({ file }) => file);
  service = await startSpecifiedService({ files: [PLAIN, ...files], now: () => NOW });
  const rentalFiles = createRentalFiles({
    firstPage: new URL(`${service.origin}${FILES_PATH}`),
    authUrl: service.origin,
    idp: IDP,
    projectId: PROJECT_ID,
    account: serviceAccount(),
    now: () => NOW,
  });
  const portfolio = createPortfolio({
    pages: () => rentalFiles.summaries(),
    pagesSince: null,
    now: () => NOW,
    monotonic: () => NOW,
    pollSeconds: 86_400,
    completionMax: 100,
    onFailure: () => {},
  });
  dispatcher = createDispatcher({
    ...createLinkTemplate(null),
    portfolio,
    store: memoryStore(() => NOW),
    fileNow: createLiveFile({
      portfolio,
      fetchPage: async (url, signal) => rentalFiles.fetchPage(url, signal),
      pages: (signal) => rentalFiles.pages(signal),
    }),
    checkService: async () => {},
    channels: OPEN_CHANNELS,
    workingDays: createWorkingDays(holidaysOf('FR')),
    zone: 'Europe/Paris',
    currency: null,
    now: () => NOW,
    language: 'en',
    onError: () => {},
  });
});

afterAll(() => service[Symbol.asyncDispose]());

test('the table has each of the 177 statements once', () => {
  expect(STATEMENTS.map(({ number }) => number)).toEqual(
    Array.from({ length: 177 }, (_, index) => index + 1),
  );
});

test('every statement is a value, is shown by a test that exists, or says why there is none', () => {
  const missing = STATEMENTS.filter(({ value, shownBy }) => {
    if (value !== null) return shownBy !== '';
    return shownBy.endsWith('.test.ts') ? !existsSync(shownBy) : shownBy === '';
  });
  expect(missing).toEqual([]);
});

describe.each(VALUES)('$number, section $section: $says', ({ number, read, query, cell }) => {
  const id = fileId(number);

  test.each(['en', 'fr'] as const)('is read in Slack (%s)', async (language) => {
    expect(plain(await everythingOn(id, READERS[language]))).toContain(plain(read[language]));
  });

  test.runIf(query !== null).each(['en', 'fr'] as const)(
    'is found by a query (%s)',
    async (language) => {
      const found = await foundBy(query?.[language] ?? '', READERS[language]);
      expect(found).toContain(id);
      expect(found).not.toContain(PLAIN.id);
    },
  );

  test.runIf(cell !== null)('has a cell in the export', async () => {
    const [header = [], ...rows] = await exported('');
    const row = rows.find(([first]) => first === id);
    expect(row?.[header.indexOf(cell?.[0] ?? '')]).toBe(cell?.[1]);
  });
});

/** Every text of a card, of the pages of its details and of its contacts. */
async function everythingOn(id: string, reader: RequestInfo): Promise<string> {
  const card = await lastMessage(dispatcher.run(dispatcher.match(`show ${id}`), reader));
  const texts = [card.text];
  const waiting = actionsOf(card).filter(({ args }) => 'details' in args || 'reveal' in args);
  const seen = new Set<string>();
  for (let action = waiting.shift(); action !== undefined; action = waiting.shift()) {
    const key = JSON.stringify(action);
    if (seen.has(key)) continue;
    seen.add(key);
    const page = await lastMessage(dispatcher.runAction(action, reader));
    texts.push(page.text);
    waiting.push(...actionsOf(page).filter(({ args }) => 'details' in args || 'reveal' in args));
  }
  return texts.join('\n');
}

/** Ids of the files that a query finds, as the export lists them. */
async function foundBy(query: string, reader: RequestInfo): Promise<string[]> {
  const [, ...rows] = await exported(query, reader);
  return rows.flatMap(([id]) => (id === undefined ? [] : [id]));
}

async function exported(query: string, reader: RequestInfo = READERS.en): Promise<string[][]> {
  const answers = await Array.fromAsync(
    dispatcher.run(dispatcher.match(`export ${query}`), reader),
  );
  const document = answers.find(({ kind }) => kind === 'document');
  if (document?.kind !== 'document') return [];
  const [delimiter] = /[,;]/.exec(document.content) ?? [','];
  return document.content
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => cellsOf(line, delimiter));
}

function cellsOf(line: string, delimiter: string): string[] {
  const cells = line.match(
    new RegExp(`(?<=^|${delimiter})(?:"(?:[^"]|"")*"|[^${delimiter}"]*)`, 'g'),
  );
  return (cells ?? []).map((cell) => cell.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"'));
}

async function lastMessage(answers: AsyncIterable<Answer>): Promise<Message> {
  const last = (await Array.fromAsync(answers)).findLast(({ kind }) => kind === 'message');
  if (last?.kind !== 'message') throw new Error('no message was answered');
  return last;
}

function actionsOf({ blocks }: Message): Action[] {
  return blocks.flatMap((block) =>
    block.type === 'buttons'
      ? block.buttons.flatMap((button) => ('action' in button ? [button.action] : []))
      : [],
  );
}

/** A text with each run of blanks, also narrow and fixed ones, as one space. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

import { expect, test } from 'vitest';

import { access } from '../../src/commands/access.ts';
import { buttonsOf, pressOf } from '../support/desk.ts';
import { pagesOf, rentalFile } from '../support/rental-files.ts';
import { callOver, CHANNEL, messageOf } from './call.ts';

const files = [rentalFile({ id: 'a1', product: { title: 'Loft', reference: 'LY-0342' } })];
const pages = () => pagesOf(files);

/** A call of an admin, in whose log Bruno opened files a0, a1, … */
async function callAfter(opened: number) {
  const call = callOver(pages, { person: { userId: 'U0ADMIN0001', isAdmin: true } });
  for (let index = 0; index < opened; index += 1) {
    await call.store.accessLog.record({
      userId: 'U0BRUNO0001',
      kind: 'reveal',
      fileId: `a${index}`,
      channelId: CHANNEL,
      surface: 'button',
    });
  }
  return call;
}

const filesIn = (text: string) => Array.from(text.matchAll(/, file ([\w-]+),/g), ([, id]) => id);

test('only admins are asked to read it', () => {
  expect(access.isForAdmins).toBe(true);
});

test('the log is read page by page, the newest first, and each reading is in it', async () => {
  const call = await callAfter(45);
  const first = await messageOf(access.run('', call));
  const second = await messageOf(access.runAction(pressOf(first, 'Older ›').args, call));
  const third = await messageOf(access.runAction(pressOf(second, 'Older ›').args, call));

  const seen = [first, second, third].flatMap(({ text }) => filesIn(text));
  expect(seen).toEqual(Array.from({ length: 45 }, (_, index) => `a${44 - index}`));
  expect(first.text).toContain('U0ADMIN0001 read the access log');
  expect(buttonsOf(third)).toEqual(['Newest']);
  expect(call.store.opened.filter(({ kind }) => kind === 'access')).toHaveLength(3);
});

test('a file that is held goes by the reference of its property', async () => {
  const call = await callAfter(2);
  await call.portfolio.read();
  expect(filesIn((await messageOf(access.run('', call))).text)).toEqual(['LY-0342', 'a0']);
});

test.each([
  ['user:<@U0BRUNO0001|bruno costa> file:a1', { fileId: 'a1' }],
  ['personne:<@U0BRUNO0001> dossier:https://console.example.com/a1', { fileId: 'a1' }],
  ['user:u0bruno0001 file:a1', { fileId: 'a1' }],
  ['<@U0BRUNO0001> file:a1', { fileId: 'a1' }],
  ['<@U0BRUNO0001|bruno costa> file:a1', { fileId: 'a1' }],
])('%s finds what that person did with that file', async (text, { fileId }) => {
  const call = await callAfter(5);
  const { text: told, blocks } = await messageOf(access.run(text, call));
  expect(JSON.stringify(blocks)).toContain('by\u00a0"},{"type":"user","user_id":"U0BRUNO0001"}');
  expect(told).toContain(`Access log, by U0BRUNO0001, about file ${fileId}`);
  expect(filesIn(told)).toEqual([fileId]);
  expect(call.store.opened.at(-1)).toMatchObject({ kind: 'access', userId: 'U0ADMIN0001', fileId });
});

test('of what somebody asks for, the log keeps nothing that is no file', async () => {
  const call = await callAfter(5);
  await call.portfolio.read();
  for (const file of ['dupont', 'anne.dupont@example.com', 'a1\0', 'a4', 'a1']) {
    await messageOf(access.run(`file:${file}`, call));
  }
  const kept = call.store.opened.flatMap(({ kind, fileId }) => (kind === 'access' ? [fileId] : []));
  expect(kept).toEqual([null, null, null, 'a4', 'a1']);
});

test.each(['log', 'logs', 'd’accès', 'des accès'])('“access %s” is all of it', async (text) => {
  const { text: told } = await messageOf(access.run(text, await callAfter(5)));
  expect(filesIn(told)).toEqual(
    filesIn((await messageOf(access.run('', await callAfter(5)))).text),
  );
  expect(filesIn(told)).not.toEqual([]);
});

test.each(['user:@bruno', 'yesterday', 'user:'])('%s cannot be looked for', async (text) => {
  const call = await callAfter(1);
  const { text: told } = await messageOf(access.run(text, call));
  expect(told).toContain(`The access log cannot be filtered by “${text}”`);
  expect(told).not.toContain('U0BRUNO0001');
});

test.each([
  ['with:<@U0BRUNO0001>', 'with:@…'],
  ['with:<@U0BRUNO0001|bruno>', 'with:@bruno'],
  ['<#C0LEASING01|leasing>', '#leasing'],
  ['<#C0LEASING01|>', '#…'],
  ['<!subteam^S0LEASING1>', '@…'],
  ['<!subteam^S0LEASING1|@leasing>', '@leasing'],
])('%s cannot be looked for, and is told as %s without an id', async (text, told) => {
  const { text: said, blocks } = await messageOf(access.run(text, await callAfter(1)));
  expect(said).toContain(`The access log cannot be filtered by “${told}”`);
  expect(said + JSON.stringify(blocks)).not.toMatch(/[UCS]0[A-Z]/);
});

test('nothing is shown when its being read cannot be written down', async () => {
  const call = await callAfter(1);
  call.store.setDown(true);
  await expect(messageOf(access.run('', call))).rejects.toThrow('does not answer');
});

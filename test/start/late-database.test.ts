import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

import { expect, onTestFinished, test, vi } from 'vitest';

import { startRentalService } from '../../src/playground/rental-service/service.ts';
import { readManifest } from '../../src/playground/slack-workspace/manifest.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { type BotChild, environmentFor, startBot, WAIT } from '../support/bot.ts';
import { startPostgres } from '../support/postgres.ts';
import { messageThat, testWorkspace, visitor } from '../support/slack-workspace.ts';

const LOOKS_MS = 5_000;

const manifest = readManifest(readFileSync('manifest.yml', 'utf8'));

test('two bots open without their database, say so, and mend themselves when it comes', async () => {
  await using postgres = await startPostgres();
  const DATABASE_URL = await postgres.newDatabase();
  await postgres.crash();
  const service = await startRentalService({ count: 30, now: () => Date.now() });
  onTestFinished(() => service.stop());
  let asked: BotChild | undefined;
  const workspace = await testWorkspace({
    manifest,
    now: () => Date.now(),
    botEventsUrl: () => asked?.eventsUrl ?? null,
  });
  const environment = { ...environmentFor(service, workspace.apiUrl), DATABASE_URL };
  const bots = await Promise.all([startBot(environment), startBot(environment)]);
  [asked] = bots;
  const hannah = visitor(workspace, PEOPLE.hannah);

  for (const bot of bots) {
    await bot.ready();
    await bot.says('the database does not answer');
    expect((await bot.state())?.body).toMatchObject({ ok: true, database: 'not reached' });
  }
  expect(await hannah.say('/rental list')).toEqual({ ok: true });
  await messageThat(workspace, ({ text }) => text.includes('30 rental files'));
  await hannah.say('/rental view save "Mornings" decision:pending');
  await messageThat(workspace, ({ text }) =>
    text.includes('Rental Desk’s database does not answer'),
  );

  await postgres.restart();
  for (const bot of bots) {
    await vi.waitUntil(async () => (await bot.state())?.body.degraded.length === 0, WAIT);
  }
  await hannah.say('/rental view save "Mornings" decision:pending');
  await messageThat(
    workspace,
    ({ text }) => /Mornings/.test(text) && !/does not answer/.test(text),
  );

  for (const bot of bots) await bot.says('digests are scheduled');
  await postgres.crash();
  for (const bot of bots) {
    await bot.says('digests have to wait');
    // Digests, alerts and the job engine look for it every second.
    await setTimeout(LOOKS_MS);
    const warnings = bot.logged.map(({ msg, err, reference }) =>
      JSON.stringify([msg, err, reference]),
    );
    const waiting = warnings.filter((line) => /(?:has|have) to wait/.test(line));
    expect([...new Set(waiting)]).toEqual(waiting);
  }
  await postgres.restart();

  for (const bot of bots) bot.signal('SIGTERM');
  for (const bot of bots) expect((await bot.ended).code).toBe(0);
  const fatal = bots.flatMap(({ logged }) => logged.filter(({ level }) => Number(level) >= 60));
  expect(fatal).toEqual([]);
}, 240_000);

test('a password that the database refuses stops the start, and is not printed', async () => {
  await using postgres = await startPostgres();
  const url = new URL(postgres.url('postgres'));
  url.password = 'wrong-horse';
  const service = await startRentalService({ count: 1, now: () => Date.now() });
  onTestFinished(() => service.stop());
  const environment = environmentFor(service, 'http://127.0.0.1:9/api/');
  const bot = await startBot({ ...environment, DATABASE_URL: url.href });

  const { code, said } = await bot.ended;
  expect([code, said]).toEqual([1, expect.stringContaining('password authentication failed')]);
  expect(said + JSON.stringify(bot.logged)).not.toContain('horse');
});

/** Starts a bot whose library of the database warns of how it is told to encrypt. */
async function startWarned(more: Readonly<Record<string, string>>): Promise<BotChild> {
  const service = await startRentalService({ count: 1, now: () => Date.now() });
  onTestFinished(() => service.stop());
  const environment = environmentFor(service, 'http://127.0.0.1:9/api/');
  const databaseUrl = 'postgresql://me:battery@127.0.0.1:9/desk?sslmode=require';
  return startBot({ ...environment, DATABASE_URL: databaseUrl, ...more });
}

test('warnings that are switched off are not in the log either', async () => {
  const bot = await startWarned({ NODE_OPTIONS: '--no-warnings' });
  const isRefused = ({ err }: (typeof bot.logged)[number]) =>
    JSON.stringify(err ?? '').includes('ECONNREFUSED');
  await vi.waitUntil(() => bot.logged.some(isRefused), WAIT);
  bot.signal('SIGTERM');
  expect(await bot.ended).toEqual({ code: 0, said: '' });
  expect(bot.logged.map(({ msg }) => msg)).not.toContain('a warning of Node');
});

test('what a library warns of is a line of the log, and nothing beside it', async () => {
  const bot = await startWarned({});
  await bot.says('a warning of Node');
  bot.signal('SIGTERM');
  expect(await bot.ended).toEqual({ code: 0, said: '' });
  const warnings = bot.logged.filter(({ msg }) => msg === 'a warning of Node');
  expect(JSON.stringify(warnings)).toContain('SSL modes');
  expect(JSON.stringify(bot.logged)).not.toContain('battery');
});

import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { startRentalService } from '../../src/playground/rental-service/service.ts';
import { signedHeaders } from '../../src/playground/slack-workspace/bot/http.ts';
import { readManifest } from '../../src/playground/slack-workspace/manifest.ts';
import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { TEAM } from '../../src/playground/slack-workspace/store/team.ts';
import { createActionTokens } from '../../src/slack/respond/payload.ts';
import { answerBox } from '../support/answer-box.ts';
import { type BotChild, environmentFor, startBot } from '../support/bot.ts';
import { freePort } from '../support/free-port.ts';
import { serverPlace } from '../support/places.ts';
import { SIGNING_SECRET, testWorkspace } from '../support/slack-workspace.ts';

const manifest = readManifest(readFileSync('manifest.yml', 'utf8'));
const EVERY_MS = 40;

/** In turn; past one that is not ready, and past one that takes no connection. */
function roundRobin(bots: () => readonly BotChild[]) {
  let turn = 0;
  return async (body: string): Promise<number> => {
    const headers = {
      connection: 'close',
      'content-type': 'application/x-www-form-urlencoded',
      ...signedHeaders(SIGNING_SECRET, body, Date.now()),
    };
    for (;;) {
      turn += 1;
      const bot = bots()[turn % bots().length];
      if (bot === undefined || (await bot.state())?.status !== 200) continue;
      try {
        return (await fetch(bot.eventsUrl, { method: 'POST', body, headers })).status;
      } catch (error) {
        const cause = error instanceof Error ? error.cause : null;
        const isRefused =
          cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
        if (!isRefused) throw error;
      }
    }
  };
}

test('while two bots are restarted in turn, each command and each button is answered once', async () => {
  await using place = await serverPlace();
  const service = await startRentalService({ count: 30, now: () => Date.now() });
  onTestFinished(() => service.stop());
  const workspace = await testWorkspace({ manifest, now: () => Date.now() });
  const box = await answerBox(new URL(workspace.apiUrl));
  const environment = {
    ...environmentFor(service, box.apiUrl),
    DATABASE_URL: place.databaseUrl,
    // One person asks for all.
    ACCESS_BURST: '0',
  };
  const ports = [String(await freePort()), String(await freePort())];
  const bots = await Promise.all(ports.map((PORT) => startBot({ ...environment, PORT })));
  await Promise.all(bots.map((bot) => bot.ready()));

  const tokens = createActionTokens(SIGNING_SECRET, { now: () => Date.now() });
  const send = roundRobin(() => bots);
  const who = { user: { id: PEOPLE.hannah, team_id: TEAM.id }, team: { id: TEAM.id } };
  async function ask(number: number): Promise<number> {
    const response_url = `${box.url}/${number}`;
    const trigger_id = String(number);
    if (number % 2 === 0) {
      const fields = { command: '/rental', text: 'help', team_id: TEAM.id, user_id: PEOPLE.hannah };
      const where = { channel_id: CHANNELS.leasing, response_url, trigger_id };
      return send(new URLSearchParams({ ...fields, ...where }).toString());
    }
    const value = tokens.encode({
      action: { command: 'list', args: { typed: '' } },
      userId: PEOPLE.hannah,
      channelId: CHANNELS.leasing,
    });
    const payload = {
      ...who,
      type: 'block_actions',
      api_app_id: 'A1',
      channel: { id: CHANNELS.leasing },
      container: { type: 'message', is_ephemeral: true },
      actions: [{ type: 'button', action_id: 'desk.list.0.0', block_id: 'b', value }],
      response_url,
      trigger_id,
    };
    return send(new URLSearchParams({ payload: JSON.stringify(payload) }).toString());
  }

  const rolled = new AbortController();
  const sent: Promise<number>[] = [];
  async function load(): Promise<void> {
    while (!rolled.signal.aborted) {
      sent.push(ask(sent.length));
      await setTimeout(EVERY_MS);
    }
  }
  const loading = load();
  for (const [index, PORT] of ports.entries()) {
    bots[index]?.signal('SIGTERM');
    expect((await bots[index]?.ended)?.code).toBe(0);
    const fresh = await startBot({ ...environment, PORT });
    await fresh.ready();
    bots[index] = fresh;
  }
  rolled.abort();
  await loading;

  const statuses = await Promise.all(sent);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  for (const bot of bots) bot.signal('SIGTERM');
  for (const bot of bots) expect((await bot.ended).code).toBe(0);
  expect(sent.length).toBeGreaterThan(20);
  // Everything that was under way is done: what is not answered now never will be.
  expect(box.counts()).toEqual(new Map(sent.map((_, number) => [`/${number}`, 1])));
}, 120_000);

import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { shiftClock } from '../../src/playground/clock/shift-clocks.ts';
import { startRentalService } from '../../src/playground/rental-service/service.ts';
import { readManifest } from '../../src/playground/slack-workspace/manifest.ts';
import type { Message } from '../../src/playground/slack-workspace/page-protocol.ts';
import { startSlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { freePort } from '../support/free-port.ts';

/**
 * How many files of src/, and how many functions, one request passes in the real bot: what a reader
 * has to open who follows it. The bot, its service and its workspace run in this process.
 */

const FILES = 60;
const ZONE = 'Europe/Paris';
/** One round of the scheduler and of live updates takes 5 s. */
const IDLE_MS = 6_000;
const MINUTE_MS = 60_000;
/** After a post is seen, until the delivery is recorded. */
const RECORD_MS = 2_000;
/** Until what follows an answer is done. */
const SETTLE_MS = 2_000;
/** Until the bot has noted that Slack took the answer. */
const AFTER_MS = 50;
const POLL_MS = 5;
const WAIT_MS_MAX = 100_000;

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/** Calls by function, of one file. */
type Calls = ReadonlyMap<string, ReadonlyMap<string, number>>;

interface Trip {
  readonly title: string;
  readonly filesWanted: number;
  readonly make: () => Promise<void>;
}

const profiler = new Session();
profiler.connect();
await profiler.post('Profiler.enable');
await profiler.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

// Digests are due at nine: there is a minute and a half until then.
const local = Temporal.Now.zonedDateTimeISO(ZONE);
const start = local.add({ days: 1 }).with({ hour: 8, minute: 58, second: 30 });
shiftClock().setAhead(start.epochMilliseconds - local.epochMilliseconds);

const now = () => Date.now();
const port = await freePort();
const folder = await mkdtemp(join(tmpdir(), 'rental-desk-walk-'));
const service = await startRentalService({ now, count: FILES });
const workspace = await startSlackWorkspace({
  port: 0,
  signingSecret: 'walk-signing-secret',
  botToken: 'xoxb-walk',
  appToken: 'xapp-walk',
  manifest: readManifest(readFileSync(new URL('../../manifest.yml', import.meta.url), 'utf8')),
  now,
  botEventsUrl: () => new URL(`http://127.0.0.1:${port}/slack/events`),
  transport: 'http',
  serviceKind: 'playground',
});
Object.assign(process.env, {
  LOG_LEVEL: 'fatal',
  // What comes from the cache is counted less precisely.
  NODE_DISABLE_COMPILE_CACHE: '1',
  HOST: '127.0.0.1',
  PORT: String(port),
  DATA_DIR: folder,
  HOLIDAYS: 'none',
  RENTAL_FILES_URL: service.filesUrl,
  RENTAL_AUTH_URL: service.authUrl,
  RENTAL_IDP: service.idp,
  RENTAL_PROJECT_ID: service.projectId,
  RENTAL_KEY: JSON.stringify(service.keyFile),
  SLACK_API_URL: workspace.apiUrl,
  SLACK_BOT_TOKEN: 'xoxb-walk',
  SLACK_SIGNING_SECRET: 'walk-signing-secret',
});
await import('../../src/main.ts');
await until(async () => {
  const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  return ready?.ok === true;
});
await ask('/rental digest add 09:00 days:mon-sun name:Walked', 'Walked');
// The first snapshot is read meanwhile, and made ready for queries.
await ask('/rental list', 'Next');
await delay(SETTLE_MS);

const trips: readonly Trip[] = [
  {
    title: '/rental list decision:pending',
    filesWanted: 50,
    make: async () => await ask('/rental list decision:pending', 'Next'),
  },
  {
    title: 'Next ›',
    filesWanted: 45,
    make: async () => press(find('Next'), 'Next'),
  },
  {
    title: 'a digest slot, from due to recorded',
    filesWanted: 75,
    async make() {
      await until(async () => messages().some(({ text }) => text.startsWith('Walked: ')));
      await delay(RECORD_MS);
    },
  },
];

const taken: { readonly trip: Trip; readonly calls: Calls }[] = [];
for (const trip of trips) {
  await takeCalls();
  const startedAt = performance.now();
  await trip.make();
  await delay(AFTER_MS);
  const calls = await takeCalls();
  // What comes once a minute may have come once more in a trip that waits for its time.
  const tookMs = performance.now() - startedAt;
  await delay(tookMs < IDLE_MS ? IDLE_MS : tookMs + MINUTE_MS);
  taken.push({ trip, calls: without(calls, await takeCalls()) });
}
for (const { trip, calls } of taken) print(trip, calls);

await workspace.stop();
await service.stop();
await rm(folder, { recursive: true, force: true });
process.exit(0);

/** Calls since the last time, of files of src/ outside the playground; loading a file is none. */
async function takeCalls(): Promise<Calls> {
  const { result } = await profiler.post('Profiler.takePreciseCoverage');
  return new Map(
    result
      .filter(({ url }) => url.startsWith('file:'))
      .map(({ url, functions }) => ({ file: relative(SRC, fileURLToPath(url)), functions }))
      .filter(({ file }) => !file.startsWith('..') && !file.startsWith('playground'))
      .map(({ file, functions }) => [
        file,
        new Map(
          functions.flatMap(({ functionName, ranges: [range] }) =>
            range === undefined || range.startOffset === 0 || range.count === 0
              ? []
              : [[`${functionName}@${range.startOffset}`, range.count] as const],
          ),
        ),
      ]),
  );
}

/** What idle time calls as often is not of the trip. */
function without(calls: Calls, idle: Calls): Calls {
  return new Map(
    Array.from(calls, ([file, functions]): [string, ReadonlyMap<string, number>] => [
      file,
      new Map([...functions].filter(([name, count]) => count > (idle.get(file)?.get(name) ?? 0))),
    ]).filter(([, functions]) => functions.size > 0),
  );
}

function print({ title, filesWanted }: Trip, calls: Calls): void {
  const files = [...calls].toSorted(([one], [other]) => one.localeCompare(other));
  const functions = files.flatMap(([, inside]) => [...inside.values()]);
  const rooms = Map.groupBy(files, ([file]) => file.split('/')[0] ?? '');
  console.log(
    `\n${title}: ${files.length} files (wanted: ${filesWanted} at most), ` +
      `${functions.length} functions, ${functions.reduce((sum, count) => sum + count, 0)} calls`,
  );
  console.log(Array.from(rooms, ([room, inside]) => `${room} ${inside.length}`).join(' · '));
  for (const [file, inside] of files) {
    const names = Array.from(inside.keys(), (name) => name.split('@')[0] || '()');
    console.log(`  ${file}: ${[...new Set(names)].join(', ')}`);
  }
}

function messages(): readonly Message[] {
  return workspace.state().messages;
}

/** The newest message that has such a button, or says so. */
function find(text: string): Message {
  const found = messages().findLast((message) => JSON.stringify(message).includes(text));
  if (found === undefined) throw new Error(`Nothing says ${text}.`);
  return found;
}

async function ask(text: string, answer: string): Promise<void> {
  const before = messages().length;
  await workspace.perform('say', { person: PEOPLE.hannah, channel: CHANNELS.leasing, text });
  await until(async () => JSON.stringify(messages().slice(before)).includes(answer));
}

async function press(message: Message, label: string): Promise<void> {
  const { channel, ts, blocks } = message;
  const buttons = blocks.flatMap(({ block_id, elements }) =>
    Array.isArray(elements) ? elements.map((element) => ({ ...element, block_id })) : [],
  );
  const action = buttons.find((button) => JSON.stringify(button.text ?? '').includes(label));
  await workspace.perform('act', {
    person: PEOPLE.hannah,
    place: { channel, ts },
    action,
    values: {},
  });
  const pressed = JSON.stringify(blocks);
  await until(async () => {
    const shown = messages().find((each) => each.ts === ts);
    return JSON.stringify(shown?.blocks) !== pressed;
  });
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WAIT_MS_MAX;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('Waited in vain.');
    await delay(POLL_MS);
  }
}

import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

import { createRandom } from '../../src/playground/rental-service/data/random.ts';
import { startRentalService } from '../../src/playground/rental-service/service.ts';
import { readManifest } from '../../src/playground/slack-workspace/manifest.ts';
import { startSlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import { CHANNELS } from '../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { startPostgres } from '../support/postgres.ts';
import { SIGNING_SECRET } from '../support/text-cipher.ts';
import { type Bot, createBot, createFleet } from './bot.ts';
import { keyLines, type Planted } from './canaries.ts';
import { goAboutWork } from './deeds.ts';
import { createDisturbances } from './disturbances.ts';
import { environmentOf } from './environment.ts';
import { planFaults } from './faults.ts';
import { lastAnswer, runEach } from './in-calm.ts';
import { addAlert, addDigests, announcedIn, firstEvaluated, ledgerOf } from './ledger.ts';
import { createOutages } from './outages.ts';
import { createOwner } from './owner.ts';
import { createPerson } from './person.ts';
import { noteGivenUp, noteToldAgain, type Request } from './requests.ts';
import { openRoad } from './road.ts';
import { storm } from './storm.ts';
import type { Row } from './table.ts';
import { createTruth, type Truth } from './truth.ts';
import { verdict } from './verdict.ts';
import { createWatch } from './watch.ts';

export interface DrillOptions {
  /** The same seed gives the same plan; what comes of it is up to the machine as well. */
  readonly seed: number;
  /** How many bots, behind a proxy that passes each request to another one. */
  readonly instances: number;
  /** Whether one bot reads the service for all. */
  readonly isSnapshotShared: boolean;
  /** How long people work while things go wrong. */
  readonly forMs: number;
  /** `short`: only what can be decided in seconds, and no digest that is due by itself. */
  readonly kind: 'long' | 'short';
  /** Where everything goes that the bot has written; `null` keeps it nowhere. */
  readonly logFile: string | null;
}

const MINUTE_MS = 60_000;
const PAGE_SIZE = 20;
/** Access tokens end again and again, of themselves. */
const TOKEN_SECONDS = { long: 20, short: 5 };
const DECIDED_EVERY_MS = 2_000;
/** So few files that several people take the same one. */
const TAKEN_MAX = 3;

/** After so much calm nobody waits for an answer any more. */
const PATIENCE_MS = 40_000;

/** A delivery in dead hands is taken over, looked up and tried again in less than this. */
const SETTLED_WITHIN_MS = 180_000;

/** As many due times as a digest can have. */
const SLOTS_MAX = 12;
const FIRST_SLOT_AFTER_MS = 15_000;
const LAST_SLOT_BEFORE_MS = 5_000;

/** Two members, an admin, and a guest who is turned away. */
const ACTORS = [PEOPLE.claire, PEOPLE.hannah, PEOPLE.oliver, PEOPLE.nadia];

const now = () => Date.now();

const MANIFEST = new URL('../../manifest.yml', import.meta.url);

/** Lets the real bot answer people while everything around it fails, and tells how it did. */
export async function runDrill({
  seed,
  instances,
  isSnapshotShared,
  forMs,
  kind,
  logFile,
}: DrillOptions): Promise<Row[]> {
  const random = createRandom(seed);
  const secrets = {
    botToken: `xoxb-${randomBytes(18).toString('hex')}`,
    appToken: `xapp-${randomBytes(18).toString('hex')}`,
    // The digests are stored beside the bots, encrypted as they do it.
    signingSecret: SIGNING_SECRET,
  };
  const truth = createTruth(seed, now());
  const requests: Request[] = [];
  const disturbances = createDisturbances(now);

  await using postgres = await startPostgres();
  const databaseUrl = await postgres.newDatabase();
  const service = await startRentalService({
    now,
    files: truth.files(),
    pageSize: PAGE_SIZE,
    tokenLifetimeSeconds: TOKEN_SECONDS[kind],
  });
  await using road = await openRoad(() => bot.url(), random);
  const workspace = await startSlackWorkspace({
    ...secrets,
    port: 0,
    now,
    manifest: readManifest(readFileSync(MANIFEST, 'utf8')),
    botEventsUrl: () => road.url,
    transport: 'http',
    serviceKind: 'playground',
    isRateLimited: true,
    eventRetryDelaysMs: [0, 2_000, 30_000],
    onEventAgain: (event) => noteToldAgain(event, requests, disturbances, now()),
    onEventGivenUp: (event) => noteGivenUp(event, requests),
    // A busy machine is no slow bot; the long drill is for one that is not busy.
    ackWithinMs: kind === 'long' ? 3_000 : 20_000,
  });
  const bot: Bot = createFleet(
    Array.from({ length: instances }, () =>
      createBot(() => environmentOf(service, workspace, secrets, databaseUrl, isSnapshotShared)),
    ),
  );
  const keys = [service.keyFile.key];

  const startedAt = now();
  const dueAt = kind === 'long' ? minutesWithin(startedAt, forMs) : [];
  const digests = await addDigests(databaseUrl, {
    channels: [CHANNELS.leasing, CHANNELS.lyon, CHANNELS.direction, CHANNELS.partners],
    // Somebody who asks nothing else: what an owner is told is no answer.
    ownerId: PEOPLE.tom,
    dueAt,
  });
  const alertId = await addAlert(databaseUrl, PEOPLE.tom);
  await workspace.changePerson(PEOPLE.tom, { isRestricted: false, isUltraRestricted: false });
  const outages = createOutages(workspace);
  const owner = createOwner({
    workspace,
    ownerId: PEOPLE.tom,
    databaseUrl,
    isThere: (channelId) => outages.isThere(channelId),
  });
  const watch = createWatch(workspace, () => bot.url(), truth);
  const people = ACTORS.map((id) =>
    createPerson(id, { workspace, disturbances, requests, patienceMs: PATIENCE_MS }),
  );

  try {
    await bot.start();
    let isOver = false;
    // What is posted in the middle of a kill takes a minute to be looked up and posted.
    const ids = truth.files().map(({ id }) => id);
    const lines = linesWith(truth.lastName, ids, kind === 'long' ? digests : []);
    const atWork = people.map(async (person, index) =>
      goAboutWork({
        workspace,
        person,
        random: createRandom(seed + index + 1),
        lines,
        isOver: () => isOver,
      }),
    );
    await firstEvaluated(databaseUrl, alertId);
    const deciding = setInterval(() => {
      if (truth.decide()) service.setFiles(truth.files());
    }, DECIDED_EVERY_MS);
    const plan = planFaults(seed, forMs, kind);
    const scene = { service, workspace, road, postgres, bot, disturbances, outages, instances };
    await Promise.all([
      storm(plan, { ...scene, onKey: () => keys.push(service.keyFile.key) }),
      setTimeout(forMs),
    ]);
    clearInterval(deciding);
    isOver = true;
    await Promise.all(atWork);

    const last = await lastAnswer(workspace, people[0], truth, PATIENCE_MS);
    if (kind === 'short') await runEach(workspace, people[1], digests);
    await allAnnounced(databaseUrl, alertId, truth);
    await settled(databaseUrl, [...digests, alertId]);
    const alertLedger = await ledgerOf(databaseUrl, [alertId]);
    const stillPaused = await owner.stop();
    await watch.stop();
    await bot.stop();
    const planted: Planted = {
      'the bot token': [secrets.botToken],
      'the app token': [secrets.appToken],
      'the signing secret': [secrets.signingSecret],
      'the password of the database': [postgres.password],
      'an access token': service.issuedTokens(),
      'a private key': keys.flatMap(keyLines),
    };
    if (logFile !== null) {
      writeFileSync(logFile, [...bot.output.stdout, ...bot.output.stderr].join(''));
    }
    return await verdict({
      requests,
      disturbances,
      bot,
      truth,
      watch,
      last,
      planted,
      faults: plan.length,
      isTimed: kind === 'long',
      tokens: service.issuedTokens().length,
      digests: {
        ids: digests,
        dueAt,
        ledger: await ledgerOf(databaseUrl, digests),
        resumed: owner.resumed,
        stillPaused,
      },
      alert: {
        ledger: alertLedger,
        announced: await announcedIn(databaseUrl, alertLedger),
        expected: truth.decided(),
      },
      databaseUrl,
      messages: workspace.state().messages,
    });
  } finally {
    for (const _ of Array.from({ length: instances })) await bot.kill();
    await Promise.all([watch.stop(), owner.leave()]);
    await Promise.all([workspace.stop(), service.stop()]);
  }
}

/** What people type: everything that reads, and some that cannot be read. */
function linesWith(
  name: string,
  ids: readonly string[],
  digests: readonly string[],
): [string, ...string[]] {
  return [
    '',
    'pending',
    'list',
    'list decision:ready',
    `list applicant:${name}`,
    `search ${name}`,
    `show ${name}`,
    'stats',
    'me',
    'status',
    'help',
    'list decison:ready',
    'attente',
    'digest list',
    'digest status',
    'view list',
    'alert list',
    'report',
    'vacant',
    'take',
    ...ids.slice(0, TAKEN_MAX).flatMap((id) => [`take ${id}`, `drop ${id}`]),
    ...digests.map((id) => `digest run ${id}`),
  ];
}

/** Waits until an alert has announced what was decided, or should have. */
async function allAnnounced(databaseUrl: string, alertId: string, truth: Truth): Promise<void> {
  const until = performance.now() + SETTLED_WITHIN_MS;
  while (performance.now() < until) {
    const ledger = await ledgerOf(databaseUrl, [alertId]);
    const announced = new Set(await announcedIn(databaseUrl, ledger));
    if (truth.decided().every((id) => announced.has(id))) return;
    await setTimeout(500);
  }
}

/** Whole minutes in the time of the drill. */
function minutesWithin(startMs: number, forMs: number): number[] {
  const first = Math.ceil((startMs + FIRST_SLOT_AFTER_MS) / MINUTE_MS) * MINUTE_MS;
  return Array.from({ length: SLOTS_MAX }, (_, index) => first + index * MINUTE_MS).filter(
    (ms) => ms <= startMs + forMs - LAST_SLOT_BEFORE_MS,
  );
}

/** Waits until every delivery has come to its end, or should have. */
async function settled(databaseUrl: string, digests: readonly string[]): Promise<void> {
  const until = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const ledger = await ledgerOf(databaseUrl, digests);
    const open = ledger.filter(({ state }) => state === 'planned' || state === 'posting');
    if (open.length === 0 || performance.now() > until) return;
    await setTimeout(500);
  }
}

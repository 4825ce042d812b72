import { setTimeout } from 'node:timers/promises';

import type { RentalService } from '../../src/playground/rental-service/service.ts';
import type { Interruption } from '../../src/playground/slack-workspace/fault-injection.ts';
import type { SlackWorkspace } from '../../src/playground/slack-workspace/server.ts';
import type { Postgres } from '../support/postgres.ts';
import type { Bot } from './bot.ts';
import type { Disturbances } from './disturbances.ts';
import type { Fault, Planned } from './faults.ts';
import type { Outages } from './outages.ts';
import type { Road } from './road.ts';

/** Everything that something can happen to. */
export interface Scene {
  readonly service: RentalService;
  readonly workspace: SlackWorkspace;
  readonly road: Road;
  readonly postgres: Postgres;
  readonly bot: Bot;
  readonly disturbances: Disturbances;
  readonly outages: Outages;
  /** How many bots there are. */
  readonly instances: number;
  /** Hears of every key that the service takes. */
  readonly onKey: () => void;
}

/** So many calls of one method are met by a trouble at Slack, at most. */
const INTERRUPTIONS = 2;
const LATE_MS_MAX = 2_000;
/** What ends and starts the bot or its database, or cuts it off. */
const OF_HOUSE: ReadonlySet<Fault['kind']> = new Set([
  'kill',
  'suspend',
  'database',
  'failover',
  'transport',
  'key',
  'start',
  'reconnect',
]);
const LOOK_EVERY_MS = 50;
/** A call that is never answered is given up after ten seconds. */
const BACK_MS_MAX = 20_000;
/** A socket may take this long to come back. */
const RECONNECT_MS = 3_000;

/** Lets go wrong what was planned, each at its time, and resolves when all of it is over. */
export async function storm(planned: readonly Planned[], scene: Scene): Promise<void> {
  const startedAt = performance.now();
  /** What ends and starts the bot or its database, one after the other. */
  let house: Promise<void> = Promise.resolve();
  const underWay: Promise<void>[] = [];
  for (const { atMs, lastsMs, fault } of planned) {
    await setTimeout(Math.max(0, startedAt + atMs - performance.now()));
    const isOfHouse = OF_HOUSE.has(fault.kind);
    const happening = happen(isOfHouse ? house : Promise.resolve(), fault, lastsMs, scene);
    if (isOfHouse) house = happening;
    underWay.push(happening);
  }
  await Promise.all(underWay);
}

/** Waits for its turn, and lets it last. */
async function happen(
  turn: Promise<void>,
  fault: Fault,
  lastsMs: number,
  scene: Scene,
): Promise<void> {
  await turn;
  // Nobody who asks something feels it.
  if (fault.kind === 'channel') return befall(fault, lastsMs, scene);
  const end = scene.disturbances.begin(Object.values(fault).join(' '));
  await befall(fault, lastsMs, scene).finally(end);
}

async function befall(fault: Fault, lastsMs: number, scene: Scene): Promise<void> {
  const { service, workspace, road, postgres, bot } = scene;
  switch (fault.kind) {
    case 'service':
      service.setTrouble(fault.server, fault.trouble);
      await setTimeout(lastsMs);
      service.setTrouble(fault.server, null);
      return;
    case 'tokens':
      service.revokeTokens();
      return;
    case 'key':
      await service.rotateKey();
      scene.onKey();
      await setTimeout(lastsMs);
      await bot.stop();
      await bot.start();
      return;
    case 'slack': {
      const { kind: _, ...interruption } = fault;
      for (let count = 0; count < INTERRUPTIONS; count += 1) workspace.interrupt(interruption);
      await setTimeout(lastsMs);
      workspace.forgive();
      return;
    }
    case 'late':
      road.setDelay(LATE_MS_MAX);
      await setTimeout(lastsMs);
      road.setDelay(0);
      // The last ones are still under way.
      await setTimeout(LATE_MS_MAX);
      return;
    case 'twice':
      road.setRepeating(true);
      await setTimeout(lastsMs);
      road.setRepeating(false);
      return;
    case 'sockets':
      workspace.disconnectSockets('refresh_requested');
      await setTimeout(RECONNECT_MS);
      return;
    case 'start':
      interruptBoth(fault.trouble, workspace);
      await bot.stop();
      await bot.start();
      workspace.forgive();
      return;
    case 'reconnect': {
      if (workspace.state().settings.transport !== 'socket') return;
      interruptBoth(fault.trouble, workspace);
      workspace.disconnectSockets('refresh_requested');
      await socketsComeBack(workspace, scene.instances);
      workspace.forgive();
      return;
    }
    case 'channel':
      await scene.outages.during(fault.how, async () => setTimeout(lastsMs));
      return;
    case 'transport': {
      await bot.stop();
      const { transport } = workspace.state().settings;
      workspace.setSettings({ transport: transport === 'http' ? 'socket' : 'http' });
      await bot.start();
      return;
    }
    case 'database':
      await postgres.crash();
      await setTimeout(lastsMs);
      await postgres.restart();
      return;
    case 'failover':
      await postgres.failOver();
      return;
    case 'suspend': {
      const wake = bot.suspend();
      await setTimeout(lastsMs);
      wake();
      return;
    }
    case 'kill':
      await bot.kill();
      await setTimeout(lastsMs / 4);
      await bot.start();
  }
}

/** What a bot asks Slack for that comes back to it. */
function interruptBoth(trouble: Interruption['trouble'], workspace: SlackWorkspace): void {
  for (const method of ['auth.test', 'apps.connections.open']) {
    workspace.interrupt({ method, moment: 'before', trouble });
  }
}

/** Resolves when the sockets have gone, and others are there. */
async function socketsComeBack(workspace: SlackWorkspace, instances: number): Promise<void> {
  for (const count of [0, instances]) {
    const until = performance.now() + BACK_MS_MAX;
    while (workspace.sockets() !== count && performance.now() < until) {
      await setTimeout(LOOK_EVERY_MS);
    }
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { inStore } from '../jobs/digest-process.ts';
import { KILLS, seededRandom, TRIAL_MS_MAX } from '../jobs/kill-trial.ts';
import { folderPlace, type Place, serverPlace } from '../support/places.ts';
import { bundle } from '../support/programs.ts';

const CHILD = await bundle('takes');
const FILES = 4_000;
/** Taken by a process before it may be killed: a busy machine takes long to start one. */
const TAKEN_MIN = 10;
const LIFE_MS_MAX = 400;
/** Number of instances on PostgreSQL; more with `INSTANCES`. */
const INSTANCES = Number(process.env['INSTANCES'] ?? 2);

/** A process that takes files until it is killed. */
interface Taker {
  /** Resolves once it has taken a few files. */
  readonly isUnderWay: Promise<unknown>;
  kill(): Promise<void>;
}

function startTaker(place: Place, name: string, told: (line: string) => void): Taker {
  const args = [CHILD.path, place.databaseUrl ?? '', place.dataDir, name, String(FILES)];
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { ...process.env, ...CHILD.environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('its output is a pipe');
  const lines = createInterface(child.stdout);
  const isUnderWay = new Promise<void>((resolve) => {
    let count = 0;
    lines.on('line', (line) => {
      told(line);
      count += 1;
      if (count > TAKEN_MIN) resolve();
    });
  });
  const exited = once(child, 'exit');
  return {
    isUnderWay,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

describe.each([
  ['1 instance on the embedded database', folderPlace, 1],
  [`${INSTANCES} instances on PostgreSQL`, serverPlace, INSTANCES],
] as const)('%s', (_which, placeFor, count) => {
  test(
    'that are killed while people take files give each file to one of them, and lose none',
    async () => {
      await using place = await placeFor();
      const told: string[] = [];
      let names = 0;
      const start = () => {
        names += 1;
        return startTaker(place, String(names), (line) => {
          if (line !== 'started') told.push(line);
        });
      };
      const random = seededRandom(34);
      const fleet = [start()];
      // The first one sets up the database.
      await fleet[0]?.isUnderWay;
      while (fleet.length < count) fleet.push(start());
      for (let killed = 0; killed < KILLS + count; killed += 1) {
        const index = killed % fleet.length;
        await fleet[index]?.isUnderWay;
        await setTimeout(random() * LIFE_MS_MAX);
        await fleet[index]?.kill();
        fleet[index] = start();
      }
      await Promise.all(fleet.map(async (taker) => taker.kill()));

      const takers = Map.groupBy(new Set(told), (line) => line.split(' ')[0]);
      const several = [...takers.values()].filter(({ length }) => length > 1);
      const { taken } = await inStore(place, async (store) => store.triage.all());
      const kept = new Map(taken.map(({ fileId, takenBy }) => [fileId, takenBy]));
      const lost = [...new Set(told)].filter((line) => {
        const [fileId = '', takenBy] = line.split(' ');
        return kept.get(fileId) !== takenBy;
      });
      if (process.env['SHOW'] !== undefined) {
        process.stdout.write(`${KILLS + count} kills, ${takers.size} files taken\n`);
      }
      expect(takers.size).toBeGreaterThan(10);
      expect({ several, lost }).toEqual({ several: [], lost: [] });
    },
    TRIAL_MS_MAX,
  );
});

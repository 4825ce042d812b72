import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { expect, test, vi } from 'vitest';

import { emptyFolder, openIn, OWNER_ONLY, permissionsOf, startClerk } from './clerk.ts';

/** At more moments with `KILLS`. */
const MOMENTS_MS = process.env['KILLS'] === undefined ? [0, 100, 500] : [0, 30, 100, 250, 500];

test.each(MOMENTS_MS)(
  'a first start that is killed %d ms into making the tables is made up for by the next',
  async (ms) => {
    const dataDir = await emptyFolder();
    const first = startClerk(dataDir);
    const isUnpacking = () => readdirSync(dataDir).some((name) => name.includes('.new-'));
    await vi.waitUntil(isUnpacking, { interval: 1, timeout: 60_000 });
    await setTimeout(ms);
    const exited = once(first.process, 'exit');
    first.process.kill('SIGKILL');
    await exited;

    expect((await openIn(dataDir)).isReady()).toBe(true);
    expect(isUnpacking()).toBe(false);
    expect(await permissionsOf(join(dataDir, 'pglite'))).toBe(OWNER_ONLY);
  },
);

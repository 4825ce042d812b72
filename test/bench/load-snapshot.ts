import { cpuUsage } from 'node:process';

import { openStore } from '../../src/store/store.ts';
import { TEXT_CIPHER } from '../support/text-cipher.ts';
import { openInstance } from './shared-instance.ts';

/**
 * Loads what another instance has published in the database of `DATABASE_URL`, and prints how many
 * files those are and the processor time of all threads as one line of JSON.
 */
const { sharedSnapshots } = await openStore({
  cipher: TEXT_CIPHER,
  databaseUrl: process.env['DATABASE_URL'] ?? '',
  dataDir: '/nowhere',
  onError: (error) => {
    throw error;
  },
});
if (sharedSnapshots === null) throw new Error('nothing is shared');
const { portfolio } = openInstance(sharedSnapshots, async function* () {
  yield* [];
  throw new Error('it reads for itself');
});

const before = cpuUsage();
const { table } = await portfolio.read('changes');
const { user, system } = cpuUsage(before);
console.log(JSON.stringify({ files: table.entries.length, cpuMs: (user + system) / 1_000 }));

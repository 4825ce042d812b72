import { setTimeout } from 'node:timers/promises';

import { openStore } from '../../src/store/store.ts';
import { createTriage } from '../../src/triage/triage.ts';
import { TEXT_CIPHER } from '../support/text-cipher.ts';

// Takes files of random numbers for people of its own, and says who was told to have each.

function onFailure(error: unknown): never {
  throw error;
}

const [databaseUrl = '', dataDir = '', name = '', files = '0'] = process.argv.slice(2);
const store = await openStore({
  cipher: TEXT_CIPHER,
  databaseUrl: databaseUrl === '' ? null : databaseUrl,
  dataDir,
  onError: onFailure,
});
const triage = createTriage({ now: () => Date.now(), store: store.triage, onFailure });
process.stdout.write('started\n');
for (let turn = 0; ; turn += 1) {
  const fileId = `f${Math.floor(Math.random() * Number(files))}`;
  const { takenBy } = await triage.take(fileId, `U0${name}X${turn}`);
  process.stdout.write(`${fileId} ${takenBy}\n`);
  await setTimeout(1);
}

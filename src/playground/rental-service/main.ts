import { parseArgs } from 'node:util';

import { startRentalService } from './service.ts';

/**
 * The service in a process of its own, so that a benchmark does not measure it along:
 *
 *     node src/playground/rental-service/main.ts --count 100000 --page-size 500 --prepared
 *
 * Prints one line of JSON once it answers: `authUrl`, `filesUrl`, `idp`, `projectId`, `keyFile`.
 * SIGTERM and SIGINT stop it.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '420' },
    seed: { type: 'string', default: '1' },
    'page-size': { type: 'string', default: '50' },
    'token-seconds': { type: 'string', default: '43199' },
    'delay-ms': { type: 'string', default: '0' },
    prepared: { type: 'boolean', default: false },
  },
});

const service = await startRentalService({
  now: Date.now,
  count: Number(values.count),
  seed: Number(values.seed),
  pageSize: Number(values['page-size']),
  tokenLifetimeSeconds: Number(values['token-seconds']),
  delayMs: Number(values['delay-ms']),
  prepared: values.prepared,
  ownProcess: true,
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void service.stop());
}

const { authUrl, filesUrl, idp, projectId, keyFile } = service;
console.log(JSON.stringify({ authUrl, filesUrl, idp, projectId, keyFile }));

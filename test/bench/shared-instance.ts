import { randomUUID } from 'node:crypto';

import type { Portfolio } from '../../src/portfolio/portfolio.ts';
import type { SummaryPage } from '../../src/rental-api/schema/page.ts';
import { createSnapshotCipher } from '../../src/replication/publication.ts';
import { createReplication, type Replication } from '../../src/replication/replication.ts';
import type { SharedSnapshotStore } from '../../src/store/shared-snapshots.ts';
import { benchPortfolio } from './portfolio.ts';

/**
 * An instance of those that share snapshots in this store. It publishes only what it is told to, so
 * that this is measured by itself.
 */
export function openInstance(
  store: SharedSnapshotStore,
  pages: () => AsyncGenerator<SummaryPage>,
): { readonly replication: Replication; readonly portfolio: Portfolio } {
  const replication = createReplication({
    instance: randomUUID(),
    store,
    cipher: createSnapshotCipher({
      secret: 'a secret',
      previousSecret: null,
      version: '1',
      settings: [],
    }),
    now: Date.now,
    onRefused(reason) {
      throw new Error(reason);
    },
    report(isDegraded, fields) {
      if (isDegraded) throw new Error(JSON.stringify(fields));
    },
  });
  const portfolio = benchPortfolio({
    pages,
    shared: { ...replication, publish: async () => {} },
  });
  return { replication, portfolio };
}

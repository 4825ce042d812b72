import { afterAll, beforeAll, beforeEach } from 'vitest';

import type { DigestStore } from '../../src/store/store.ts';
import { createTriage, type Triage } from '../../src/triage/triage.ts';
import { runSql } from '../store/run-sql.ts';
import { storeIn } from './open-store.ts';
import { serverPlace } from './places.ts';

const TABLES = ['taken_files', 'watched_files', 'snoozed_files'];

/**
 * What people do about files, in a database of the test file.
 *
 * @param use gets it before each test: nobody has done anything then
 */
export function beforeEachTriage(
  use: (opened: { readonly store: DigestStore; readonly triage: Triage }) => void,
): void {
  let opened: Awaited<ReturnType<typeof storeIn>>;
  beforeAll(async () => {
    opened = await storeIn(serverPlace);
  }, 60_000);
  afterAll(async () => opened.close());
  beforeEach(async () => {
    const { store } = opened;
    for (const table of TABLES) await runSql(store, `delete from rental_desk.${table}`);
    const triage = createTriage({
      store: store.triage,
      now: () => Date.now(),
      onFailure(error) {
        throw error;
      },
    });
    await triage.catchUp();
    use({ store, triage });
  });
}

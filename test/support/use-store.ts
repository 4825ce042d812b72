import { beforeAll } from 'vitest';

import type { DigestStore } from '../../src/store/store.ts';
import { storeIn } from './open-store.ts';
import type { Place } from './places.ts';

/** Opens a store before the tests of a file or of a group, and closes it after them. */
export function useStore(
  placeFor: () => Promise<Place>,
  use: (store: DigestStore) => unknown,
): void {
  beforeAll(async () => {
    const { store, close } = await storeIn(placeFor);
    use(store);
    return close;
  });
}

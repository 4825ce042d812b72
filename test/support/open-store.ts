import { type DigestStore, openStore } from '../../src/store/store.ts';
import type { Place } from './places.ts';
import { TEXT_CIPHER } from './text-cipher.ts';

/** A store in a place of its own, and what closes the one and removes the other. */
export async function storeIn(
  placeFor: () => Promise<Place>,
): Promise<{ readonly store: DigestStore; readonly close: () => Promise<void> }> {
  const place = await placeFor();
  const store = await openStore({
    cipher: TEXT_CIPHER,
    ...place,
    onError: (error) => {
      throw error;
    },
  });
  return {
    store,
    async close() {
      await store.stop();
      await place[Symbol.asyncDispose]();
    },
  };
}

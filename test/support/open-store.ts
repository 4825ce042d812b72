import { type DigestStore, openStore } from '../../src/store/store.ts';
import type { Place } from './places.ts';
import { TEXT_CIPHER } from './text-cipher.ts';

/** A store in a place, in which no background work may fail. */
export async function storeAt(place: Pick<Place, 'databaseUrl' | 'dataDir'>): Promise<DigestStore> {
  return openStore({
    cipher: TEXT_CIPHER,
    ...place,
    onError: (error) => {
      throw error;
    },
  });
}

/** A store in a place of its own, and what closes the one and removes the other. */
export async function storeIn(
  placeFor: () => Promise<Place>,
): Promise<{ readonly store: DigestStore; readonly close: () => Promise<void> }> {
  const place = await placeFor();
  const store = await storeAt(place);
  return {
    store,
    async close() {
      await store.stop();
      await place[Symbol.asyncDispose]();
    },
  };
}

import type { Calendars } from '../digests/planner.ts';
import type { DeliveriesStore } from '../store/deliveries.ts';
import type { Digest } from '../store/digest.ts';
import type { DigestsStore } from '../store/digests.ts';
import type { Language } from '../views/words/words.ts';

/** What talking about digests takes. Its stores may reject with a `StoreError`. */
export interface DigestDesk {
  readonly digests: DigestsStore;
  readonly deliveries: DeliveriesStore;
  readonly calendars: Calendars;
  /** The place whose public holidays count where nobody chose another. */
  readonly holidays: string;
  /** In which digests speak where neither they nor their channel have a language. */
  readonly language: Language;
  /** Posts a digest now, whatever its schedule says; it is on its way when this resolves. */
  readonly runNow: (digest: Digest) => Promise<void>;
}

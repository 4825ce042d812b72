import { DEFAULT_DIGEST_OPTIONS, type Digest } from '../../src/store/digest.ts';

/** A digest as it is stored: Claire’s, of everything, each weekday at nine in Paris. */
export function storedDigest(over: Partial<Digest> = {}): Digest {
  return {
    id: 'd7k2',
    channelId: 'C0LEASING01',
    ownerId: 'U0CLAIRE001',
    name: 'Morning',
    query: '',
    schedule: {
      times: ['09:00'],
      days: [1, 2, 3, 4, 5],
      zone: 'Europe/Paris',
      holidays: 'FR',
      onHoliday: 'skip',
    },
    options: DEFAULT_DIGEST_OPTIONS,
    state: 'active',
    pausedBecause: null,
    pausedBy: null,
    snoozedUntil: null,
    snoozedBy: null,
    createdAt: 0,
    nextDueAt: null,
    version: 1,
    ...over,
  };
}

import type { Channels } from '../../src/commands/command.ts';

/** A workspace of one organisation, where Rental Desk and everybody is in every channel. */
export const OPEN_CHANNELS: Channels = {
  membership: async () => 'member',
  isIn: async () => true,
  sharing: async () => 'internal',
  ownerState: async () => 'here',
};

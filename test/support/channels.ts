import type { Channels } from '../../src/commands/command.ts';
import type { Authorizer } from '../../src/slack/authorize.ts';

/** A workspace of one organisation, where Rental Desk and everybody is in every channel. */
export const OPEN_CHANNELS: Channels = {
  membership: async () => 'member',
  isIn: async () => true,
  sharing: async () => 'internal',
  ownerState: async () => 'here',
};

/** Authorization in a workspace where no channel is shared, and everybody gets answers. */
export const INSIDE: Pick<Authorizer, 'allows' | 'freshSharing' | 'lastSharing'> = {
  allows: async () => true,
  freshSharing: async () => 'internal',
  lastSharing: () => 'internal',
};

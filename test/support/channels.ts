import type { Channels } from '../../src/commands/command.ts';
import type { Authorizer } from '../../src/slack/authorize.ts';

/** A workspace of one organisation, where Rental Desk and everybody is in every channel. */
export const OPEN_CHANNELS: Channels = {
  membership: async () => 'member',
  isIn: async () => true,
  sharing: async () => 'internal',
  ownerState: async () => 'here',
};

/** Authorization in a workspace where no channel is shared. */
export const INSIDE: Pick<Authorizer, 'freshSharing' | 'lastSharing'> = {
  freshSharing: async () => 'internal',
  lastSharing: () => 'internal',
};

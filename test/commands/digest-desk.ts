import type { CommandContext, DigestService } from '../../src/commands/command.ts';
import { createCalendars } from '../../src/digests/planner.ts';
import type { Digest } from '../../src/store/digest.ts';
import type { DigestStore } from '../../src/store/store.ts';

/** What talking about digests takes, over a store. */
export function digestDeskOver({
  digests,
  deliveries,
}: Pick<DigestStore, 'digests' | 'deliveries'>): {
  readonly digests: DigestService;
  readonly ran: Digest[];
} {
  const ran: Digest[] = [];
  return {
    ran,
    digests: {
      digests,
      deliveries,
      calendars: createCalendars(),
      holidays: 'FR',
      language: 'en',
      runNow: async (digest) => {
        ran.push(digest);
      },
    },
  };
}

/** The same call, somewhere else or by somebody else. */
export function by(call: CommandContext, userId: string, isAdmin = false): CommandContext {
  return { ...call, person: { ...call.person, userId, isAdmin } };
}

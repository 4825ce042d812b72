import { sql } from 'kysely';
import { z } from 'zod';

import type { RunQuery } from './database/connection.ts';

/** What a channel has chosen. */
export type ChannelSettings = z.output<typeof ChannelSettings>;

export interface ChannelSettingsStore {
  /** `null` for a channel that has chosen nothing. */
  of(channelId: string): Promise<ChannelSettings | null>;
  /** Changes only what is named; `by` is the person who did. */
  save(channelId: string, change: Partial<ChannelSettings>, by: string): Promise<ChannelSettings>;
}

/** A newer version may have written a word that this one does not know: then the careful one. */
export const ChannelSettings = z.object({
  /** `null` is the reader's own. */
  language: z.enum(['en', 'fr']).nullable().catch(null),
  privacy: z.enum(['full', 'initials', 'reference']).catch('reference'),
  pageSize: z.int(),
  /** How long posts stay; `null` is for good. */
  retentionDays: z.int().nullable(),
  /** What becomes of them then. */
  retentionManner: z.enum(['delete', 'redact']).catch('delete'),
  /** Whether posts about a rental file are emptied once it is closed. */
  redactClosed: z.boolean(),
});

/** Of a channel that has chosen nothing. */
export const DEFAULT_CHANNEL_SETTINGS: ChannelSettings = {
  language: null,
  privacy: 'initials',
  pageSize: 8,
  retentionDays: null,
  retentionManner: 'delete',
  redactClosed: false,
};

/** Everything that a channel chooses. */
export const CHANNEL_CHOICES = [
  'language',
  'privacy',
  'pageSize',
  'retentionDays',
  'retentionManner',
  'redactClosed',
] as const;

/** The settings of channels, in the database that `ask` asks. */
export function createSettings(runQuery: RunQuery): ChannelSettingsStore {
  return {
    async of(channelId) {
      const row = await runQuery((kysely) =>
        kysely
          .selectFrom('channelSettings')
          .select(CHANNEL_CHOICES)
          .where('channelId', '=', channelId)
          .executeTakeFirst(),
      );
      return row === undefined ? null : ChannelSettings.parse(row);
    },
    async save(channelId, change, by) {
      const row = await runQuery((kysely) =>
        kysely
          .insertInto('channelSettings')
          .values({ channelId, ...DEFAULT_CHANNEL_SETTINGS, ...change, changedBy: by })
          .onConflict((conflict) =>
            conflict
              .column('channelId')
              .doUpdateSet({ ...change, changedBy: by, changedAt: sql`clock_timestamp()` }),
          )
          .returning(CHANNEL_CHOICES)
          .executeTakeFirstOrThrow(),
      );
      return ChannelSettings.parse(row);
    },
  };
}

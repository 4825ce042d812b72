import { sql } from 'kysely';
import { z } from 'zod';

import type { RunQuery } from './database/connection.ts';

/** The settings of a channel. */
export type ChannelSettings = z.output<typeof ChannelSettings>;

export interface ChannelSettingsStore {
  /** `null` for a channel that has none. */
  of(channelId: string): Promise<ChannelSettings | null>;
  /** Changes the given settings only; `by` is the id of the person. */
  save(channelId: string, change: Partial<ChannelSettings>, by: string): Promise<ChannelSettings>;
}

/** A value that this version does not know, written by a newer one, becomes the strictest. */
export const ChannelSettings = z.object({
  /** `null`: the reader's own. */
  language: z.enum(['en', 'fr']).nullable().catch(null),
  privacy: z.enum(['full', 'initials', 'reference']).catch('reference'),
  pageSize: z.int(),
  /** How long posts stay; `null`: forever. */
  retentionDays: z.int().nullable(),
  /** Whether they are deleted then, or replaced by a sentence. */
  retentionManner: z.enum(['delete', 'redact']).catch('delete'),
  /** Whether posts about a rental file are redacted once it is closed. */
  redactClosed: z.boolean(),
});

/** Settings of a channel that has none. */
export const DEFAULT_CHANNEL_SETTINGS: ChannelSettings = {
  language: null,
  privacy: 'initials',
  pageSize: 5,
  retentionDays: null,
  retentionManner: 'delete',
  redactClosed: false,
};

/** The names of all settings, which are columns, too. */
export const CHANNEL_CHOICES = [
  'language',
  'privacy',
  'pageSize',
  'retentionDays',
  'retentionManner',
  'redactClosed',
] as const;

/** Creates the store of channel settings. */
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

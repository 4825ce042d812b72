import type { WebClient } from '@slack/web-api';
import { z } from 'zod';

import { refusalCode } from './refusal-code.ts';

/** Who is in which channel. */
export interface Membership {
  /** Whether the app may post in a channel; a person's id stands for the direct message with them. */
  app(channelId: string): Promise<'member' | 'absent' | 'archived' | 'unknown'>;
  /** Whether a person is in a channel; what cannot be checked is no. */
  person(channelId: string, userId: string): Promise<boolean>;
}

const Channel = z.object({
  is_archived: z.boolean().default(false),
  is_member: z.boolean().default(false),
  is_im: z.boolean().default(false),
  is_mpim: z.boolean().default(false),
});
const Members = z.object({
  members: z.array(z.string()),
  response_metadata: z.object({ next_cursor: z.string().default('') }).optional(),
});

/** Members to a page, as many as Slack gives. */
const PAGE_SIZE = 999;

/**
 * Membership as Slack has it at this moment.
 *
 * @see https://docs.slack.dev/reference/methods/conversations.info
 * @see https://docs.slack.dev/reference/methods/conversations.members
 */
export function createMembership(client: WebClient): Membership {
  return {
    async app(channelId) {
      if (/^[UW]/.test(channelId)) return 'member';
      try {
        const { channel } = await client.conversations.info({ channel: channelId });
        const { is_archived, is_member, is_im, is_mpim } = Channel.parse(channel);
        if (is_archived) return 'archived';
        return is_member || is_im || is_mpim ? 'member' : 'absent';
      } catch (error) {
        return refusalCode(error) === 'channel_not_found' ? 'absent' : 'unknown';
      }
    },
    async person(channelId, userId) {
      if (/^[UW]/.test(channelId)) return channelId === userId;
      try {
        let cursor: string | undefined;
        do {
          const page = Members.parse(
            await client.conversations.members({
              channel: channelId,
              limit: PAGE_SIZE,
              ...(cursor === undefined ? {} : { cursor }),
            }),
          );
          if (page.members.includes(userId)) return true;
          cursor = page.response_metadata?.next_cursor || undefined;
        } while (cursor !== undefined);
        return false;
      } catch {
        return false;
      }
    },
  };
}

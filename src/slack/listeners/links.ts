import type { Asking } from '../../commands/dispatcher.ts';
import { createSeen } from '../../lib/cache.ts';
import type { Hearing } from './listener.ts';

/** A message with links, as Slack tells of it. */
interface Shared {
  readonly user: string;
  readonly channel: string;
  readonly message_ts: string;
  readonly links: readonly { readonly url: string }[];
  readonly unfurl_id?: string;
  readonly source?: string;
}

/**
 * Links to rental files in messages: Slack asks what they show. Whoever may not ask for a file
 * shows none by its link either.
 *
 * @see https://docs.slack.dev/messaging/unfurling-links-in-messages
 */
export function hearLinks({ app, desk, answering }: Hearing): void {
  const isNew = createSeen();

  async function preview(shared: Shared, asking: Asking): Promise<void> {
    const previews = await desk.previews(
      shared.links.map(({ url }) => url),
      asking,
    );
    if (previews.size === 0) return;
    const unfurls = Object.fromEntries(
      Array.from(previews, ([link, { blocks }]) => [link, { blocks: [...blocks] }]),
    );
    const { unfurl_id: unfurlId, source, message_ts: ts, channel } = shared;
    await app.client.chat.unfurl(
      unfurlId !== undefined && source !== undefined
        ? {
            unfurl_id: unfurlId,
            source: source === 'composer' ? 'composer' : 'conversations_history',
            unfurls,
          }
        : { ts, channel, unfurls },
    );
  }

  async function answer(shared: Shared, teamId: string): Promise<void> {
    const { user: userId, channel: channelId } = shared;
    const origin = { userId, teamId, channelId, surface: 'link', audience: 'channel' } as const;
    await answering.attend(origin, 'link', async (asking) => preview(shared, asking));
  }

  app.event('link_shared', async ({ event, body }) => {
    if (isNew(body.event_id)) await answering.during(answer(event, body.team_id));
  });
}

import type { RequestInfo } from '../../commands/dispatcher.ts';
import type { Preview } from '../../commands/link-previews.ts';
import type { ListenerContext } from './listener.ts';

/** The `link_shared` event. */
interface Shared {
  readonly user: string;
  readonly channel: string;
  readonly message_ts: string;
  readonly links: readonly { readonly url: string }[];
  readonly unfurl_id?: string;
  readonly source?: string;
}

/**
 * Previews of links to rental files in messages. Links of people who are not authorized get none.
 *
 * @see https://docs.slack.dev/messaging/unfurling-links-in-messages
 */
export function registerLinkListener({ app, dispatcher, requestHandler }: ListenerContext): void {
  async function preview(
    shared: Shared,
    requestInfo: RequestInfo,
    confirm: (shown: Pick<Preview, 'isForOutside'>) => Promise<void>,
  ): Promise<void> {
    const previews = await dispatcher.previews(
      shared.links.map(({ url }) => url),
      requestInfo,
    );
    const [first] = previews.values();
    if (first === undefined) return;
    const unfurls = Object.fromEntries(
      Array.from(previews, ([link, { blocks }]) => [link, { blocks: [...blocks] }]),
    );
    const { unfurl_id: unfurlId, source, message_ts: ts, channel } = shared;
    // All of a channel's previews show as much as the first.
    await confirm(first);
    await app.client.chat.unfurl(
      unfurlId !== undefined && source !== undefined
        ? { unfurl_id: unfurlId, source: 'conversations_history', unfurls }
        : { ts, channel, unfurls },
    );
  }

  async function answer(shared: Shared, teamId: string): Promise<void> {
    const { user: userId, channel: channelId } = shared;
    const origin = { userId, teamId, channelId, surface: 'link', audience: 'channel' } as const;
    await requestHandler.handleSilently(origin, 'link', async (requestInfo, confirm) =>
      preview(shared, requestInfo, confirm),
    );
  }

  app.event('link_shared', async ({ event, body }) => {
    // Slack does not say in which channel the message is being written; the posted one comes again.
    if (event.source === 'composer') return;
    await requestHandler.track(answer(event, body.team_id));
  });
}

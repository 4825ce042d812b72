import type { RequestInfo } from '../../commands/dispatcher.ts';
import type { LinkPreview } from '../../commands/link-previews.ts';
import { isEntityRejected } from '../api-errors.ts';
import { entityFor, REFERENCE_TYPE } from '../respond/entity.ts';
import type { ListenerContext } from './listener.ts';

/** Where a preview stays one of blocks. */
const REFUSED =
  'Slack does not take links as Work Objects: on api.slack.com/apps switch on Work Object Previews with the type Item, or set WORK_OBJECTS=off';

/** The `link_shared` event. */
interface Shared {
  readonly user: string;
  readonly channel: string;
  readonly message_ts: string;
  readonly links: readonly { readonly url: string }[];
  readonly unfurl_id?: string;
  readonly source?: string;
}

/** The message of the links. */
type UnfurlTarget =
  | { readonly unfurl_id: string; readonly source: 'conversations_history' }
  | { readonly ts: string; readonly channel: string };

/**
 * Previews of links to rental files in messages. Links of people who are not authorized get none.
 *
 * @see https://docs.slack.dev/messaging/unfurling-links-in-messages
 */
export function registerLinkListener(context: ListenerContext): void {
  const { app, dispatcher, requestHandler, tokens, log, workObjects = false } = context;
  let isRefused = false;

  async function preview(
    shared: Shared,
    requestInfo: RequestInfo,
    confirm: (shown: Pick<LinkPreview, 'isForOutside'>) => Promise<void>,
  ): Promise<void> {
    const previews = await dispatcher.previews(
      shared.links.map(({ url }) => url),
      requestInfo,
    );
    const [first] = previews.values();
    if (first === undefined) return;
    const { unfurl_id: unfurlId, source, message_ts: ts, channel } = shared;
    const target: UnfurlTarget =
      unfurlId !== undefined && source !== undefined
        ? { unfurl_id: unfurlId, source: 'conversations_history' }
        : { ts, channel };
    // All of a channel's previews show as much as the first.
    await confirm(first);
    if (workObjects && (await unfurlEntities(previews, target, channel))) return;
    const unfurls = Object.fromEntries(
      Array.from(previews, ([link, { blocks }]) => [link, { blocks: [...blocks] }]),
    );
    await app.client.chat.unfurl({ ...target, unfurls });
  }

  /** Shows previews as Work Objects; `false` where Slack does not take them. */
  async function unfurlEntities(
    previews: ReadonlyMap<string, LinkPreview>,
    target: UnfurlTarget,
    channelId: string,
  ): Promise<boolean> {
    const entities = Array.from(previews, ([link, { id, url, entity }]) =>
      entityFor(
        entity,
        { url, external_ref: { id, type: REFERENCE_TYPE }, app_unfurl_url: link },
        { userId: null, channelId },
        tokens,
      ),
    );
    try {
      await app.client.chat.unfurl({ ...target, metadata: { entities } });
      isRefused = false;
    } catch (error) {
      if (!isEntityRejected(error)) throw error;
      if (!isRefused) log.warn({ err: error }, REFUSED);
      isRefused = true;
    }
    return !isRefused;
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

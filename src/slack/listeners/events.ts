import type { RequestInfo } from '../../commands/dispatcher.ts';
import { FILL_HOME } from '../../commands/home.ts';
import type { LinkPreview } from '../../commands/share.ts';
import type { Message } from '../../views/message.ts';
import { isNotPosted } from '../post/messenger.ts';
import {
  entityFor,
  REFERENCE_TYPE,
  createPanelResponder,
  type EntityNames,
} from '../respond/entity.ts';
import { payloadFor, withPlainFallback, type ActionScope } from '../respond/payload.ts';
import { createEphemeralResponder, type Responder } from '../respond/respond.ts';
import { errorCode, isEntityRejected } from '../web-api.ts';
import type { ListenerContext, requesterIn } from './listener.ts';

/**
 * The Home tab, published each time it is opened.
 *
 * @see https://docs.slack.dev/surfaces/app-home
 */
export function registerAppHomeListener(context: ListenerContext): void {
  const { app, dispatcher, requestHandler } = context;
  app.event('app_home_opened', async ({ event, body }) => {
    if (event.tab !== 'home') return;
    await requestHandler.handle({
      userId: event.user,
      teamId: body.team_id,
      channelId: null,
      surface: 'home',
      audience: 'person',
      responder: homeResponder(event.user, context),
      name: FILL_HOME.command,
      again: FILL_HOME,
      answer: (requestInfo) => dispatcher.home(requestInfo),
    });
  });
}

/** Fills the Home tab of a person anew, after what they did in a modal over it. */
export async function refreshHome(
  person: ReturnType<typeof requesterIn>,
  context: ListenerContext,
): Promise<void> {
  const { dispatcher, requestHandler } = context;
  const responder = homeResponder(person.userId, context);
  const origin = { ...person, channelId: null, surface: 'home', audience: 'person' } as const;
  await requestHandler.handleSilently(origin, FILL_HOME.command, async (requestInfo, confirm) => {
    for await (const answer of dispatcher.home(requestInfo)) {
      if (answer.kind !== 'message') continue;
      await confirm({});
      await responder.message(answer);
    }
  });
}

/** A responder by the Home tab, which shows nothing but the answer. */
export function homeResponder(
  userId: string,
  { app, dispatcher, access, tokens }: ListenerContext,
): Responder {
  const scope = { userId, channelId: null };
  async function publish(message: Message): Promise<void> {
    if (message.isProgress) return;
    const { blocks } = payloadFor(message, scope, tokens);
    await app.client.views.publish({ user_id: userId, view: { type: 'home', blocks } });
  }
  return createEphemeralResponder(
    async (message) => withPlainFallback(message, publish),
    (form) => dispatcher.late(form, null, { reader: access.knownReader(userId), channelId: null }),
  );
}

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
  /** Codes of refused Work Objects that were logged. */
  const refusedCodes = new Set<string | null>();

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
      return true;
    } catch (error) {
      if (!isEntityRejected(error)) throw error;
      const code = errorCode(error);
      if (!refusedCodes.has(code)) log.warn({ err: error }, REFUSED);
      refusedCodes.add(code);
      return false;
    }
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

/** Name of panels in metrics and the log: the same card as that of the command. */
const PANEL_NAME = 'show';

/**
 * The details panels of Work Objects: the card of a rental file at the level of the person who opens
 * one, whatever the channel shows.
 *
 * @see https://docs.slack.dev/reference/events/entity_details_requested
 */
export function registerPanelListener(context: ListenerContext): void {
  const { app, dispatcher, requestHandler } = context;

  app.event('entity_details_requested', async ({ event, body }) => {
    const { user: userId, channel: channelId = null, trigger_id: triggerId } = event;
    const scope = { userId, channelId };
    const { external_ref: reference } = event;
    const id = reference?.type === REFERENCE_TYPE ? reference.id : null;
    await requestHandler.handle({
      userId,
      teamId: body.team_id,
      channelId,
      surface: 'panel',
      audience: 'person',
      responder: panelResponder(entityNames(event), triggerId, scope, context),
      name: PANEL_NAME,
      again: null,
      answer: (requestInfo) => dispatcher.panel({ id, link: event.entity_url }, requestInfo),
    });
  });
}

/** How Slack names what a person has opened: it takes an answer under these names alone. */
export function entityNames({
  entity_url: url,
  external_ref: reference,
}: {
  readonly entity_url: string;
  readonly external_ref?: EntityNames['external_ref'] | undefined;
}): EntityNames {
  return { url, external_ref: reference ?? { id: url } };
}

/** Answers in the panel that a trigger belongs to, of an opened one or of a button in it. */
export function panelResponder(
  names: EntityNames,
  triggerId: string,
  scope: ActionScope,
  { app, dispatcher, access, messenger, tokens }: ListenerContext,
): Responder {
  const userId = scope.userId ?? '';
  const readerInfo = () => ({ reader: access.knownReader(userId), channelId: scope.channelId });
  return createPanelResponder({
    names,
    scope,
    tokens,
    present: async (details) =>
      app.client.entity.presentDetails({ trigger_id: triggerId, ...details }),
    late: () => dispatcher.latePanel(readerInfo()),
    formByButton: (form) => dispatcher.formByButton(form, null, readerInfo()),
    direct: async (message) => messenger.direct(message, userId),
  });
}

/** Name of both welcomes in metrics and the log. */
const WELCOME_NAME = 'welcome';

/**
 * The first message in a channel that the app is added to, and in the direct message of a person who
 * opens it for the first time. Each is posted once by all instances, and not to those who get no
 * answers; a channel is welcomed only where the person who added the app gets answers there.
 *
 * @see https://docs.slack.dev/reference/events/member_joined_channel
 * @see https://docs.slack.dev/reference/events/app_home_opened
 */
export function registerWelcomeListeners({
  app,
  dispatcher,
  requestHandler,
  replayGuard,
  messenger,
}: ListenerContext): void {
  async function welcomeChannel(channelId: string, userId: string, teamId: string): Promise<void> {
    const origin = { userId, teamId, channelId, surface: 'join', audience: 'channel' } as const;
    await requestHandler.handleSilently(origin, WELCOME_NAME, async (requestInfo, confirm) => {
      const { message, level } = await dispatcher.welcome(requestInfo);
      // Which level holds there is part of it.
      await confirm(level === 'outside' ? { isForOutside: true } : {});
      const key = `welcome ${channelId}`;
      if (!(await replayGuard.take(key))) return;
      await messenger.post(message, channelId, undefined).catch((error: unknown) => {
        // The channel is welcomed when the app is added once more.
        if (isNotPosted(error)) replayGuard.release(key);
        throw error;
      });
    });
  }

  async function welcomePerson(userId: string, channelId: string, teamId: string): Promise<void> {
    const origin = {
      userId,
      teamId,
      channelId: null,
      surface: 'direct',
      audience: 'person',
    } as const;
    await requestHandler.handleSilently(origin, WELCOME_NAME, async (requestInfo) => {
      const key = `welcome ${userId}`;
      if (!(await replayGuard.take(key))) return;
      const history = app.client.conversations.history({ channel: channelId, limit: 1 });
      const { messages = [] } = await history.catch((error: unknown) => {
        replayGuard.release(key);
        throw error;
      });
      if (messages.length > 0) return;
      const message = await dispatcher.directWelcome(requestInfo);
      await messenger.direct(message, userId).catch((error: unknown) => {
        // They are welcomed when they open it once more.
        if (isNotPosted(error)) replayGuard.release(key);
        throw error;
      });
    });
  }

  app.event('member_joined_channel', async ({ event, body, context: { botUserId } }) => {
    const { user, channel, inviter } = event;
    if (user !== botUserId || inviter === undefined) return;
    await requestHandler.track(welcomeChannel(channel, inviter, body.team_id));
  });

  app.event('app_home_opened', async ({ event, body }) => {
    const { tab, user, channel }: { tab?: string; user: string; channel?: string } = event;
    if (tab !== 'messages' || channel === undefined) return;
    await requestHandler.track(welcomePerson(user, channel, body.team_id));
  });
}

/**
 * Changes of people, user groups and channels, which drop what authorization has cached of them, free the
 * files of people who have left, and have posts reduced in channels that are shared now.
 */
export function registerDirectoryEventListeners({
  app,
  access,
  onShared,
  onPersonChanged,
}: ListenerContext): void {
  app.event('user_change', async ({ event }) => {
    access.forget({ userId: event.user.id });
    onPersonChanged?.(event.user.id);
  });
  app.event('subteam_updated', async ({ event }) =>
    access.forget({ usergroupId: event.subteam.id }),
  );
  app.event('subteam_members_changed', async ({ event }) =>
    access.forget({ usergroupId: event.subteam_id }),
  );
  app.event('channel_shared', async ({ event }) => {
    access.forget({ channelId: event.channel });
    onShared?.(event.channel);
  });
  app.event('team_join', async ({ event }) => access.forget({ userId: event.user.id }));
  app.event('channel_unshared', async ({ event }) => access.forget({ channelId: event.channel }));
}

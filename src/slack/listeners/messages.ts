import type { WebClient } from '@slack/web-api';
import { z } from 'zod';

import { fitsButton } from '../../commands/command.ts';
import type { RequestInfo } from '../../commands/dispatcher.ts';
import type { Turn, TurnsBefore } from '../../commands/list-follow-up.ts';
import type { Answer, Message, Action } from '../../views/message.ts';
import { type ActionTokens, ACTION_PREFIX } from '../respond/payload.ts';
import { createEphemeralResponder } from '../respond/respond.ts';
import { type Cursor, pagesOf } from '../web-api.ts';
import { typedText } from './command.ts';
import type { ListenerContext } from './listener.ts';

/** Mentions at the start of a message, the app's among them. */
const MENTIONS = /^(?:\s*<@\w+(?:\|[^>]*)?>)+/;

/** Name of follow-ups in metrics and the log. */
const FOLLOW_UP = 'follow_up';

interface IncomingMessage extends RequestPlace {
  readonly surface: 'mention' | 'direct';
  readonly teamId: string;
  readonly text: string;
}

/**
 * Messages to the app: mentions, as Slack has no commands in threads, and direct messages. A message
 * has no trigger id, so a button stands for a form. “Only Lyon” changes the list before it in the
 * thread or the direct message, as what Slack has kept of it says.
 *
 * @see https://docs.slack.dev/reference/events/app_mention
 * @see https://docs.slack.dev/reference/events/message.im
 */
export function registerMessageListeners({
  app,
  dispatcher,
  access,
  requestHandler,
  messenger,
  tokens,
  log,
}: ListenerContext): void {
  async function answer(
    message: IncomingMessage,
    send: (message: Message, isShared: boolean) => Promise<void>,
  ): Promise<void> {
    const { surface, userId, teamId, channelId } = message;
    const text = surface === 'mention' ? requestIn(message.text) : typedText(message.text).trim();
    const isFollowUp = dispatcher.isFollowUp(text);
    const match = dispatcher.match(text);
    const again = isFollowUp ? null : match.again;
    /** What asks for the answer again by a button: a message can open no form. */
    let asked = again;
    let isShared = false;

    async function* followUp(requestInfo: RequestInfo): AsyncGenerator<Answer> {
      const turns = await turnsBefore(app.client, tokens, message).catch((error: unknown) => {
        log.info({ err: error }, 'the answers before a follow-up cannot be read');
        return 'unreadable' as const;
      });
      const before =
        typeof turns === 'string'
          ? turns
          : turns.map((turn) =>
              turn.kind === 'request' ? { ...turn, text: requestIn(turn.text) } : turn,
            );
      const { action, isShared: isOfAll } = yield* dispatcher.followUp(text, before, requestInfo);
      isShared = isOfAll;
      asked = fitsButton(JSON.stringify(action.args)) ? action : null;
      const { place } = requestInfo;
      const audience = isOfAll ? 'channel' : 'person';
      yield* dispatcher.runAction(action, { ...requestInfo, place: { ...place, audience } });
    }

    const responder = createEphemeralResponder(
      async (shown) => send(shown, isShared),
      (form) =>
        dispatcher.formByButton(form, asked, { reader: access.knownReader(userId), channelId }),
    );
    await requestHandler.handle({
      userId,
      teamId,
      channelId,
      surface,
      audience: 'person',
      responder,
      name: isFollowUp ? FOLLOW_UP : match.name,
      again,
      answer: (requestInfo) =>
        isFollowUp ? followUp(requestInfo) : dispatcher.run(match, requestInfo),
    });
  }

  app.event('app_mention', async ({ event, body, context: { botUserId } }) => {
    const { user: userId, channel: channelId, text, ts, thread_ts: thread } = event;
    if (userId === undefined) return;
    const { team_id: teamId } = body;
    const surface = 'mention';
    const incoming = { surface, userId, teamId, channelId, text, ts, thread, botUserId } as const;
    await answer(incoming, async (message, isShared) =>
      messenger.postEphemeral(message, { userId, channelId, thread, isShared }),
    );
  });

  app.event('message', async ({ event, body, context: { botUserId } }) => {
    const isTyped =
      event.subtype === undefined ||
      // With a file, or also sent to the conversation; changes and deletions are no requests.
      event.subtype === 'file_share' ||
      event.subtype === 'thread_broadcast';
    if (!isTyped || event.channel_type !== 'im') return;
    if ('bot_id' in event && event.bot_id !== undefined) return;
    const { user: userId, channel: channelId, text = '', ts, thread_ts: thread } = event;
    const { team_id: teamId } = body;
    const surface = 'direct';
    const incoming = { surface, userId, teamId, channelId, text, ts, thread, botUserId } as const;
    await answer(incoming, async (message) => messenger.direct(message, userId, { thread }));
  });
}

/** What a mention asks for. */
function requestIn(text: string): string {
  return typedText(text.replace(MENTIONS, '')).trim();
}

/** The place of a message, and whose it is. */
interface RequestPlace {
  readonly userId: string;
  readonly channelId: string;
  /** `ts` of the thread’s root; absent outside a thread. */
  readonly thread: string | undefined;
  /** `ts` of the message: what stands before it is read. */
  readonly ts: string;
  /** The app’s own user, where Bolt knows it. */
  readonly botUserId: string | undefined;
}

/** Last messages of a direct message that are looked at; in a thread, all of at most this many pages. */
const DIRECT_MESSAGES = 20;
const PAGE_SIZE = 200;
const PAGES_MAX = 10;

const Element = z.object({
  action_id: z.string().optional(),
  value: z.string().optional(),
  options: z.array(z.object({ value: z.string().optional() }).catch({})).optional(),
});
const Block = z.object({
  elements: z.array(Element.catch({})).optional(),
  accessory: Element.optional(),
});
const Page = z.object({
  messages: z.array(
    z.object({
      ts: z.string(),
      user: z.string().optional(),
      text: z.string().default(''),
      blocks: z.array(Block.catch({})).default([]),
    }),
  ),
});
type SlackMessage = z.output<typeof Page>['messages'][number];

/**
 * What stands before a message in its thread or direct message, oldest first: the app’s messages with
 * what their buttons carry, and the person’s mentions of it, whose answers Slack does not keep.
 * Outside of both there is nothing.
 *
 * @returns `too_long` for a thread of which Slack, which begins with its oldest message, has not given
 *   the last ones within ten pages: an older list is not the one that a follow-up is about
 * @throws Slack’s error, such as the one where the app may not read the channel’s history
 * @see https://docs.slack.dev/reference/methods/conversations.replies
 */
export async function turnsBefore(
  client: WebClient,
  tokens: ActionTokens,
  place: RequestPlace,
): Promise<Exclude<TurnsBefore, 'unreadable'>> {
  const isDirect = place.channelId.startsWith('D');
  if (place.thread === undefined && !isDirect) return [];
  const messages = await messagesBefore(client, place);
  if (messages === null) return 'too_long';
  return messages.flatMap((message): Turn[] => {
    const isOurs = place.botUserId === undefined || message.user === place.botUserId;
    const actions = isOurs ? actionsIn(message, place, tokens) : [];
    if (actions.length > 0) return [{ kind: 'answer', actions, isShared: !isDirect }];
    const isRequest =
      message.user === place.userId &&
      place.botUserId !== undefined &&
      message.text.includes(`<@${place.botUserId}`);
    return isRequest ? [{ kind: 'request', text: message.text }] : [];
  });
}

/** `null` for a thread of more messages than are read. */
async function messagesBefore(
  client: WebClient,
  { channelId: channel, thread, ts }: RequestPlace,
): Promise<readonly SlackMessage[] | null> {
  if (thread === undefined) {
    const query = { channel, latest: ts, limit: DIRECT_MESSAGES };
    return Page.parse(await client.conversations.history(query)).messages.toReversed();
  }
  const query = { channel, ts: thread, latest: ts, limit: PAGE_SIZE };
  const read = async (from: Cursor) => client.conversations.replies({ ...query, ...from });
  const found: SlackMessage[] = [];
  for await (const page of pagesOf(Page, read, PAGES_MAX)) {
    if (page === null) return null;
    found.push(...page.messages.filter((message) => message.ts !== ts));
  }
  return found;
}

/** What the buttons and menus of a message carry for a person in a channel. */
function actionsIn(
  { blocks }: SlackMessage,
  { userId, channelId }: RequestPlace,
  tokens: ActionTokens,
): readonly (Action | 'expired' | 'unusable')[] {
  const elements = blocks.flatMap(({ elements: all = [], accessory }) =>
    accessory === undefined ? all : [...all, accessory],
  );
  const values = elements
    .filter(({ action_id: id }) => id?.startsWith(ACTION_PREFIX))
    .flatMap(({ value, options = [] }) => [value, ...options.map((option) => option.value)]);
  return values.flatMap((value) => {
    if (value === undefined) return [];
    const token = tokens.decode(value);
    const isTheirs =
      token?.channelId === channelId && (token.userId === null || token.userId === userId);
    return [(isTheirs ? token.action : null) ?? 'unusable'];
  });
}

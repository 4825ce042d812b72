import type { RequestInfo } from '../../commands/dispatcher.ts';
import type { Answer, Message } from '../../views/message.ts';
import { turnsBefore } from '../conversation.ts';
import { createEphemeralResponder } from '../respond/respond.ts';
import { typedText } from './command.ts';
import type { ListenerContext } from './listener.ts';

/** Mentions at the start of a message, the app's among them. */
const MENTIONS = /^(?:\s*<@\w+(?:\|[^>]*)?>)+/;

/** Name of follow-ups in metrics and the log. */
const FOLLOW_UP = 'follow_up';

/** A message to the app. */
interface IncomingMessage {
  readonly surface: 'mention' | 'direct';
  readonly userId: string;
  readonly teamId: string;
  readonly channelId: string;
  readonly text: string;
  readonly ts: string;
  readonly thread: string | undefined;
  readonly botUserId: string | undefined;
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
    let isShared = false;

    async function* followUp(requestInfo: RequestInfo): AsyncGenerator<Answer> {
      const turns = await turnsBefore(app.client, tokens, message).catch((error: unknown) => {
        log.info({ err: error }, 'the answers before a follow-up cannot be read');
        return 'unreadable' as const;
      });
      const before =
        turns === 'unreadable'
          ? turns
          : turns.map((turn) =>
              turn.kind === 'request' ? { ...turn, text: requestIn(turn.text) } : turn,
            );
      const { action, isShared: isOfAll } = yield* dispatcher.followUp(text, before, requestInfo);
      isShared = isOfAll;
      const { place } = requestInfo;
      const audience = isOfAll ? 'channel' : 'person';
      yield* dispatcher.runAction(action, { ...requestInfo, place: { ...place, audience } });
    }

    const responder = createEphemeralResponder(
      async (shown) => send(shown, isShared),
      (form) =>
        dispatcher.windowless(form, again, { reader: access.knownReader(userId), channelId }),
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
    if (event.subtype !== undefined || event.channel_type !== 'im') return;
    if (event.bot_id !== undefined) return;
    const { user: userId, channel: channelId, text = '', ts, thread_ts: thread } = event;
    const { team_id: teamId } = body;
    const surface = 'direct';
    const incoming = { surface, userId, teamId, channelId, text, ts, thread, botUserId } as const;
    await answer(incoming, async (message) => messenger.direct(message, userId, thread));
  });
}

/** What a mention asks for. */
function requestIn(text: string): string {
  return typedText(text.replace(MENTIONS, '')).trim();
}

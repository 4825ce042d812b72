import type { Message } from '../../views/message.ts';
import { createEphemeralResponder } from '../respond/responder.ts';
import { typedText } from './command.ts';
import type { ListenerContext } from './listener.ts';

/** Mentions at the start of a message, the app's among them. */
const MENTIONS = /^(?:\s*<@\w+(?:\|[^>]*)?>)+/;

/** A message to the app. */
interface IncomingMessage {
  readonly surface: 'mention' | 'direct';
  readonly userId: string;
  readonly teamId: string;
  readonly channelId: string;
  readonly text: string;
}

/**
 * Messages to the app: mentions, as Slack has no commands in threads, and direct messages. A message
 * has no trigger id, so a button stands for a form.
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
}: ListenerContext): void {
  async function answer(
    message: IncomingMessage,
    send: (message: Message) => Promise<void>,
  ): Promise<void> {
    const { userId, teamId, channelId } = message;
    const text = typedText(message.text).trim();
    const match = dispatcher.match(text);
    const responder = createEphemeralResponder(send, (form) =>
      dispatcher.windowless(form, match.again, { reader: access.knownReader(userId), channelId }),
    );
    await requestHandler.handle({
      userId,
      teamId,
      channelId,
      surface: message.surface,
      audience: 'person',
      responder,
      name: match.name,
      again: match.again,
      answer: (requestInfo) => dispatcher.run(match, requestInfo),
    });
  }

  app.event('app_mention', async ({ event, body }) => {
    const { user: userId, channel: channelId, thread_ts: thread } = event;
    if (userId === undefined) return;
    const text = event.text.replace(MENTIONS, '');
    const { team_id: teamId } = body;
    const incoming = { surface: 'mention', userId, teamId, channelId, text } as const;
    await answer(incoming, async (message) =>
      messenger.postEphemeral(message, { userId, channelId, thread }),
    );
  });

  app.event('message', async ({ event, body }) => {
    if (event.subtype !== undefined || event.channel_type !== 'im') return;
    if (event.bot_id !== undefined) return;
    const { user: userId, channel: channelId, text = '', thread_ts: thread } = event;
    const { team_id: teamId } = body;
    const incoming = { surface: 'direct', userId, teamId, channelId, text } as const;
    await answer(incoming, async (message) => messenger.direct(message, userId, thread));
  });
}

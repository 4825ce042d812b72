import { createFirstSeen } from '../../lib/cache.ts';
import type { Message } from '../../views/message.ts';
import { createEphemeralResponder } from '../respond/responder.ts';
import { typedText } from './command.ts';
import type { ListenerContext } from './listener.ts';

/** Whom a message speaks to before it says anything: the app is among them. */
const MENTIONS = /^(?:\s*<@\w+(?:\|[^>]*)?>)+/;

/** What somebody wrote to the app. */
interface Written {
  readonly surface: 'mention' | 'direct';
  readonly eventId: string;
  readonly userId: string;
  readonly teamId: string;
  readonly channelId: string;
  readonly text: string;
}

/**
 * What is written to the app instead of typed after `/rental`: in a thread, where Slack allows no
 * commands, by mentioning it; in its direct message as it is. Slack opens no window for a message,
 * so a button stands for a form.
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
  const isNew = createFirstSeen();

  async function answer(written: Written, say: (message: Message) => Promise<void>): Promise<void> {
    // Slack delivers an event again when it is not sure that it arrived.
    if (!isNew(written.eventId)) return;
    const { userId, teamId, channelId } = written;
    const text = typedText(written.text).trim();
    const match = dispatcher.match(text);
    const responder = createEphemeralResponder(say, (form) =>
      dispatcher.windowless(form, match.again, { reader: access.knownReader(userId), channelId }),
    );
    await requestHandler.handle({
      userId,
      teamId,
      channelId,
      surface: written.surface,
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
    const { event_id: eventId, team_id: teamId } = body;
    const asked = { surface: 'mention', eventId, userId, teamId, channelId, text } as const;
    await answer(asked, async (message) =>
      messenger.postEphemeral(message, { userId, channelId, thread }),
    );
  });

  app.event('message', async ({ event, body }) => {
    if (event.subtype !== undefined || event.channel_type !== 'im') return;
    if (event.bot_id !== undefined) return;
    const { user: userId, channel: channelId, text = '', thread_ts: thread } = event;
    const { event_id: eventId, team_id: teamId } = body;
    const asked = { surface: 'direct', eventId, userId, teamId, channelId, text } as const;
    await answer(asked, async (message) => messenger.direct(message, userId, thread));
  });
}

import { createSeen } from '../../lib/cache.ts';
import type { Message } from '../../views/message.ts';
import { createWhisperWay } from '../respond/responder.ts';
import { typedText } from './command.ts';
import type { Hearing } from './listener.ts';

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
export function hearWords({ app, desk, access, answering, outbox }: Hearing): void {
  const isNew = createSeen();

  async function answer(written: Written, say: (message: Message) => Promise<void>): Promise<void> {
    // Slack delivers an event again when it is not sure that it arrived.
    if (!isNew(written.eventId)) return;
    const { userId, teamId, channelId } = written;
    const text = typedText(written.text).trim();
    const again = desk.pressFor(text);
    const way = createWhisperWay(say, (form) =>
      desk.windowless(form, again, { reader: access.knownReader(userId), channelId }),
    );
    await answering.answer({
      userId,
      teamId,
      channelId,
      surface: written.surface,
      audience: 'person',
      way,
      what: again?.command ?? 'unknown',
      again,
      answer: (asking) => desk.typed(text, asking),
    });
  }

  app.event('app_mention', async ({ event, body }) => {
    const { user: userId, channel: channelId, thread_ts: thread } = event;
    if (userId === undefined) return;
    const text = event.text.replace(MENTIONS, '');
    const { event_id: eventId, team_id: teamId } = body;
    const asked = { surface: 'mention', eventId, userId, teamId, channelId, text } as const;
    await answer(asked, async (message) => outbox.whisper(message, { userId, channelId, thread }));
  });

  app.event('message', async ({ event, body }) => {
    if (event.subtype !== undefined || event.channel_type !== 'im') return;
    if (event.bot_id !== undefined) return;
    const { user: userId, channel: channelId, text = '', thread_ts: thread } = event;
    const { event_id: eventId, team_id: teamId } = body;
    const asked = { surface: 'direct', eventId, userId, teamId, channelId, text } as const;
    await answer(asked, async (message) => outbox.direct(message, userId, thread));
  });
}

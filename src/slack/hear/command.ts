import { replyAddress } from '../reply-address.ts';
import { typedText } from '../typed-text.ts';
import { createResponseWay } from '../ways/response-way.ts';
import { acknowledge, type Hearing } from './hearing.ts';

/**
 * `/rental`, wherever in the workspace it is typed.
 *
 * @see https://docs.slack.dev/interactivity/implementing-slash-commands
 */
export function hearCommand({ app, desk, answering, outbox, windows, seal, log }: Hearing): void {
  app.command('/rental', async ({ ack, body }) => {
    await acknowledge(ack, log);
    const { user_id: userId, channel_id: channelId } = body;
    const responseUrl = replyAddress(body.response_url, app.client.slackApiUrl);
    const text = typedText(body.text ?? '');
    const again = desk.pressFor(text);
    const bearing = { userId, channelId, responseUrl };
    const way = createResponseWay({
      responseUrl,
      origin: 'typed',
      isPublic: false,
      bearing,
      userId,
      seal,
      outbox,
      openForm: async (form) => windows.openForm(form, body.trigger_id, bearing, userId, again),
    });
    await answering.answer({
      userId,
      teamId: body.team_id,
      channelId,
      surface: 'command',
      audience: 'person',
      responseUrl,
      way,
      what: again?.command ?? 'unknown',
      again,
      answer: (asking) => desk.typed(text, asking),
    });
  });
}

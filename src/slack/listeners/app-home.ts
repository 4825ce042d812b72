import type { Message } from '../../views/message.ts';
import { payloadFor, withPlainFallback } from '../respond/payload.ts';
import { createEphemeralResponder } from '../respond/responder.ts';
import type { ListenerContext } from './listener.ts';

/**
 * The Home tab, published each time it is opened.
 *
 * @see https://docs.slack.dev/surfaces/app-home
 */
export function registerAppHomeListener({
  app,
  dispatcher,
  access,
  requestHandler,
  tokens,
}: ListenerContext): void {
  app.event('app_home_opened', async ({ event, body }) => {
    if (event.tab !== 'home') return;
    const userId = event.user;
    const scope = { userId, channelId: null };

    async function publish(message: Message): Promise<void> {
      if (message.isPassing) return;
      const { blocks } = payloadFor(message, scope, tokens);
      await app.client.views.publish({ user_id: userId, view: { type: 'home', blocks } });
    }
    const show = async (message: Message) => withPlainFallback(message, publish);

    await requestHandler.handle({
      userId,
      teamId: body.team_id,
      channelId: null,
      surface: 'home',
      audience: 'person',
      responder: createEphemeralResponder(show, (form) =>
        dispatcher.late(form, null, { reader: access.knownReader(userId), channelId: null }),
      ),
      name: 'home',
      again: null,
      answer: (requestInfo) => dispatcher.home(requestInfo),
    });
  });
}

import { FILL_HOME } from '../../commands/home.ts';
import type { Message } from '../../views/message.ts';
import { payloadFor, withPlainFallback } from '../respond/payload.ts';
import { createEphemeralResponder, type Responder } from '../respond/respond.ts';
import type { ListenerContext } from './listener.ts';

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

/** A responder by the Home tab, which shows nothing but the answer. */
export function homeResponder(
  userId: string,
  { app, dispatcher, access, tokens }: ListenerContext,
): Responder {
  const scope = { userId, channelId: null };
  async function publish(message: Message): Promise<void> {
    if (message.isPassing) return;
    const { blocks } = payloadFor(message, scope, tokens);
    await app.client.views.publish({ user_id: userId, view: { type: 'home', blocks } });
  }
  return createEphemeralResponder(
    async (message) => withPlainFallback(message, publish),
    (form) => dispatcher.late(form, null, { reader: access.knownReader(userId), channelId: null }),
  );
}

import type { ListenerContext } from './listener.ts';

/** Name of both in metrics and the log. */
const NAME = 'welcome';

/**
 * The first message in a channel that the app is added to, and in the direct message of a person who
 * opens it for the first time. Each is said once by all instances, and not to those who get no
 * answers; a channel is welcomed only where whoever added the app gets answers there.
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
    await requestHandler.handleSilently(origin, NAME, async (requestInfo, confirm) => {
      const { message, level } = await dispatcher.welcome(requestInfo);
      // Which level holds there is part of it.
      await confirm(level === 'outside' ? { isForOutside: true } : {});
      if (!(await replayGuard.take(`welcome ${channelId}`))) return;
      await messenger.post(message, channelId, undefined);
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
    await requestHandler.handleSilently(origin, NAME, async (requestInfo) => {
      const key = `welcome ${userId}`;
      if (!(await replayGuard.take(key))) return;
      const history = app.client.conversations.history({ channel: channelId, limit: 1 });
      const { messages = [] } = await history.catch((error: unknown) => {
        replayGuard.release(key);
        throw error;
      });
      if (messages.length > 0) return;
      await messenger.direct(await dispatcher.directWelcome(requestInfo), userId);
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

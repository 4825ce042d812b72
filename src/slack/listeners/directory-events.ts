import type { ListenerContext } from './listener.ts';

/**
 * Changes of people, user groups and channels, which drop what authorization has cached of them.
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

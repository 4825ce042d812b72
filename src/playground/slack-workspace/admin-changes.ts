import type { ServerContext } from './context.ts';
import type { Json } from './page-protocol.ts';
import { conversationObject, type Room } from './store/channels.ts';
import { type MemberChange, PEOPLE } from './store/people.ts';
import type { RoomChange } from './store/store.ts';
import { APP, PARTNER_TEAM, TEAM } from './store/team.ts';
import { type UserGroup, userGroupObject } from './store/user-groups.ts';
import { shownToApp } from './store/user-object.ts';

/** Who looks after the workspace. */
const ADMIN = PEOPLE.hannah;

type NamedEvent = readonly [subscription: string, event: Json];

/**
 * Changes a person, and sends the app the event.
 *
 * @see https://docs.slack.dev/reference/events/user_change
 */
export async function changePerson(
  context: ServerContext,
  id: string,
  change: MemberChange,
): Promise<void> {
  context.store.changePerson(id, change);
  const member = context.store.person(id);
  if (member === undefined) return;
  const user = shownToApp(context, member, true);
  const cacheTs = Math.floor(context.now() / 1000);
  const event = { type: 'user_change', user, cache_ts: cacheTs };
  await context.events.send('user_change', event, null);
}

/**
 * Changes the members of a user group, and sends the app the event.
 *
 * @see https://docs.slack.dev/reference/events/subteam_members_changed
 */
export async function changeUserGroup(
  context: ServerContext,
  id: string,
  change: Partial<Pick<UserGroup, 'members' | 'name' | 'handle'>>,
): Promise<void> {
  const { events, store, now } = context;
  const before = store.userGroup(id);
  store.changeUserGroup(id, change);
  const group = store.userGroup(id);
  if (before === undefined || group === undefined) return;
  const added = group.members.filter((member) => !before.members.includes(member));
  const removed = before.members.filter((member) => !group.members.includes(member));
  const subteam = userGroupObject(group, { withUsers: true, withCount: true });
  const changes = [events.send('subteam_updated', { type: 'subteam_updated', subteam }, null)];
  if (added.length + removed.length > 0) {
    const event = {
      type: 'subteam_members_changed',
      subteam_id: id,
      team_id: TEAM.id,
      date_previous_update: Math.floor(now() / 1000) - 1,
      date_update: Math.floor(now() / 1000),
      added_users: added,
      added_users_count: added.length,
      removed_users: removed,
      removed_users_count: removed.length,
    };
    changes.push(events.send('subteam_members_changed', event, null));
  }
  await Promise.all(changes);
}

/**
 * Changes a channel, and sends the app the events that it may receive: everything about a public channel,
 * of a private one only while it is in there.
 *
 * @see https://docs.slack.dev/reference/events
 */
export async function changeChannel(
  context: ServerContext,
  id: string,
  change: RoomChange,
): Promise<void> {
  const { events, store } = context;
  const before = store.room(id);
  store.changeRoom(id, change);
  const after = store.room(id);
  if (before === undefined || after === undefined) return;
  const isThere = [before, after].some(({ members }) => members.includes(APP.userId));
  if (after.kind !== 'public' && !isThere) return;
  const all = [
    ...archivingAndName(before, after),
    ...sharing(before, after),
    ...membership(before, after),
  ];
  await Promise.all(all.map(([name, event]) => events.send(name, event, after)));
}

function archivingAndName(before: Room, after: Room): NamedEvent[] {
  const kind = after.kind === 'private' ? 'group' : 'channel';
  const changes: NamedEvent[] = [];
  const add = (type: string, fields: Json) => void changes.push([type, { type, ...fields }]);
  if (after.isArchived !== before.isArchived) {
    const type = after.isArchived ? `${kind}_archive` : `${kind}_unarchive`;
    add(type, { channel: after.id, user: ADMIN });
  }
  if (after.name !== before.name) {
    add(`${kind}_rename`, { channel: conversationObject(after, false) });
  }
  return changes;
}

function sharing(before: Room, after: Room): NamedEvent[] {
  if (after.isExternal === before.isExternal) return [];
  const { id: channel } = after;
  if (after.isExternal) {
    const event = { type: 'channel_shared', connected_team_id: PARTNER_TEAM.id, channel };
    return [['channel_shared', event]];
  }
  const previous = { previously_connected_team_id: PARTNER_TEAM.id, is_ext_shared: false };
  return [['channel_unshared', { type: 'channel_unshared', ...previous, channel }]];
}

function membership(before: Room, after: Room): NamedEvent[] {
  const type = after.kind === 'private' ? 'G' : 'C';
  const place = { channel: after.id, channel_type: type, team: TEAM.id };
  const left = before.members.filter((member) => !after.members.includes(member));
  const joined = after.members.filter((member) => !before.members.includes(member));
  if (left.includes(APP.userId)) {
    const own = after.kind === 'private' ? 'group_left' : 'channel_left';
    return [[own, { type: own, channel: after.id, actor_id: ADMIN }]];
  }
  return [
    ...left.map((user): NamedEvent => {
      const event = { type: 'member_left_channel', user, ...place };
      return ['member_left_channel', event];
    }),
    ...joined.map((user): NamedEvent => {
      const event = { type: 'member_joined_channel', user, inviter: ADMIN, ...place };
      return ['member_joined_channel', event];
    }),
  ];
}

import type { Channel, Json } from '../page-protocol.ts';
import { type Member, PEOPLE } from './people.ts';
import { APP, PARTNER_TEAM, SLACKBOT_ID, TEAM } from './team.ts';

/** A channel or a direct message with the app, as Slack knows it. */
export interface Room {
  readonly id: string;
  readonly name: string;
  readonly kind: Channel['kind'];
  readonly isExternal: boolean;
  readonly isArchived: boolean;
  readonly members: readonly string[];
  readonly purpose: string;
  /** Whose direct message with the app it is. */
  readonly person: string | null;
}

/** The ids of the channels there are at the start. */
export const CHANNELS = {
  leasing: 'C0LEASING01',
  lyon: 'C0LYON00001',
  direction: 'C0DIRECTION',
  partners: 'C0PARTNERS1',
  random: 'C0RANDOM001',
} as const;

const team = [PEOPLE.claire, PEOPLE.hannah, PEOPLE.oliver];

function room(fields: Pick<Room, 'id' | 'name' | 'members' | 'purpose'> & Partial<Room>): Room {
  return { kind: 'public', isExternal: false, isArchived: false, person: null, ...fields };
}

/** The channels, and for everybody their own direct message with the app. */
export function seededRooms(people: readonly Member[], appName: string): Room[] {
  const humans = people.filter(({ id, isBot = false }) => !isBot && id !== SLACKBOT_ID);
  return [
    room({
      id: CHANNELS.leasing,
      name: 'leasing',
      members: [...team, PEOPLE.nadia, PEOPLE.calendarBot, APP.userId],
      purpose: 'Every rental file, every day',
    }),
    room({
      id: CHANNELS.lyon,
      name: 'lyon',
      members: [...team, PEOPLE.tom, APP.userId],
      purpose: 'The properties in Lyon',
    }),
    room({
      id: CHANNELS.direction,
      name: 'direction',
      kind: 'private',
      members: [PEOPLE.claire, PEOPLE.hannah, APP.userId],
      purpose: 'Managers only',
    }),
    room({
      id: CHANNELS.partners,
      name: 'partners-ext',
      isExternal: true,
      members: [...team, PEOPLE.nadia, PEOPLE.emma, APP.userId],
      purpose: 'With Northgate Lettings',
    }),
    room({
      id: CHANNELS.random,
      name: 'random',
      members: team,
      purpose: 'Everything else; the app is not here',
    }),
    ...humans.map(({ id }) =>
      room({
        id: directMessageWith(id),
        name: appName,
        kind: 'dm',
        members: [id, APP.userId],
        purpose: '',
        person: id,
      }),
    ),
  ];
}

/** The id of a person's direct message with the app. */
export function directMessageWith(person: string): string {
  return `D${person.slice(1)}`;
}

/** A channel as the page shows it. */
export function shownChannel({ id, name, kind, isExternal, members }: Room): Channel {
  return { id, name, kind, isExternal, members };
}

/** How a channel is called in commands and interactions: a private one is not named. */
export function payloadName({ name, kind }: Room): string {
  switch (kind) {
    case 'public':
      return name;
    case 'private':
      return 'privategroup';
    case 'dm':
      return 'directmessage';
  }
}

/** @see https://docs.slack.dev/reference/objects/conversation-object */
export function conversationObject(channel: Room, withMemberCount: boolean): Json {
  const { id, name, kind, isExternal, isArchived, members, purpose, person } = channel;
  const created = {
    id,
    created: 1_780_000_000,
    context_team_id: TEAM.id,
    updated: 1_780_000_000_000,
  };
  const isMember = members.includes(APP.userId);
  if (kind === 'dm') {
    const own = { user: person, is_im: true, is_open: true, is_user_deleted: false };
    return { ...created, ...own, is_archived: isArchived, is_org_shared: false, priority: 0 };
  }
  const teams = isExternal ? [TEAM.id, PARTNER_TEAM.id] : [TEAM.id];
  return {
    ...created,
    name,
    name_normalized: name,
    is_channel: kind === 'public',
    is_group: kind === 'private',
    is_im: false,
    is_mpim: false,
    is_private: kind === 'private',
    is_archived: isArchived,
    is_general: false,
    is_member: isMember,
    is_shared: isExternal,
    is_ext_shared: isExternal,
    is_org_shared: false,
    is_pending_ext_shared: false,
    pending_shared: [],
    pending_connected_team_ids: [],
    shared_team_ids: teams,
    internal_team_ids: isExternal ? [TEAM.id] : [],
    connected_team_ids: isExternal ? [PARTNER_TEAM.id] : [],
    ...(isExternal ? { conversation_host_id: TEAM.id } : {}),
    creator: PEOPLE.hannah,
    topic: { value: '', creator: '', last_set: 0 },
    purpose: { value: purpose, creator: PEOPLE.hannah, last_set: 1_780_000_000 },
    previous_names: [],
    ...(withMemberCount ? { num_members: members.length } : {}),
  };
}

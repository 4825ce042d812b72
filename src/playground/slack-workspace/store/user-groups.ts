import type { Json } from '../page-protocol.ts';
import { PEOPLE } from './people.ts';
import { TEAM } from './team.ts';

export interface UserGroup {
  readonly id: string;
  readonly name: string;
  readonly handle: string;
  readonly members: readonly string[];
}

/** The user groups of the workspace. */
export const USER_GROUPS = {
  leasing: {
    id: 'S0LEASING01',
    name: 'Leasing',
    handle: 'leasing-team',
    members: [PEOPLE.claire, PEOPLE.oliver],
  },
  admins: { id: 'S0ADMINS001', name: 'Admins', handle: 'admins', members: [PEOPLE.hannah] },
} as const satisfies Readonly<Record<string, UserGroup>>;

interface Shown {
  readonly withUsers: boolean;
  readonly withCount: boolean;
}

/** @see https://docs.slack.dev/reference/objects/usergroup-object */
export function userGroupObject(group: UserGroup, { withUsers, withCount }: Shown): Json {
  const { id, name, handle, members } = group;
  return {
    id,
    team_id: TEAM.id,
    is_usergroup: true,
    name,
    handle,
    description: '',
    is_external: false,
    date_delete: 0,
    ...(withUsers ? { users: members } : {}),
    ...(withCount ? { user_count: members.length } : {}),
  };
}

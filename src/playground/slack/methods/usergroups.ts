import { z } from 'zod';

import { TEAM } from '../team.ts';
import { USER_GROUPS, type UserGroup } from '../usergroups.ts';
import { defineMethod, flag, MethodError, text } from './method.ts';

const groups: readonly UserGroup[] = Object.values(USER_GROUPS);

/** @see https://docs.slack.dev/reference/methods/usergroups.list */
export const usergroupsList = defineMethod({
  scopes: ['usergroups:read'],
  args: z.object({ include_users: flag.optional(), include_count: flag.optional() }),
  run(_, { include_users: withUsers = false, include_count: withCount = false }) {
    return {
      usergroups: groups.map(({ id, name, handle, members }) => ({
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
      })),
    };
  },
});

/** @see https://docs.slack.dev/reference/methods/usergroups.users.list */
export const usergroupsUsersList = defineMethod({
  scopes: ['usergroups:read'],
  args: z.object({ usergroup: text }),
  run(_, { usergroup }) {
    const group = groups.find(({ id }) => id === usergroup);
    if (group === undefined) throw new MethodError('no_such_subteam');
    return { users: group.members };
  },
});

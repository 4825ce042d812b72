import { z } from 'zod';

import { userGroupObject } from '../store/user-groups.ts';
import { defineMethod, flag, MethodError, text } from './method.ts';

/** @see https://docs.slack.dev/reference/methods/usergroups.list */
export const usergroupsList = defineMethod({
  scopes: ['usergroups:read'],
  args: z.object({ include_users: flag.optional(), include_count: flag.optional() }),
  run({ store }, { include_users: withUsers = false, include_count: withCount = false }) {
    const groups = store.userGroups();
    return { usergroups: groups.map((group) => userGroupObject(group, { withUsers, withCount })) };
  },
});

/** @see https://docs.slack.dev/reference/methods/usergroups.users.list */
export const usergroupsUsersList = defineMethod({
  scopes: ['usergroups:read'],
  args: z.object({ usergroup: text }),
  run({ store }, { usergroup }) {
    const group = store.userGroup(usergroup);
    if (group === undefined) throw new MethodError('no_such_subteam');
    return { users: group.members };
  },
});

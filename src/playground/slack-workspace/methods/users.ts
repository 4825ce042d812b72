import { z } from 'zod';

import { shownToApp } from '../store/user-object.ts';
import { defineMethod, flag, MethodError, text } from './method.ts';
import { pageArgs, pageOf } from './pagination.ts';

/** @see https://docs.slack.dev/reference/methods/users.info */
export const usersInfo = defineMethod({
  scopes: ['users:read'],
  args: z.object({ user: text, include_locale: flag.optional() }),
  run(workings, { user, include_locale: withLocale = false }) {
    const member = workings.store.person(user);
    if (member === undefined) throw new MethodError('user_not_found');
    return { user: shownToApp(workings, member, withLocale) };
  },
});

/** @see https://docs.slack.dev/reference/methods/users.list */
export const usersList = defineMethod({
  scopes: ['users:read'],
  args: z.object({ ...pageArgs, include_locale: flag.optional() }),
  run(workings, { include_locale: withLocale = false, ...page }) {
    const { items, response_metadata } = pageOf(workings.store.people(), page);
    const members = items.map((member) => shownToApp(workings, member, withLocale));
    return { members, cache_ts: Math.floor(workings.now() / 1000), response_metadata };
  },
});

/** @see https://docs.slack.dev/reference/methods/users.lookupByEmail */
export const usersLookupByEmail = defineMethod({
  scopes: ['users:read.email'],
  args: z.object({ email: text }),
  run(workings, { email }) {
    const users = workings.store.people().map((member) => shownToApp(workings, member, false));
    const user = users.find(
      ({ profile }) => z.object({ email: z.literal(email) }).safeParse(profile).success,
    );
    if (user === undefined || user['deleted'] === true) throw new MethodError('users_not_found');
    return { user };
  },
});

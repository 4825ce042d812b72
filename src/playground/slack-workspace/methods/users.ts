import { z } from 'zod';

import { shownToApp } from '../store/user-object.ts';
import { defineMethod, flag, MethodError, text } from './method.ts';
import { pageArgs, pageOf } from './pagination.ts';

/** @see https://docs.slack.dev/reference/methods/users.info */
export const usersInfo = defineMethod({
  scopes: ['users:read'],
  args: z.object({ user: text, include_locale: flag.optional() }),
  run(context, { user, include_locale: withLocale = false }) {
    const member = context.store.person(user);
    if (member === undefined) throw new MethodError('user_not_found');
    return { user: shownToApp(context, member, withLocale) };
  },
});

/** @see https://docs.slack.dev/reference/methods/users.list */
export const usersList = defineMethod({
  scopes: ['users:read'],
  args: z.object({ ...pageArgs, include_locale: flag.optional() }),
  run(context, { include_locale: withLocale = false, ...page }) {
    const { items, response_metadata } = pageOf(context.store.people(), page);
    const members = items.map((member) => shownToApp(context, member, withLocale));
    return { members, cache_ts: Math.floor(context.now() / 1000), response_metadata };
  },
});

/** @see https://docs.slack.dev/reference/methods/users.lookupByEmail */
export const usersLookupByEmail = defineMethod({
  scopes: ['users:read.email'],
  args: z.object({ email: text }),
  run(context, { email }) {
    const users = context.store.people().map((member) => shownToApp(context, member, false));
    const user = users.find(
      ({ profile }) => z.object({ email: z.literal(email) }).safeParse(profile).success,
    );
    if (user === undefined || user['deleted'] === true) throw new MethodError('users_not_found');
    return { user };
  },
});

import { z } from 'zod';

import { APP, TEAM } from '../store/team.ts';
import { defineMethod, MethodError } from './method.ts';

/** @see https://docs.slack.dev/reference/methods/api.test */
export const apiTest = defineMethod({
  token: 'none',
  scopes: [],
  args: z.record(z.string(), z.unknown()),
  run(_, args) {
    const { token: _token, error, ...rest } = args;
    if (typeof error === 'string') throw new MethodError(error, { args: { error, ...rest } });
    return { args: rest };
  },
});

/** @see https://docs.slack.dev/reference/methods/auth.test */
export const authTest = defineMethod({
  scopes: [],
  args: z.object({}),
  run({ manifest }) {
    return {
      url: `https://${TEAM.domain}.slack.com/`,
      team: TEAM.name,
      user: manifest.display_information.name,
      team_id: TEAM.id,
      user_id: APP.userId,
      bot_id: APP.botId,
      is_enterprise_install: false,
    };
  },
});

/** @see https://docs.slack.dev/reference/methods/apps.connections.open */
export const connectionsOpen = defineMethod({
  token: 'app',
  scopes: [],
  args: z.object({}),
  run({ socketUrl }) {
    return { url: socketUrl() };
  },
});

import type { Config } from '../config.ts';
import { type Examination, skipped, trouble, well } from './finding.ts';

/** What does not work without each scope that `manifest.yml` asks for; a test compares the two. */
export const SCOPES: Readonly<Record<string, string>> = {
  'app_mentions:read': 'Rental Desk does not hear when it is mentioned',
  'channels:history': 'it cannot be told whether a digest was posted to a public channel already',
  'channels:read': 'it cannot be told which public channels are shared with other companies',
  'chat:write': 'nothing can be shared, and no digest comes',
  commands: '/rental and the shortcuts do nothing',
  'files:write': '/rental export gives no file',
  'groups:history': 'it cannot be told whether a digest was posted to a private channel already',
  'groups:read': 'it cannot be told which private channels are shared with other companies',
  'im:history': 'Rental Desk does not hear what is written to it directly',
  'im:write': 'Rental Desk cannot write to anybody directly',
  'links:read': 'links to rental files show nothing',
  'links:write': 'links to rental files show nothing',
  'usergroups:read':
    'it cannot be told who is in the groups of ACCESS_USERGROUPS and ADMIN_USERGROUPS',
  'users:read': 'it cannot be told who is a member, so nobody is answered',
  'users:read.email': '/rental me finds nobody’s own files',
};

const GROUPS_SCOPE = 'usergroups:read';
const ABOUT = 'Slack scopes';

/**
 * Compares what the app may do with what it is to do.
 *
 * @param granted from the header `x-oauth-scopes`; `null` when Slack does not say
 */
export async function* examineScopes(
  granted: readonly string[] | null,
  { usergroups, adminUsergroups }: Config['access'],
): Examination {
  if (granted === null) {
    yield skipped(ABOUT, 'Slack does not say what the token may do');
    return null;
  }
  const missing = Object.keys(SCOPES).filter((scope) => !granted.includes(scope));
  const areGroupsNamed = usergroups.length + adminUsergroups.length > 0;
  const needed = missing.filter((scope) => areGroupsNamed || scope !== GROUPS_SCOPE);
  for (const scope of needed) {
    yield trouble(
      ABOUT,
      `${scope} is missing: without it, ${SCOPES[scope] ?? ''}.`,
      'On api.slack.com/apps open the app, add it under OAuth & Permissions to the Bot Token Scopes, and install the app again.',
    );
  }
  if (needed.length === 0) yield well(ABOUT, 'everything that Rental Desk needs is granted.');
  if (missing.length > needed.length) {
    yield skipped(
      `Slack scope ${GROUPS_SCOPE}`,
      'it is not granted, and is only needed for ACCESS_USERGROUPS and ADMIN_USERGROUPS',
    );
  }
  return null;
}

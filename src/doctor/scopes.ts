import type { Config } from '../config.ts';
import { type Examination, note, skipped, trouble, well } from './finding.ts';

/** What does not work without each scope that `manifest.yml` asks for; a test compares the two. */
export const SCOPES: Readonly<Record<string, string>> = {
  'app_mentions:read': 'Rental Desk does not hear when it is mentioned',
  'channels:read': 'Rental Desk cannot see which public channels are shared with other companies',
  'chat:write': 'nothing can be shared, and no digest comes',
  commands: '/rental and the shortcuts do nothing',
  'files:write': '/rental export gives no file',
  'groups:read': 'Rental Desk cannot see which private channels are shared with other companies',
  'im:history': 'Rental Desk does not hear what is written to it directly',
  'im:write': 'Rental Desk cannot write to anybody directly',
  'links:read': 'links to rental files show nothing',
  'links:write': 'links to rental files show nothing',
  'usergroups:read':
    'Rental Desk cannot see who is in the groups of ACCESS_USERGROUPS and ADMIN_USERGROUPS',
  'users:read': 'Rental Desk cannot see who is a member, so it answers nobody',
  'users:read.email': '/rental me finds no files',
};

/** The same for those that `manifest.yml` calls optional. */
export const OPTIONAL_SCOPES: Readonly<Record<string, string>> = {
  'channels:history':
    'nobody can say, after a failure, whether a digest was posted to a public channel',
  'groups:history':
    'nobody can say, after a failure, whether a digest was posted to a private channel',
};

/** Said once, however many are missing. */
const addThem = (them: string) =>
  `On api.slack.com/apps open the app, add ${them} under OAuth & Permissions to the Bot Token Scopes, and install the app again.`;

const THEM: Readonly<Record<number, string>> = { 1: 'it', 2: 'both' };

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
  for (const [index, scope] of needed.entries()) {
    const isLast = index === needed.length - 1;
    const mend = addThem(THEM[needed.length] ?? `all ${needed.length}`);
    yield trouble(
      ABOUT,
      `${scope} is missing. Without it, ${SCOPES[scope] ?? ''}.`,
      isLast ? mend : '',
    );
  }
  if (needed.length === 0) yield well(ABOUT, 'everything that Rental Desk needs is granted.');
  if (missing.length > needed.length) {
    yield note(
      `Slack scope ${GROUPS_SCOPE}`,
      'it is not granted. Only ACCESS_USERGROUPS and ADMIN_USERGROUPS need it.',
    );
  }
  for (const [scope, lost] of Object.entries(OPTIONAL_SCOPES)) {
    if (granted.includes(scope)) continue;
    yield note(`Slack scope ${scope}`, `it is not granted. It is optional; without it, ${lost}.`);
  }
  return null;
}

import type { Log } from './log.ts';

/** What does not work as it should while Rental Desk runs on; the words are part of `/readyz`. */
type Degradation =
  | 'slack token'
  | 'slack app token'
  | 'clock'
  | 'user groups'
  | 'changed since'
  | 'shared snapshot'
  | 'empty list';

/** What to do about each. */
const REMEDIES: Readonly<Record<Degradation, string>> = {
  'slack token':
    'Slack does not accept SLACK_BOT_TOKEN: on api.slack.com/apps install the app again, copy the Bot User OAuth Token and restart',
  'slack app token':
    'Slack does not accept SLACK_APP_TOKEN: on api.slack.com/apps create an app-level token with connections:write and restart',
  clock:
    'the clock of this machine is off, and requests are refused for it: switch automatic time on (on Linux: timedatectl set-ntp true)',
  'user groups':
    'Slack does not list a group of ACCESS_USERGROUPS or ADMIN_USERGROUPS: correct its id, see that the group is switched on, and restart',
  'changed since':
    'the service does not take RENTAL_CHANGED_SINCE_PARAM, so every reading reads all pages: correct or remove it, and restart',
  'shared snapshot':
    'this instance reads the rental files for itself: see that the database answers and has room, and that all instances have the same version, signing secret, RENTAL_FILES_URL and RENTAL_COMPLETION_MAX, then restart it',
  'empty list':
    'the service lists no rental file: where there are some, give its service account the right to read them in the project of RENTAL_PROJECT_ID',
};

/** The list of what is degraded. */
export interface Degradations {
  /**
   * Records whether something is degraded, and logs the change, not its repetition.
   *
   * @param fields for the log: codes and figures, no secrets
   */
  readonly report: (what: Degradation, isDegraded: boolean, fields?: object) => void;
  readonly list: () => readonly Degradation[];
}

export function createDegradations(log: Pick<Log, 'info' | 'warn'>): Degradations {
  const current = new Set<Degradation>();
  return {
    report(what, isDegraded, fields = {}) {
      if (current.has(what) === isDegraded) return;
      if (isDegraded) {
        current.add(what);
        log.warn({ degraded: what, ...fields }, REMEDIES[what]);
      } else {
        current.delete(what);
        log.info({ degraded: what }, 'it works again');
      }
    },
    list: () => [...current],
  };
}

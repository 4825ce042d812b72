import type { FailureWords } from '../../lib/text.ts';
import { figuresEn } from '../format.ts';
import type { RefusalReason } from '../types.ts';
import { serviceStatus } from './statuses.ts';

const figure = figuresEn.number;

/** Failures of the app itself, or of Slack. */
export const trouble = {
  adminsOnly: {
    happened: 'Only admins of Rental Desk may do that.',
    remedy: 'Ask one of them: your workspace’s administrator knows who they are.',
  },
  adminsUnknown: {
    happened: 'Slack does not say who the admins of Rental Desk are, so I cannot allow that.',
    remedy:
      'Your administrator needs to look at ADMIN_USERGROUPS: the user group may not exist, or may not be readable. Give them the reference.',
  },
  grownOld: {
    happened: 'This button has grown old: buttons are good for 30 days.',
    remedy: 'Type the command again for a fresh answer.',
  },
  repeatedForm: {
    happened: 'This form was submitted already, and nothing was done a second time.',
    remedy: 'To do it again, open a new form.',
  },
  storeDown: {
    happened: 'Rental Desk’s own database does not answer, so nothing was changed.',
    remedy: 'Try again in a minute; if it stays so, tell your administrator the reference.',
  },
  storeLate: {
    happened: 'Rental Desk’s own database takes very long to answer.',
    remedy: 'Look in a minute whether it was done before you try again.',
  },
  busy: {
    happened: 'Rental Desk has too much to do at this moment.',
    remedy: 'Try again in a moment.',
  },
  /** For requests that are open when the process shuts down. */
  closing: {
    happened: 'Rental Desk is being restarted and could not answer you before.',
    remedy: 'Ask again in a minute. If it was to change something, look first whether it is done.',
  },
  /** `read` files so far. */
  stillReading: (read: string): FailureWords => ({
    happened: `The rental files are still being read: ${read} so far.`,
    remedy: 'Ask again in a minute or two.',
  }),
  askedTooMuch: (seconds: string): FailureWords => ({
    happened: 'That is more than I can answer you at once.',
    remedy: `Wait ${seconds} seconds; until then I answer one request a second, and say nothing to the others.`,
  }),
  notInChannel: {
    happened: 'Rental Desk is not in this channel, so it may not write there.',
    remedy: 'Invite it with /invite @Rental Desk, then try again.',
  },
  archived: {
    happened: 'This channel is archived: nothing can be written there.',
    remedy: 'Choose another channel.',
  },
  notAllowed: {
    happened: 'Slack does not let Rental Desk write here.',
    remedy:
      'Your administrator needs to look at the app’s permissions; the log says which one is missing.',
  },
  slackRefuses: {
    happened: 'Slack did not take the message.',
    remedy: 'Try again in a minute; if it stays so, tell your administrator the reference.',
  },
  slackUnclear: {
    happened: 'Slack did not confirm that it took the answer.',
    remedy:
      'Look whether it is there before you try again; if it stays so, tell your administrator the reference.',
  },
};

/** The status of the app. */
export const status = {
  /** Over a modal, at most 24 characters. */
  heading: 'Status',
  title: 'How Rental Desk is doing',
  checking: 'Asking the Rental File Service whether it answers…',
  serviceWell: 'The Rental File Service answers and accepts the key.',
  serviceUnknown: 'Whether the Rental File Service accepts the key could not be found out.',
  noReading: 'The rental files have not been read yet.',
  files: (count: number) => (count === 1 ? '1 file' : `${figure(count)} files`),
  unknown: (count: number) =>
    count === 1
      ? '1 value is not in the specification or not readable'
      : `${figure(count)} values are not in the specification or not readable`,
  /** What completion rates count to. */
  scale: {
    configured: (max: number) =>
      `A completion rate of ${max} is complete, as set by RENTAL_COMPLETION_MAX`,
    shares: 'A completion rate of 1 is complete, since no rate exceeds 1',
    percent: (highest: string) =>
      `A completion rate of 100 is complete, since rates up to ${highest} were served`,
    unclear:
      'What completion rates count to cannot be told from the files: 1 is taken for complete until a rate exceeds it',
  },
  refreshing: (read: string) => `A reading is under way: ${read} so far.`,
  newestFailed: 'The newest attempt to read them failed:',
  storeReady: 'Settings, saved views and the access log can be read and written.',
  storeAway:
    'The database does not answer: settings, saved views and the access log cannot be had; it is tried again all the time.',
  /** Next digest of this channel. */
  nextDigest: (name: string, moment: string) => `${name}, ${moment}`,
  nextDigests: (digests: string) => `Next digests: ${digests}`,
  /** What does not work as it should, for admins. */
  degraded: {
    'slack token': 'Slack does not accept the bot token: SLACK_BOT_TOKEN needs to be copied anew.',
    'slack app token':
      'Slack does not accept the app-level token: SLACK_APP_TOKEN needs to be copied anew.',
    clock: 'The clock of this machine is off: automatic time needs to be switched on.',
    'user groups':
      'Slack does not list a group of ACCESS_USERGROUPS or ADMIN_USERGROUPS: their ids need a look.',
    'changed since':
      'The service does not take RENTAL_CHANGED_SINCE_PARAM: every update reads all pages.',
  },
  version: (version: string) => `Rental Desk ${version}`,
  parts: { service: 'Service', reading: 'Last reading', store: 'Database', operation: 'Operation' },
  head: (part: string, how: string) => `${part}: ${how}`,
  /** Word for the mark beside a line, for screen readers. */
  well: 'good',
  unwell: 'needs a look',
  again: 'Check again',
  againSpoken: 'Check again how Rental Desk is doing',
};

/** For those who try to decide in Slack. */
export const decisions = {
  happened: 'Decisions are taken in the console.',
  remedy: 'Rental Desk shows what there is to decide, and never changes a rental file.',
  details: 'Show the file',
  detailsSpoken: 'Show the rental file with all there is to decide on',
};

/** Failures of a request, most of them of the Rental File Service. */
export const failure = {
  reference: (reference: string) => `Reference ${reference}`,
  askInstead: 'Ask that instead',
  askInsteadSpoken: 'Ask with the correction above',
  /** On buttons, a command that can be run. */
  runSpoken: (command: string) => `Run ${command}`,
  tryAgain: 'Try again',
  tryAgainSpoken: 'Try the same again',
  unknownCommand: (word: string, nearest: string | null): FailureWords => ({
    happened: `I can’t answer “${word}” yet.`,
    remedy: nearest ? `Did you mean /rental ${nearest}?` : 'These are the closest:',
  }),
  serviceDown: {
    happened: 'The Rental File Service does not answer.',
    remedy: 'Try again in a few minutes; if it stays so, tell your administrator the reference.',
  },
  serviceSlow: {
    happened: 'The Rental File Service took too long to answer.',
    remedy: 'Try again in a minute; if it stays so, tell your administrator the reference.',
  },
  serviceResting: (since: string, again: string): FailureWords => ({
    happened: `The Rental File Service has not answered since ${since}.`,
    remedy: `It is tried again by ${again}; until then nothing newer can be had.`,
  }),
  serviceBusy: (seconds: number | null): FailureWords => ({
    happened: 'The Rental File Service asks us to wait.',
    remedy:
      seconds === null
        ? 'Try again in a few minutes.'
        : `Try again in ${seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}.`,
  }),
  keyUnusable: {
    happened: 'Rental Desk’s key for the Rental File Service cannot be used.',
    remedy: 'Tell your administrator the reference: the log says what to mend.',
  },
  keyRefused: (likely: 'key' | 'audience' | 'project' | 'clock' | 'unknown'): FailureWords => ({
    happened: 'The Rental File Service refused Rental Desk’s key.',
    remedy: {
      key: 'Your administrator needs to look at the service account’s key: it may be revoked, expired or replaced.',
      audience:
        'Your administrator needs to look at RENTAL_AUTH_URL: it is probably not the exact address of the authorization server.',
      project:
        'Your administrator needs to look at RENTAL_PROJECT_ID and at the roles of the service account.',
      clock:
        'Your administrator needs to set the clock of the machine that Rental Desk runs on: it is wrong.',
      unknown:
        'Your administrator needs to look at the service account’s key, RENTAL_AUTH_URL and the machine’s clock.',
    }[likely],
  }),
  /** Its authorization server. `null` is no answer. */
  noToken: (code: number | null): FailureWords => ({
    happened:
      code === null
        ? 'The authorization server of the Rental File Service does not answer.'
        : `The authorization server of the Rental File Service gives no access token (status ${code}).`,
    remedy: 'Try again in a few minutes; if it stays so, RENTAL_AUTH_URL needs a look.',
  }),
  serviceStatus,
  unreadable: {
    happened: 'The Rental File Service sent an answer that I cannot read.',
    remedy: 'Try again in a minute; if it stays so, tell your administrator the reference.',
  },
  wrongAddress: {
    happened: 'The Rental File Service pointed to an address that Rental Desk does not trust.',
    remedy:
      'Your administrator needs to look at RENTAL_FILES_URL; the log says which rule the address broke.',
  },
  buttonExpired: {
    happened: 'This button is no longer good.',
    remedy: 'Type the command again for a fresh answer.',
  },
  bug: {
    happened: 'Something broke on my side.',
    remedy: 'Try again; if it happens twice, tell your administrator the reference.',
  },
};

/** Refusals to answer a person. */
export const refusal = {
  other_workspace: {
    happened: 'Rental Desk answers only members of the workspace that installed it.',
    remedy: 'Ask a member of that workspace to look for you.',
  },
  guest: {
    happened: 'Rental Desk does not answer guests, because rental files hold personal data.',
    remedy: 'Ask a full member of this workspace to look for you.',
  },
  guest_unknown: {
    happened: 'Slack did not say whether you are a guest, so I show nothing.',
    remedy: 'Try again in a minute; if it stays so, tell your administrator.',
  },
  deleted: {
    happened: 'Rental Desk does not answer deactivated accounts.',
    remedy: 'Ask your workspace’s administrator about the account.',
  },
  bot: {
    happened: 'Rental Desk answers people, not bots.',
    remedy: 'Have a person ask.',
  },
  not_in_group: {
    happened: 'Rental Desk answers only the groups that your administrator has chosen.',
    remedy: 'Ask your administrator to add you to one of them.',
  },
  not_in_channel: {
    happened: 'Rental Desk does not answer in this channel.',
    remedy: 'Ask in one of the channels that your administrator has chosen.',
  },
  unknown: {
    happened: 'I could not check who you are, so I show nothing.',
    remedy: 'Try again in a minute; if it stays so, tell your administrator.',
  },
} satisfies Readonly<Record<RefusalReason, FailureWords>>;

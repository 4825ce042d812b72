import type { FailureWords } from '../../lib/text.ts';
import { countedEn, filesEn } from '../format.ts';
import type { RefusalReason } from '../types.ts';

const waitText = (seconds: number) =>
  seconds < 120
    ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
    : `${Math.ceil(seconds / 60)} minutes`;

const sinceIn = (time: string, day: string | null) => (day === null ? time : `${day}, ${time}`);

const AGAIN =
  'Try again in a minute; if it keeps happening, tell your administrator the reference.';
const LATER =
  'Try again in a few minutes; if it keeps happening, tell your administrator the reference.';

/** Failures of the app itself, or of Slack. */
export const errors = {
  adminsOnly: {
    happened: 'Only Rental Desk admins can do that.',
    remedy: 'Ask one of them; your workspace administrator knows who they are.',
  },
  adminsUnknown: {
    happened: 'Slack does not say who the Rental Desk admins are, so I cannot allow that.',
    remedy:
      'Give your administrator the reference: a user group in ADMIN_USERGROUPS may not exist, or may not be readable.',
  },
  expiredAction: {
    happened: 'This button has expired: buttons work for 30 days.',
    remedy: 'Type /rental, or the command again, for an up-to-date answer.',
  },
  repeatedForm: {
    happened: 'This form was already submitted; nothing was done twice.',
    remedy: 'To do it again, open a new form.',
  },
  /** When only its answer is left to be shown. */
  formProcessed: {
    happened:
      'Your form was processed, but I could not check who you are, so I do not show the result.',
    remedy: 'Look in a minute at what was to change, and fill in a new form only if it has not.',
  },
  /** Where the errors of a form's fields cannot stand beside the fields: they come before it. */
  correctForm: 'Correct it, and submit the form again.',
  storeDown: {
    happened: 'Rental Desk’s database does not answer: nothing could be read or changed.',
    remedy: AGAIN,
  },
  /** After what was done, in place of the list that would show it. */
  listUnread: 'The list cannot be shown: Rental Desk’s database does not answer.',
  /** The connection ended after a change was asked for. */
  storeLost: {
    happened: 'The connection to Rental Desk’s database was lost before it answered.',
    remedy: 'Check in a minute whether it was done before you try again.',
  },
  storeLate: {
    happened: 'Rental Desk’s database is slow to answer.',
    remedy: 'Check in a minute whether it was done before you try again.',
  },
  busy: { happened: 'Rental Desk is busy right now.', remedy: 'Try again in a moment.' },
  /** For requests that are open when the process shuts down. */
  closing: {
    happened: 'Rental Desk is restarting and could not answer in time.',
    remedy:
      'Try again in a minute. If you were changing something, check first whether it was done.',
  },
  /** `read` files so far. */
  stillReading: (read: string): FailureWords => ({
    happened: `Rental files are still loading: ${read} so far.`,
    remedy: 'Try again in a minute or two.',
  }),
  askedTooMuch: (seconds: string): FailureWords => ({
    happened: 'That is too many requests at once.',
    remedy: `Wait ${seconds} ${seconds === '1' ? 'second' : 'seconds'}. Until then, I answer one request a second and ignore the others.`,
  }),
  /** Of a message that Slack does not take. */
  undelivered: {
    not_in_channel: {
      happened: 'Rental Desk is not in this channel, so it cannot post there.',
      remedy: 'Invite it with /invite @Rental Desk, then try again.',
    },
    archived: {
      happened: 'This channel is archived: nothing can be posted there.',
      remedy: 'Choose another channel.',
    },
    not_allowed: {
      happened: 'Slack does not let Rental Desk post here.',
      remedy:
        'Your administrator should check the app’s permissions; the log says which one is missing.',
    },
    token: {
      happened: 'Slack does not accept Rental Desk’s bot token, so nothing was posted.',
      remedy:
        'Your administrator should install the app again and copy SLACK_BOT_TOKEN; then try again.',
    },
    limited: {
      happened: 'Slack is limiting Rental Desk’s requests right now.',
      remedy: 'Try again in a minute.',
    },
    too_long: {
      happened: 'The message is too long for Slack.',
      remedy: 'Ask for fewer files, then try again.',
    },
    refused: { happened: 'Slack did not accept the message.', remedy: AGAIN },
    unclear: {
      happened: 'Slack did not confirm that the answer was posted.',
      remedy:
        'Check whether it is there before you try again; if it keeps happening, tell your administrator the reference.',
    },
  },
  modal: {
    refused: { happened: 'Slack did not open the window.', remedy: AGAIN },
    unclear: {
      happened: 'Slack did not confirm that the window opened.',
      remedy:
        'If it did not, try again; if it keeps happening, tell your administrator the reference.',
    },
  },
};

/** The status of the app. */
export const status = {
  /** Over a modal, at most 24 characters. */
  heading: 'Status',
  title: 'Rental Desk status',
  checking: 'Checking the Rental File Service…',
  serviceWell: 'The Rental File Service answers and accepts the key.',
  noReading: 'Rental files have not been loaded yet.',
  files: filesEn,
  noneGone: 'While files may be missing, none is recorded as gone and new alerts do not start',
  seenSince: (day: string) => `Changes seen since ${day}`,
  unknown: countedEn(
    '1 value in the files cannot be read, or is not known',
    '# values in the files cannot be read, or are not known',
  ),
  /** What completion rates count to. */
  scale: {
    configured: (max: number) =>
      `A completion rate of ${max} is complete, as set by RENTAL_COMPLETION_MAX`,
    shares: 'A completion rate of 1 is complete, since no rate exceeds 1',
    percent: (highest: string) =>
      `A completion rate of 100 is complete, since rates up to ${highest} were served`,
    unclear:
      'The files do not show which completion rate is complete: 1 is assumed until a rate exceeds it',
  },
  refreshing: (read: string) => `Loading: ${read} so far.`,
  newestFailed: 'The last refresh failed:',
  newestFailedSo: 'The last refresh failed for the same reason.',
  storeReady: 'Settings, saved views and the access log can be read and written.',
  storeAway:
    'The database does not answer: settings, saved views and the access log are unavailable. Rental Desk keeps trying.',
  /** Next digest of this channel. */
  nextDigest: (name: string, moment: string) => `${name}, ${moment}`,
  nextDigests: (digests: string) => `Next digests: ${digests}`,
  /** What does not work as it should, for admins. */
  degraded: {
    'slack token': 'Slack does not accept the bot token: copy SLACK_BOT_TOKEN again.',
    'slack app token': 'Slack does not accept the app-level token: copy SLACK_APP_TOKEN again.',
    'signing secret':
      'Every request is refused for its signature: copy SLACK_SIGNING_SECRET again.',
    clock: 'This machine’s clock is wrong: turn on automatic time.',
    'user groups':
      'Slack does not list a group in ACCESS_USERGROUPS or ADMIN_USERGROUPS: check their IDs.',
    'changed since':
      'The service does not accept RENTAL_CHANGED_SINCE_PARAM: every update reads all pages.',
    'shared snapshot':
      'Rental files are not shared with this instance right now: the log and the doctor say more.',
    'empty list':
      'Where there are rental files, give the service account the right to read them in the project of RENTAL_PROJECT_ID.',
  },
  /** Which instance reads the files, for admins; names as the doctor shows them. */
  instance: {
    own: (own: string) => `This instance, ${own}, reads the files for all.`,
    other: (reader: string, own: string) =>
      `Instance ${reader} reads the files for all; this is ${own}.`,
    none: (own: string) => `No instance reads the files for all right now. This is ${own}.`,
    itself: (own: string, because: string) =>
      `This instance, ${own}, reads the files for itself: ${because}.`,
    because: {
      database: 'the database does not answer, or has no room for what instances share',
      unreadable:
        'what another instance shares is of another version, signing secret or setting, or was changed',
      replayed: 'what another instance shares is older than what it shared before',
      incomplete: 'part of what another instance shares is missing',
    },
  },
  version: (version: string) => `Rental Desk ${version}`,
  parts: { service: 'Service', reading: 'Rental files', store: 'Database', operation: 'Operation' },
  head: (part: string, how: string) => `${part}: ${how}`,
  /** Word for the mark beside a line, for screen readers. */
  well: 'OK',
  unwell: 'needs attention',
  again: 'Check again',
  againSpoken: 'Check the status of Rental Desk again',
};

/** For those who try to decide in Slack. */
export const decisions = {
  happened: 'Files are decided and changed in the console.',
  remedy: 'Rental Desk shows what there is to decide and never changes a rental file.',
  details: 'Show the file',
  detailsSpoken: 'Show the rental file in full',
};

/** Failures of a request, most of them of the Rental File Service. */
export const failure = {
  reference: (reference: string) => `Reference ${reference}`,
  /** On buttons, a command that can be run. */
  runSpoken: (command: string) => `Run ${command}`,
  tryAgain: 'Try again',
  tryAgainSpoken: 'Try the same again',
  unknownCommand: (word: string, nearest: string | null, isSearched: boolean): FailureWords => {
    const closest = isSearched ? 'Closest:' : 'No word of it is a condition on files. Start with:';
    return {
      happened: `I can’t answer “${word}” yet.`,
      remedy: nearest ? `Did you mean /rental ${nearest}?` : closest,
    };
  },
  serviceDown: { happened: 'The Rental File Service does not answer.', remedy: LATER },
  serviceSlow: { happened: 'The Rental File Service took too long to answer.', remedy: AGAIN },
  serviceResting: (time: string, day: string | null, again: string): FailureWords => ({
    happened: `The Rental File Service has been unavailable since ${sinceIn(time, day)}.`,
    remedy: `Next attempt by ${again}; until then, nothing newer is available.`,
  }),
  /** Before any rental file was read. */
  serviceRestingUnread: (time: string, day: string | null, again: string): FailureWords => ({
    happened: `The Rental File Service has been unavailable since ${sinceIn(time, day)}.`,
    remedy: `Next attempt by ${again}; until then, there are no rental files to show.`,
  }),
  serviceBusy: (seconds: number | null): FailureWords => ({
    happened: 'The Rental File Service asks us to wait.',
    remedy: seconds === null ? 'Try again in a few minutes.' : `Try again in ${waitText(seconds)}.`,
  }),
  keyUnusable: {
    happened: 'Rental Desk’s key for the Rental File Service cannot be used.',
    remedy: 'Tell your administrator the reference: the log says what to fix.',
  },
  keyRefused: (likely: 'key' | 'audience' | 'project' | 'clock' | 'unknown'): FailureWords => ({
    happened: 'The Rental File Service refused Rental Desk’s key.',
    remedy: {
      key: 'Your administrator should check the service account’s key: it may have been revoked, replaced or expired.',
      audience:
        'Your administrator should check RENTAL_AUTH_URL: it must be the exact address of the authorization server.',
      project:
        'Your administrator should check RENTAL_PROJECT_ID and the roles of the service account.',
      clock:
        'Your administrator should set the clock of the machine that Rental Desk runs on: it is wrong.',
      unknown:
        'Your administrator should check the service account’s key, RENTAL_AUTH_URL and the machine’s clock.',
    }[likely],
  }),
  /** Its authorization server. `null` is no answer. */
  noToken: (code: number | null): FailureWords => ({
    happened:
      code === null
        ? 'The authorization server of the Rental File Service does not answer.'
        : `The authorization server of the Rental File Service issues no access token (status ${code}).`,
    remedy:
      'Try again in a few minutes; if it keeps happening, your administrator should check RENTAL_AUTH_URL.',
  }),
  serviceStatus: serviceStatusForPeople,
  unreadable: {
    happened: 'The Rental File Service sent an answer that I cannot read.',
    remedy: AGAIN,
  },
  incomplete: {
    happened: 'The Rental File Service sent a list that may lack files, and this one is not in it.',
    remedy: AGAIN,
  },
  wrongAddress: {
    happened: 'The Rental File Service pointed to an address that Rental Desk does not trust.',
    remedy:
      'Your administrator should check RENTAL_FILES_URL; the log says which rule the address broke.',
  },
  buttonForeign: {
    happened: 'This button is from another version of Rental Desk.',
    remedy: 'Try again in a minute. If it still does not work, type /rental, or the command again.',
  },
  buttonExpired: {
    happened: 'This button no longer works.',
    remedy: 'Type /rental, or the command again, for an up-to-date answer.',
  },
  bug: {
    happened: 'Something went wrong on our side.',
    remedy: 'Try again; if it happens twice, tell your administrator the reference.',
  },
};

/** Refusals to answer a person. */
export const refusal = {
  other_workspace: {
    happened: 'Rental Desk answers only members of the workspace that installed it.',
    remedy: 'Ask a member of that workspace to look it up for you.',
  },
  guest: {
    happened: 'Rental Desk does not answer guests, because rental files hold personal data.',
    remedy: 'Ask a full member of this workspace to look it up for you.',
  },
  guest_unknown: {
    happened: 'Slack did not say whether you are a guest, so I show nothing.',
    remedy: 'Try again in a minute; if it keeps happening, tell your administrator.',
  },
  deleted: {
    happened: 'Rental Desk does not answer deactivated accounts.',
    remedy: 'Ask your workspace administrator about the account.',
  },
  bot: {
    happened: 'Rental Desk answers people, not bots.',
    remedy: 'Ask from a person’s account.',
  },
  not_in_group: {
    happened: 'Rental Desk answers only members of the groups your administrator chose.',
    remedy: 'Ask your administrator to add you to one of them.',
  },
  not_in_channel: {
    happened: 'Rental Desk does not answer in this channel.',
    remedy: 'Ask in one of the channels your administrator chose.',
  },
  without_channel: {
    happened:
      'An assistant’s question comes from no channel, and Rental Desk answers only in some channels.',
    remedy: 'Ask in one of the channels your administrator chose, with /rental.',
  },
  unknown: {
    happened: 'I could not check who you are, so I show nothing.',
    remedy: 'Try again in a minute; if it keeps happening, tell your administrator.',
  },
} satisfies Readonly<Record<RefusalReason | 'without_channel', FailureWords>>;

const FINAL_ADDRESS =
  'RENTAL_FILES_URL must be the final address of the list: redirects are not followed. The log and the doctor say where this one leads.';

/** What the Rental File Service says with each status that is not a list of rental files. */
const STATUSES: Readonly<Record<number, readonly [happened: string, remedy: string]>> = {
  301: ['The list of rental files has moved permanently', FINAL_ADDRESS],
  302: ['The Rental File Service redirects elsewhere, as a login page would', FINAL_ADDRESS],
  303: ['The Rental File Service points to another address', FINAL_ADDRESS],
  307: ['The list of rental files is temporarily elsewhere', FINAL_ADDRESS],
  308: ['The list of rental files is permanently elsewhere', FINAL_ADDRESS],
  400: [
    'The Rental File Service found an error in the request',
    'Check the parameters in RENTAL_FILES_URL and RENTAL_CHANGED_SINCE_PARAM.',
  ],
  401: [
    'The Rental File Service does not accept Rental Desk’s access token',
    'RENTAL_PROJECT_ID and RENTAL_IDP must be those of the service, and RENTAL_FILES_URL must go with RENTAL_AUTH_URL.',
  ],
  403: [
    'The Rental File Service does not let Rental Desk see the rental files',
    'Give the service account the right to read rental files in the project of RENTAL_PROJECT_ID, or correct that id.',
  ],
  404: [
    'The Rental File Service has nothing at this address',
    'Check the path in RENTAL_FILES_URL.',
  ],
  405: [
    'Nothing can be read at this address of the Rental File Service',
    'RENTAL_FILES_URL must be the address of the list itself.',
  ],
  406: [
    'The Rental File Service does not give JSON at this address',
    'RENTAL_FILES_URL must be the address of the list for programs, not of a page.',
  ],
  408: ['The Rental File Service did not get the request in time', LATER],
  410: [
    'The Rental File Service has removed the list at this address',
    'Ask the operator of the service for the new address, and put it into RENTAL_FILES_URL.',
  ],
  415: [
    'The Rental File Service does not accept this kind of request',
    'RENTAL_FILES_URL must be the address of the list, which is read without a body.',
  ],
  422: [
    'The Rental File Service does not accept a parameter of the request',
    'Check the parameters in RENTAL_FILES_URL and RENTAL_CHANGED_SINCE_PARAM.',
  ],
  500: ['The Rental File Service had an internal error', LATER],
  501: [
    'The Rental File Service does not support this request',
    'RENTAL_FILES_URL must be the address of the list of rental files.',
  ],
  502: ['The Rental File Service gave its own proxy no valid answer', LATER],
  503: ['The Rental File Service is unavailable: overloaded or under maintenance', LATER],
  504: ['The Rental File Service did not answer its own proxy in time', LATER],
};

/**
 * Words for a status of the service that is not a success.
 *
 * @param detail the reason in the service’s own words, made fit to be shown
 */
export function serviceStatus(code: number, detail: string | null): FailureWords {
  const [known = null, remedy = code >= 500 ? LATER : 'Check RENTAL_FILES_URL.'] =
    STATUSES[code] ?? [];
  const happened =
    known === null
      ? `The Rental File Service answers with status ${code}.`
      : `${known} (status ${code}).`;
  return { happened: detail === null ? happened : `${happened} It says: “${detail}”`, remedy };
}

/** The same for people in Slack: most remedies are for the operator. */
function serviceStatusForPeople(code: number, detail: string | null): FailureWords {
  const { happened, remedy } = serviceStatus(code, detail);
  return { happened, remedy: remedy === LATER ? remedy : `For your administrator: ${remedy}` };
}

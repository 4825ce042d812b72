import { enGB } from 'date-fns/locale/en-GB';

import type { Words } from './words.ts';

const number = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });
const huge = new Intl.NumberFormat('en-GB', { notation: 'scientific', maximumFractionDigits: 1 });
const share = new Intl.NumberFormat('en-GB', { style: 'percent' });

/** Nobody means a number of so many digits; it must not fill the page. */
const HUGE = 1e9;

export const en: Words = {
  language: 'en',
  locale: enGB,
  number: (value) => (Math.abs(value) < HUGE ? number : huge).format(value),
  percent: (value) =>
    Math.abs(value) < HUGE ? share.format(value / 100) : `${huge.format(value)}%`,
  list: {
    title: (count) => (count === 1 ? '1 rental file' : `${number.format(count)} rental files`),
    empty: 'There are no rental files yet. They appear here as soon as the service has one.',
    page: (page, pages) => `Page ${number.format(page)} of ${number.format(pages)}`,
    readAgo: (age) => `Read ${age} ago`,
    readNow: 'Read just now',
    skipped: (count) =>
      count === 1
        ? '1 file could not be read and is missing here.'
        : `${number.format(count)} files could not be read and are missing here.`,
    unknown: (count) =>
      count === 1
        ? '1 file here has a value that is new to Rental Desk, shown as it came.'
        : `${number.format(count)} files here have values that are new to Rental Desk, shown as they came.`,
    noneFound: 'No rental file fits. Leave something out of the query, or look at all of them.',
    doubt: {
      moved:
        'The files moved while they were read, so one may be missing; the next reading mends that.',
      count: 'The service counts another number of files than it sent, so some may be missing.',
    },
    movedOn: 'The files have been read again since: this is the same page of the newer reading.',
    stale: ({ happened, remedy }, reference) =>
      `${happened} ${remedy} (Reference ${reference}) These are the files as last read.`,
    previous: '‹ Prev',
    previousSpoken: 'Previous page',
    next: 'Next ›',
    nextSpoken: 'Next page',
    refresh: 'Refresh',
    refreshSpoken: 'Read the rental files again',
  },
  file: {
    noProperty: 'No property',
    noApplicants: 'No applicants',
    unnamed: 'Unnamed',
    more: (count) => `${count} more`,
    guarantor: (name) => `${name} (guarantor)`,
    score: (score) => `score ${score}`,
    complete: (percent) => `${percent} complete`,
    age: (age) => `${age} old`,
    today: 'received today',
    todayShort: 'today',
    archived: 'archived',
    status: {
      NEW: 'New',
      OPEN: 'Open',
      PROCESSING: 'Processing',
      COLLECTED: 'Collected',
      ANALYZED: 'Analysed',
      CLOSED: 'Closed',
    },
    decision: {
      PENDING: 'Pending',
      READY: 'Ready to decide',
      ACCEPTED: 'Approved',
      REJECTED: 'Declined',
    },
  },
  reading: {
    begun: 'Reading the rental files… They come as soon as all are read.',
    progress: (read, count) =>
      count === null
        ? `Reading the rental files… ${read}`
        : `Reading the rental files… ${read} of ${count}`,
  },
  help: {
    title: 'Rental Desk',
    intro: 'Your rental files, in Slack: what each one is about, who applies and what is decided.',
    examples: 'Try it',
    commands: 'What you can type',
    privacy: 'Answers are for your eyes only.',
    queries: 'What a query can say',
    seeQueries: '/rental help list tells what a query can say.',
    tryList: 'List the files',
    tryListSpoken: 'List the rental files',
  },
  failure: {
    reference: (reference) => `Reference ${reference}`,
    askInstead: 'Ask that instead',
    askInsteadSpoken: 'Ask with the correction above',
    tryAgain: 'Try again',
    tryAgainSpoken: 'Try the same again',
    unknownCommand: (word, nearest) => ({
      happened: `I do not know “${word}”.`,
      remedy: nearest
        ? `Did you mean /rental ${nearest}? Type /rental help for everything I know.`
        : 'Type /rental help for everything I know.',
    }),
    serviceDown: {
      happened: 'The Rental File Service does not answer.',
      remedy: 'Try again in a few minutes; if it stays so, tell your administrator the reference.',
    },
    serviceSlow: {
      happened: 'The Rental File Service took too long to answer.',
      remedy: 'Try again in a minute; if it stays so, tell your administrator the reference.',
    },
    serviceBusy: (seconds) => ({
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
    keyRefused: (likely) => ({
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
    forbidden: {
      happened: 'The Rental File Service does not let Rental Desk see the rental files.',
      remedy:
        'Your administrator needs to give the service account the right to read rental files in this project.',
    },
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
  },
  refusal: {
    other_workspace: {
      happened: 'Rental Desk answers only members of the workspace that installed it.',
      remedy: 'Ask a member of that workspace to look for you.',
    },
    guest: {
      happened: 'Rental Desk does not answer guests, because rental files hold personal data.',
      remedy: 'Ask a full member of this workspace to look for you.',
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
  },
};

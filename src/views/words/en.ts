import { enGB } from 'date-fns/locale/en-GB';

import { accessLogEn } from './access-log.ts';
import { cardEn } from './card.ts';
import { choiceEn } from './choice.ts';
import { contactEn } from './contact.ts';
import { digestDeskEn } from './digest-desk.ts';
import { digestEscalationEn } from './digest-escalation.ts';
import { digestFormEn } from './digest-form.ts';
import { digestLedgerEn } from './digest-ledger.ts';
import { digestSlipsEn } from './digest-slips.ts';
import { digestEn } from './digest.ts';
import { exportEn } from './export.ts';
import { figuresEn } from './figures.ts';
import { fileEn } from './file.ts';
import { findEn } from './find.ts';
import { helpEn } from './help.ts';
import { homeEn } from './home.ts';
import { listEn } from './list.ts';
import { overviewEn } from './overview.ts';
import { retentionEn } from './retention.ts';
import { savedViewsEn } from './saved-views.ts';
import { settingsEn } from './settings.ts';
import { shareEn } from './share.ts';
import { statsEn } from './stats.ts';
import { statusEn } from './status.ts';
import { troubleEn } from './trouble.ts';
import { waitingEn } from './waiting.ts';
import type { Words } from './words.ts';

export const en: Words = {
  language: 'en',
  locale: enGB,
  ...figuresEn,
  list: listEn,
  share: shareEn,
  overview: overviewEn,
  home: homeEn,
  file: fileEn,
  card: cardEn,
  choice: choiceEn,
  contact: contactEn,
  find: findEn,
  reading: {
    begun: 'Reading the rental files… They come as soon as all are read.',
    progress: (read, count) =>
      count === null
        ? `Reading the rental files… ${read}`
        : `Reading the rental files… ${read} of ${count}`,
  },
  help: helpEn,
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
        : '/rental search finds a file by its words; /rental help tells everything I know.',
    }),
    serviceDown: {
      happened: 'The Rental File Service does not answer.',
      remedy: 'Try again in a few minutes; if it stays so, tell your administrator the reference.',
    },
    serviceSlow: {
      happened: 'The Rental File Service took too long to answer.',
      remedy: 'Try again in a minute; if it stays so, tell your administrator the reference.',
    },
    serviceResting: (since, again) => ({
      happened: `The Rental File Service has not answered since ${since}.`,
      remedy: `It is tried again by ${again}; until then nothing newer can be had.`,
    }),
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
  errors: troubleEn,
  stats: statsEn,
  settings: settingsEn,
  retention: retentionEn,
  savedViews: savedViewsEn,
  accessLog: accessLogEn,
  status: statusEn,
  export: exportEn,
  digest: digestEn,
  digestErrors: digestSlipsEn,
  digestHistory: digestLedgerEn,
  digestEscalation: digestEscalationEn,
  digestForm: digestFormEn,
  digestCommands: digestDeskEn,
  waiting: waitingEn,
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

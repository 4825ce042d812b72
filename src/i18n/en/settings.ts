import type { FailureWords } from '../../lib/text.ts';
import { countedEn, filesEn, figuresEn, MOMENT_STYLE } from '../format.ts';
import type { ChannelLevel, Privacy } from '../index.ts';
import {
  type ChoiceText,
  type Language,
  ofType,
  type PrivacyReason,
  type TextsByCode,
} from '../types.ts';

const figure = figuresEn.number;
const MANNER = { delete: 'deleted', redact: 'emptied' } as const;
const inDays = countedEn('# day', '# days');

/** The values of each setting, as they are typed. */
const VALUES = {
  language: 'language:own, en or fr',
  privacy: 'privacy:full, initials or reference',
  pageSize: 'page:1 to 10',
  retentionDays: 'keep:30d, from 1 to 730 days, or always',
  retentionManner: 'then:delete or empty',
  redactClosed: 'closed:keep or empty',
} as const;

/** The settings of a channel. */
export const settings = {
  /** At most 24 characters, like `submit`. */
  title: 'Channel settings',
  submit: 'Save',
  intro: 'How Rental Desk answers in this channel.',
  /** Purpose of the form that chooses a channel. */
  chooseChannel: 'Choose the channel whose settings you want to change.',
  channel: 'Channel',
  channelHint: 'Each channel has its own language, privacy, page size and post retention.',
  /** At most 24 characters. */
  next: 'Next',
  /** In place of the channel. */
  directly:
    'These settings are for this direct message. A channel has its own: type /rental settings there.',
  language: 'Language',
  languages: {
    own: { label: 'Each reader’s own', says: 'Follows their Slack settings' },
    en: { label: 'English', says: 'For everyone in this channel' },
    fr: { label: 'French', says: 'For everyone in this channel' },
  } satisfies Readonly<Record<Language | 'own', ChoiceText>>,
  privacy: 'Names in channel posts',
  privacyHint: 'Answers that only you see always show full names.',
  privacies: {
    full: { label: 'Full names', says: 'Anne Dupont (admins only)' },
    initials: { label: 'Initials', says: 'A. D.' },
    reference: { label: 'No names', says: 'Only the property and the number of applicants' },
  } satisfies Readonly<Record<Privacy, ChoiceText>>,
  pageSize: 'Files per page',
  pageSizes: filesEn,
  whoMay:
    'Anyone in this channel with access to Rental Desk can change these settings. Only admins can choose full names or keep posts longer.',
  saved: 'Channel settings saved.',
  unchanged: 'Nothing changed: these settings were already in place.',
  /** “Language: French (was: English)” */
  changed: (what: string, to: string, from: string) => `${what}: ${to} (was: ${from})`,
  is: (what: string, value: string) => `${what}: ${value}`,
  change: 'Change',
  changeSpoken: 'Change this channel’s settings',
  fullForAdmins: {
    happened: 'Only admins can show full names to a channel.',
    remedy: 'Choose initials or no names, or ask a Rental Desk admin.',
  },
  /** For a channel that the person is not in, or that cannot be read. */
  notThere:
    'Only members can change a channel’s settings: you are not in this one, or Rental Desk cannot see it.',
  elsewhere: {
    happened: 'Settings belong to a channel, and this is not one.',
    remedy: 'Type /rental settings in the channel you want to change.',
  },
  /** For channels that are shared externally, or where that is unknown. */
  exposed: {
    external:
      'This channel is shared with another organisation: whatever you choose, it sees only property references and how many files await a decision.',
    unknown:
      'Slack does not say whether another organisation is in this channel. Until it does, nothing is posted here.',
  },
  /** @param setting the one that has no such value; `null` where there is no such setting */
  unknownSetting: (word: string, setting: keyof typeof VALUES | null): FailureWords => ({
    happened:
      setting === null
        ? `There is no setting “${word}”.`
        : `“${word}” is not a value of that setting.`,
    remedy:
      setting === null
        ? `Settings: ${Object.values(VALUES).join('; ')}.`
        : `It can be ${VALUES[setting]}.`,
    copy: '/rental settings language:fr privacy:initials page:8 keep:30d',
  }),
};

/** Retention of posts. */
export const retention = {
  /** Replaces a post that has reached its age limit. */
  removedOld: (days: number) => `Removed by Rental Desk after ${inDays(days)}.`,
  removedClosed:
    'Removed by Rental Desk: a rental file shown here is decided, archived or no longer listed.',
  keep: 'Post retention',
  keepHint:
    'For digests, shared answers and notices. Link previews in other people’s messages stay.',
  /** `null` is for good. At most 75 characters. */
  keepFor: (days: number | null) => (days === null ? 'Forever' : inDays(days)),
  manner: 'After that, posts are',
  mannerHint: 'Without effect while posts stay forever.',
  manners: {
    delete: { label: 'Deleted', says: 'The whole message is removed' },
    redact: { label: 'Emptied', says: 'A short note replaces the content' },
  } satisfies Readonly<Record<'delete' | 'redact', ChoiceText>>,
  /** “30 days, then deleted” */
  thenWhat: (keptFor: string, manner: 'delete' | 'redact') => `${keptFor}, then ${MANNER[manner]}`,
  closed: 'When a rental file is decided or archived',
  closedChoices: {
    keep: { label: 'Posts stay as they are', says: 'Until their retention ends' },
    redact: {
      label: 'Posts that show it are emptied',
      says: 'Lists with other open files stay for a day',
    },
  } satisfies Readonly<Record<'keep' | 'redact', ChoiceText>>,
  plan: (days: number, manner: 'delete' | 'redact') =>
    `Digests, shared answers and notices in this channel are ${MANNER[manner]} ${inDays(days)} after posting.`,
  planClosed:
    'When a file is decided, archived or no longer listed, posts that show it are emptied: at once, or a day after posting if they also show open files.',
  /** Posts that are to go already. */
  due: countedEn(
    '1 post is already older and goes within minutes.',
    '# posts are already older and go within minutes.',
  ),
  next: (moment: string, zone: string) => `Next: ${moment} (${zone}).`,
  longerForAdmins: {
    happened: 'Only admins can keep posts longer than this channel does now.',
    remedy: 'Choose fewer days, or ask a Rental Desk admin.',
  },
};

/** Saved views. The query of a view comes as one sentence without a full stop. */
export const savedViews = {
  title: countedEn('1 saved view', '# saved views'),
  /** Title of a modal, at most 24 characters. */
  heading: 'Saved views',
  none: 'No saved views in this channel yet.',
  line: (name: string, query: string) => `${name}: ${query}`,
  unreadable: 'the query can no longer be read; remove the view, or save it again',
  saved: (name: string) => `View “${name}” saved for this channel.`,
  replaced: (name: string) => `View “${name}” updated.`,
  renamed: (name: string) => `View renamed to “${name}”.`,
  unchanged: (name: string) => `View “${name}” already has this query: nothing changed.`,
  removed: (name: string) => `View “${name}” removed.`,
  /** Whether to put another query in the place of a view's. */
  taken: (name: string) => `This channel already has a view “${name}”.`,
  meanwhile: (name: string) =>
    `The query of “${name}” was changed in the meantime. The view is not removed.`,
  asks: (query: string) => `Query: ${query}`,
  wouldAsk: (query: string) => `New query: ${query}`,
  how: '/rental view save "Hot in Lyon" decision:ready property:lyon saves a view; /rental view Hot in Lyon runs it.',
  run: 'Run',
  runSpoken: (name: string) => `Run the view ${name}`,
  remove: 'Remove',
  removeSpoken: (name: string) => `Remove the view ${name}`,
  removeTitle: 'Remove this view?',
  removeText: (name: string) => `“${name}” will be removed for everyone in this channel.`,
  yes: 'Remove',
  no: 'Cancel',
  replace: 'Replace',
  replaceSpoken: 'Replace the saved query with the new one',
  all: 'All views',
  allSpoken: 'List this channel’s views',
  unknown: (name: string, nearest: string | null): FailureWords => ({
    happened: `There is no view “${name}” in this channel.`,
    remedy:
      nearest === null
        ? 'Type /rental view to list them.'
        : `Did you mean “${nearest}”? Type /rental view to list them.`,
  }),
  broken: (name: string): FailureWords => ({
    happened: `The query of “${name}” can no longer be read.`,
    remedy: 'Save it again, or remove it.',
  }),
  freeWord: (word: string, isOffered: boolean): FailureWords => ({
    happened: `Not saved: “${word}” is a plain word. Views take none, because it could name a person.`,
    remedy: isOffered
      ? 'This saves the files of that town or property:'
      : 'Use property:, manager:, tag: and other keys: /rental help keys lists them all.',
  }),
  namesPeople: {
    happened:
      'Not saved: this query may name an applicant, and Rental Desk stores no names of applicants.',
    remedy:
      'Use property:, manager:, tag: and other keys instead of plain words, applicant: or a phone number.',
    copy: '/rental view save "Hot in Lyon" decision:ready property:lyon',
  },
  nameMissing: {
    happened: 'A view needs a name.',
    remedy: 'Start with the name, in quotes if it has spaces, then the query.',
    copy: '/rental view save "Hot in Lyon" decision:ready property:lyon',
  },
  newNameMissing: {
    happened: 'Nothing was renamed: the new name is missing.',
    remedy: 'For example /rental view rename "Hot in Lyon" to Lyon',
  },
  queryMissing: (name: string): FailureWords => ({
    happened: `The view “${name}” needs a query.`,
    remedy: 'Type it after the name; a name with spaces goes in quotes.',
    copy: '/rental view save "Hot in Lyon" decision:ready property:lyon',
  }),
  nameIsAddress: {
    happened: 'Not saved: this name contains an e-mail address or a phone number.',
    remedy: 'Choose a name that identifies no one.',
  },
  nameTooLong: {
    happened: 'A view’s name can have up to 60 characters.',
    remedy: 'Choose a shorter one.',
  },
  tooMany: (most: number): FailureWords => ({
    happened: `This channel already has ${figure(most)} views, the most it can have.`,
    remedy: 'Remove one first: /rental view lists them.',
  }),
  elsewhere: {
    happened: 'Views belong to a channel, and this is not one.',
    remedy: 'Type /rental view in the channel they are for.',
  },
};

/** Sharing an answer with a whole channel. */
export const share = {
  /** At most 24 characters, like `submit`. */
  title: 'Share in this channel',
  submit: 'Share',
  level: {
    full: 'This channel sees full names',
    initials: 'This channel sees initials only',
    reference: 'This channel sees the number of people, without names',
    outside: 'This channel sees only property references and how many files await a decision',
  } satisfies Readonly<Record<ChannelLevel, string>>,
  /** Ends the sentence of the level. */
  reason: {
    channel: '(channel setting).',
    external: '(shared with another organisation).',
    unread: '(the channel’s setting could not be read, so the strictest applies).',
  } satisfies Readonly<Record<PrivacyReason, string>>,
  preview: 'What the channel will see:',
  done: 'Shared in this channel.',
  /** @param person a mention */
  by: (person: string) => `Shared by ${person}`,
};

/** Messages to a channel that is shared with another organisation. */
export const outside = {
  /** With files whose decision or date of archiving is not known. */
  uncertain: countedEn(
    'It is not known whether 1 more file awaits a decision.',
    'It is not known whether # more files await a decision.',
  ),
  waiting: (count: number) =>
    count === 0
      ? 'No rental file awaits a decision'
      : count === 1
        ? '1 rental file awaits a decision'
        : `${figure(count)} rental files await a decision`,
  /** Of the files that one message shows. */
  part: (count: number) =>
    count === 0
      ? 'No rental file in this message awaits a decision'
      : count === 1
        ? '1 rental file in this message awaits a decision'
        : `${figure(count)} rental files in this message await a decision`,
  /** The reference of a property, and how many of its files wait. */
  property: (reference: string, count: number) =>
    count === 1 ? reference : `${reference} · ${figure(count)} files`,
  noReference: 'Property without a reference',
  /** More properties than there is room for. */
  hidden: countedEn('and 1 more property', 'and # more properties'),
  /** Unfurl of a link. */
  file: (reference: string) => `Rental file: ${reference}`,
  why: 'This channel is shared with another organisation: it sees only property references and how many files await a decision.',
  /** In place of an earlier post. */
  removed: 'Removed by Rental Desk: this channel is now shared with another organisation.',
  /** To admins, before links. */
  notReduced: (count: number) =>
    `This channel is now shared with another organisation, and Slack does not let me edit or delete ${count === 1 ? 'a message' : `${figure(count)} messages`} with rental files. Delete ${count === 1 ? 'it' : 'them'} yourself:`,
  refused: {
    unknown: {
      happened:
        'Slack did not say whether this channel is shared with another organisation, so nothing was posted.',
      remedy:
        'Try again in a minute. In a private channel, type /invite @Rental Desk first. In a direct message between people Slack never says: share in a channel instead.',
    },
    nothing: {
      happened:
        'This channel is shared with another organisation, so this answer cannot be posted there.',
      remedy: 'Share it in a channel of your own organisation.',
    },
    changed: {
      happened:
        'This channel has just been shared with another organisation, so nothing was posted.',
      remedy: 'Try again: the preview shows what the channel can see.',
    },
  } satisfies Readonly<Record<'unknown' | 'nothing' | 'changed', FailureWords>>,
};

export const accessLog = {
  /** At most 24 characters. */
  title: 'Access log',
  none: 'No entries in the access log.',
  ofUser: (userId: string) => `by ${userId}`,
  /** The same before what Slack makes of a person. */
  byUser: 'by\u00a0',
  ofFile: (fileId: string) => `about file ${fileId}`,
  /** By the log's spelling; what is not here is shown as it is written there. */
  kinds: ofType<TextsByCode>({
    reveal: 'saw contact details',
    export: 'exported files',
    access: 'read the access log',
    share: 'shared an answer',
    show: 'opened a file',
    unfurl: 'posted a link to a file',
  }),
  file: (name: string) => `file ${name}`,
  in: (channelId: string) => `in ${channelId}`,
  /** The same before what Slack makes of a channel. */
  inChannel: 'in\u00a0',
  directly: 'in a direct message',
  elsewhere: 'outside a channel',
  /** An instant in a zone. */
  at: (epochMs: number, timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { ...MOMENT_STYLE, timeZone }).format(epochMs),
  noNames: 'The log holds IDs, never applicants’ names. Reading it is logged too.',
  older: 'Older ›',
  olderSpoken: 'Show older entries',
  newest: 'Newest',
  newestSpoken: 'Show the newest entries',
  unknownFilter: (word: string): FailureWords => ({
    happened: `The access log cannot be filtered by “${word}”.`,
    remedy:
      'Filter by user:@name, file:id or both; choose the person from the names that Slack offers as you type.',
    copy: '/rental access user:@hannah',
  }),
};

const exportMessages = {
  columns: {
    id: 'Id',
    reference: 'Reference',
    property: 'Property',
    category: 'Category',
    rent: 'Rent',
    status: 'Status',
    decision: 'Decision',
    applicants: 'Applicants',
    score: 'Score',
    completion: 'Completion %',
    tags: 'Tags',
    created: 'Created',
    updated: 'Updated',
    archived: 'Archived',
    link: 'Link',
    situation: 'Situation',
    managers: 'Managers',
    guarantors: 'Guarantors',
    organisations: 'Guarantor organisations',
    profiles: 'Profiles',
    preApplication: 'Pre-application',
    insured: 'Under insurance',
    engagement: 'Applicant access',
    charges: 'Charges',
    deposit: 'Deposit',
    price: 'Price',
    agencyFees: 'Agency fees',
    fee: 'Fee',
    feeType: 'Fee type',
    mandate: 'Mandate',
    exclusive: 'Exclusive mandate',
    furnished: 'Furnished',
    available: 'Available',
    availability: 'Available from',
    requests: 'Requests received',
    rentInsurance: 'Unpaid-rent insurance',
    photo: 'Photo',
    propertyManagers: 'Property managers',
    description: 'Description',
    preApplicationValidated: 'Pre-application validated',
    applicantIds: 'Applicant IDs',
    applicantStatuses: 'Applicant statuses',
    applicantScores: 'Applicant scores',
    applicantCompletions: 'Applicant completion %',
    applicantsCreated: 'Applicants created',
    applicantsUpdated: 'Applicants updated',
    forms: 'Forms submitted',
    applicantsValidated: 'Applicants validated',
    applicantPreApplication: 'Applicant in pre-application',
    emails: 'E-mail addresses given',
    phones: 'Telephone numbers given',
    birthDates: 'Dates of birth given',
    organisationTypes: 'Organisation types',
    organisationsCreated: 'Organisations created',
    organisationsUpdated: 'Organisations updated',
    document: 'Organisation’s document given',
    validatedOn: 'Pre-application validated on',
    propertyId: 'Property ID',
    tenants: 'Service tenants',
    propertyCreated: 'Property created',
    propertyUpdated: 'Property updated',
    propertyArchived: 'Property archived',
    propertyInsured: 'Property under insurance',
    spontaneous: 'Spontaneous applications',
    propertyPreApplication: 'Property in pre-application',
    propertyValidated: 'Property validated',
    photoId: 'Photo ID given',
    photoPath: 'Photo path given',
    favouritePhoto: 'Favourite photo',
    meta: 'Meta given',
    applicantMeta: 'Applicant meta given',
    organisationMeta: 'Organisation meta given',
    propertyMeta: 'Property meta given',
  },
  /** Delimiter of cells, and decimal sign, of the locale. */
  delimiter: ofType<',' | ';'>(','),
  decimalMark: ofType<'.' | ','>('.'),
  /** Without spaces, for a name of a file. */
  fileName: (stamp: string) => `rental-files-${stamp}.csv`,
  started: (count: number) =>
    `Exporting ${filesEn(count)}. The CSV arrives by direct message in a moment.`,
  document: (count: number) => `Your export: ${filesEn(count)}. It contains names: keep it safe.`,
  sent: (count: number) => `Sent by direct message: ${filesEn(count).replace(' ', '\u00a0')}.`,
  cut: (sent: number, found: number) =>
    `Only the first ${figure(sent)} of ${filesEn(found)} were exported. Narrow the query to get the rest.`,
  none: (isOfAll: boolean) =>
    isOfAll
      ? 'There are no rental files, so nothing was exported.'
      : 'No rental file matches, so nothing was exported. Leave something out, or check the spelling.',
  handle:
    'The file contains applicants’ names: keep it safe, and delete it when you no longer need it. This export is in the access log.',
  whichList: {
    happened: 'Nothing was exported: an export does not see the list that you mean.',
    remedy:
      'Take the last line of that list and write “export” in place of “list”. Without a query, all files are exported:',
    copy: '/rental export decision:awaiting',
  },
  logAway: {
    happened: 'Nothing was exported: the access log cannot be written.',
    remedy:
      'Try again in a few minutes; if it keeps happening, tell your administrator the reference.',
  },
};
export { exportMessages as export };

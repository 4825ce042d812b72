import type { FailureWords } from '../../lib/text.ts';
import { figuresEn, MOMENT_STYLE } from '../format.ts';
import type { ChannelLevel, Privacy } from '../privacy.ts';
import {
  type ChoiceText,
  type Language,
  ofType,
  type PrivacyReason,
  type TextsByCode,
} from '../types.ts';

const figure = figuresEn.number;
const MANNER = { delete: 'deleted', redact: 'emptied' } as const;
const inDays = (days: number) => (days === 1 ? '1 day' : `${days} days`);
const files = (count: number) => (count === 1 ? '1 file' : `${figure(count)} files`);

/** The settings of a channel. */
export const settings = {
  /** At most 24 characters, like `submit`. */
  title: 'Channel settings',
  submit: 'Save',
  intro: 'How Rental Desk answers in this channel.',
  /** Purpose of the form that chooses a channel. */
  chooseChannel: 'Choose the channel whose settings you want to change.',
  channel: 'Channel',
  channelHint: 'Each channel has its own language, privacy, page size and time that posts stay.',
  /** At most 24 characters. */
  next: 'Next',
  language: 'Language',
  languages: {
    own: { label: 'Each reader’s own', says: 'As their Slack is set; English for other languages' },
    en: { label: 'English', says: 'For everybody in this channel' },
    fr: { label: 'French', says: 'For everybody in this channel' },
  } satisfies Readonly<Record<Language | 'own', ChoiceText>>,
  privacy: 'People in messages to the whole channel',
  privacyHint: 'Answers that only one person sees show names in full, whatever is chosen here.',
  privacies: {
    full: { label: 'Names in full', says: 'Anne Dupont; only admins may choose it' },
    initials: { label: 'Initials', says: 'A. D.' },
    reference: { label: 'No people', says: 'Only the property and how many applicants there are' },
  } satisfies Readonly<Record<Privacy, ChoiceText>>,
  pageSize: 'Files on a page',
  pageSizes: (count: number) => (count === 1 ? '1 file' : `${count} files`),
  whoMay:
    'Everybody in this channel who may ask Rental Desk may change this; only admins may choose names in full, or let posts stay longer.',
  saved: 'The settings of this channel are saved.',
  unchanged: 'Nothing has changed: the settings of this channel were so already.',
  /** “Language: French (was: English)” */
  changed: (what: string, to: string, from: string) => `${what}: ${to} (was: ${from})`,
  is: (what: string, value: string) => `${what}: ${value}`,
  change: 'Change',
  changeSpoken: 'Change the settings of this channel',
  fullForAdmins: {
    happened: 'Only admins may have names shown in full to the whole channel.',
    remedy: 'Choose initials or no people, or ask an admin of Rental Desk.',
  },
  /** For a channel that the person is not in, or that cannot be read. */
  notThere:
    'You are not in this channel, or Rental Desk cannot see it: only its members choose its settings.',
  elsewhere: {
    happened: 'Settings belong to a channel, and this is none.',
    remedy: 'Type /rental settings in the channel that they are for.',
  },
  /** For channels that are shared externally, or where that is unknown. */
  exposed: {
    external:
      'People of another organisation are in this channel: whatever is chosen, messages to it show only the references of properties and how many files wait.',
    unknown:
      'Slack does not say who else is in this channel: until it does, nothing is posted to it.',
  },
  unknownSetting: (word: string): FailureWords => ({
    happened: `“${word}” is no setting that I know.`,
    remedy:
      'There are language:own, en or fr, privacy:full, initials or reference, page:1 to 10, keep: with days or always, then:delete or empty, and closed:keep or empty.',
    copy: '/rental settings language:fr privacy:initials page:8 keep:30d',
  }),
};

/** Retention of posts. */
export const retention = {
  /** Replaces a post that has reached its age limit. */
  removedOld: (days: number) => `Removed by Rental Desk after ${inDays(days)}.`,
  removedClosed: 'Removed by Rental Desk: a rental file that was shown here is closed.',
  keep: 'How long posts of Rental Desk stay',
  keepHint:
    'Digests, shared answers and notices. Previews under other people’s links are not ours to remove.',
  /** `null` is for good. At most 75 characters. */
  keepFor: (days: number | null) => (days === null ? 'For good' : inDays(days)),
  manner: 'What becomes of them then',
  manners: {
    delete: { label: 'Deleted', says: 'The message goes as a whole' },
    redact: { label: 'Emptied', says: 'One sentence takes the place of the message' },
  } satisfies Readonly<Record<'delete' | 'redact', ChoiceText>>,
  /** “30 days, then deleted” */
  thenWhat: (keptFor: string, manner: 'delete' | 'redact') => `${keptFor}, then ${MANNER[manner]}`,
  closed: 'When a rental file is closed',
  closedChoices: {
    keep: { label: 'Posts stay as they are', says: 'Until their days are over, if there are any' },
    redact: { label: 'Posts that show it are emptied', says: 'Lists of several stay for a day' },
  } satisfies Readonly<Record<'keep' | 'redact', ChoiceText>>,
  plan: (days: number, manner: 'delete' | 'redact') =>
    `Digests, shared answers and notices in this channel are ${MANNER[manner]} ${inDays(days)} after they were posted.`,
  planClosed:
    'Once a rental file is decided, archived or gone from the list, posts that show it are emptied: at once, or a day after they were posted when they show other open files too.',
  /** Posts that are to go already. */
  due: (count: number) =>
    count === 1
      ? 'One of them is that old already, and goes within the next minutes.'
      : `${count} of them are that old already, and go within the next minutes.`,
  next: (moment: string, zone: string) => `The next one goes on ${moment} (${zone}).`,
  longerForAdmins: {
    happened: 'Only admins may let posts stay longer than this channel has chosen.',
    remedy: 'Choose fewer days, or ask an admin of Rental Desk.',
  },
};

/** Saved views. The query of a view comes as one sentence without a full stop. */
export const savedViews = {
  title: (count: number) => (count === 1 ? '1 saved view' : `${count} saved views`),
  /** Title of a modal, at most 24 characters. */
  heading: 'Saved views',
  none: 'No view is saved in this channel yet.',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  line: (name: string, query: string) => `${name}: ${query}`,
  unreadable: 'its query can no longer be read; remove it, or save it anew',
  saved: (name: string) => `The view “${name}” is saved for this channel.`,
  replaced: (name: string) => `The view “${name}” asks for something else now.`,
  removed: (name: string) => `The view “${name}” is removed.`,
  /** Whether to put another query in the place of a view's. */
  taken: (name: string) => `There is a view “${name}” in this channel already.`,
  asks: (query: string) => `It asks for: ${query}`,
  wouldAsk: (query: string) => `It would ask for: ${query}`,
  how: '/rental view save "Hot in Lyon" decision:ready property:lyon saves a view; /rental view Hot in Lyon runs it.',
  run: 'Run',
  runSpoken: (name: string) => `Run the view ${name}`,
  remove: 'Remove',
  removeSpoken: (name: string) => `Remove the view ${name}`,
  removeTitle: 'Remove this view?',
  removeText: (name: string) => `“${name}” will be gone for everybody in this channel.`,
  yes: 'Remove it',
  no: 'Keep it',
  replace: 'Replace it',
  replaceSpoken: 'Put the new query in its place',
  all: 'All views',
  allSpoken: 'List the views of this channel',
  unknown: (name: string, nearest: string | null): FailureWords => ({
    happened: `There is no view “${name}” in this channel.`,
    remedy:
      nearest === null
        ? 'Type /rental view for those there are.'
        : `Did you mean “${nearest}”? Type /rental view for those there are.`,
  }),
  broken: (name: string): FailureWords => ({
    happened: `The query of “${name}” can no longer be read.`,
    remedy: 'Save it anew, or remove it.',
  }),
  namesPeople: {
    happened:
      'This query may name a person, and so it is not saved: names stay out of the database.',
    remedy:
      'Say it with property: or tag: and the other keys instead of free words, applicant:, an e-mail address or a telephone number.',
    copy: '/rental view save "Hot in Lyon" decision:ready property:lyon',
  },
  nameMissing: {
    happened: 'A view needs a name.',
    remedy: 'The name comes first, in quotation marks when it has spaces; then the query.',
    copy: '/rental view save "Hot in Lyon" decision:ready property:lyon',
  },
  queryMissing: (name: string): FailureWords => ({
    happened: `The view “${name}” needs a query.`,
    remedy: 'Put it behind the name; a name with spaces goes in quotation marks.',
    copy: '/rental view save "Hot in Lyon" decision:ready property:lyon',
  }),
  nameIsAddress: {
    happened: 'This name holds an e-mail address or a telephone number, and so it is not saved.',
    remedy: 'Choose one that identifies nobody: names stay in the database.',
  },
  nameTooLong: {
    happened: 'The name of a view has at most 60 characters.',
    remedy: 'Find a shorter one.',
  },
  elsewhere: {
    happened: 'Views are saved for a channel, and this is none.',
    remedy: 'Type /rental view in the channel that they are for.',
  },
};

/** Sharing an answer with a whole channel. */
export const share = {
  /** At most 24 characters, like `submit`. */
  title: 'Share in this channel',
  submit: 'Share',
  level: {
    full: 'Everybody in the channel will see people’s full names.',
    initials: 'Everybody in the channel will see people’s initials only.',
    reference: 'Everybody in the channel will see how many people there are, and no name.',
    outside:
      'Everybody in the channel will see the references of properties and how many files wait, and nothing else.',
  } satisfies Readonly<Record<ChannelLevel, string>>,
  reason: {
    channel: 'So it is set for this channel.',
    external: 'That is so because the channel is shared with another organisation.',
  } satisfies Readonly<Record<PrivacyReason, string>>,
  preview: 'What the channel will see:',
  done: 'Shared: the channel sees it now.',
};

/** Messages to a channel that is shared with another organisation. */
export const outside = {
  /** With files whose decision or date of archiving is not known. */
  uncertain: (count: number) =>
    count === 1
      ? 'Whether 1 more file awaits a decision is not known.'
      : `Whether ${figure(count)} more files await a decision is not known.`,
  waiting: (count: number) =>
    count === 0
      ? 'No rental file awaits a decision'
      : count === 1
        ? '1 rental file awaits a decision'
        : `${figure(count)} rental files await a decision`,
  /** Of the files that one message shows. */
  part: (count: number) =>
    count === 0
      ? 'None of the rental files of this message awaits a decision'
      : count === 1
        ? '1 rental file of this message awaits a decision'
        : `${figure(count)} rental files of this message await a decision`,
  /** The reference of a property, and how many of its files wait. */
  property: (reference: string, count: number) =>
    count === 1 ? reference : `${reference} · ${figure(count)} files`,
  noReference: 'Property without a reference',
  /** More properties than there is room for. */
  hidden: (count: number) =>
    count === 1 ? 'and 1 more property' : `and ${figure(count)} more properties`,
  /** Unfurl of a link. */
  file: (reference: string) => `Rental file: ${reference}`,
  why: 'This channel is shared with another organisation: it sees the references of properties and how many files wait.',
  /** In place of an earlier post. */
  removed: 'Removed by Rental Desk: this channel is shared with another organisation now.',
  /** To admins, before links. */
  notReduced: (count: number) =>
    `This channel is shared with another organisation now, and Slack does not let me change or delete ${count === 1 ? 'a message' : `${figure(count)} messages`} with rental files. Delete ${count === 1 ? 'it' : 'them'} yourself:`,
  refused: {
    unknown: {
      happened:
        'Slack did not say whether this channel is shared with another organisation, so I show it nothing.',
      remedy: 'Try again in a minute; if it stays so, tell your administrator.',
    },
    nothing: {
      happened:
        'This channel is shared with another organisation, and nothing of this answer may be shown there.',
      remedy: 'Share it in a channel of your own organisation.',
    },
    changed: {
      happened:
        'This channel has just been shared with another organisation, so I have not shown it this.',
      remedy: 'Try again: you will see beforehand what the channel may see.',
    },
  } satisfies Readonly<Record<'unknown' | 'nothing' | 'changed', FailureWords>>,
};

/** The access log. */
export const accessLog = {
  /** At most 24 characters. */
  title: 'Access log',
  none: 'There is nothing in the access log here.',
  ofUser: (userId: string) => `by ${userId}`,
  /** The same before what Slack makes of a person. */
  byUser: 'by\u00a0',
  ofFile: (fileId: string) => `about the file ${fileId}`,
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
  elsewhere: 'outside a channel',
  /** An instant in a zone. */
  at: (epochMs: number, timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { ...MOMENT_STYLE, timeZone }).format(epochMs),
  noNames: 'The log holds ids and never names of applicants. Reading it is written down too.',
  older: 'Older ›',
  olderSpoken: 'Show older entries',
  newest: 'Newest',
  newestSpoken: 'Show the newest entries',
  unknownFilter: (word: string): FailureWords => ({
    happened: `I cannot look for “${word}” in the access log.`,
    remedy: 'Ask for user:@somebody, for file: and an id, or for both.',
    copy: '/rental access user:@somebody',
  }),
};

/** Exports. */
export const exportMessages = {
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
  },
  /** Delimiter of cells, and decimal sign, of the locale. */
  delimiter: ofType<',' | ';'>(','),
  decimalMark: ofType<'.' | ','>('.'),
  /** Without spaces, for a name of a file. */
  fileName: (date: string) => `rental-files-${date}.csv`,
  started: (count: number) =>
    `${files(count)}: the table comes to you by direct message in a moment.`,
  document: (count: number) =>
    `${files(count)}, as you asked for. They hold names: keep them safe.`,
  sent: (count: number) => `Sent to you by direct message: ${files(count).replace(' ', '\u00a0')}.`,
  cut: (sent: number, found: number) =>
    `The query finds ${files(found)}, and one export holds the first ${figure(sent)}: ask for less at a time.`,
  none: 'No rental file fits, so nothing was sent.',
  handle:
    'The file holds names of applicants: keep it safe, and delete it when you no longer need it. The export stands in the access log.',
  logAway: {
    happened: 'The access log cannot be written, so nothing is exported.',
    remedy: 'Try again in a few minutes; if it stays so, tell your administrator the reference.',
  },
};

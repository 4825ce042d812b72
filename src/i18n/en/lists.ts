import type { FailureWords } from '../../lib/text.ts';
import { countedEn, durationEn, figuresEn, filesEn, MONDAY_STYLE } from '../format.ts';
import type { HelpGroup } from '../types.ts';

const figure = figuresEn.number;
const mondayFormat = new Intl.DateTimeFormat('en-GB', MONDAY_STYLE);

/** What changes a list that stands already. */
export const refine = {
  /** At most 24 characters, like `submit`. */
  title: 'Refine this list',
  text: 'Say what to change in the list.',
  submit: 'Show',
  label: 'What should change?',
  hint: 'For example “only Lyon”, “and the rejected ones?”, “sort by score” or “page 3”.',
  /** When there is no list to change. */
  refused: {
    none: {
      happened: 'There is no list here to change yet.',
      remedy:
        'Ask for one first, such as “pending”. Then type “only Lyon”, “next” or “sort by score”.',
    },
    unreadable: {
      happened: 'I can’t read my last answer here.',
      remedy: 'Choose Refine… on the list, or ask the whole question.',
    },
    too_long: {
      happened: 'This thread is too long for me to find the last list in it.',
      remedy: 'Choose Refine… on the list, ask the whole question, or start a new thread.',
    },
    expired: {
      happened: 'The last list here is more than 30 days old, so it can no longer be changed.',
      remedy: 'Ask for a new one.',
    },
    unusable: {
      happened: 'The last list here can no longer be changed.',
      remedy: 'Ask for a new one.',
    },
    row: {
      happened: 'The last answer here that I can read has no such file.',
      remedy: 'Press View beside a file, or type its reference.',
    },
    figure: {
      happened: 'The last list here does not ask for exactly one figure.',
      remedy: 'Say which one to change, as in “rent max 800” or “score min 60”.',
    },
    undo: {
      happened: 'Nothing is undone by typing.',
      remedy: 'Ask for the earlier list again. Buttons on a card undo what you did to its file.',
    },
  },
  /** Of words of which none means anything in the list. */
  notUnderstood: (text: string) =>
    `I did not understand “${text}” as a change, so the list stays as it is. Try “only Lyon” or “sort by score”.`,
};

/** Lists of rental files. */
export const list = {
  /** Over a modal, at most 24 characters. */
  heading: 'Rental files',
  title: countedEn('1 rental file', '# rental files'),
  /** A query in words, beside a number of files. */
  agreeing: (asked: string, _count: number) => asked,
  empty: 'Files appear here as soon as the service lists one.',
  noneFound: 'No rental file fits. Leave something out, check the spelling, or look at all files.',
  /** Words of a query that were left out. */
  ignored: (words: readonly string[]) => `ignored: ${words.join(', ')}`,
  /** Of a query that asks who has looked at files, or decided them. */
  unrecorded:
    'No file says who has looked at it or decided it, so the list is not limited to that. Admins see who opened which file with /rental access.',
  /** Of a query that asks to compare two periods. */
  notCompared:
    'A list does not compare. A report shows a week or a month against the one before: /rental report.',
  /** Of a query that asks for an average or a sum. */
  notSummed:
    'No average or total of rents, deposits or scores is worked out here. Admins get the files as a table with /rental export.',
  /** Of a query with an “or” that no query can say. */
  allMustHold:
    '“or” works between values of one kind, as in “ready or declined”. Here all conditions must hold.',
  /** Of a query that asks for a time or a part of a day. */
  wholeDays: 'Queries count whole days, so the list is not limited to a time of the day.',
  /** Of a query for a score that is beyond them. */
  scoresGiven: (least: string, most: string) =>
    `The scores that the service gives go from ${least} to ${most}.`,
  /** Of a query that was saved just now. */
  nothingToday: 'No rental file fits it today.',
  people: (names: string) => `Applicants: ${names}`,
  /** Below a number of files. */
  showAll: 'Show them',
  showAllSpoken: 'List the files that were counted',
  /** Title for awaiting files. */
  awaiting: countedEn('1 rental file awaits a decision', '# rental files await a decision'),
  nothingAwaits: 'Nothing awaits a decision: every file is decided, closed or archived.',
  /** With files whose decision is not known. */
  noneKnownAwaits: 'No file is known to await a decision.',
  /** Title for the reader's own files. */
  mine: countedEn('1 rental file is yours', '# rental files are yours'),
  /** The same for everybody in a channel. */
  ofOneManager: countedEn('1 file of a manager', '# files of a manager'),
  nothingMine: (email: string) =>
    `No rental file names ${email} among its managers. Listed under another name? Type /rental me as <manager>.`,
  /** For a channel: whose address it is is for the reader alone. */
  nothingManaged: 'No rental file names this address among its managers.',
  /** For readers without an e-mail address in Slack. */
  nobody: {
    happened: 'Slack does not tell me your e-mail address, so I cannot find the files you manage.',
    remedy:
      'Type /rental me as <manager> with your name as the service has it, or ask your administrator to grant users:read.email.',
  },
  /** A list without a query, beside the button that asks for one. */
  everything: 'All rental files',
  refine: 'Refine…',
  refineSpoken: 'Refine this list',
  lastPage: 'This is the last page.',
  page: (page: number, pages: number) => `Page ${figure(page)} of ${figure(pages)}`,
  first: 'First page',
  firstSpoken: 'Back to the first page',
  /** When the files were read, as `19:21`; with the day where it is not that of the answer. */
  updated: (time: string, day: string | null) =>
    day === null ? `As of ${time}` : `As of ${day}, ${time}`,
  skipped: (count: number) =>
    `${filesEn(count)} could not be read and ${count === 1 ? 'is' : 'are'} missing here.`,
  /** `values` of the service, as they came. */
  unknownDecision: (count: number, values: string) =>
    `${count === 1 ? '1 file has a decision' : `${figure(count)} files have a decision`} that Rental Desk does not know yet (${values}).`,
  unknownStatus: (count: number, values: string) =>
    `${count === 1 ? '1 file has a status' : `${figure(count)} files have a status`} that Rental Desk does not know yet (${values}).`,
  decisionNotGiven: (count: number) => `The service gives no decision of ${filesEn(count)}.`,
  statusNotGiven: (count: number) => `The service gives no status of ${filesEn(count)}.`,
  unreadableArchives: countedEn(
    'Whether 1 file is archived or not cannot be read from what the service sent: it counts as neither.',
    'Whether # files are archived or not cannot be read from what the service sent: they count as neither.',
  ),
  /** Below files that lack something: others of which that cannot be read. */
  unreadableParts: countedEn(
    'For 1 more file this is not known: what the service sent of it does not say.',
    'For # more files this is not known: what the service sent of them does not say.',
  ),
  /** `since` is the day on which recording began; `null` before that. */
  unseen: (since: string | null) =>
    since === null
      ? 'The service does not say when a file became ready or was decided: its last change stands for that.'
      : `Rental Desk has seen changes since ${since}. For those before, the last change of a file stands for when it became ready or was decided.`,
  datedLater: (gaps: string) =>
    `Rental Desk recorded nothing ${gaps}: what became ready or was decided in that time is dated by when it was first seen afterwards.`,
  inconsistency: {
    moved:
      'The files moved while they were read, so one may be missing; the next reading mends that.',
    count: 'The service counts another number of files than it sent, so some may be missing.',
    empty:
      'The service lists no rental file at all: there are none, or Rental Desk’s service account may no longer see them.',
  },
  /**
   * Of a service that counts more files than it sends at each reading; negative for fewer.
   * `skipped`: files that it sends and that cannot be read.
   */
  miscount: (more: number, skipped: number) => {
    const count = Math.abs(more);
    return more > 0
      ? `At each reading, the service counts ${filesEn(count)} more than it sends: ${count === 1 ? 'it is' : 'they are'} missing here.`
      : `At each reading, the service counts ${filesEn(count)} fewer than it sends${skipped === 0 ? ': everything that it sends is here' : ''}.`;
  },
  /** `mayLack`: on several pages, where others may have belonged. */
  repeated: (count: number, mayLack: boolean) => {
    const repeats =
      count === 1
        ? 'The service sends 1 file more than once: it counts once here, as it came last.'
        : `The service sends ${figure(count)} files more than once: each counts once here, as it came last.`;
    return mayLack ? `${repeats} Others may be missing instead.` : repeats;
  },
  movedOn: 'The files have been read again since: this is the same page of the newer reading.',
  stale: ({ happened, remedy }: FailureWords, reference: string) =>
    `${happened} ${remedy} (Reference ${reference}) These are the files as last read.`,
  /** For queries that may name people where names may not be shown. */
  queryHidden: 'The query may name people, so it is not shown here.',
  /** Beside a file. */
  view: 'View',
  viewSpoken: (title: string) => `View ${title}`,
  previous: '‹ Prev',
  previousSpoken: 'Previous page',
  next: 'Next ›',
  nextSpoken: 'Next page',
  /** A wider query, and how many files it finds. */
  widerLabel: (asked: string, count: number) => `${asked}: ${figure(count)}`,
  refresh: 'Refresh',
  refreshSpoken: 'Read the rental files again',
  share: 'Share',
  shareSpoken: 'Share with everybody in this channel',
};

/** The overview of all files: `/rental` alone, and the Home tab. */
export const overview = {
  /** Over a modal, at most 24 characters. */
  heading: 'At a glance',
  byDecision: 'By decision',
  byStatus: 'By status',
  /** Values that no dictionary has. */
  other: 'Other',
  /** Counts in a sentence. */
  spoken: (title: string, counts: readonly string[]) => `${title}: ${counts.join(', ')}.`,
  longest: 'Waiting longest',
  arrived: countedEn('1 file arrived in the last 24 hours', '# files arrived in the last 24 hours'),
  stale: (count: number) =>
    `${figure(count)} waiting ${count === 1 ? 'file has' : 'files have'} not moved for over 5 working days`,
  archived: (count: number) =>
    `${figure(count)} archived ${count === 1 ? 'file is' : 'files are'} not counted here`,
  /** For text that an overview ignores. */
  ofAll:
    'This is about all files. To see some of them, type /rental pending and what you look for.',
  /** A value and the number of files that have it. */
  count: (value: string, count: string) => `${value} (${count})`,
  listSpoken: (value: string) => `List the files: ${value}`,
  waits: 'Awaiting decision',
  waitsSpoken: 'List everything that awaits a decision',
  all: 'All files',
  allSpoken: 'List all rental files, newest first',
  find: 'Find…',
  findSpoken: 'Find a rental file while you type',
  /** Where to find more. */
  moreHelp: '/rental help shows all that you can type.',
  help: 'Help',
  helpSpoken: 'Show what you can type',
};

/** The Home tab only. */
export const home = {
  /** Before what awaits a decision in all, after the reader's own. */
  agency: 'The agency',
  /** For the files that the reader manages. */
  mine: countedEn('1 of your files awaits a decision', '# of your files await a decision'),
  nothingMine: 'None of the files that you manage awaits a decision.',
  /** With files whose decision is not known, or which may have changed. */
  noneKnownMine: 'None of the files that you manage is known to await a decision.',
  /** Under the first few of more. */
  more: (shown: number, count: number) => `${figure(shown)} of ${figure(count)} shown`,
  /** Where the reader has taken them all. */
  listedAbove: 'listed above',
  myFiles: 'My files',
  myFilesSpoken: 'List the rental files that you manage',
  stats: 'Statistics',
  statsSpoken: 'Show the figures of all rental files',
  settings: 'Channel settings…',
  settingsSpoken: 'Change the settings of a channel',
  digests: 'My digests',
  /** `null`: all are shown above. */
  allDigests: (count: number | null) =>
    count === null ? 'Manage digests' : `Manage digests (${figure(count)})`,
  digestsSpoken: 'List your digests, and change them',
  digestsUnread: 'They cannot be read at the moment. Open this tab again in a minute.',
  noDigests: 'None yet: have what waits posted to a channel every working morning.',
  addDigest: 'Set up a digest',
  addDigestSpoken: 'Set up a digest for a channel',
  /** Above the buttons of both. */
  alertsAndWatched: 'Alerts and watched files',
  /** `null`: nobody knows how many. */
  alerts: (count: number | null) => (count === null ? 'My alerts' : `My alerts (${figure(count)})`),
  watched: (count: number) => `Watched files (${figure(count)})`,
};

/** Statistics. */
export const stats = {
  title: (count: number) =>
    `Statistics · ${count === 1 ? '1 rental file' : `${figure(count)} rental files`}`,
  /** At most 50 characters, like `weekly`: they head charts. */
  funnel: 'Files by status',
  weekly: 'Decisions per week',
  /** At most 20 characters, like the next three: they name what a chart draws. */
  files: 'Files',
  unknown: 'Unknown status',
  accepted: 'Approved',
  rejected: 'Declined',
  /** A Monday, `2026-11-16`, in at most 20 characters. */
  week: (monday: string) => mondayFormat.format(Date.parse(monday)),
  weekAxis: 'Week of',
  /** Beside the Monday in at most 20 characters. */
  seenOfWeek: { partly: 'partly', nothing: 'not seen' },
  weekInWords: (week: string, accepted: string, rejected: string) =>
    `week of ${week}: ${accepted} approved, ${rejected} declined`,
  /** The same where there is little room, and weeks are what it is about. */
  weekDrawn: (week: string, accepted: string, rejected: string) =>
    `${week}: ${accepted} approved, ${rejected} declined`,
  archived: countedEn('1 archived file is counted here.', '# archived files are counted here.'),
  unfinished: 'The last week shown is not over yet.',
  noDecisions: 'Nothing was decided in the last eight weeks.',
  undatedDecisions: countedEn(
    '1 decision has no known date and is left out.',
    '# decisions have no known date and are left out.',
  ),
  /** @param percent `null` where it would be 0% of some */
  rate: (approved: number, decided: number, percent: string | null) =>
    `Of the decisions of the last eight weeks, ${figure(approved)} of ${figure(decided)} ${approved === 1 ? 'was an approval' : 'were approvals'}${percent === null ? '' : ` (${percent})`}.`,
  median: (days: number) =>
    `Half of the decisions of the last eight weeks took ${durationEn(days)}${days < 1 ? '' : ' or less'}.`,
  /** Where none of the decided files has a date of creation. */
  noMedian: 'It is not known how long the decisions took.',
  awaiting: countedEn('1 file awaits a decision.', '# files await a decision.'),
  oldest: (property: string, days: number) =>
    `The oldest of them: ${property}, for ${durationEn(days)}.`,
  smallPrint:
    'The service does not say when a file was decided: the last change of a decided file stands for it.',
  seen: 'Decisions are dated by when Rental Desk saw them.',
  partlySeen: (count: number) =>
    `Decisions are dated by when Rental Desk saw them. It did not see ${count === 1 ? '1 of them' : `${figure(count)} of them`}: the last change of the file stands for that, and reports do not count ${count === 1 ? 'it' : 'them'}.`,
  share: 'Share',
  shareSpoken: 'Share these figures with the channel',
};

/** Help around the commands. */
export const help = {
  title: 'Rental Desk',
  intro: 'Your rental files, in Slack: what each one is about, who applies and what is decided.',
  examples: 'Try it',
  /** Something, and what there is to say of it, on one line. */
  entry: (what: string, says: string) => `${what}: ${says}`,
  /** Above the commands of a group. */
  groups: {
    look: 'Look up',
    keep: 'Follow up',
    manage: 'Manage',
  } satisfies Readonly<Record<HelpGroup, string>>,
  /** The words for files that await a decision, in every list, digest and chart. */
  backlog:
    'Awaiting decision: neither decided, closed nor archived. Ready to decide: the service says so. In review: collected or analysed, and not known to be incomplete. Waiting for documents: the others. Not ready: in review or waiting for documents.',
  privacy: 'Answers are for your eyes only, until you share one.',
  /** For a word that names no command. */
  noTopic: (text: string) => `There is no help on “${text}”. This is what you can type:`,
  more: 'What you can add',
  /** Where the keys of a query are explained. */
  seeQueries:
    '/rental help keys lists what a query can ask for; /rental help list explains one command.',
  tryList: 'All files',
  tryListSpoken: 'List all rental files',
  /** After “thanks” or “no”, which ask for nothing. */
  closing: {
    happened: 'Ask whenever you need something.',
    remedy: 'For example “ready in Lyon”, in your own words.',
  },
  all: 'See all commands',
  allSpoken: 'See the help with all commands',
};

/** While an answer loads, or when it is too late for its modal. */
export const waiting = {
  moment: 'One moment…',
  close: 'Close',
  late: (title: string) =>
    `Slack did not wait for “${title}” to open: press the button to open it.`,
  askAgain: 'Slack did not wait for it to open: ask for it again.',
  /** For a form that a message requests. */
  byButton: (title: string) => `A message cannot open “${title}”: press the button to open it.`,
  /** The same, where no button can ask for it. */
  byCommand: (title: string) =>
    `A message cannot open “${title}”: type the same after /rental in a channel.`,
  open: 'Open',
  openSpoken: (title: string) => `Open ${title}`,
};

/** Progress of a refresh. */
export const reading = {
  begun: 'Reading the rental files… They come as soon as all are read.',
  progress: (read: string, count: string | null) =>
    count === null
      ? `Reading the rental files… ${read}`
      : `Reading the rental files… ${read} of ${count}`,
};

/** Properties with their rental files. */
export const properties = {
  title: 'Property',
  heading: 'Properties',
  /** For a text that names nothing. */
  which: {
    happened: 'Which property?',
    remedy: 'Type its reference or words of its title, such as /rental property gare.',
  },
  none: {
    happened: 'No rental file names a property with these words.',
    remedy: 'Try its reference, or one word of its title.',
  },
  found: countedEn('1 property', '# properties'),
  free: (count: number, day: string) =>
    `${count === 1 ? '1 property is' : `${figure(count)} properties are`} available now or by ${day}`,
  /** Before the properties, where only some were asked for. */
  named: (text: string) => `With “${text}” in their category, title, reference or address.`,
  noneFree: (day: string) =>
    `No property that a rental file names is known to be available by ${day}.`,
  vacancyUnknown: countedEn(
    'For 1 property it is not known when it is available.',
    'For # properties it is not known when they are available.',
  ),
  /** Properties are known by their files only. */
  known: 'Only properties that a rental file names are listed.',
  files: countedEn('1 rental file', '# rental files'),
  order: 'In the order of their arrival',
  arrived: (day: string) => `arrived ${day}`,
  without: (parts: string) => `without ${parts}`,
  rentInFile: (amount: string) => `rent in this file: ${amount}`,
  from: (day: string) => `Available from ${day}`,
  since: (day: string) => `Available since ${day}`,
  now: 'Available, no date given',
  notNow: 'Not available',
  unknown: 'Availability unknown',
  noneReady: 'none ready',
  noFile: 'no file awaits a decision',
  noFileKnown: 'no file is known to await a decision',
  viewSpoken: (property: string) => `View the files: ${property}`,
  /** For words that are neither a span of time nor those of a property. */
  neither: (text: string) => ({
    happened: `No property has “${text}” in its category, title, reference or address.`,
    remedy: 'To say how far ahead, type days, weeks or months, such as /rental vacant in 14d.',
  }),
  within: {
    happened: 'Rental Desk does not understand how far ahead you mean.',
    remedy:
      'Type a number of days, weeks or months, or a month, such as /rental vacant in 14d or /rental vacant in december.',
  },
};

/** The first messages in a channel, and to a person. */
export const welcome = {
  title: 'Rental Desk is now in this channel.',
  intro: 'Type in any channel:',
  commands: [
    { typed: '/rental pending', does: 'files awaiting a decision' },
    { typed: '/rental search dupont', does: 'find a file by applicant, property or reference' },
    { typed: '/rental me', does: 'files that you manage' },
  ],
  answers: 'Answers are for you alone until you share them.',
  digest: 'Set up a digest',
  digestSpoken: 'Set up a digest that posts what awaits a decision in this channel',
  /** In the direct message. */
  direct: {
    title: 'What would you like to see?',
    intro: 'Ask in your own words, such as “ready in Lyon since last week”, or choose:',
  },
};

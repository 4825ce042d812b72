import type { FailureWords } from '../../lib/text.ts';
import {
  countedEn,
  durationEn,
  filesEn,
  figuresEn,
  workingDaysEn,
  timesIn,
  DAY_STYLE,
} from '../format.ts';
import { type DigestPart, ofType, type TextsByCode } from '../types.ts';

const figure = figuresEn.number;

/** The message of a digest. Names of digests come as one line. */
export const digest = {
  nameless: 'Digest',
  /** Title for files of which some await no decision. */
  title: (name: string, count: number) =>
    count === 1 ? `${name}: 1 rental file` : `${name}: ${figure(count)} rental files`,
  clear: (name: string) => `${name}: nothing awaits a decision`,
  nothing: (name: string) => `${name}: no rental file fits`,
  /** The same where files were found that are snoozed. */
  clearButSnoozed: (name: string) => `${name}: nothing awaits a decision but snoozed files`,
  nothingButSnoozed: (name: string) => `${name}: no rental file fits but snoozed ones`,
  /** Nothing was found, but something may be missing. */
  unsure: (name: string) => `${name}: nothing found, but files may be missing`,
  clearSays: 'All clear.',
  /** Nothing was found, but some files have a decision that is not known. */
  noneKnown: (name: string) => `${name}: no file is known to await a decision`,
  /** The same of a digest with conditions of its own. */
  noneKnownFits: (name: string) => `${name}: no rental file is known to fit`,
  /** With `weekly`: why it says so. */
  alive: 'This digest posts once a week even when it finds no file.',
  /** Due time, or time of the request. */
  due: (moment: string, zone: string) => `${moment} (${zone})`,
  readAt: (time: string, day: string | null) =>
    day === null ? `updated ${time}` : `updated ${day}, ${time}`,
  late: (time: string) => `Late: this was due at ${time}.`,
  catchUp: (moment: string) =>
    `Late: this was due on ${moment}, when Rental Desk was not running, or could not post it. Any that were missed before are left out.`,
  incomplete:
    'Incomplete: files moved or were not sent while they were read, so some may be missing.',
  skipped: countedEn(
    '1 file could not be read and is missing here.',
    '# files could not be read and are missing here.',
  ),
  preview: 'Preview: only you can see this.',
  silentPreview: 'Preview: only you can see this. It would not be posted, as no file is found.',
  parts: {
    overdue: (count) => `${figure(count)} of them overdue`,
    ready: (count) => `${figure(count)} ready to decide`,
    review: (count) => `${figure(count)} in review`,
    waiting: (count) => `${figure(count)} waiting for documents`,
    others: countedEn('1 other', '# others'),
  } satisfies Readonly<Record<DigestPart, (count: number) => string>>,
  overdueBy: (days: number) =>
    `Past the target of ${figure(days)} working ${days === 1 ? 'day' : 'days'} by:`,
  /** Working days past the target, and how many files. */
  bucket: (from: number, to: number | null, count: number) =>
    `${to === null ? `more than ${figure(from - 1)}` : `${figure(from)}–${figure(to)}`} days (${figure(count)})`,
  sections: {
    overdue: 'Overdue',
    ready: 'Ready to decide',
    review: 'In review',
    waiting: 'Waiting for documents',
    others: 'Others',
  } satisfies Readonly<Record<DigestPart, string>>,
  section: (title: string, count: number) => `${title} (${figure(count)})`,
  /** In a post that has been updated since: its counts are those of its title. */
  sectionThen: (title: string) => `${title} (when posted)`,
  /** Beside a section of overdue files, which belong to the same parts. */
  notOverdue: (title: string) => `${title}, not overdue`,
  noManager: 'No manager',
  /** For managers of whom the level of privacy shows nothing. */
  managerNotShown: 'Manager not shown',
  managersUnreadable: 'Managers not readable',
  hidden: (count: number) => `+${figure(count)} more`,
  hiddenInThread: (count: number) => `+${figure(count)} more in the thread.`,
  /** Only in the plain text. */
  cut: countedEn('1 more file is in the message.', '# more files are in the message.'),
  changes: 'Since the last digest:',
  noChanges: 'no changes',
  backlogInWords: (points: string) => `Backlog over time: ${points}`,
  added: (count: number) => `${figure(count)} new`,
  becameReady: (count: number) => `${figure(count)} became ready`,
  decided: (count: number) => `${figure(count)} decided`,
  dropped: (count: number) => `${figure(count)} no longer here`,
  more: (count: number) => `${figure(count)} more`,
  calls: countedEn('One person or group is mentioned.', '# people or groups are mentioned.'),
  /** At most 50 characters. */
  backlog: 'Backlog over time',
  /** At most 20 characters each. */
  readySeries: 'Ready to decide',
  waitingSeries: 'Not ready',
  backlogPoint: (day: string, ready: number, waiting: number) =>
    `${day}: ${figure(ready)} ready to decide, ${figure(waiting)} not ready`,
  rest: (name: string, from: number, to: number) =>
    from === to
      ? `${name}: file ${figure(from)}`
      : `${name}: files ${figure(from)} to ${figure(to)}`,
  restUnsure: 'Read later than the post: a file may be in both messages, or in neither.',
  showAll: (count: number) => `View all (${figure(count)})`,
  showAllSpoken: 'View all these files, for you alone',
  snooze: 'Snooze…',
  settings: 'Settings',
  trying: (name: string, until: string) =>
    `${name}: could not read the rental files; trying until ${until}.`,
  tryingSays:
    'This does not mean that nothing waits. The digest comes as soon as they can be read.',
  missed: (name: string, moment: string) => `${name}: the digest of ${moment} is missed.`,
  missedSays:
    'The rental files could not be read in time. This does not mean that nothing waits: ask with /rental pending.',
  ...timesIn('en-GB'),

  // After files of the digest were decided.
  /** Number of its files that were decided since it was posted. */
  progress: (name: string, decided: number, total: number) =>
    `${name}: ${figure(decided)} of ${figure(total)} decided`,
  /** Number of its files that still await a decision. */
  stillWait: (count: number) => {
    if (count === 0) return 'none still waiting';
    return `${figure(count)} still waiting`;
  },
  accepted: (count: number) => `${figure(count)} approved`,
  rejected: (count: number) => `${figure(count)} declined`,
  /** Files that it does not show, for they came later. */
  addedSince: countedEn('1 new since, in the next digest', '# new since, in the next digest'),
  updatedAt: (time: string, day: string | null) =>
    day === null ? `updated ${time}` : `updated ${day}, ${time}`,
  /** Outcome of one file. */
  outcome: {
    decided: (decision: string) => `decided: ${decision.toLowerCase()}`,
    archived: 'archived since',
    closed: 'closed since',
    gone: 'no longer in the list of rental files',
  },
  /** Over files that are all gone from the service's list. */
  goneSection: 'No longer listed',
};

/** The message to a second channel about files that are long overdue. */
export const digestEscalation = {
  /** `target`: in working days; `null` without one. */
  title: (name: string, count: number, days: number, target: number | null) => {
    const files = count === 1 ? '1 rental file' : `${figure(count)} rental files`;
    return target === null
      ? `${name}: ${files} undecided after ${workingDaysEn(days)}`
      : `${name}: ${files} overdue by ${workingDaysEn(days)} (target: ${workingDaysEn(target)})`;
  },
  once: 'Each file is escalated here once. The digest itself goes to another channel.',
  /** Those escalated before, too: no number fits. */
  showAll: 'View all overdue now',
  showAllSpoken: 'View all files as overdue now, for you alone',
  /** To the owner, when Slack does not take it. */
  refused: (name: string, why: string) =>
    `The digest “${name}” was sent, but the channel for what is long overdue was not told: ${why}.`,
  refusedRemedy:
    'Invite Rental Desk there, or choose another channel under “More options”. The next digest tries again.',
  /** To the owner, when Slack did not say whether it took it. */
  unclear: (name: string) =>
    `The digest “${name}” was sent, but Slack did not say whether the channel for what is long overdue was told.`,
  unclearRemedy:
    'Check that channel: these files are not escalated there again. The digest lists them all.',
};

/** The history of a digest or an alert, which differ in gender in other languages. */
export const digestHistory = {
  title: (name: string) => `History of “${name}”`,
  none: 'Nothing was due yet.',
  line: (moment: string, outcome: string) => `${moment}: ${outcome}`,
  run: 'on request',
  planned: 'due, not posted yet',
  posting: 'being posted',
  sent: 'sent on time',
  sentLate: (late: string) => `sent ${late} late`,
  incomplete: 'incomplete',
  counts: (ready: number, waiting: number, overdue: number) =>
    [
      `${figure(ready)} ready to decide, ${figure(waiting)} not ready`,
      ...(overdue > 0 ? [`${figure(overdue)} overdue`] : []),
    ].join(', '),
  skipped: (why: string) => `not sent: ${why}`,
  missed: (why: string) => `missed: ${why}`,
  failed: (why: string) => `failed: ${why}`,
  unknown:
    'unknown: Slack did not say whether it was posted; look into the channel, and give Rental Desk the right to read its history',
  /** By the word of the ledger; what is not here is shown as it came. */
  reasons: ofType<TextsByCode>({
    empty: 'there was no file to show',
    paused: 'it was paused',
    snoozed: 'it was snoozed',
    quiet: 'its quiet time had begun; it is announced when that ends',
    removed: 'it was removed',
    sharing_changed: 'who is in the channel changed meanwhile',
    late: 'Rental Desk was not running then, or could not post it in time',
    asked: 'it was paused',
    rental_down: 'the Rental File Service was unavailable',
    rental_resting: 'the Rental File Service had been unavailable for a while',
    rental_slow: 'the Rental File Service took too long',
    rental_busy: 'the Rental File Service asked us to wait',
    rental_account: 'the key of Rental Desk for the Rental File Service was unusable',
    rental_key_refused: 'the Rental File Service refused the key of Rental Desk',
    rental_token_unavailable: 'the Rental File Service gave no access token',
    rental_unauthorized: 'the Rental File Service did not accept the access token of Rental Desk',
    rental_forbidden: 'the Rental File Service did not let Rental Desk see the rental files',
    rental_not_found: 'the Rental File Service had nothing at its address',
    rental_refused: 'the Rental File Service did not accept the request',
    rental_unreadable: 'the Rental File Service sent an unreadable answer',
    rental_incomplete: 'the Rental File Service sent a list that may have lacked files',
    rental_endless: 'the Rental File Service sent an unreadable answer',
    rental_link: 'the Rental File Service named an address that Rental Desk does not trust',
    query: 'its query can no longer be read; edit it',
    schedule:
      'its time zone, holidays or options are not known; edit it or, if that is refused, set it up anew',
    no_history: 'whether it was posted cannot be looked up',
    is_archived: 'the channel is archived; choose another one',
    channel_not_found: 'the channel is gone or out of reach; type /invite @Rental Desk in it',
    not_in_channel: 'Rental Desk is not in the channel; type /invite @Rental Desk in it',
    missing_scope: 'Rental Desk may not post; ask your administrator to install it again',
    no_permission: 'Rental Desk may not post there; ask who looks after it',
    restricted_action: 'the channel does not let Rental Desk post; ask who looks after it',
    restricted_action_read_only_channel:
      'the channel does not let Rental Desk post; ask who looks after it',
    msg_too_long: 'it was too long for Slack; edit it to show fewer files',
    user_not_found: 'its reader is gone',
  }),
  reason: (code: string) => `Slack or the service says ${code}`,
  minutes: (count: number) => `${figure(count)} ${count === 1 ? 'minute' : 'minutes'}`,
  older: 'Older ›',
  olderSpoken: 'What was due before',
  /** To the owner of a digest, in a direct message. */
  ownerFailed: (name: string, moment: string, why: string) =>
    `Your digest “${name}” of ${moment} could not be sent: ${why}.`,
  ownerPaused: 'It is paused. Once that is fixed, press Resume.',
  ownerUnknown: (name: string, moment: string) =>
    `Slack did not say whether your digest “${name}” of ${moment} was posted.`,
  ownerUnknownRemedy:
    'It is not sent again, so that it is not posted twice. Check the channel; if it is not there, choose “Post now”.',
  /** To its channel when the owner cannot be reached, and to admins always. */
  channelFailed: (name: string, moment: string, why: string) =>
    `The digest “${name}” of ${moment} could not be sent: ${why}.`,
  channelUnknown: (name: string, moment: string) =>
    `Slack did not say whether the digest “${name}” of ${moment} was posted.`,
  ownerOutOfReach: 'Its owner has left or cannot be reached; an admin can take over.',
  toldAsAdmin: 'You get this as an admin of Rental Desk. Its owner, or its channel, gets it, too.',
};

const span = new Intl.DateTimeFormat('en-GB', { ...DAY_STYLE, timeZone: 'UTC' });
const rangeOf = (first: number, last: number) =>
  span.formatRange(first, last).replace(/\s?–\s?/u, '–');
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The report on a week or a month. */
export const report = {
  heading: 'Report',
  /** The days are instants in UTC. */
  title: {
    week: (first: number, last: number) => `Week of ${rangeOf(first, last)}`,
    month: (first: number) => month.format(first),
  },
  /** The name of a digest that posts reports, when it was given none, and the title of its form: at most 24 characters. */
  name: { week: 'Weekly report', month: 'Monthly report' },
  /** The same after a name. */
  titled: {
    week: (name: string, first: number, last: number) => `${name}: ${rangeOf(first, last)}`,
    month: (name: string, first: number) => `${name}: ${month.format(first)}`,
  },
  /** A figure with that of the period before. */
  against: {
    week: (count: string) => `week before: ${count}`,
    month: (count: string) => `month before: ${count}`,
  },
  /** To a question of how many files each manager or property has. */
  perEach:
    'By manager and property, this counts the files that arrived in the period and those that await a decision. For all files of one: “/rental property lilas”, “/rental list manager:anna”.',
  /** @param query with the period that was asked for */
  noSuchPeriod: (query: string): FailureWords => ({
    happened: 'A report is on one week or one month.',
    remedy: `Name it: “/rental report week 40”, “/rental report october”. For any other period there are statistics: “/rental stats ${query}”.`,
  }),
  noSuchWeek: {
    happened: 'There is no report on that week.',
    remedy:
      'A report is on a week or a month that has begun, at most 60 ago: “/rental report week 40”, “/rental report october”, “/rental report week 52 2025”.',
  },
  /** Of the current period. */
  unfinished: {
    week: 'This week is not over: the week before is counted whole.',
    month: 'This month is not over: the month before is counted whole.',
  },
  notSeen: 'not seen',
  /** Of a figure of a period in which there were times without a reading. */
  partly: (figures: string) => `${figures} (partly seen)`,
  /** @param to `null` while it lasts */
  gap: (from: string, to: string | null) =>
    to === null ? `since ${from}` : `from ${from} to ${to}`,
  unrecorded: (gaps: string) =>
    `Rental Desk recorded nothing ${gaps}. What changed in that time counts when it was first seen afterwards: figures that are “partly seen” may lack some of it, or have some of another period. How long such files took is left out where it is not known to the day.`,
  arrived: 'Arrived',
  ready: 'Became ready',
  decided: 'Decided',
  decisions: (all: string, accepted: string, rejected: string) =>
    `${all} · ${accepted} approved · ${rejected} declined`,
  toReady: 'From arrival to ready',
  toDecision: 'From ready to decision',
  durations: (median: number, ninetieth: number, count: number) =>
    `median ${durationEn(median)}, 90% ${ninetieth < 1 ? `in ${durationEn(ninetieth)}` : `within ${workingDaysEn(ninetieth)}`} (${filesEn(count)})`,
  noDurations: 'no file with both times',
  within: (target: number) => `Decided within ${workingDaysEn(target)} of being ready`,
  share: (count: number, of: number) => `${figure(count)} of ${figure(of)}`,
  awaiting: 'Awaiting decision now',
  awaitingOf: (all: number, ready: number) => `${figure(all)}, ${figure(ready)} of them ready`,
  /** At most 50 characters: it heads a chart. */
  ages: 'Awaiting decision, by age in working days',
  age: (from: number, to: number | null) => (to === null ? `${from} or more` : `${from} to ${to}`),
  managers: 'By manager',
  properties: 'By property',
  /** In a line with their share; they may be several. */
  unnamedProperties: 'Without title and reference',
  /** `decided` is `null` where it was not seen. */
  shares: (arrived: string, decided: string | null, awaiting: string, isPartly: boolean) =>
    [
      `${arrived} arrived`,
      ...(decided === null ? [] : [`${decided} decided${isPartly ? ' (partly seen)' : ''}`]),
      `${awaiting} awaiting`,
    ].join(', '),
  more: (count: number) => `and ${figure(count)} more`,
  since: (day: string) =>
    `Rental Desk has seen changes since ${day}: it does not know when files became ready or were decided before.`,
  /** Decided files of which only the last change, or the first reading, was in the period. */
  unseen: countedEn(
    'Not counted here: 1 more decided file, of which Rental Desk did not see the decision. Its last change, or its first reading as decided, was in this period; /rental stats goes by that.',
    'Not counted here: # more decided files, of which Rental Desk did not see the decision. Their last change, or their first reading as decided, was in this period; /rental stats goes by that.',
  ),
  undated: countedEn(
    '1 file has no usable creation date and is left out of arrivals and ages.',
    '# files have no usable creation date and are left out of arrivals and ages.',
  ),
  storeAway:
    'Rental Desk’s database does not answer, so it is not known when files became ready or were decided. Try again in a minute.',
  never:
    'Rental Desk has not seen any change yet: it does not know when files became ready or were decided.',
  print:
    'Times are those at which Rental Desk saw a change. Files that the service no longer lists are not counted.',
  earlier: '‹ Earlier',
  earlierSpoken: 'The period before',
  later: 'Later ›',
  laterSpoken: 'The period after',
  open: 'View report',
  openSpoken: 'View this report, with the periods before and after',
  post: { week: 'Post every week…', month: 'Post every month…' },
  csv: 'CSV by direct message',
  csvSent: 'The CSV is in your direct messages.',
  csvFile: (from: string) => `rental-report-${from}.csv`,
  csvText: (title: string) => `Report as CSV: ${title}`,
  columns: {
    of: 'Of',
    name: 'Name',
    from: 'From',
    to: 'To',
    arrived: 'Arrived',
    ready: 'Became ready',
    accepted: 'Approved',
    rejected: 'Declined',
    decided: 'Decided',
    readyMedian: 'Working days to ready, median',
    readyNinetieth: 'Working days to ready, 90th percentile',
    decisionMedian: 'Working days from ready to decision, median',
    decisionNinetieth: 'Working days from ready to decision, 90th percentile',
    awaiting: 'Awaiting decision now',
    unrecorded: 'Nothing recorded',
  },
  all: 'All files',
  manager: 'Manager',
  property: 'Property',
};

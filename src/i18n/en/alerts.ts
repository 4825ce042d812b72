import type { FailureWords } from '../../lib/text.ts';
import { countedEn, filesEn, figuresEn, joined } from '../format.ts';

const figure = figuresEn.number;

/** Alerts: their posts, and how they are set up. Names of alerts come as one line. */
export const alerts = {
  /** Titles of a post. */
  happened: {
    enters: (name: string, count: number) => `${name}: ${filesEn(count)} entered`,
    leaves: (name: string, count: number) => `${name}: ${filesEn(count)} left`,
    changes: (name: string, count: number) => `${name}: ${filesEn(count)} changed`,
  },
  gone: (count: number) => `${filesEn(count)} no longer in the list of rental files.`,
  unread: countedEn(
    '1 file was not in the last update, which is incomplete.',
    '# files were not in the last update, which is incomplete.',
  ),
  /** The files that fit its query now, which are not those of its post. */
  showAll: {
    enters: {
      label: 'View all that fit now',
      spoken: 'View all files that fit now, for you alone',
    },
    leaves: {
      label: 'View those that still fit',
      spoken: 'View the files that have not left, for you alone',
    },
    changes: {
      label: 'View all that fit now',
      spoken: 'View all files that fit now, for you alone',
    },
  },

  /** Title of a modal, at most 24 characters. */
  heading: 'Alerts',
  title: countedEn('1 alert', '# alerts'),
  unchanged:
    'Nothing was changed. The menu of an alert edits, pauses and removes it; so does a command, such as /rental alert edit "Ready" decision:ready.',
  none: (isInChannel: boolean) =>
    isInChannel ? 'There is no alert here yet.' : 'You have no alert yet.',
  how: (isInChannel: boolean) =>
    isInChannel
      ? '/rental alert add decision:ready posts here each file that becomes ready. More: /rental help alert.'
      : 'In a channel, /rental alert add decision:ready posts there each file that becomes ready. More: /rental help alert.',
  saved: (name: string) => `Alert “${name}” is set up.`,
  changed: (name: string) => `Alert “${name}” saved.`,
  paused: (name: string) => `Alert “${name}” paused.`,
  resumed: (name: string) => `Alert “${name}” resumed.`,
  removed: (name: string) => `Alert “${name}” removed.`,
  taken: (name: string) => `You now own the alert “${name}”.`,

  /** What it waits for; the place and how often follow. */
  when: {
    enters: (name: string) => `When a file enters “${name}”`,
    leaves: (name: string) => `When a file leaves “${name}”`,
    changes: (name: string, aspects: readonly string[] | 'any') =>
      aspects === 'any'
        ? `When a file in “${name}” changes`
        : `When ${joined(aspects, 'or')} of a file in “${name}” changes`,
  },
  aspects: {
    status: 'the status',
    decision: 'the decision',
    score: 'the score',
    completion: 'the completion',
    applicants: 'an applicant',
    archived: 'the archiving',
  },
  toMe: 'to you alone',
  atOnce: 'at once',
  atMostEvery: (period: string) => `at most every ${period}`,
  minutes: countedEn('minute', '# minutes'),
  hours: countedEn('hour', '# hours'),
  quiet: (from: string, until: string) => `not between ${from} and ${until}`,
  /** What a new alert announces first. */
  first: {
    enters: (fit: number) =>
      fit === 0
        ? 'First: files that fit from now on; none fits today.'
        : `First: files that fit from now on; ${figure(fit)} ${fit === 1 ? 'fits' : 'fit'} today and ${fit === 1 ? 'is' : 'are'} not announced.`,
    leaves: (fit: number) =>
      fit === 0
        ? 'First: files that leave from now on; none fits today.'
        : `First: files that leave from now on; ${figure(fit)} ${fit === 1 ? 'fits' : 'fit'} today.`,
    changes: (fit: number) =>
      fit === 0
        ? 'First: changes from now on; no file fits today.'
        : `First: changes from now on; ${figure(fit)} ${fit === 1 ? 'file fits' : 'files fit'} today.`,
  },
  /** While files may be missing; why may follow. */
  notStarted:
    'It has not started yet: it will with the next reading that has every file, and announces nothing from before. /rental status says whether one is missing.',
  /** An alert that announces the same of the same files. */
  alike: (name: string, id: string): FailureWords => ({
    happened: `There is an alert “${name}” (ID ${id}) already, for the same files.`,
    remedy: 'Keep that one, or give the new one a name of its own:',
  }),
  resumedCatchesUp: 'What happened while it was paused is announced in the next post.',

  // Test.
  test: 'Test',
  testSpoken: (name: string) => `What the alert ${name} would have announced in 7 days`,
  testTitle: (name: string, count: number) =>
    count === 0
      ? `“${name}” would have announced nothing in the last 7 days.`
      : `“${name}” would have announced ${filesEn(count)} in the last 7 days.`,
  testFrom: (moment: string) => `Rental Desk has looked since ${moment}.`,
  testUnknown: 'Nothing is recorded yet; that begins when all files have been read.',
  testPart: 'Only the newest events were looked at.',
  /** Changes of other fields are not in the journal. */
  testOf:
    'From recorded changes of status, decision, score, completion and archiving; other fields are taken as they are today.',
  nothingSent: 'Nothing was announced yet.',
  history: 'History',
  historySpoken: (name: string) => `What the alert ${name} has sent`,
  edit: 'Edit',
  editSpoken: (name: string) => `Edit the alert ${name}`,
  pause: 'Pause',
  pauseSpoken: (name: string) => `Pause the alert ${name}`,
  resume: 'Resume',
  resumeSpoken: (name: string) => `Resume the alert ${name}`,
  take: 'Take over',
  takeSpoken: (name: string) => `Become the owner of the alert ${name}`,
  remove: 'Remove…',
  removeSpoken: (name: string) => `Remove the alert ${name}`,
  /** At most 24 characters, like the titles below. */
  removeTitle: 'Remove alert',
  removeText: (name: string) => `Remove “${name}”? No more posts will come; earlier ones stay.`,
  add: 'New alert',
  addSpoken: 'Set up a new alert',
  all: '‹ All alerts',
  allSpoken: 'Go back to the list of alerts',
  addTitle: 'New alert',
  editTitle: 'Edit the alert',
  formIntro:
    'An alert posts files that enter a query, leave it or change, each once. A query is what the first field asks for.',
  labels: {
    when: 'When',
    aspects: 'What changes',
    to: 'Channel',
    every: 'How often',
    quiet: 'Quiet hours',
    days: 'On',
    name: 'Name',
  },
  choices: {
    enters: 'A file enters the query',
    leaves: 'A file leaves the query',
    changes: 'A file in the query changes',
    /** Explains each, at most 75 characters. */
    says: {
      enters: 'It did not match and now does',
      leaves: 'It matched and no longer does',
      changes: 'In something that is ticked below',
    },
    me: 'Without one: to you alone',
    atOnce: 'At once',
  },
  queryHint: 'For example decision:ready property:nantes. No names of applicants.',
  aspectsHint: 'Only for “A file in the query changes”, which needs at least one.',
  quietHint: 'For example 20:00-08:00: nothing is posted in between. Empty: none.',
  /** Errors of these two fields. */
  tickAspects: 'Tick at least one change.',
  quietTyped: 'Write for example 20:00-08:00, or leave it empty.',

  // To its owner, as with digests.
  ownerFailed: (name: string, moment: string, why: string) =>
    `Your alert “${name}” of ${moment} could not be sent: ${why}.`,
  ownerUnknown: (name: string, moment: string) =>
    `Slack did not say whether your alert “${name}” of ${moment} was posted.`,
  ownerUnknownRemedy:
    'It is not sent again, so that it is not posted twice. Check whether its files are there.',
  channelFailed: (name: string, moment: string, why: string) =>
    `The alert “${name}” of ${moment} could not be sent: ${why}.`,
  channelUnknown: (name: string, moment: string) =>
    `Slack did not say whether the alert “${name}” of ${moment} was posted.`,

  // Refusals.
  unknown: (name: string, nearest: string | null): FailureWords => ({
    happened: `There is no alert “${name}” here.`,
    remedy: `${nearest === null ? '' : `Did you mean “${nearest}”? `}Type /rental alert list for those there are.`,
  }),
  /** Of a button or an id that named one. */
  wasRemoved: {
    happened: 'This alert was removed.',
    remedy: 'Type /rental alert list for those there are.',
  },
  /** Before the command for an alert that was asked for in plain words. */
  offered: (isOfChanges: boolean) => ({
    happened: 'Nothing is set up yet.',
    remedy: `The command announces ${isOfChanges ? 'changes of the files that fit the query' : 'each file that enters the query'}. Look it over with the button, or copy it and change it as you like:`,
  }),
  setUp: 'Set up…',
  setUpSpoken: 'Set up this alert',
  /** Before the command that watches the file of a person, which no alert asks for. */
  watchInstead: {
    happened: 'Nothing was set up: an alert asks for properties and states, not for people.',
    remedy: 'Watch the file instead: its changes then reach you by direct message.',
  },
  unknownVerb: (word: string, nearest: string | null): FailureWords => ({
    happened: `“${word}” is not an alert command.`,
    remedy: `${nearest === null ? '' : `Did you mean “${nearest}”? `}Commands: add, list, edit, test, pause, resume, remove, take, history.`,
  }),
  watchListOnly: {
    happened: 'This alert is about changes of the files you watch, and is for you alone.',
    remedy: 'Change how often it comes, its quiet hours or its days; or set up another alert.',
  } satisfies FailureWords,
  noTriage: {
    happened:
      'An alert cannot ask who has taken, watches or snoozes a file: it announces what the service changes.',
    remedy:
      'Leave taken:, watched: and snoozed: out. “/rental list taken:nobody” lists such files.',
  } satisfies FailureWords,
  notForAlerts: (option: string, valid: readonly string[]): FailureWords => ({
    happened: `An alert has no option “${option}:”.`,
    remedy: `Options: ${valid.join(', ')}.`,
  }),
  needsAspects: {
    happened: 'Say what has to change.',
    remedy: 'For example when:changes:score,completion.',
  },
  absent: {
    happened: 'Alerts cannot be set up here.',
    remedy: 'Ask your administrator whether the database is there.',
  },
  noChannel: {
    happened: 'An alert needs a channel.',
    remedy: 'Type /rental alert in the channel that it is for, or name one: to:#leasing, or to:me.',
  },
  notDirect: {
    happened:
      'Rental Desk is limited to some channels here: it sends no alerts to people directly.',
    remedy: 'Name one of those channels, for example to:#leasing.',
  },
  notYours: {
    happened: 'Only the owner of an alert and admins can change it.',
    remedy: 'Ask its owner, or an admin of Rental Desk.',
  },
  notMember: {
    happened: 'You are not in that channel, so its alerts are not shown.',
    remedy: 'Join the channel first.',
  },
  tooMany: (most: number): FailureWords => ({
    happened: `There are already ${figure(most)} alerts there, the most a channel or a person can have.`,
    remedy: 'Remove one first: /rental alert list shows them.',
  }),
  meanwhile: {
    happened: 'This alert was changed in the meantime.',
    remedy: 'Open it again to see the change.',
  },
  tooLong: {
    happened: 'What this alert asks for is too long.',
    remedy: 'Leave something out of its query.',
  },
  pausedForGood:
    'Nothing was changed: an alert cannot be paused for a time. Choose “Pause” in its menu, and “Resume” when you want it again.',
  needsQuery: {
    happened: 'An alert needs a query.',
    remedy: 'For example /rental alert add decision:ready property:nantes',
  },
};

/** Where each kind of notification is paused and removed. */
export const notifications = {
  happened: 'Nothing was changed. Notifications are digests, alerts and the files that you watch.',
  remedy:
    'Digests and alerts are paused, changed or removed in the menu of each; watching ends on the file itself.',
  /** To who asks to be reminded of no file that is known. */
  reminder: {
    happened: 'Nothing was set up: I don’t send reminders.',
    remedy:
      'Open a file and choose “Snooze…” in its menu: digests leave it out until the day you choose. A list can come every day or every week, as a digest.',
  },
  /** To those who ask to have somebody else notified. */
  other: {
    happened: 'Nothing was sent: I write to a colleague only when you hand them a file.',
    remedy:
      'Type /rental give LY-0342 to Sophie: the form says whether they get a message. For what has not happened yet, set up an alert in a channel they are in.',
  },
  digests: { label: 'Digests', spoken: 'List the digests here' },
  alerts: { label: 'Alerts', spoken: 'List the alerts here' },
  watched: { label: 'Watched files', spoken: 'List the files that you watch' },
};

/** What people do about files: take, watch and snooze them. */
export const triage = {
  /** A day up to which somebody wants to watch a file. */
  watchesOn: (typed: string) => ({
    happened: `Nothing has been done: watching has no end that is set, such as “${typed}”.`,
    remedy: 'It ends by itself when the file is decided, archived or gone, and by “Stop watching”.',
  }),
  /** Before the name of a person. */
  takenBy: 'Taken by',
  takenByYou: 'Taken by you',
  /** Where everybody reads, a name would notify its bearer. */
  taken: 'Taken',
  since: (day: string) => `since ${day}`,
  /** In rows, after the status. */
  row: { takenBy: 'taken by', takenByYou: 'taken by you', taken: 'taken', snoozed: 'snoozed' },
  snoozedUntil: (day: string) => `Snoozed until ${day}`,
  snoozedUntilChange: 'Snoozed until it changes',
  snoozedBy: 'by',
  actions: {
    take: { label: 'Take', spoken: 'Take this file' },
    takeOver: { label: 'Take over', spoken: 'Take this file over from the person who has it' },
    giveBack: { label: 'Give back', spoken: 'Give this file back, so that others can take it' },
    hand: { label: 'Hand to…', spoken: 'Hand this file to a colleague' },
    watch: { label: 'Watch', spoken: 'Put this file on your watch list' },
    unwatch: { label: 'Stop watching', spoken: 'Take this file off your watch list' },
    snooze: { label: 'Snooze…', spoken: 'Snooze this file until a day, or until it changes' },
    unsnooze: { label: 'End snooze', spoken: 'End the snooze of this file' },
  },
  notes: {
    faster: 'Someone else already has this file.',
    givenBack: 'Given back. Anyone can take it now.',
    notYours: 'You have not taken this file.',
    handed: 'Handed over. A direct message tells them so.',
    handedBefore: 'They already have this file, so no message was sent now.',
    handedNoAccess:
      'Handed over. They have no access to Rental Desk, so no message tells them: tell them yourself.',
    handedNoDirects: 'Handed over. Rental Desk sends no direct messages here: tell them yourself.',
    handedNotNotified:
      'Handed over, but the message to them could not be sent: tell them yourself.',
    handedUnclear:
      'Handed over. Slack did not say whether the message to them was sent: tell them yourself.',
    closed: 'This file is decided or archived: nothing is left to do about it.',
    watching:
      'On your watch list. Its changes come by direct message; /rental alert list says when.',
    watchingPaused:
      'On your watch list. Its changes are not announced now, as the alert for them is paused: resume it in /rental alert list.',
    watchingSilently:
      'On your watch list. Its changes cannot be announced by direct message here: /rental watch shows it.',
    unwatched: 'Off your watch list.',
    unsnoozed: 'Snooze ended.',
  },
  /** The name of the alert on the files that a person watches. */
  watchList: 'Watched files',
  /** Where nothing is listed. */
  none: {
    taken: {
      happened: 'You have not taken any file.',
      remedy: 'Open a file and choose “Take” in its menu, or type /rental take and its reference.',
    },
    watched: {
      happened: 'You do not watch any file.',
      remedy:
        'Open a file and choose “Watch” in its menu, or type /rental watch and its reference.',
    },
    snoozed: {
      happened: 'No file is snoozed.',
      remedy:
        'Open a file and choose “Snooze…” in its menu, or type /rental snooze and its reference.',
    },
  },
  /** In digests. */
  freedFiles: (count: number) =>
    `${figure(count)} free to take again, taken before by ${count === 1 ? 'a person who has left' : 'people who have left'}`,
  snoozedFiles: (count: number) => `${figure(count)} snoozed, not shown`,
  notEscalated: (count: number) => `${figure(count)} overdue but taken, not escalated`,
  /** While the database has not been read. */
  unknown: {
    happened: 'Who has taken, watches or snoozed files is not known at the moment.',
    remedy: 'Try again in a minute.',
  },
  /** While the database is out of reach, of what was read before. */
  lastKnown:
    'The database is out of reach: who has taken, watches or snoozed files is as last known.',
  /** For several files of one message. */
  several: {
    label: 'Take…',
    spoken: 'Take, watch or snooze files of this message',
    title: 'Take, watch, snooze',
    text: 'Choose files and what to do about them.',
    submit: 'Do it',
    files: 'Files',
    what: 'What to do',
    snooze: 'Snooze',
    until: 'Snooze until',
    result: 'Done',
    /** Instead, where nothing was changed about any of them. */
    unchanged: 'Nothing was changed',
    dayWithout: 'A day goes with “Snooze” only: choose it, or empty this field.',
    noneOpen: {
      happened: 'None of these files is open any more.',
      remedy: 'They are decided, archived or gone: open the list again.',
    },
    done: {
      taken: (count: number) => `Taken by you: ${figure(count)}.`,
      faster: (count: number) => `Already taken by someone else: ${figure(count)}.`,
      givenBack: (count: number) => `Given back: ${figure(count)}.`,
      notYours: (count: number) => `Not taken by you, so not given back: ${figure(count)}.`,
      watching: (count: number) =>
        `On your watch list: ${figure(count)}. Changes come by direct message.`,
      watchingPaused: (count: number) =>
        `On your watch list: ${figure(count)}. The alert on changes is paused: resume it in /rental alert list.`,
      watchingSilently: (count: number) =>
        `On your watch list: ${figure(count)}. No direct messages announce changes here.`,
      unwatched: (count: number) => `Off your watch list: ${figure(count)}.`,
      snoozed: (count: number) => `Snoozed, for everyone: ${figure(count)}.`,
      unsnoozed: (count: number) => `Snooze ended: ${figure(count)}.`,
      closed: (count: number) => `Decided or archived already: ${figure(count)}.`,
      gone: (count: number) => `No longer among the files: ${figure(count)}.`,
      unchecked: (count: number) =>
        `As last read, because the service could not be asked: ${figure(count)}.`,
    },
  },
  hand: {
    title: 'Hand to a colleague',
    text: 'Choose who takes this file.',
    notified: 'They get a direct message with the name and reference of the property.',
    notNotified: 'Let them know yourself: Rental Desk sends no direct messages here.',
    submit: 'Hand over',
    label: 'Colleague',
    /** A guest, a bot, or a person who has left. */
    gone: 'Choose a full member of the workspace: guests, apps and people who have left cannot take files.',
    self: 'That is you. Choose a colleague.',
    one: 'Choose one person.',
  },
  /** The message to the colleague. */
  handed: {
    /** After the name of a person, before that of a property. */
    handedYou: 'handed you a rental file:',
    open: 'Open file',
    openSpoken: 'Open the rental file that you were handed',
    /** The message stays, and the file may go on: it says what was done, not how it stands. */
    next: 'It was taken in your name. Open it to see who has it now, to give it back or hand it on.',
  },
  snooze: {
    title: 'Snooze',
    text: 'A snoozed file is left out of digests and escalations, for everyone.',
    submit: 'Snooze',
    label: 'Until',
    hint: 'It is back on the morning of that day. Empty: until its status, decision, score, completion or applicants change.',
    notUnderstood: (day: string) => `“${day}” is not understood as a day. Choose it here.`,
    passed: (day: string) => `“${day}” is not after today.`,
    past: 'Choose a day after today.',
    tooFar: 'Choose a day within a year.',
  },
};

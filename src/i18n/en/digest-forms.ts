import type { FailureWords } from '../../lib/text.ts';
import { countedEn, figuresEn, joined } from '../format.ts';
import type { TextsByCode } from '../types.ts';

const figure = figuresEn.number;

/** A wrong word in a line of options, and valid ones. */
interface WrongWord {
  readonly word: string;
  /** Name of the option; empty for none. */
  readonly option: string;
  readonly valid: readonly string[];
  /** How much the option takes; empty where nothing is said of it. */
  readonly bounds: string;
  readonly nearest: string | null;
}

/** Of keys that stand in one sentence. */
const VALID_MAX = 4;

/** Behind “the one”, for each verb of digests and alerts. */
const toChoose: TextsByCode = {
  run: 'to post now',
  preview: 'to preview',
  status: 'whose history you want',
  history: 'whose history you want',
  edit: 'to change',
  rename: 'to rename',
  snooze: 'to snooze',
  pause: 'to pause',
  resume: 'to resume',
  remove: 'to remove',
  take: 'to take over',
  test: 'to test',
};

const suggestion = (nearest: string | null) =>
  nearest === null ? '' : `Did you mean “${nearest}”? `;

export const digestForm = {
  /** At most 24 characters, like `editTitle` and `submit`. */
  addTitle: 'New digest',
  editTitle: 'Edit the digest',
  submit: 'Save',
  intro: 'What awaits a decision, posted into a channel at set times.',
  reportIntro: 'The figures of each week or month, posted into a channel once it is over.',
  queryLabel: 'Which files',
  queryHint:
    'For example decision:ready property:lyon, or view:"Hot in Lyon". Empty: all that awaits a decision. No names of applicants.',
  /** From Monday to Sunday. */
  days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  /** Error of a field. */
  unreadable: (typed: string, valid: string, bounds: string) =>
    `“${typed}” is not understood. ${bounds === '' ? 'For' : `This takes ${bounds}, for`} example: ${valid}.`,
  needed: 'Required.',
  notDeleted: 'The post before is not to be deleted: choose that above, or leave this empty.',
};

/** Digests as they are created, changed and listed. */
export const digestCommands = {
  /** Title of a modal, at most 24 characters. */
  heading: 'Digests',
  title: countedEn('1 digest', '# digests'),
  unchanged:
    'Nothing was changed. The menu of a digest edits, runs, pauses and removes it; so does a command, such as /rental digest edit "Morning" days:mon-thu.',
  none: (isInChannel: boolean) =>
    isInChannel ? 'There is no digest here yet.' : 'You have no digest yet.',
  how: (isInChannel: boolean) =>
    isInChannel
      ? '/rental digest add 09:00 posts here, every weekday, what awaits a decision. More: /rental help digest.'
      : 'In a channel, /rental digest add 09:00 posts there, every weekday, what awaits a decision. More: /rental help digest.',
  /** Before what a sentence asked for, which is not set up yet. */
  offered: {
    happened: 'Nothing is set up yet.',
    remedy: 'Look it over with the button, or copy the command and change it as you like:',
  },
  forOneself: 'For yourself alone there are alerts: /rental alert add decision:ready to:me.',
  setUp: 'Set up…',
  setUpSpoken: 'Set up this digest',
  saved: (name: string) => `“${name}” is set up.`,
  changed: (name: string) => `“${name}” saved.`,
  paused: (name: string) => `“${name}” paused.`,
  resumed: (name: string) => `“${name}” resumed.`,
  removed: (name: string) => `“${name}” removed.`,
  taken: (name: string) => `You now own “${name}”.`,
  /** Which due times it skips. */
  snoozed: (name: string, leftOut: readonly string[]) => `“${name}” skips ${leftOut.join(' · ')}.`,
  snoozedMany: (name: string, count: number) => `“${name}” skips its next ${figure(count)} posts.`,
  notWhilePaused: (name: string): FailureWords => ({
    happened: `“${name}” is paused and posts nothing, so there is nothing to skip.`,
    remedy: 'Resume it first: /rental digest resume.',
  }),
  nothingUntil: (name: string): FailureWords => ({
    happened: `“${name}” posts nothing before then, so there is nothing to skip.`,
    remedy: '',
  }),
  untilWhen: (typed: string): FailureWords => ({
    happened: `“${typed}” is not understood as the day up to which it is to rest, from now on.`,
    remedy:
      'For example: /rental digest snooze until monday, or for 2 weeks. Type /rental digest snooze for other periods, or /rental digest pause without an end.',
  }),
  awake: (name: string) => `“${name}” is no longer snoozed.`,
  running: (name: string) => `Posting “${name}” now.`,
  runningAlready: (name: string) => `“${name}” is being posted already.`,
  /** A name for a digest that was given none. */
  nameFor: (time: string) => `Digest ${time}`,
  numbered: (name: string, number: number) => `${name} (${number})`,
  id: (id: string) => `ID ${id}`,
  when: (days: string, times: string) => `${days} at ${times}`,
  holidays: (place: string, onHoliday: 'skip' | 'next') =>
    onHoliday === 'skip'
      ? `Skips public holidays (${place})`
      : `Moves to the next working day on public holidays (${place})`,
  what: (query: string) => `Files: ${query}`,
  unreadable: 'the query can no longer be read; edit it',
  unknownZone:
    'Its time zone or the place of its public holidays is no longer known: edit zone: or holidays:.',
  /** In a rolling upgrade, to an instance of the older version; also of alerts and lists that are watched. */
  ofNewer: {
    happened: 'A newer version of Rental Desk has set this up.',
    remedy: 'Try again in a minute. If it still does not work, remove it and set it up again.',
  },
  notInReport: (option: string, isTimes: boolean): FailureWords => ({
    happened: isTimes
      ? 'A report is posted once in its week or month.'
      : `A report lists no files, so it has no ${option}:.`,
    remedy: isTimes ? 'Give it one time.' : `Leave ${option}: as it is by default.`,
  }),
  here: 'in this channel',
  /** A channel follows its name; empty where the name is drawn after it. */
  inChannel: (channel: string) => `in ${channel}`,
  directly: 'by direct message',
  everyDay: 'Every day',
  /** Monday to Friday; whether public holidays are left out. */
  everyWeekday: (_isWithoutHolidays: boolean) => 'Every weekday',
  /** Of a report, which comes once: `days` are several, or none for all. */
  firstOf: (days: readonly string[], period: 'week' | 'month') =>
    `On the first ${joined(days, 'or') || 'day'} of the ${period}`,
  /** One of Monday to Friday; whether public holidays are left out. */
  weekday: (_isWithoutHolidays: boolean) => 'weekday',
  /** One or several days. */
  every: (days: string) => `Every ${days}`,
  /** A range of days. */
  fromTo: (from: string, to: string) => `${from} to ${to}`,
  and: (parts: readonly string[]) => joined(parts, 'and'),
  next: (moments: string) => `Next: ${moments}`,
  /** After a day that Slack writes, such as “tomorrow”. */
  timeOfDay: (time: string) => time,
  never: 'Nothing is due.',
  isPaused: (why: string | null) => (why === null ? 'Paused.' : `Paused: ${why}.`),
  /** A person follows. */
  pausedBy: 'Paused by',
  ownerGone: 'The owner has left; an admin can take over.',
  /** A day. */
  isSnoozed: (until: string) => `Snoozed until ${until}`,
  /** A person follows, and until when. */
  snoozedBy: 'Snoozed by',
  until: (moment: string) => `until ${moment}`,

  // Buttons.
  edit: 'Edit',
  editSpoken: (name: string) => `Edit the digest ${name}`,
  more: 'More options',
  /** @param name empty for a digest that has none yet */
  moreSpoken: (name: string) =>
    name === ''
      ? 'Change more options of this digest'
      : `Change more options of the digest ${name}`,
  preview: 'Preview',
  previewSpoken: (name: string) => `Preview the digest ${name}`,
  run: 'Post now',
  runSpoken: (name: string) => `Post the digest ${name} now`,
  snooze: 'Snooze…',
  snoozeSpoken: (name: string) => `Snooze the digest ${name}`,
  unsnooze: 'End snooze',
  unsnoozeSpoken: (name: string) => `End the snooze of the digest ${name}`,
  pause: 'Pause',
  pauseSpoken: (name: string) => `Pause the digest ${name}`,
  resume: 'Resume',
  resumeSpoken: (name: string) => `Resume the digest ${name}`,
  remove: 'Remove…',
  removeSpoken: (name: string) => `Remove the digest ${name}`,
  take: 'Take over',
  takeSpoken: (name: string) => `Become the owner of the digest ${name}`,
  details: 'Details',
  detailsSpoken: (name: string) => `All settings of the digest ${name}`,
  status: 'History',
  statusSpoken: (name: string) => `What the digest ${name} has sent`,
  add: 'New digest',
  addSpoken: 'Set up a new digest',
  addAnother: 'Set up another…',
  all: '‹ All digests',
  allSpoken: 'Go back to the list of digests',
  /** At most 24 characters, like `snoozeSubmit`. */
  snoozeTitle: 'Snooze digest',
  snoozeSubmit: 'Snooze',
  /** The place follows. */
  snoozeConcerns: (name: string) => `“${name}” will be skipped for everyone`,
  snoozeLabel: 'For how long',
  /** At most 75 characters. */
  snoozeNext: (moments: readonly string[]) =>
    moments.length === 1 ? 'The next post' : 'The rest of today',
  snoozeDays: (days: number) =>
    ({ 7: '1 week', 14: '2 weeks' })[days] ?? (days === 1 ? '1 day' : `${figure(days)} days`),
  back: (moment: string) => `Back ${moment}`,
  /** At most 24 characters. */
  removeTitle: 'Remove digest',
  removeText: (name: string) => `Remove “${name}”? No more posts will come; earlier ones stay.`,
  yes: 'Remove',

  // Refusals.
  absent: {
    happened: 'Digests cannot be set up here.',
    remedy: 'Ask your administrator whether the database is there.',
  },
  nameIsAddress: {
    happened: 'This name holds an e-mail address or a phone number, and so it is not saved.',
    remedy: 'Choose one that identifies nobody: names stay in the database.',
  },
  noChannel: {
    happened: 'A digest needs a channel.',
    remedy: 'Type /rental digest in the channel that it is for, or name one: channel:#leasing.',
  },
  unknown: (name: string, nearest: string | null): FailureWords => ({
    happened: `There is no digest “${name}” here.`,
    remedy:
      nearest === null
        ? 'Type /rental digest list for those there are.'
        : `Did you mean “${nearest}”? Type /rental digest list for those there are.`,
  }),
  /** Of a button or an id that named one. */
  wasRemoved: {
    happened: 'This digest was removed.',
    remedy: 'Type /rental digest list for those there are.',
  },
  /**
   * @param isChange whether the command would have changed one
   * @param verb what it says, and a button with a name then does
   */
  which: (kind: 'digest' | 'alert', isChange: boolean, verb: string): FailureWords => ({
    happened: isChange
      ? `Nothing has been changed: several ${kind}s are here.`
      : `There are several ${kind}s here.`,
    remedy: `Choose the one ${toChoose[verb] ?? 'you mean'}, or add its name or ID to the command.`,
  }),
  /** Behind these two, of digests or alerts; the command that lists all follows. */
  moreChoices: (count: number, list: string) =>
    `${figure(count)} more ${count === 1 ? 'has' : 'have'} no button here: add the name to the command. ${list} has them all.`,
  /** Options without a time were typed. */
  whichOrNew: {
    happened: 'Nothing has been changed: these options may be for a digest that is here.',
    remedy: 'Choose the one to change, or set up a new one.',
  },
  /** A digest that posts the same files at the same times. */
  alike: (name: string, id: string): FailureWords => ({
    happened: `There is “${name}” (ID ${id}) already, for the same files at the same times.`,
    remedy: 'Open that one, or set up another.',
  }),
  unknownVerb: (word: string, nearest: string | null): FailureWords => ({
    happened: `“${word}” is not a digest command.`,
    remedy: `${nearest === null ? '' : `Did you mean “${nearest}”? `}Commands: add, list, edit, run, preview, snooze, pause, resume, remove, take, status.`,
  }),
  notYours: {
    happened: 'Only the owner of a digest and admins can change it.',
    remedy: 'Ask its owner, or an admin of Rental Desk.',
  },
  notMember: {
    happened: 'You are not in that channel, so its digests are not shown.',
    remedy: 'Join the channel first.',
  },
  notAllowed: {
    happened: 'Rental Desk does not answer in that channel, so it posts nothing there.',
    remedy: 'Name one of the channels your administrator chose.',
  },
  notInvited: {
    happened: 'Rental Desk is not in that channel, and could not post there.',
    remedy: 'Type /invite @Rental Desk in it, then try again.',
  },
  archived: {
    happened: 'That channel is archived: nobody can post there.',
    remedy: 'Choose another one.',
  },
  unknownChannel: {
    happened: 'Slack does not say whether Rental Desk may post in that channel.',
    remedy: 'Type /invite @Rental Desk in it, then try again.',
  },
  /** Of a digest or an alert: they share their names. */
  nameTaken: (name: string): FailureWords => ({
    happened: `There is a digest or an alert “${name}” in that channel already.`,
    remedy: 'Choose another name, or change that one.',
  }),
  tooMany: (most: number): FailureWords => ({
    happened: `There are already ${figure(most)} digests there, the most a channel or a person can have.`,
    remedy: 'Remove one first: /rental digest list shows them.',
  }),
  meanwhile: {
    happened: 'This digest was changed in the meantime.',
    remedy: 'Open it again to see the change.',
  },
  unknownView: (name: string): FailureWords => ({
    happened: `There is no view “${name}” in that channel.`,
    remedy: 'Type /rental view there for those there are.',
  }),
  neverDue: {
    happened: 'With these days and holidays, the digest would never be due.',
    remedy: 'Choose other days.',
  },
  tooLong: {
    happened: 'What this digest asks for is too long.',
    remedy: 'Leave something out of its query.',
  },
  broken: (name: string, isTheirs: boolean): FailureWords => ({
    happened: `The query, the time zone or the place of the holidays of “${name}” can no longer be read.`,
    remedy: isTheirs ? 'Set them again.' : 'Its owner or an admin needs to change it.',
  }),
};

export const digestErrors = {
  unknown_key: ({ word, valid, nearest }: WrongWord): FailureWords => ({
    happened: `I don’t know “${word}:”.`,
    remedy: `${suggestion(nearest)}For example ${valid.slice(0, VALID_MAX).join(', ')}. All: /rental help digest and /rental help keys.`,
  }),
  unknown_value: ({ word, option, valid, bounds, nearest }: WrongWord): FailureWords => ({
    happened: `I don’t understand “${word}”.`,
    remedy: `${suggestion(nearest)}“${option}:” takes ${bounds && `${bounds}, `}for example ${valid.join(', ')}.`,
  }),
  no_time: ({ word }: WrongWord): FailureWords => ({
    happened: `“${word}” is not a time.`,
    remedy: 'Write it like 09:00, 8.30, 9am or half past eight.',
  }),
  missing_value: ({ word, option, valid }: WrongWord): FailureWords => ({
    happened: `Something is missing at “${word}”.`,
    remedy: `Write it without spaces, for example ${option}:${valid[0] ?? ''}.`,
  }),
  repeated: ({ word, option }: WrongWord): FailureWords => ({
    happened: `“${option}:” is there twice; the second is “${word}”.`,
    remedy: 'Say it once.',
  }),
  too_many_values: ({ option, valid }: WrongWord): FailureWords => ({
    happened: `“${option}:” has more than ${valid[0] ?? 'enough'} values.`,
    remedy: 'Leave some out.',
  }),
  names_people: ({ word }: WrongWord): FailureWords => ({
    happened: `“${word}” may name an applicant, and Rental Desk stores no names of applicants.`,
    remedy: 'Use property:, manager:, tag: and other keys; plain words cannot be saved.',
  }),
  free_word: ({ word, nearest }: WrongWord): FailureWords => ({
    happened: `“${word}” is a plain word. Digests and alerts take none, because it could name a person.`,
    remedy:
      suggestion(nearest).trim() ||
      'Use property:, manager:, tag: and other keys: /rental help keys lists them all.',
  }),
  view_and_query: ({ word }: WrongWord): FailureWords => ({
    happened: `A view has its own query, and “${word}” would be another one.`,
    remedy: 'Leave out the view or the query.',
  }),
  wrong_exclusion: ({ word }: WrongWord): FailureWords => ({
    happened: `“${word}” excludes no day.`,
    remedy: 'Only days can be excluded, for example “every day except sunday at 9”.',
  }),
  no_day_left: ({ word }: WrongWord): FailureWords => ({
    happened: `With “${word}”, no day is left.`,
    remedy: 'Leave at least one, for example “every day except sunday at 9”.',
  }),
  rhythm: ({ word }: WrongWord): FailureWords => ({
    happened: `A digest comes on the same days every week, which “${word}” does not name.`,
    remedy: 'Name them, for example “every monday at 9”.',
  }),
  monthly: ({ word }: WrongWord): FailureWords => ({
    happened: `A digest comes on days of the week: “${word}” is not possible.`,
    remedy:
      'Once a month there is only the report: report:monthly. Otherwise, for example, “every monday at 9”.',
  }),
  limit: ({ word }: WrongWord): FailureWords => ({
    happened: `A digest has no first and no last day: “${word}” is not possible.`,
    remedy:
      'It comes until you pause or remove it. If the files are meant, say what happened to them, for example “created until december”.',
  }),
  once: ({ word }: WrongWord): FailureWords => ({
    happened: `A digest comes every week: “${word}” is not possible.`,
    remedy: 'Name days of every week, for example “every monday at 9”.',
  }),
};

import { figuresEn } from '../format.ts';

const figure = figuresEn.number;

/** What people do about files: take, watch and snooze them. */
export const triage = {
  /** Before the name of a person. */
  takenBy: 'Taken by',
  takenByYou: 'Taken by you',
  showTaken: (count: number) => `View all (${figure(count)})`,
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
    faster: 'Someone else took this file before you.',
    givenBack: 'Given back. Anyone can take it now.',
    notYours: 'You have not taken this file.',
    handed: 'Handed over.',
    closed: 'This file is decided or archived: nothing is left to do about it.',
    watching:
      'On your watch list. Its changes come by direct message; /rental alert list says when.',
    watchingSilently: 'On your watch list. /rental watch shows it; no messages come of it.',
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
    `${figure(count)} free to take again: who had taken ${count === 1 ? 'it' : 'them'} has left`,
  snoozedFiles: (count: number) => `${figure(count)} snoozed, not shown`,
  notEscalated: (count: number) => `${figure(count)} overdue but taken, not escalated`,
  /** While the database has not been read. */
  unknown: {
    happened: 'Who has taken, watches or snoozed files is not known at the moment.',
    remedy: 'Try again in a minute.',
  },
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
    dayWithout: 'A day goes with “Snooze” only: choose it, or empty this field.',
    noneOpen: {
      happened: 'None of these files is open any more.',
      remedy: 'They are decided, archived or gone: open the list again.',
    },
    done: {
      taken: (count: number) => `Taken by you: ${figure(count)}.`,
      faster: (count: number) => `Taken by someone else before you: ${figure(count)}.`,
      givenBack: (count: number) => `Given back: ${figure(count)}.`,
      notYours: (count: number) => `Not taken by you, so not given back: ${figure(count)}.`,
      handed: (count: number) => `Handed over: ${figure(count)}.`,
      watching: (count: number) =>
        `On your watch list: ${figure(count)}. Changes come by direct message.`,
      watchingSilently: (count: number) =>
        `On your watch list: ${figure(count)}. No messages come of it.`,
      unwatched: (count: number) => `Off your watch list: ${figure(count)}.`,
      snoozed: (count: number) => `Snoozed, for everyone: ${figure(count)}.`,
      unsnoozed: (count: number) => `Snooze ended: ${figure(count)}.`,
      closed: (count: number) => `Decided or archived already: ${figure(count)}.`,
      gone: (count: number) => `No longer among the files: ${figure(count)}.`,
    },
  },
  hand: {
    title: 'Hand to a colleague',
    text: 'Choose who takes this file.',
    submit: 'Hand over',
    label: 'Colleague',
    gone: 'This person is not an active member of the workspace.',
    one: 'Choose one person.',
  },
  snooze: {
    title: 'Snooze',
    text: 'A snoozed file is left out of digests and escalations, for everyone.',
    submit: 'Snooze',
    label: 'Until',
    hint: 'It is back on the morning of that day. Empty: until its status, decision, score, completion or applicants change.',
    passed: (day: string) => `“${day}” is not after today.`,
    past: 'Choose a day after today.',
    tooFar: 'Choose a day within a year.',
  },
};

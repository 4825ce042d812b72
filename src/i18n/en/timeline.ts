import { file } from './files.ts';

/** What happened to a rental file. */
export const timeline = {
  title: 'History',
  moment: (day: string, time: string) => `${day}, ${time}`,
  between: (from: string, to: string) => `Between ${from} and ${to}`,
  readySince: (moment: string) => `Ready to decide since ${moment}`,
  decidedAt: (moment: string) => `Decided ${moment}`,
  readyAfter: (days: number) => `ready after ${file.workingDays(days)}`,
  decidedIn: (days: number) => `decided in ${file.workingDays(days)}`,
  appeared: 'New in the list of files',
  gone: 'No longer in the list of files',
  back: 'In the list of files again',
  unarchived: 'No longer archived',
  changed: (what: string, from: string, to: string) => `${what}: ${from} → ${to}`,
  /** For a value that the file does not have. */
  none: 'none',
  known: (moment: string) =>
    `Known since ${moment}; what happened before, Rental Desk has not seen.`,
  unchanged: (known: string) => `No change so far. ${known}`,
  nothingYet: 'Nothing is recorded of this file yet; that begins when all files have been read.',
  away: 'The history cannot be shown now, as the database does not answer. Try again in a minute.',
};

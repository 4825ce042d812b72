import { figuresEn } from '../format.ts';

const figure = figuresEn.number;

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
  found: (count: number) => (count === 1 ? '1 property' : `${figure(count)} properties`),
  free: (count: number, day: string) =>
    `${count === 1 ? '1 property is' : `${figure(count)} properties are`} available by ${day}`,
  /** Before the properties, where only some were asked for. */
  named: (text: string) => `With “${text}” in their title, reference or address.`,
  noneFree: (day: string) => `No property that a rental file names is available by ${day}.`,
  /** Rental Desk knows a property by its files only. */
  known: 'Only properties that a rental file names are listed.',
  files: (count: number) => (count === 1 ? '1 rental file' : `${figure(count)} rental files`),
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
  viewSpoken: (property: string) => `See the files of ${property}`,
  /** For words that are neither a span of time nor those of a property. */
  neither: (text: string) => ({
    happened: `No property has “${text}” in its title, reference or address.`,
    remedy: 'To say how far ahead, type days, weeks or months, such as /rental vacant in 14d.',
  }),
  within: {
    happened: 'Rental Desk does not understand how far ahead you mean.',
    remedy:
      'Type a number of days, weeks or months, or a month, such as /rental vacant in 14d or /rental vacant in december.',
  },
};

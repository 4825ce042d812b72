import { DAY_STYLE, figuresEn } from '../format.ts';

const figure = figuresEn.number;
const span = new Intl.DateTimeFormat('en-GB', { ...DAY_STYLE, timeZone: 'UTC' });
const rangeOf = (first: number, last: number) =>
  span.formatRange(first, last).replace(/\s?–\s?/u, '–');
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const days = (count: number) => `${figure(count)} ${count === 1 ? 'working day' : 'working days'}`;
const counted = (count: number) => (count === 1 ? '1 file' : `${figure(count)} files`);

/** The report on a week or a month. */
export const report = {
  heading: 'Report',
  /** The days are instants in UTC. */
  title: {
    week: (first: number, last: number) => `Week of ${rangeOf(first, last)}`,
    month: (first: number) => month.format(first),
  },
  /** The name of a digest that posts reports, when it was given none. */
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
  notSeen: 'not seen',
  arrived: 'Arrived',
  ready: 'Became ready',
  decided: 'Decided',
  decisions: (all: string, accepted: string, rejected: string) =>
    `${all} · ${accepted} approved · ${rejected} declined`,
  toReady: 'From arrival to ready',
  toDecision: 'From ready to decision',
  durations: (median: number, ninetieth: number, count: number) =>
    `median ${days(median)}, nine of ten within ${days(ninetieth)} (${counted(count)})`,
  noDurations: 'no file with both times',
  within: (target: number) => `Decided within ${days(target)} of being ready`,
  share: (count: number, of: number) => `${figure(count)} of ${figure(of)}`,
  awaiting: 'Awaiting decision now',
  awaitingOf: (all: string, ready: string) => `${all}, ${ready} of them ready`,
  /** At most 50 characters: it heads a chart. */
  ages: 'Awaiting decision, by age in working days',
  age: (from: number, to: number | null) => (to === null ? `${from} or more` : `${from} to ${to}`),
  managers: 'By manager',
  properties: 'By property',
  /** `decided` is `null` where it was not seen. */
  shares: (arrived: string, decided: string | null, awaiting: string) =>
    [
      `${arrived} arrived`,
      ...(decided === null ? [] : [`${decided} decided`]),
      `${awaiting} awaiting`,
    ].join(', '),
  more: (count: number) => `and ${figure(count)} more`,
  since: (day: string) =>
    `Rental Desk has seen changes since ${day}: it does not know when files became ready or were decided before.`,
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
  },
  all: 'All files',
  manager: 'Manager',
  property: 'Property',
};

import { figuresEn } from '../format.ts';

const figure = figuresEn.number;
const days = (count: number) => `${figure(count)} ${count === 1 ? 'working day' : 'working days'}`;
const counted = (count: number) => (count === 1 ? '1 file' : `${figure(count)} files`);

/** The report on a week or a month. */
export const report = {
  heading: 'Report',
  title: {
    week: (from: string, to: string) => `Week from ${from} to ${to}`,
    month: (from: string, to: string) => `Month from ${from} to ${to}`,
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
  never:
    'Rental Desk has not seen any change yet: it does not know when files became ready or were decided.',
  print:
    'Times are those at which Rental Desk saw a change. Files that the service no longer lists are not counted.',
  earlier: '‹ Earlier',
  earlierSpoken: 'The period before',
  later: 'Later ›',
  laterSpoken: 'The period after',
};

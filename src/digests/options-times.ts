import { fold } from '../portfolio/query/fold.ts';

const TIME = /^(\d{1,2})(?:[:h.](\d{2})?)?(am|pm)?$/u;
const NOON = 12;
const HOURS = 24;
const MINUTES = 60;
const DAYS_IN_WEEK = 7;

const DAY_NAMES: readonly (readonly string[])[] = [
  ['mon', 'monday', 'lun', 'lundi'],
  ['tue', 'tues', 'tuesday', 'mar', 'mardi'],
  ['wed', 'weds', 'wednesday', 'mer', 'mercredi'],
  ['thu', 'thur', 'thurs', 'thursday', 'jeu', 'jeudi'],
  ['fri', 'friday', 'ven', 'vendredi'],
  ['sat', 'saturday', 'sam', 'samedi'],
  ['sun', 'sunday', 'dim', 'dimanche'],
];
const DAY_GROUPS: readonly {
  readonly names: readonly string[];
  readonly days: readonly number[];
}[] = [
  {
    names: ['daily', 'every day', 'everyday', 'all', 'tous', 'tous les jours', 'quotidien'],
    days: [1, 2, 3, 4, 5, 6, 7],
  },
  {
    names: ['weekdays', 'weekday', 'working days', 'workdays', 'semaine', 'ouvres', 'jours ouvres'],
    days: [1, 2, 3, 4, 5],
  },
  { names: ['weekend', 'weekends', 'week end'], days: [6, 7] },
];
const RANGE = /[-‐‑–—−]|\.{2,3}|…/u;

/** A local time as people write one, `9`, `9:00`, `9h30` or `9am`, as `HH:MM`; `null` when it is none. */
export function timeIn(text: string): string | null {
  const folded = text.toLowerCase().replaceAll(' ', '');
  if (folded === 'noon' || folded === 'midi') return '12:00';
  if (folded === 'midnight' || folded === 'minuit') return '00:00';
  const [, hour = '', minute = '00', half] = TIME.exec(folded) ?? [];
  if (hour === '' || Number(minute) >= MINUTES) return null;
  const hours = hourOf(Number(hour), half ?? null);
  return hours === null ? null : `${String(hours).padStart(2, '0')}:${minute}`;
}

function hourOf(hour: number, half: string | null): number | null {
  if (half === null) return hour < HOURS ? hour : null;
  if (hour < 1 || hour > NOON) return null;
  return (hour % NOON) + (half === 'pm' ? NOON : 0);
}

/**
 * Days of the week from Monday (1) to Sunday (7), in order: `mon-fri`, `lun`, `daily`; `null` when
 * they are none.
 */
export function daysIn(text: string): readonly number[] | null {
  const folded = fold(text);
  const group = DAY_GROUPS.find(({ names }) => names.includes(folded));
  if (group !== undefined) return group.days;
  const [from, to, ...more] = text.split(RANGE).map(dayNamed);
  if (from === undefined || from === null || to === null || more.length > 0) return null;
  if (to === undefined) return [from];
  const length = ((to - from + DAYS_IN_WEEK) % DAYS_IN_WEEK) + 1;
  return Array.from({ length }, (_, index) => ((from - 1 + index) % DAYS_IN_WEEK) + 1).toSorted(
    (one, other) => one - other,
  );
}

function dayNamed(text: string): number | null {
  const index = DAY_NAMES.findIndex((names) => names.includes(fold(text)));
  return index < 0 ? null : index + 1;
}

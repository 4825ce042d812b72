import { figuresEn, figuresFr } from './figures.ts';

/** How a digest is, where it is not as any other. */
export interface DigestMannerWords {
  readonly top: (count: number) => string;
  readonly group: Readonly<Record<'property' | 'manager', string>>;
  readonly detailed: string;
  readonly target: (days: number) => string;
  readonly mentions: (count: number) => string;
  readonly privacy: Readonly<Record<'full' | 'initials' | 'reference', string>>;
  readonly language: Readonly<Record<'en' | 'fr', string>>;
  readonly whenEmpty: Readonly<Record<'skip' | 'clear' | 'weekly', string>>;
  readonly replace: string;
  readonly deleteAfter: (days: number) => string;
  readonly live: Readonly<Record<'on' | 'off', string>>;
  readonly catchUp: (minutes: number) => string;
  readonly escalate: (days: number) => string;
}

const en = figuresEn.number;
const fr = figuresFr.number;

const workingDaysEn = (days: number) => `${en(days)} working ${days === 1 ? 'day' : 'days'}`;
const workingDaysFr = (days: number) => `${fr(days)} ${days < 2 ? 'jour ouvré' : 'jours ouvrés'}`;

export const digestMannerEn: DigestMannerWords = {
  top: (count) => `shows the first ${en(count)}`,
  group: { property: 'grouped by property', manager: 'grouped by manager' },
  detailed: 'the rest goes into the thread',
  target: (days) => `overdue after ${workingDaysEn(days)}`,
  mentions: (count) =>
    count === 1 ? 'mentions one person or group' : `mentions ${en(count)} people or groups`,
  privacy: {
    full: 'names in full where the channel allows them',
    initials: 'initials only',
    reference: 'no names',
  },
  language: { en: 'in English', fr: 'in French' },
  whenEmpty: {
    skip: 'silent when nothing waits',
    clear: 'says so when nothing waits',
    weekly: 'speaks up once a week when nothing waits',
  },
  replace: 'takes the place of the one before',
  deleteAfter: (days) => `is deleted after ${en(days)} ${days === 1 ? 'day' : 'days'}`,
  live: {
    on: 'strikes out what is decided until the next one',
    off: 'stays as it was posted',
  },
  catchUp: (minutes) =>
    minutes === 0 ? 'never comes late' : `comes up to ${en(minutes)} minutes late`,
  escalate: (days) => `what is overdue by ${workingDaysEn(days)} also goes to another channel`,
};

export const digestMannerFr: DigestMannerWords = {
  top: (count) => `montre les ${fr(count)} premiers`,
  group: { property: 'groupé par bien', manager: 'groupé par gestionnaire' },
  detailed: 'la suite va dans le fil',
  target: (days) => `en retard après ${workingDaysFr(days)}`,
  mentions: (count) =>
    count < 2
      ? 'mentionne une personne ou un groupe'
      : `mentionne ${fr(count)} personnes ou groupes`,
  privacy: {
    full: 'noms complets là où le canal les permet',
    initials: 'initiales seulement',
    reference: 'aucun nom',
  },
  language: { en: 'en anglais', fr: 'en français' },
  whenEmpty: {
    skip: 'se tait quand rien n’attend',
    clear: 'le dit quand rien n’attend',
    weekly: 'donne signe une fois par semaine quand rien n’attend',
  },
  replace: 'prend la place du précédent',
  deleteAfter: (days) => `est supprimé après ${fr(days)} ${days < 2 ? 'jour' : 'jours'}`,
  live: {
    on: 'barre ce qui est décidé jusqu’au suivant',
    off: 'reste tel que publié',
  },
  catchUp: (minutes) =>
    minutes === 0
      ? 'ne vient jamais en retard'
      : `vient avec ${fr(minutes)} minutes de retard au plus`,
  escalate: (days) => `ce qui a ${workingDaysFr(days)} de retard va aussi dans un autre canal`,
};

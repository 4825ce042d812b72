import { type CardFileWords, cardFileEn, cardFileFr } from './card-file.ts';
import {
  type CardMissingWords,
  type CardPeopleWords,
  missingEn,
  missingFr,
  peopleEn,
  peopleFr,
} from './card-people.ts';
import { type CardPropertyWords, propertyEn, propertyFr } from './card-property.ts';
import type { FailureWords } from './words.ts';

/** What a rental file's card says. */
export interface CardWords {
  /** Over a modal, at most 24 characters. */
  readonly title: string;
  readonly opening: string;
  /** A fact in plain text: `Rent: 900 €`. */
  readonly fact: (label: string, value: string) => string;
  readonly yes: string;
  readonly no: string;
  readonly money: (amount: number) => string;
  /** A calendar date or an instant in a zone, without the time of day. */
  readonly day: (epochMs: number, zone: string) => string;
  readonly readNow: string;
  /** `age` is `null` within the first minute. */
  readonly held: (failure: FailureWords, age: string | null, reference: string) => string;
  readonly people: CardPeopleWords;
  readonly missing: CardMissingWords;
  readonly property: CardPropertyWords;
  readonly file: CardFileWords;
  readonly reveal: string;
  readonly revealSpoken: string;
  readonly open: string;
  readonly openSpoken: string;
  /** Where others read along: what they do not see. */
  readonly details: string;
  readonly detailsSpoken: string;
  readonly share: string;
  readonly shareSpoken: string;
  readonly refresh: string;
  readonly refreshSpoken: string;
  readonly gone: FailureWords;
}

/** The service names no currency; its properties are let in euros. */
const CURRENCY = 'EUR';

/** Nobody means an amount of so many digits; it must not fill the page. */
const HUGE = 1e9;

function moneyIn(language: string): CardWords['money'] {
  const style = { style: 'currency', currency: CURRENCY } as const;
  const whole = new Intl.NumberFormat(language, { ...style, maximumFractionDigits: 0 });
  const cents = new Intl.NumberFormat(language, style);
  const huge = new Intl.NumberFormat(language, { ...style, notation: 'scientific' });
  return (amount) => {
    if (Math.abs(amount) >= HUGE) return huge.format(amount);
    return (Number.isInteger(amount) ? whole : cents).format(amount);
  };
}

/** A formatter is slow to make, and a card has many dates. */
const FORMATS_MAX = 100;

function dayIn(language: string): CardWords['day'] {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (epochMs, zone) => {
    const format = formats.get(zone) ?? dayFormat(language, zone);
    if (formats.size >= FORMATS_MAX) formats.clear();
    formats.set(zone, format);
    return format.format(epochMs);
  };
}

function dayFormat(language: string, timeZone: string): Intl.DateTimeFormat {
  const parts = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return new Intl.DateTimeFormat(language, { ...parts, timeZone });
}

/** The first of a month is the only one that French does not count. */
function dayInFrench(epochMs: number, zone: string): string {
  return frenchDay(epochMs, zone).replace(/^1 /u, '1er ');
}

const frenchDay = dayIn('fr-FR');

export const cardEn: CardWords = {
  title: 'Rental file',
  opening: 'Opening the rental file…',
  fact: (label, value) => `${label}: ${value}`,
  yes: 'yes',
  no: 'no',
  money: moneyIn('en-GB'),
  day: dayIn('en-GB'),
  readNow: 'Read from the service just now',
  held: ({ happened, remedy }, age, reference) =>
    `${happened} ${remedy} (Reference ${reference}) This is what was read ${age === null ? 'a moment' : age} ago, without the details.`,
  people: peopleEn,
  missing: missingEn,
  property: propertyEn,
  file: cardFileEn,
  reveal: 'Reveal contact',
  revealSpoken: 'Show e-mail addresses and telephone numbers, only to you',
  open: 'Open in the console',
  openSpoken: 'Open the rental file in the console, outside Slack',
  details: 'Open for me',
  detailsSpoken: 'Open the rental file with all details, only for you',
  share: 'Share',
  shareSpoken: 'Share this rental file with the channel',
  refresh: 'Refresh',
  refreshSpoken: 'Read this rental file again',
  gone: {
    happened: 'The service no longer has this rental file.',
    remedy: 'It may have been removed, or the link or id may be wrong. Look for it in another way.',
  },
};

export const cardFr: CardWords = {
  title: 'Dossier de location',
  opening: 'Ouverture du dossier…',
  fact: (label, value) => `${label} : ${value}`,
  yes: 'oui',
  no: 'non',
  money: moneyIn('fr-FR'),
  day: dayInFrench,
  readNow: 'Lu auprès du service à l’instant',
  held: ({ happened, remedy }, age, reference) =>
    `${happened} ${remedy} (Référence ${reference}) Voici ce qui a été lu il y a ${age ?? 'un instant'}, sans les détails.`,
  people: peopleFr,
  missing: missingFr,
  property: propertyFr,
  file: cardFileFr,
  reveal: 'Voir les coordonnées',
  revealSpoken: 'Montrer les adresses e-mail et les téléphones, à vous seul',
  open: 'Ouvrir dans la console',
  openSpoken: 'Ouvrir le dossier dans la console, hors de Slack',
  details: 'Ouvrir pour moi',
  detailsSpoken: 'Ouvrir le dossier avec tous les détails, pour vous seul',
  share: 'Partager',
  shareSpoken: 'Partager ce dossier avec le canal',
  refresh: 'Actualiser',
  refreshSpoken: 'Relire ce dossier',
  gone: {
    happened: 'Le service n’a plus ce dossier.',
    remedy:
      'Il a peut-être été supprimé, ou le lien ou l’identifiant est inexact. Cherchez-le autrement.',
  },
};

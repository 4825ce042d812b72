import type { FailureWords } from './words.ts';

/** What is said with e-mail addresses and telephone numbers. */
export interface ContactWords {
  readonly title: string;
  readonly heading: (property: string) => string;
  /** Under the addresses: who sees them, and that it is written down. */
  readonly seen: string;
  readonly none: string;
  readonly email: string;
  readonly phone: string;
  readonly noneOf: string;
  readonly guarantor: string;
  readonly guarantorOf: (name: string) => string;
  readonly more: (count: number) => string;
  readonly back: string;
  readonly backSpoken: string;
  readonly notLogged: FailureWords;
  readonly notPrivate: FailureWords;
}

export const contactEn: ContactWords = {
  title: 'Contact',
  heading: (property) => `Contact for ${property}`,
  seen: 'Only you see this. The access log says that you did.',
  none: 'The file holds no e-mail address and no telephone number.',
  email: 'E-mail',
  phone: 'Telephone',
  noneOf: 'no e-mail address, no telephone number',
  guarantor: 'guarantor',
  guarantorOf: (name) => `guarantor of ${name}`,
  more: (count) =>
    count === 1 ? '1 more person is not shown.' : `${count} more people are not shown.`,
  back: '‹ Back to the file',
  backSpoken: 'Go back to the rental file',
  notLogged: {
    happened: 'E-mail addresses and telephone numbers are not shown.',
    remedy:
      'The access log cannot be written at the moment, and nobody sees them unrecorded. Try again in a minute; if it stays so, tell your administrator the reference.',
  },
  notPrivate: {
    happened: 'E-mail addresses and telephone numbers are not shown where others read along.',
    remedy: 'Open the file for yourself and press the button there.',
  },
};

export const contactFr: ContactWords = {
  title: 'Coordonnées',
  heading: (property) => `Coordonnées pour ${property}`,
  seen: 'Vous seul les voyez. Le journal d’accès note que vous les avez vues.',
  none: 'Le dossier ne contient ni adresse e-mail ni numéro de téléphone.',
  email: 'E-mail',
  phone: 'Téléphone',
  noneOf: 'ni adresse e-mail ni téléphone',
  guarantor: 'garant',
  guarantorOf: (name) => `garant de ${name}`,
  more: (count) =>
    count === 1
      ? '1 autre personne n’est pas montrée.'
      : `${count} autres personnes ne sont pas montrées.`,
  back: '‹ Retour au dossier',
  backSpoken: 'Revenir au dossier de location',
  notLogged: {
    happened: 'Les adresses e-mail et les téléphones ne sont pas montrés.',
    remedy:
      'Le journal d’accès ne peut être écrit pour l’instant, et personne ne les voit sans trace. Réessayez dans une minute ; si cela dure, donnez la référence à votre administrateur.',
  },
  notPrivate: {
    happened: 'Les adresses e-mail et les téléphones ne sont pas montrés là où d’autres lisent.',
    remedy: 'Ouvrez le dossier pour vous seul et appuyez-y sur le bouton.',
  },
};

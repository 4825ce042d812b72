/** What is said where a rental file is looked for while typing. */
export interface FindWords {
  /** Over a modal, at most 24 characters. */
  readonly title: string;
  readonly label: string;
  readonly placeholder: string;
  readonly tips: string;
  /** Of a message that was to lead to a file. */
  readonly unrecognised: string;
  readonly find: string;
  readonly findSpoken: string;
}

export const findEn: FindWords = {
  title: 'Find a rental file',
  label: 'Property, reference or applicant',
  placeholder: 'Start typing…',
  tips: 'Type a few letters of the property’s title or reference, or of an applicant’s name.',
  unrecognised: 'I recognised no reference, id or link of a rental file in the message.',
  find: 'Find while typing',
  findSpoken: 'Look for a rental file while you type',
};

export const findFr: FindWords = {
  title: 'Trouver un dossier',
  label: 'Bien, référence ou candidat',
  placeholder: 'Commencez à taper…',
  tips: 'Tapez quelques lettres du titre ou de la référence du bien, ou du nom d’un candidat.',
  unrecognised:
    'Je n’ai reconnu dans le message ni référence, ni identifiant, ni lien d’un dossier.',
  find: 'Chercher en tapant',
  findSpoken: 'Chercher un dossier en tapant',
};

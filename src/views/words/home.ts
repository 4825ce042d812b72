import { figuresEn, figuresFr } from './figures.ts';

/** What is said on the Home tab and nowhere else. */
export interface HomeWords {
  /** Of the files that the reader manages. */
  readonly mine: (count: number) => string;
  readonly nothingMine: string;
  /** Under the first few of more. */
  readonly more: (shown: number, count: number) => string;
  readonly myFiles: string;
  readonly myFilesSpoken: string;
  readonly stats: string;
  readonly statsSpoken: string;
  readonly settings: string;
  readonly settingsSpoken: string;
  /** The heading, and what lists them. */
  readonly digests: string;
  readonly digestsSpoken: string;
  readonly noDigests: string;
  readonly addDigest: string;
  readonly addDigestSpoken: string;
}

const en = figuresEn.number;

export const homeEn: HomeWords = {
  mine: (count) =>
    count === 1
      ? '1 of your files awaits a decision'
      : `${en(count)} of your files await a decision`,
  nothingMine: 'None of the files that you manage awaits a decision.',
  more: (shown, count) => `${en(shown)} of ${en(count)} shown`,
  myFiles: 'My files',
  myFilesSpoken: 'List the rental files that you manage',
  stats: 'Statistics',
  statsSpoken: 'Show the figures of all rental files',
  settings: 'Settings of…',
  settingsSpoken: 'Change the settings of a channel',
  digests: 'My digests',
  digestsSpoken: 'List your digests, and change them',
  noDigests: 'None yet: have what waits posted to a channel every working morning.',
  addDigest: 'Set up a digest',
  addDigestSpoken: 'Set up a digest for a channel or for yourself',
};

const fr = figuresFr.number;

export const homeFr: HomeWords = {
  mine: (count) =>
    count < 2
      ? `${count} de vos dossiers attend une décision`
      : `${fr(count)} de vos dossiers attendent une décision`,
  nothingMine: 'Aucun des dossiers que vous gérez n’attend de décision.',
  more: (shown, count) => `${fr(shown)} sur ${fr(count)} affichés`,
  myFiles: 'Mes dossiers',
  myFilesSpoken: 'Voir les dossiers que vous gérez',
  stats: 'Statistiques',
  statsSpoken: 'Voir les chiffres de tous les dossiers',
  settings: 'Réglages de…',
  settingsSpoken: 'Changer les réglages d’un canal',
  digests: 'Mes points',
  digestsSpoken: 'Voir vos points réguliers et les modifier',
  noDigests:
    'Aucun pour l’instant : faites publier ce qui attend dans un canal, chaque matin ouvré.',
  addDigest: 'Programmer un point',
  addDigestSpoken: 'Programmer un point pour un canal ou pour vous',
};

import type { FailureWords } from './words.ts';

/** The words of an export. */
export interface ExportWords {
  readonly columns: {
    readonly id: string;
    readonly reference: string;
    readonly property: string;
    readonly category: string;
    readonly rent: string;
    readonly status: string;
    readonly decision: string;
    readonly applicants: string;
    readonly score: string;
    readonly completion: string;
    readonly tags: string;
    readonly created: string;
    readonly updated: string;
    readonly archived: string;
    readonly link: string;
  };
  /** What stands between two cells, and in a decimal, where people write so. */
  readonly delimiter: ',' | ';';
  readonly decimalMark: '.' | ',';
  /** Without spaces, for a name of a file. */
  readonly fileName: (date: string) => string;
  readonly underWay: (count: number) => string;
  readonly document: (count: number) => string;
  readonly sent: (count: number) => string;
  readonly cut: (sent: number, found: number) => string;
  readonly none: string;
  readonly handle: string;
  readonly logAway: FailureWords;
}

const english = new Intl.NumberFormat('en-GB');
const french = new Intl.NumberFormat('fr-FR');
const files = (count: number) => (count === 1 ? '1 file' : `${english.format(count)} files`);
const dossiers = (count: number) =>
  count < 2 ? `${count} dossier` : `${french.format(count)} dossiers`;

export const exportEn: ExportWords = {
  columns: {
    id: 'Id',
    reference: 'Reference',
    property: 'Property',
    category: 'Category',
    rent: 'Rent',
    status: 'Status',
    decision: 'Decision',
    applicants: 'Applicants',
    score: 'Score',
    completion: 'Completion %',
    tags: 'Tags',
    created: 'Created',
    updated: 'Updated',
    archived: 'Archived',
    link: 'Link',
  },
  delimiter: ',',
  decimalMark: '.',
  fileName: (date) => `rental-files-${date}.csv`,
  underWay: (count) => `${files(count)}: the table comes to you by direct message in a moment.`,
  document: (count) => `${files(count)}, as you asked for. They hold names: keep them safe.`,
  sent: (count) => `Sent to you by direct message: ${files(count).replace(' ', '\u00a0')}.`,
  cut: (sent, found) =>
    `The query finds ${files(found)}, and one export holds the first ${english.format(sent)}: ask for less at a time.`,
  none: 'No rental file fits, so nothing was sent.',
  handle:
    'The file holds names of applicants: keep it safe, and delete it when you no longer need it. The export stands in the access log.',
  logAway: {
    happened: 'The access log cannot be written, so nothing is exported.',
    remedy: 'Try again in a few minutes; if it stays so, tell your administrator the reference.',
  },
};

export const exportFr: ExportWords = {
  columns: {
    id: 'Identifiant',
    reference: 'Référence',
    property: 'Bien',
    category: 'Catégorie',
    rent: 'Loyer',
    status: 'Statut',
    decision: 'Décision',
    applicants: 'Candidats',
    score: 'Note',
    completion: 'Complétude %',
    tags: 'Étiquettes',
    created: 'Créé',
    updated: 'Modifié',
    archived: 'Archivé',
    link: 'Lien',
  },
  delimiter: ';',
  decimalMark: ',',
  fileName: (date) => `dossiers-${date}.csv`,
  underWay: (count) => `${dossiers(count)} : le tableau vous arrive en message direct.`,
  document: (count) => `${dossiers(count)}, à votre demande. Le fichier contient des noms.`,
  sent: (count) =>
    `Envoyé en message direct : ${dossiers(count).replace(/ (?=dossier)/u, '\u00a0')}.`,
  cut: (sent, found) =>
    `La requête trouve ${dossiers(found)}, et un export contient les ${french.format(sent)} premiers : demandez-en moins à la fois.`,
  none: 'Aucun dossier ne correspond : rien n’a été envoyé.',
  handle:
    'Le fichier contient des noms de candidats : gardez-le en lieu sûr et effacez-le dès qu’il ne sert plus. L’export figure au journal d’accès.',
  logAway: {
    happened: 'Le journal d’accès ne peut pas être écrit : rien n’est exporté.',
    remedy:
      'Réessayez dans quelques minutes ; si cela dure, donnez la référence à votre administrateur.',
  },
};

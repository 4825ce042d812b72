/** The words that tell how Rental Desk itself is doing. */
export interface StatusWords {
  /** Over a modal, at most 24 characters. */
  readonly heading: string;
  readonly title: string;
  readonly checking: string;
  readonly serviceWell: string;
  readonly serviceUnknown: string;
  readonly at: (origin: string) => string;
  readonly noReading: string;
  readonly files: (count: number) => string;
  readonly readingUnderWay: (read: string) => string;
  readonly newestFailed: string;
  readonly storeReady: string;
  readonly storeAway: string;
  /** Of the channel where it is asked. */
  readonly nextDigest: (name: string, moment: string) => string;
  readonly nextDigests: (digests: string) => string;
  readonly version: (version: string) => string;
  readonly parts: Readonly<Record<'service' | 'reading' | 'store', string>>;
  readonly head: (part: string, how: string) => string;
  /** What a mark beside a line stands for, for those who do not see it. */
  readonly well: string;
  readonly unwell: string;
  readonly again: string;
  readonly againSpoken: string;
}

const english = new Intl.NumberFormat('en-GB');
const french = new Intl.NumberFormat('fr-FR');

export const statusEn: StatusWords = {
  heading: 'Status',
  title: 'How Rental Desk is doing',
  checking: 'Asking the Rental File Service whether it answers…',
  serviceWell: 'The Rental File Service answers and accepts the key.',
  serviceUnknown: 'Whether the Rental File Service accepts the key could not be found out.',
  at: (origin) => `The files come from ${origin}.`,
  noReading: 'The rental files have not been read yet.',
  files: (count) => (count === 1 ? '1 file' : `${english.format(count)} files`),
  readingUnderWay: (read) => `A reading is under way: ${read} so far.`,
  newestFailed: 'The newest attempt to read them failed:',
  storeReady: 'Settings, saved views and the access log can be read and written.',
  storeAway:
    'The database does not answer: settings, saved views and the access log cannot be had; it is tried again all the time.',
  nextDigest: (name, moment) => `${name}, ${moment}`,
  nextDigests: (digests) => `Next digests: ${digests}`,
  version: (version) => `Rental Desk ${version}`,
  parts: { service: 'Service', reading: 'Last reading', store: 'Database' },
  head: (part, how) => `${part}: ${how}`,
  well: 'good',
  unwell: 'needs a look',
  again: 'Check again',
  againSpoken: 'Check again how Rental Desk is doing',
};

export const statusFr: StatusWords = {
  heading: 'État',
  title: 'L’état de Rental Desk',
  checking: 'Le service des dossiers répond-il ? Un instant…',
  serviceWell: 'Le service des dossiers de location répond et accepte la clé.',
  serviceUnknown: 'Impossible de savoir si le service des dossiers accepte la clé.',
  at: (origin) => `Les dossiers viennent de ${origin}.`,
  noReading: 'Les dossiers de location n’ont pas encore été lus.',
  files: (count) => (count < 2 ? `${count} dossier` : `${french.format(count)} dossiers`),
  readingUnderWay: (read) => `Une lecture est en cours : ${read} pour l’instant.`,
  newestFailed: 'La dernière tentative de lecture a échoué :',
  storeReady: 'Réglages, vues enregistrées et journal d’accès sont lisibles et modifiables.',
  storeAway:
    'La base de données ne répond pas : réglages, vues enregistrées et journal d’accès sont indisponibles ; de nouveaux essais se suivent.',
  nextDigest: (name, moment) => `${name}, ${moment}`,
  nextDigests: (digests) => `Prochains points : ${digests}`,
  version: (version) => `Rental Desk ${version}`,
  parts: { service: 'Service', reading: 'Dernière lecture', store: 'Base de données' },
  head: (part, how) => `${part} : ${how}`,
  well: 'en ordre',
  unwell: 'à voir',
  again: 'Vérifier de nouveau',
  againSpoken: 'Vérifier de nouveau l’état de Rental Desk',
};

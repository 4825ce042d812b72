/** A word of the service in people’s words; what is not here is shown as it came. */
type Known = Readonly<Record<string, string>>;

/** What a card says of the file itself. */
export interface CardFileWords {
  readonly title: string;
  readonly situation: string;
  readonly situations: Known;
  readonly tags: string;
  readonly managers: string;
  readonly managersCounted: (count: number) => string;
  readonly created: string;
  readonly updated: string;
  readonly archived: string;
  readonly preApplication: string;
  readonly preApplicationOpen: string;
  readonly preApplicationValidated: string;
  readonly insured: string;
  readonly engagement: string;
  readonly engagementOn: string;
  readonly engagementOff: string;
}

export const cardFileEn: CardFileWords = {
  title: 'File',
  situation: 'Situation',
  situations: {
    SINGLE: 'Alone',
    COUPLE: 'Couple',
    ROOMATES: 'Roommates',
    SOLID_ROOMATES: 'Roommates, jointly liable',
  },
  tags: 'Tags',
  managers: 'Managed by',
  managersCounted: (count) => (count === 1 ? '1 person' : `${count} people`),
  created: 'Received',
  updated: 'Updated',
  archived: 'Archived',
  preApplication: 'Pre-application',
  preApplicationOpen: 'yes, not validated yet',
  preApplicationValidated: 'validated',
  insured: 'Under insurance',
  engagement: 'Access for applicants',
  engagementOn: 'on: they see their data and are sent e-mails',
  engagementOff: 'off: they do not see their data and are sent no e-mails',
};

export const cardFileFr: CardFileWords = {
  title: 'Dossier',
  situation: 'Situation',
  situations: {
    SINGLE: 'Seul',
    COUPLE: 'Couple',
    ROOMATES: 'Colocation',
    SOLID_ROOMATES: 'Colocation solidaire',
  },
  tags: 'Étiquettes',
  managers: 'Géré par',
  managersCounted: (count) => (count === 1 ? '1 personne' : `${count} personnes`),
  created: 'Reçu',
  updated: 'Modifié',
  archived: 'Archivé',
  preApplication: 'Pré-candidature',
  preApplicationOpen: 'oui, pas encore validée',
  preApplicationValidated: 'validée',
  insured: 'Sous assurance',
  engagement: 'Accès des candidats',
  engagementOn: 'ouvert : ils voient leurs données et reçoivent des e-mails',
  engagementOff: 'fermé : ils ne voient pas leurs données et ne reçoivent pas d’e-mails',
};

/** A word of the service in people’s words; what is not here is shown as it came. */
type Known = Readonly<Record<string, string>>;

/** What a card says of the people in a file. */
export interface CardPeopleWords {
  readonly title: string;
  readonly columns: {
    readonly who: string;
    readonly status: string;
    readonly score: string;
    readonly complete: string;
    readonly form: string;
    readonly profile: string;
    readonly guarantors: string;
  };
  readonly none: string;
  readonly more: (count: number) => string;
  /** “3 applicants: 2 Analysed, 1 Open” */
  readonly standing: (people: string, statuses: string) => string;
  /** From the year of birth alone, so it may be one less. */
  readonly age: (years: string) => string;
  readonly formSent: (day: string) => string;
  readonly formOpen: string;
  /** Under the heading of its column. */
  readonly formNotYet: string;
  readonly persons: (count: number, statuses: string) => string;
  readonly organisation: (type: string) => string;
  readonly counted: (count: number, status: string) => string;
  readonly status: Known;
}

/** What a card says of what is not there yet. */
export interface CardMissingWords {
  readonly title: string;
  readonly applicants: (incomplete: number, all: number) => string;
  readonly guarantors: (incomplete: number, all: number) => string;
  /** Whom it is about: “2 of 3 applicants incomplete: Anne (60%)”. */
  readonly named: (sentence: string, names: string) => string;
  readonly both: (applicants: string, guarantors: string) => string;
  readonly noApplicants: string;
  readonly nothing: string;
  readonly formOpen: string;
}

export const peopleEn: CardPeopleWords = {
  title: 'Applicants',
  columns: {
    who: 'Applicant',
    status: 'Status',
    score: 'Score',
    complete: 'Complete',
    form: 'Form sent',
    profile: 'Profile',
    guarantors: 'Guarantors',
  },
  none: 'Nobody has applied yet.',
  more: (count) => (count === 1 ? 'and 1 more person' : `and ${count} more people`),
  standing: (people, statuses) => `${people}: ${statuses}`,
  age: (years) => `about ${years}`,
  formSent: (day) => `form sent ${day}`,
  formOpen: 'form not sent yet',
  formNotYet: 'not yet',
  persons: (count, statuses) => `${count === 1 ? '1 person' : `${count} people`} (${statuses})`,
  organisation: (type) => (type === '' ? '1 organisation' : `1 organisation (${type})`),
  counted: (count, status) => `${count} ${status}`,
  status: {
    NEW: 'New',
    OPEN: 'Open',
    COLLECT_STARTED: 'Collecting',
    COLLECT_COMPLETE: 'Collection complete',
    COLLECTED: 'Collected',
    ANALYZED: 'Analysed',
    CLOSED: 'Closed',
  },
};

export const missingEn: CardMissingWords = {
  title: 'Missing',
  applicants: (incomplete, all) =>
    all === 1
      ? 'the only applicant is incomplete'
      : `${incomplete} of ${all} applicants incomplete`,
  guarantors: (incomplete, all) =>
    all === 1
      ? 'the only guarantor is incomplete'
      : `${incomplete} of ${all} guarantors incomplete`,
  named: (sentence, names) => `${sentence}: ${names}`,
  both: (applicants, guarantors) => `${applicants}; ${guarantors}`,
  noApplicants: 'nobody has applied yet',
  nothing: 'nothing, everybody is complete',
  formOpen: 'form not sent yet',
};

export const peopleFr: CardPeopleWords = {
  title: 'Candidats',
  columns: {
    who: 'Candidat',
    status: 'Statut',
    score: 'Note',
    complete: 'Complet',
    form: 'Formulaire envoyé',
    profile: 'Profil',
    guarantors: 'Garants',
  },
  none: 'Personne n’a encore candidaté.',
  more: (count) => (count === 1 ? 'et 1 autre personne' : `et ${count} autres personnes`),
  standing: (people, statuses) => `${people} : ${statuses}`,
  age: (years) => `env. ${years} ans`,
  formSent: (day) => `formulaire envoyé le ${day}`,
  formOpen: 'formulaire pas encore envoyé',
  formNotYet: 'pas encore',
  persons: (count, statuses) =>
    `${count === 1 ? '1 personne' : `${count} personnes`} (${statuses})`,
  organisation: (type) => (type === '' ? '1 organisme' : `1 organisme (${type})`),
  counted: (count, status) => `${count} ${status}`,
  status: {
    NEW: 'Nouveau',
    OPEN: 'Ouvert',
    COLLECT_STARTED: 'Collecte en cours',
    COLLECT_COMPLETE: 'Collecte terminée',
    COLLECTED: 'Pièces reçues',
    ANALYZED: 'Analysé',
    CLOSED: 'Clos',
  },
};

export const missingFr: CardMissingWords = {
  title: 'Manque',
  applicants: (incomplete, all) =>
    all === 1
      ? 'le seul candidat est incomplet'
      : `${incomplete} ${incomplete === 1 ? 'candidat' : 'candidats'} sur ${all} ${incomplete === 1 ? 'incomplet' : 'incomplets'}`,
  guarantors: (incomplete, all) =>
    all === 1
      ? 'le seul garant est incomplet'
      : `${incomplete} ${incomplete === 1 ? 'garant' : 'garants'} sur ${all} ${incomplete === 1 ? 'incomplet' : 'incomplets'}`,
  named: (sentence, names) => `${sentence} : ${names}`,
  both: (applicants, guarantors) => `${applicants} ; ${guarantors}`,
  noApplicants: 'personne n’a encore candidaté',
  nothing: 'rien, tout le monde est complet',
  formOpen: 'formulaire pas encore envoyé',
};

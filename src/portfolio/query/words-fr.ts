import type { DateName, QueryWords } from './query-words.ts';

const plural = (one: string, several: string) => (count: number) =>
  `${count} ${count < 2 ? one : several}`;

/** The first of a month has a word of its own. */
const le = ({ name, isDay }: DateName) => (isDay ? `le ${first(name)}` : name);
const first = (name: string) => name.replace(/^1 /, '1er ');

/** How a query is told in French: of files, which are masculine and several. */
export const frenchWords: QueryWords = {
  everything: 'tous les dossiers de location',
  except: (what) => `sauf ${what}`,
  or: (alternatives) => alternatives.join(' ou '),
  quoted: (text) => `« ${text} »`,
  words: (texts) => `contenant ${texts.join(' ou ')}`,
  notWords: (texts) => `sans ${texts.join(' ni ')}`,
  text: {
    property: (texts) => `bien ${texts}`,
    applicant: (texts) => `candidat ${texts}`,
    manager: (texts) => `gestionnaire ${texts}`,
    tag: (texts) => `étiquette ${texts}`,
  },
  values: {
    status: {
      NEW: 'nouveau',
      OPEN: 'ouvert',
      PROCESSING: 'en traitement',
      COLLECTED: 'pièces reçues',
      ANALYZED: 'analysé',
      CLOSED: 'clos',
    },
    decision: {
      PENDING: 'décision en attente',
      READY: 'prêts à décider',
      ACCEPTED: 'acceptés',
      REJECTED: 'refusés',
    },
    situation: {
      SINGLE: 'candidat seul',
      COUPLE: 'couple',
      ROOMATES: 'colocation',
      SOLID_ROOMATES: 'colocation solidaire',
    },
    category: {
      house: 'maison',
      apartment: 'appartement',
      land: 'terrain',
      commercial: 'local commercial',
      other: 'autre',
      prestige: 'prestige',
    },
  },
  choice: {
    status: (values) => `statut ${values}`,
    decision: (values) => values,
    situation: (values) => values,
    category: (values) => `catégorie ${values}`,
  },
  awaitingDecision: 'à décider',
  number: {
    score: (compared) => `note ${compared}`,
    completion: (compared) => `complétude ${compared}`,
    rent: (compared) => `loyer ${compared}`,
  },
  numbers: {
    '>': (value) => `au-dessus de ${value}`,
    '>=': (value) => `d’au moins ${value}`,
    '<': (value) => `au-dessous de ${value}`,
    '<=': (value) => `d’au plus ${value}`,
    '=': (value) => `de ${value}`,
    '..': (from, to) => `de ${from} à ${to}`,
  },
  units: {
    h: plural('heure', 'heures'),
    d: plural('jour', 'jours'),
    bd: plural('jour ouvré', 'jours ouvrés'),
    w: plural('semaine', 'semaines'),
    mo: plural('mois', 'mois'),
  },
  age: {
    age: {
      '>': (age) => `de plus de ${age}`,
      '>=': (age) => `d’au moins ${age}`,
      '<': (age) => `de moins de ${age}`,
      '<=': (age) => `d’au plus ${age}`,
      '=': (age) => `de ${age}`,
      '..': (from, to) => `de ${from} à ${to}`,
    },
    stale: {
      '>': (age) => `inchangés depuis plus de ${age}`,
      '>=': (age) => `inchangés depuis au moins ${age}`,
      '<': (age) => `modifiés il y a moins de ${age}`,
      '<=': (age) => `modifiés il y a au plus ${age}`,
      '=': (age) => `inchangés depuis ${age}`,
      '..': (from, to) => `inchangés depuis ${from} à ${to}`,
    },
  },
  date: {
    created: (compared) => `créés ${compared}`,
    updated: (compared) => `modifiés ${compared}`,
  },
  dates: {
    '>': (date) => `après ${le(date)}`,
    '>=': (date) => `depuis ${le(date)}`,
    '<': (date) => `avant ${le(date)}`,
    '<=': ({ name, isDay }) => `jusqu’${isDay ? 'au' : 'en'} ${first(name)} inclus`,
    '=': (date) => (date.isDay ? le(date) : `en ${date.name}`),
    '..': (from, to) => `entre ${le(from)} et ${le(to)}`,
  },
  flag: { archived: { yes: 'archivés', no: 'non archivés' } },
  sorts: {
    oldest: 'les plus anciens d’abord',
    newest: 'les plus récents d’abord',
    score: 'les meilleures notes d’abord',
    completion: 'les plus complets d’abord',
    updated: 'les derniers modifiés d’abord',
    waiting: 'prêts d’abord, puis les plus anciens',
  },
};

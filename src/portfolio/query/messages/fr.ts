import type { FailureWords } from '../../../lib/text.ts';
import type { DateName, QueryWords } from '../describe.ts';
import { OF_VIEWS, type QueryError, type QueryErrorCode } from '../errors.ts';
import { isShare } from '../query.ts';
import { keyHelp, keyWord } from '../vocabulary/index.ts';

const plural = (one: string, several: string) => (count: number) =>
  `${count} ${count < 2 ? one : several}`;

/** The first of a month is “1er”. */
const le = ({ name, form }: DateName) => (form === 'day' ? `le ${first(name)}` : name);
const first = (name: string) => name.replace(/^1 /, '1er ');

const listOfAll = new Intl.ListFormat('fr-FR');

/** Descriptions of queries in French, agreeing with “dossiers”: masculine plural. */
export const frenchWords: QueryWords = {
  everything: 'tous les dossiers de location',
  except: (what) => `sauf ${what}`,
  or: ' ou ',
  quoted: (text) => `« ${text} »`,
  words: (texts) => `contenant ${texts.join(' ou ')}`,
  allWords: (texts) => `contenant ${listOfAll.format(texts)}`,
  notWords: (texts) => `sans ${texts.join(' ni ')}`,
  awaitingDecision: 'à décider',
  undecided: 'sans décision',
  people: (person) =>
    ({ me: 'vous', nobody: 'personne', anybody: 'quelqu’un' })[person] ?? 'un collègue',
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
  dates: {
    '>': (date) => `après ${le(date)}`,
    '>=': (date) => `depuis ${le(date)}`,
    '<': (date) => `avant ${le(date)}`,
    '<=': ({ name, form }) => {
      if (form === 'day') return `jusqu’au ${first(name)} inclus`;
      // With “jusqu’à”, each of these would need another article and ending.
      return form === 'month' ? `jusqu’en ${name} inclus` : `au plus tard ${name}`;
    },
    '=': (date) => (date.form === 'month' ? `en ${date.name}` : le(date)),
    '..': (from, to) => `entre ${le(from)} et ${le(to)}`,
  },
  periods: {
    today: 'aujourd’hui',
    yesterday: 'hier',
    'this-week': 'cette semaine',
    'last-week': 'la semaine dernière',
    'this-weekend': 'ce week-end',
    'last-weekend': 'le week-end dernier',
    'this-month': 'ce mois-ci',
    'last-month': 'le mois dernier',
    'this-quarter': 'ce trimestre',
    'last-quarter': 'le trimestre dernier',
    'this-year': 'cette année',
    'last-year': 'l’année dernière',
    'last-monday': 'lundi dernier',
    'last-tuesday': 'mardi dernier',
    'last-wednesday': 'mercredi dernier',
    'last-thursday': 'jeudi dernier',
    'last-friday': 'vendredi dernier',
    'last-saturday': 'samedi dernier',
    'last-sunday': 'dimanche dernier',
  },
  sorts: {
    oldest: 'les plus anciens d’abord',
    newest: 'les plus récents d’abord',
    score: 'les meilleures notes d’abord',
    'lowest-score': 'les moins bonnes notes d’abord',
    completion: 'les plus complets d’abord',
    'least-complete': 'les moins complets d’abord',
    'highest-rent': 'les loyers les plus élevés d’abord',
    'lowest-rent': 'les loyers les plus bas d’abord',
    updated: 'les derniers modifiés d’abord',
    waiting: 'prêts d’abord, puis en attente, du plus ancien au plus récent',
  },
};

/** Error and remedy for a wrong query, in French. */
export function frenchError({ code, key, valid, nearest }: QueryError, word: string): FailureWords {
  const suggestion = nearest === null ? '' : `Vouliez-vous dire « ${nearest} » ? `;
  const ofView = OF_VIEWS.has(word.toLowerCase())
    ? ' Les vues enregistrées ont une commande : /rental vue.'
    : '';
  const such = `Par exemple : ${valid.join(', ')}.`;
  const example = keyHelp('fr').get(key ?? 'status')?.example ?? '';
  const name = keyWord(key ?? 'status', 'fr');
  const texts: Readonly<Record<QueryErrorCode, readonly [happened: string, remedy: string]>> = {
    query_too_long: ['Cette requête est trop longue.', 'Restez sous 500 caractères.'],
    query_too_many_terms: [
      'Cette requête a plus de 40 critères.',
      `Raccourcissez-la à partir de « ${word} ».`,
    ],
    query_control_character: [
      `Un caractère de contrôle invisible s’est glissé dans le texte (${word}).`,
      'Tapez-le au lieu de le coller.',
    ],
    query_unbalanced_quotes: [
      `Un guillemet n’est pas fermé : ${word}.`,
      'Fermez-le, ou enlevez-le.',
    ],
    query_unknown_key: [
      `Il n’y a pas de clé « ${word}: ».${ofView}`,
      `${suggestion}/rental aide clés les donne toutes. Mettez entre guillemets un texte qui contient deux-points.`,
    ],
    query_unknown_value: [
      `Je ne comprends pas « ${word} ».`,
      `${suggestion}« ${name}: » accepte ${valid.join(', ')}.`,
    ],
    query_missing_value:
      nearest === null
        ? [`Il manque quelque chose à « ${word} ».`, `Écrivez-le sans espace : ${example}.`]
        : [`Il y a un espace de trop dans « ${word} ».`, suggestion.trim()],
    query_missing_colon: [
      `Il manque deux-points dans « ${word} ».`,
      `${suggestion}Pour chercher ces mots exacts, mettez-les entre guillemets.`,
    ],
    query_empty_word: [`« ${word} » n’a ni lettre ni chiffre à chercher.`, 'Enlevez-le.'],
    query_bad_number: [
      `« ${word} » n’est pas un nombre valable ici.`,
      isShare(key) ? `De 0 à 100. ${such}` : such,
    ],
    query_bad_age: [
      `« ${word} » n’est pas un âge valable.`,
      `${such} h : heures, j : jours, jo : jours ouvrés, sem : semaines, mois ; dix ans au plus.`,
    ],
    query_bad_date: [`Je ne reconnais pas de date dans « ${word} ».`, `${suggestion}${such}`],
    query_no_such_date: [
      `Cette date n’existe pas : ${word}.`,
      'Écrivez un mois 2026-11 et un jour 2026-11-20.',
    ],
    query_impossible_range: [
      `L’intervalle « ${word} » est vide.`,
      `${suggestion}Commencez par la plus petite valeur.`,
    ],
    query_sort_misused: [
      `« ${word} » n’est pas un ordre de tri.`,
      `Choisissez-en un seul, sans tiret : ${example}.`,
    ],
    query_reader_unknown: [
      `Slack ne me donne pas votre adresse e-mail : je ne sais pas quels dossiers sont « ${word} ».`,
      'Nommez plutôt le gestionnaire : -gestionnaire:anna.',
    ],
  };
  const [happened, remedy] = texts[code];
  return { happened, remedy };
}

import type { Language } from '../../query/vocabulary/types.ts';
import { type Grammar, phrases } from './index.ts';

/** What people say for a day or a period, beside the words of queries. */
export const PERIODS_IN: Readonly<Record<Language, Grammar['periods']>> = {
  en: {
    today: ['this day', 'todays', 'tdy', 'this morning', 'this afternoon', 'tonight'],
    yesterday: [
      'last night',
      'yesterdays',
      'yday',
      'yest',
      'yesterday morning',
      'yesterday afternoon',
      'yesterday evening',
    ],
    'this-week': ['the week', 'this weeks', 'this wk', 'week to date', 'wtd'],
    'last-week': ['the last week', 'last weeks', 'last wk', 'the week before'],
    'this-weekend': ['the weekend', 'this week end', 'over the weekend'],
    'last-weekend': ['last week end', 'the last weekend', 'the weekend before'],
    'this-month': ['the month', 'this months', 'this mth', 'month to date', 'mtd'],
    'last-month': ['the last month', 'last months', 'last mth', 'the month before'],
    'this-quarter': ['the quarter', 'this quarters'],
    'last-quarter': ['the last quarter', 'last quarters'],
    'this-year': ['the year', 'this years', 'year to date', 'ytd'],
    'last-year': ['the last year', 'last years'],
    monday: ['this monday', 'mondays'],
    tuesday: ['this tuesday', 'tuesdays'],
    wednesday: ['this wednesday', 'wednesdays'],
    thursday: ['this thursday', 'thursdays'],
    friday: ['this friday', 'fridays'],
    saturday: ['this saturday', 'saturdays'],
    sunday: ['this sunday', 'sundays'],
    january: ['last january', 'jan'],
    february: ['last february', 'feb'],
    march: ['last march'],
    april: ['last april', 'apr'],
    may: ['last may'],
    june: ['last june'],
    july: ['last july'],
    august: ['last august', 'aug'],
    september: ['last september', 'sept'],
    october: ['last october', 'oct'],
    november: ['last november', 'nov'],
    december: ['last december', 'dec'],
  },
  fr: {
    today: [
      'ce soir',
      'ce jour',
      'du jour',
      'ce matin',
      'ce midi',
      'cet aprem',
      'cet apres midi',
      'd aujourd hui',
      'auj',
      'aujourdhui',
      'ajd',
    ],
    yesterday: ['d hier', 'hier matin', 'hier apres midi', 'hier soir'],
    'this-week': ['la semaine', 'de la semaine', 'semaine ci', 'cette semaine ci'],
    'last-week': ['la semaine d avant', 'semaine derniere', 'derniere semaine'],
    'this-weekend': phrases(`
      le week end, le weekend, du week end, du weekend, pendant le week end
    `),
    'last-weekend': ['le week end d avant', 'le week end dernier', 'le weekend dernier'],
    'this-month': ['ce mois ci', 'ce moi ci', 'ce moi', 'du mois', 'le mois', 'mois courant'],
    'last-month': ['dernier mois', 'le mois d avant', 'mois dernier'],
    'this-quarter': ['ce trimestre ci', 'du trimestre', 'le trimestre'],
    'last-quarter': ['le trimestre d avant'],
    'this-year': ['cette annee', 'de l annee', 'l annee', 'en cours d annee'],
    'last-year': ['l an passe', 'l an dernier', 'annee d avant'],
    monday: ['ce lundi'],
    tuesday: ['ce mardi'],
    wednesday: ['ce mercredi'],
    thursday: ['ce jeudi'],
    friday: ['ce vendredi'],
    saturday: ['ce samedi'],
    sunday: ['ce dimanche'],
    january: ['janvier dernier', 'janv'],
    february: ['fevrier dernier', 'fev', 'fevr'],
    march: ['mars dernier'],
    april: ['avril dernier', 'avr'],
    may: ['mai dernier'],
    june: ['juin dernier'],
    july: ['juillet dernier', 'juil'],
    august: ['aout dernier'],
    september: ['septembre dernier'],
    october: ['octobre dernier'],
    november: ['novembre dernier'],
    december: ['decembre dernier'],
  },
};

/** How people write numbers in words, what stands around those that are not exact, and around rents. */
export const NUMBERS_IN: Readonly<
  Record<
    Language,
    Pick<
      Grammar,
      | 'aboutAfter'
      | 'zero'
      | 'half'
      | 'about'
      | 'numbers'
      | 'tens'
      | 'hundred'
      | 'thousand'
      | 'dozens'
      | 'charged'
      | 'uncharged'
      | 'withCharges'
    >
  >
> = {
  en: {
    zero: 'zero',
    half: ['half', 'half way', 'halfway'],
    about: ['about', 'around', 'approximately', 'approx', 'roughly', 'circa', 'close to', 'near'],
    aboutAfter: ['or so', 'ish', 'approx', 'roughly', 'approximately'],
    numbers:
      'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
      'sixteen seventeen eighteen nineteen twenty',
    tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
    hundred: 'hundred',
    thousand: 'thousand',
    dozens: { 12: ['dozen'] },
    charged: phrases(`
      charges included, charges incl, incl charges, including charges, inclusive of charges, all in,
      all included, all inclusive, bills included, bills incl, bills inc, including bills, incl bills, inc bills
    `),
    uncharged: phrases('excl charges, excluding charges, charges excluded'),
    withCharges: ['and charges', 'plus charges', 'with charges'],
  },
  fr: {
    zero: 'zero',
    half: ['moitie', 'a moitie', 'la moitie'],
    about: phrases(`
      environ, autour de, aux alentours de, approximativement, a peu pres, dans les, vers, pres de,
      plus ou moins
    `),
    aboutAfter: ['environ', 'a peu pres', 'approximativement', 'ou a peu pres'],
    numbers:
      'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dixsept ' +
      'dixhuit dixneuf vingt',
    tens: 'vingt trente quarante cinquante soixante septante huitante nonante',
    hundred: 'cent cents',
    thousand: 'mille',
    dozens: {
      10: ['dizaine'],
      12: ['douzaine'],
      15: ['quinzaine'],
      20: ['vingtaine'],
      30: ['trentaine'],
    },
    charged: phrases(`
      cc, ttc, charges comprises, charge comprise, charges comprise, charges incluses, charges inclus,
      tout compris, tout inclus
    `),
    uncharged: ['hc', 'hors charges', 'hors charge'],
    withCharges: ['et charges', 'plus charges', 'avec charges'],
  },
};

/** What people say around an order, and how many files they want. */
export const ORDERS_IN: Readonly<
  Record<
    Language,
    Pick<
      Grammar,
      | 'sort'
      | 'top'
      | 'files'
      | 'toWriter'
      | 'latest'
      | 'article'
      | 'orderNouns'
      | 'ascending'
      | 'descending'
      | 'orderEnd'
      | 'sorts'
    >
  >
> = {
  en: {
    sort: phrases(`
      sort by, sorted by, order by, ordered by, sort on, sort, rank by, ranked by, by
    `),
    top: ['top', 'first'],
    files: 'file files ones rental rentals application applications cases',
    toWriter: 'me us give show',
    latest: ['last', 'the last', 'latest', 'the latest', 'most recent', 'newest'],
    article: 'the',
    orderNouns: 'age date completeness',
    ascending: ['asc', 'ascending', 'low to high', 'up'],
    descending: ['desc', 'descending', 'high to low', 'down'],
    orderEnd: ['first', 'on top', 'at the top'],
    sorts: {
      oldest: phrases(`
        oldest, the oldest, older ones, the longest, longest, longest first, longest waiting, age, by age
      `),
      newest: [
        ...'file,files,application,applications'.split(',').map((what) => `last ${what}`),
        'newest',
        'latest',
        'most recent',
        'more recent',
        'more recent ones',
        'newer ones',
        'the newest',
        'the latest',
        'date',
        'date of creation',
        'creation date',
        'recent',
      ],
      score: [
        ...'score,scores,candidate,candidates,applicant,applicants,file,files,rated,first'
          .split(',')
          .map((what) => `best ${what}`),
        'best',
        'best one',
        'best ones',
        ...'highest,high,good'.split(',').flatMap((high) => [`${high} score`, `${high} scores`]),
        'the best',
        'top score',
        'top scores',
        ...'no low score,no low scores,no bad score,no bad scores'.split(','),
      ],
      'lowest-score': [
        ...'lowest,worst,weakest,poorest,low,bad,poor,weak'
          .split(',')
          .flatMap((worst) => [`${worst} score`, `${worst} scores`, `${worst} scored`]),
        ...'worst,weakest'
          .split(',')
          .flatMap((worst) => ['first', 'files', 'candidates'].map((what) => `${worst} ${what}`)),
        ...'score ascending,score low to high,worst ones,worst ones first'.split(','),
      ],
      completion: ['most complete', 'completeness'],
      'least-complete': [
        'least complete',
        'least completed',
        'lowest completion',
        'completion ascending',
      ],
      'highest-rent': phrases(`
        dearest, priciest, most expensive, expensive ones, highest rent, highest rents, rent descending, rent high
        to low
      `),
      'lowest-rent': phrases(`
        cheapest, cheap, least expensive, not expensive, not too expensive, cheap ones, cheaper ones, lowest rent, lowest rents, rent ascending, rent low to high
      `),
      updated: phrases(`
        last updated, recently updated, last changed, recently changed, latest changes
      `),
      waiting: ['waiting time', 'ready first'],
    },
  },
  fr: {
    sort: phrases(`
      tri par, trie par, tries par, triees par, trier par, trier, trie, classes par, classe par,
      classer par, ordonne par, par
    `),
    top: ['top', 'premiers', 'premieres'],
    files: 'dossier dossiers candidature candidatures',
    toWriter: 'moi nous en donne donnez montre montrez',
    latest: ['derniers', 'les derniers', 'dernieres', 'les dernieres'],
    article: 'les',
    orderNouns: 'age anciennete date completude modification',
    ascending: ['croissant', 'croissants', 'ordre croissant', 'par ordre croissant'],
    descending: ['decroissant', 'decroissants', 'ordre decroissant', 'par ordre decroissant'],
    orderEnd: ['d abord', 'en premier', 'en tete'],
    sorts: {
      oldest: [
        ...'le plus ancien,plus anciens,anciens,plus vieux,vieux dossiers,vieilles candidatures'.split(
          ',',
        ),
        ...'attend le plus,attendent le plus,le plus longtemps,depuis le plus longtemps,anciennete,age'.split(
          ',',
        ),
      ],
      newest: phrases(`
        dernier dossier, derniers dossiers, derniere candidature, dernieres candidatures, dernier recu,
        derniere demande, dernieres demandes, le plus recent, plus recents, recents, les derniers, le dernier, derniers recus, date, date de
        creation, date d arrivee
      `),
      score: [
        ...'note,notes,candidat,candidats,dossier,dossiers,score,scores'
          .split(',')
          .map((what) => `${what.endsWith('s') ? 'meilleurs' : 'meilleur'} ${what}`),
        ...'meilleure note,meilleures notes,bonne note,bonnes notes,mieux notes,mieux note,mieux notee'.split(
          ',',
        ),
        ...'pas de mauvaise note,pas de mauvaises notes,pas de note faible,pas de notes faibles,sans mauvaise note,sans mauvaises notes'.split(
          ',',
        ),
        ...'le meilleur,les meilleurs,score,plus gros score,plus haut score,plus haute note'.split(
          ',',
        ),
        ...'note la plus haute,notes les plus hautes,score le plus haut'.split(','),
      ],
      'lowest-score': [
        ...'note la plus basse,notes les plus basses,score le plus bas,scores les plus bas'.split(
          ',',
        ),
        ...'pire,pires,mauvaise,mauvaises,basse,basses,plus basse,plus basses,moins bonne,moins bonnes'
          .split(',')
          .map((worst) => `${worst} ${worst.endsWith('s') ? 'notes' : 'note'}`),
        ...'note faible,notes faibles,note basse,notes basses,score faible,scores faibles,score bas,scores bas'.split(
          ',',
        ),
        ...'pires dossiers,pires scores,pire score,mauvais score,mauvais scores,mal notes'.split(
          ',',
        ),
        ...'plus mauvaise note,plus mauvaises notes,pires d abord,moins bons d abord'.split(','),
        ...'moins bien notes,moins bons dossiers,note croissante,notes croissantes'.split(','),
      ],
      completion: ['plus complet', 'plus complets', 'completude'],
      'least-complete': ['moins complet', 'moins complets'],
      'highest-rent': phrases(`
        plus cher, plus chers, plus chere, plus cheres, loyer le plus eleve, loyers les plus eleves,
        plus gros loyers, plus hauts loyers, loyer le plus haut, loyer decroissant
      `),
      'lowest-rent': phrases(`
        pas cher, pas chers, pas chere, pas cheres, pas trop cher, pas trop chers, moins cher, moins chers, moins chere, moins cheres, loyer le plus bas, loyers les plus bas,
        plus petit loyer, plus petits loyers, loyer croissant, plus bas loyers
      `),
      updated: phrases(`
        derniers modifies, dernieres modifications, recemment modifies, modification, derniere
        modification
      `),
      waiting: ['temps d attente', 'prets d abord'],
    },
  },
};

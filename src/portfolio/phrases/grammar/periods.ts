import type { Language } from '../../query/vocabulary/types.ts';
import { type Grammar, phrases } from './index.ts';

/** What people say for a day or a period, beside the words of queries. */
export const PERIODS_IN: Readonly<Record<Language, Grammar['periods']>> = {
  en: {
    today: ['this day', 'todays', 'tdy', 'this morning', 'this afternoon', 'tonight'],
    yesterday: phrases(`
      last night, yesterdays, yday, yest, yesterday (morning|afternoon|evening)
    `),
    'this-week': ['the week', 'this weeks', 'this wk', 'week to date', 'wtd'],
    'last-week': ['the last week', 'last weeks', 'last wk', 'the week before'],
    'this-weekend': ['the weekend', 'this week end', 'over the weekend'],
    'last-weekend': ['last week end', 'the last weekend', 'the weekend before'],
    'this-month': ['the month', 'this months', 'this mth', 'month to date', 'mtd'],
    'last-month': ['the last month', 'last months', 'last mth', 'the month before'],
    'this-quarter': phrases('the quarter, this quarters, this qtr, quarter to date, qtd'),
    'last-quarter': ['the last quarter', 'last quarters', 'last qtr'],
    'this-year': ['the year', 'this years', 'year to date', 'ytd'],
    'last-year': ['the last year', 'last years'],
    monday: ['this monday', 'mondays'],
    tuesday: ['this tuesday', 'tuesdays', 'tue', 'tues'],
    wednesday: ['this wednesday', 'wednesdays', 'wed', 'weds'],
    thursday: ['this thursday', 'thursdays', 'thur', 'thurs'],
    friday: ['this friday', 'fridays', 'fri'],
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
    '25-december': ['christmas', 'christmas day', 'xmas'],
    '1-january': ['new year', 'new year s day'],
  },
  fr: {
    today: phrases(`
      (ce|du) jour, ce (matin|midi|soir), cet (aprem|apres midi), d aujourd hui, auj, aujourdhui,
      ajd
    `),
    yesterday: ['d hier', 'hier matin', 'hier apres midi', 'hier soir'],
    'this-week': ['la semaine', 'de la semaine', 'semaine ci', 'cette semaine ci', 'cette sem'],
    'last-week': phrases(`
      la semaine d avant, semaine derniere, derniere semaine, (|la) sem derniere
    `),
    'this-weekend': phrases(`
      le week end, le weekend, du week end, du weekend, pendant le week end, (ce|le|du) we
    `),
    'last-weekend': phrases(`
      le week end d avant, le week end dernier, le weekend dernier,
      (|le|du) we (dernier|passe|precedent|d avant)
    `),
    'this-month': ['ce mois ci', 'ce moi ci', 'ce moi', 'du mois', 'le mois', 'mois courant'],
    'last-month': ['dernier mois', 'le mois d avant', 'mois dernier'],
    'this-quarter': ['ce trimestre ci', 'du trimestre', 'le trimestre'],
    'last-quarter': ['le trimestre d avant'],
    'this-year': ['cette annee', 'de l annee', 'l annee', 'en cours d annee'],
    'last-year': ['l an passe', 'l an dernier', 'annee d avant'],
    monday: ['ce lundi', 'lundis'],
    tuesday: ['ce mardi', 'mardis'],
    wednesday: ['ce mercredi', 'mercredis'],
    thursday: ['ce jeudi', 'jeudis'],
    friday: ['ce vendredi', 'vendredis'],
    saturday: ['ce samedi', 'samedis'],
    sunday: ['ce dimanche', 'dimanches'],
    '25-december': ['noel', 'jour de noel'],
    '1-january': ['nouvel an', 'le nouvel an', 'jour de l an'],
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
export const NUMBERS_IN = {
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
      charges (included|incl), (incl|including|inclusive of) charges, all (in|included|inclusive),
      bills (included|incl|inc), (including|incl|inc) bills
    `),
    uncharged: phrases('excl charges, excluding charges, charges excluded'),
    withCharges: ['and charges', 'plus charges', 'with charges'],
    decades: {
      of: 'the their',
      before: 'the their is are in of from between',
      parts: 'low mid high lower upper early late',
      links: 'and or to',
      ages: 'under over aged',
    },
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
    decades: { of: [], before: [], parts: [], links: [], ages: [] },
  },
} satisfies Readonly<Record<Language, Partial<Grammar>>>;

/** What people say around a date: its signs, parts of months, weeks and quarters. */
export const DATES_IN = {
  en: {
    dates: {
      '=': ['on', 'in', 'during', 'of', 'for', 'from', 'in the month of'],
      '>=': phrases(`
        since, since i left (|on), since i was (|last) in (|on), starting, as of, (from|since) the (start|beginning) of, since (start|beginning) of
      `),
      '>': ['after', 'later than', 'newer than', 'more recent than', 'younger than'],
      '<': ['before', 'until the start of', 'prior to', 'earlier than', 'older than'],
      '<=': phrases(`
        until, till, up to, (by|before|until|till) (|the) end of, through, by
      `),
    },
    vague: phrases(`
      mid, (|in the) middle of, early, late, (beginning|start|end) of, (first|second) half of,
      (first|last) week of
    `),
    ending: phrases('(|at) (|the) end of'),
    dayArticle: 'the',
    coming: ['by', 'next'],
    ahead: 'next coming upcoming',
    beforeAhead: 'in within over during for the',
    next: {
      day: ['tomorrow', 'tmrw', 'tmr', 'tomo'],
      week: ['next week', 'the coming week'],
      month: ['next month', 'the coming month'],
    },
    each: ['every', 'each'],
    overnight: ['overnight', 'over night', 'during the night', 'in the night'],
    week: 'week weeks wk wks',
    quarters: {
      1: ['q1', 'first quarter', '1st quarter'],
      2: ['q2', 'second quarter', '2nd quarter'],
      3: ['q3', 'third quarter', '3rd quarter'],
      4: ['q4', 'fourth quarter', '4th quarter', 'last quarter of the year'],
    },
    born: phrases(`
      born, (lease|leases|tenancy|tenancies) (end|ends|ending|expires|expire|expiring|up),
      end of (|the) (lease|tenancy)
    `),
    weekOf: phrases('(|the) week (of|of the|from)'),
    names: 'april may june august jan',
    past: ['last', 'past'],
  },
  fr: {
    dates: {
      '=': phrases(`
        en, (au|le|du) mois (de|d), au, de, du, d, pour, pendant, le, ce, courant
      `),
      '>=': phrases(`
        depuis, depuis le, depuis que je suis (parti|partie) (|le), a partir (de|du), des, a compter (de|du), depuis debut,
        depuis le debut (|de|d|du mois de), des debut
      `),
      '>': phrases(`
        apres, apres le, (posterieur|posterieurs) (au|a), plus tard que,
        plus (recent|recents|recente|recentes) (que|qu)
      `),
      '<': phrases(`
        avant, avant le, (anterieur|anterieurs) (au|a), plus tot que,
        plus (vieux|ancien|anciens|ancienne|anciennes) (que|qu)
      `),
      '<=': phrases(`
        jusqu (a|en|au), jusque, d ici (|a|au|le), (jusqu a|d ici|avant) fin,
        (jusqu a|d ici|avant) la fin (|de|d)
      `),
    },
    vague: phrases(`
      mi, milieu, debut, fin, (premiere|deuxieme|seconde) (quinzaine|moitie), premiere semaine,
      derniere semaine
    `),
    ending: phrases('(fin|la fin|a la fin) (|de|d|du mois de)'),
    dayArticle: 'le',
    coming: ['d ici', 'd ici a', 'd ici au', 'd ici le'],
    ahead: 'prochain prochaine prochains prochaines',
    beforeAhead: 'dans sous pour pendant au cours de d des les ces',
    next: {
      day: ['demain'],
      week: ['semaine prochaine', 'semaine qui vient'],
      month: ['mois prochain', 'mois qui vient'],
    },
    each: ['chaque', 'chq', 'tous les', 'toutes les', 'ts les', 'ttes les'],
    overnight: phrases('(cette|dans la|pendant la|de la) nuit, la nuit (derniere|passee)'),
    week: 'semaine semaines sem',
    quarters: {
      1: ['premier trimestre', '1er trimestre'],
      2: ['deuxieme trimestre', 'second trimestre', '2e trimestre', '2eme trimestre'],
      3: ['troisieme trimestre', '3e trimestre', '3eme trimestre'],
      4: ['quatrieme trimestre', '4e trimestre', '4eme trimestre', 'dernier trimestre de l annee'],
    },
    born: phrases('ne, nee, nes, nees, fin de bail, fins de bail, fin du bail, fin des baux'),
    weekOf: phrases('(|la|de la) semaine du, pendant la semaine du, (|la|de la) semaine de'),
    names: 'avril janvier mars noel',
    past: ['dernier', 'derniere', 'passe', 'passee'],
  },
} satisfies Readonly<Record<Language, Partial<Grammar>>>;

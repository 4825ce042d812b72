import type { Language } from '../../i18n/types.ts';
import { fold } from '../../lib/text.ts';

/** Phrases without case and accents, separated by commas. */
type Phrases = string;

/** What people say around the days and times of a schedule, in one language: data only. */
interface ScheduleWords {
  /** Before days that come again. */
  readonly each: Phrases;
  /** Before a day or a time, without a meaning of their own. */
  readonly around: Phrases;
  /** Between two excluded days. */
  readonly or: Phrases;
  /** Before days on which nothing is posted. */
  readonly except: Phrases;
  /** Before and behind a day of one week, which is a date of a query. */
  readonly dated: Phrases;
  readonly datedAfter: Phrases;
  /** Once a week, which needs a day. */
  readonly weekly: Phrases;
  /** Words of rhythms that digests do not have, which `UNSUPPORTED_RHYTHMS` puts together. */
  readonly rhythm: RhythmWords;
  /** Before the last and the first day of a digest, which it does not have. */
  readonly until: Phrases;
  readonly starting: Phrases;
  /** Of a day that comes once: before it, behind it, and by itself. */
  readonly once: Phrases;
  readonly onceAfter: Phrases;
  readonly onceAlone: Phrases;
  readonly parts: Readonly<Record<PartOfDay, Phrases>>;
  /** Before a part of the day that names no days. */
  readonly inPart: Phrases;
  /** What digests do anyway: they are sent, and here. */
  readonly filler: Phrases;
  /** Before a channel. */
  readonly inChannel: Phrases;
}

/** A part of the day, and the time that it stands for where no other is named. */
type PartOfDay = 'morning' | 'afternoon' | 'evening';
const TIME_OF_PART: Readonly<Record<PartOfDay, string>> = {
  morning: '09:00',
  afternoon: '14:00',
  evening: '18:00',
};

interface RhythmWords {
  /** Before a unit of time that comes again. */
  readonly every: Phrases;
  /** Beside numbers in figures. */
  readonly count: Phrases;
  readonly one: Phrases;
  readonly often: Phrases;
  readonly times: Phrases;
  readonly per: Phrases;
  readonly outOf: Phrases;
  readonly ordinal: Phrases;
  readonly ofMonth: Phrases;
  /** Beside the units of ages. */
  readonly unit: Phrases;
  readonly adverb: Phrases;
  readonly monthly: Phrases;
}

const WORDS: Readonly<Record<Language, ScheduleWords>> = {
  en: {
    each: 'each,every,all',
    around: 'and,at,for,from,on,the,a',
    or: 'or,nor',
    except:
      'except,except for,excepting,excluding,not,but,but not,and not,never,neither,no,without,apart from,other than,save for,skip,skipping',
    dated: 'this,last,past,since,before,after,of,of the,of this,of last,since last,over the',
    datedAfter: '',
    weekly: 'weekly',
    rhythm: {
      every: 'every,each,once every',
      count: 'other,second,third,alternate,few,couple of',
      one: '',
      often: 'once,twice,thrice',
      times: 'time,times',
      per: 'a,per,each,every,in a',
      outOf: '',
      ordinal: 'first,second,third,fourth,last',
      ofMonth:
        'of the month,of a month,of each month,of every month,of month,in the month,each month,every month',
      unit: 'quarter,fortnight',
      adverb: 'fortnightly,biweekly,bi weekly,hourly,quarterly,yearly,annually',
      monthly: 'monthly,once monthly',
    },
    until:
      'until,till,til,up until,through,ending,ending on,until the end of,till the end of,through the end of',
    starting: 'starting,starting on,starting from,beginning,beginning on,as of',
    once: 'this,next,this coming,the coming',
    onceAfter: 'next',
    onceAlone: 'tomorrow,tonight,next week,next month',
    parts: {
      morning: 'morning,mornings',
      afternoon: 'afternoon,afternoons',
      evening: 'evening,evenings',
    },
    inPart: 'in the,in',
    filler: 'send,post,publish,share,deliver,remind,here,digest,summary,recap',
    inChannel: 'in,into,to,on',
  },
  fr: {
    each: 'chaque,tous,toutes',
    around: 'de,des,du,et,la,le,les,pour,vers',
    or: 'ou,ni',
    except:
      'sauf,sauf pour,pas,mais pas,et pas,jamais,ni,hors,hormis,excepte,a part,sans,a l exception de,a l exception du,a l exclusion de,en dehors de,en dehors du,sauter,sautez',
    dated:
      'ce,cet,cette,depuis,depuis le,avant,avant le,apres,apres le,de la,de cette,de ce,du dernier',
    datedAfter: 'dernier,derniere,passe,passee',
    weekly: 'hebdomadaire,hebdomadairement',
    rhythm: {
      every: 'chaque,tous les,toutes les,une fois tous les,une fois toutes les',
      count: 'quinze,trente',
      one: 'un,une,1',
      often: '',
      times: 'fois',
      per: 'par,chaque,tous les,toutes les',
      outOf: 'sur',
      ordinal:
        'premier,premiers,premiere,premieres,deuxieme,second,seconde,troisieme,quatrieme,dernier,derniers,derniere',
      ofMonth: 'du mois,de chaque mois,de tous les mois,des mois,chaque mois,tous les mois',
      unit: 'trimestre,trimestres,quinzaine',
      adverb: 'bimensuel,bihebdomadaire,trimestriel,annuel',
      monthly: 'mensuel,mensuellement',
    },
    until:
      'jusqu a,jusqu au,jusqu aux,jusqu en,jusque,jusqu a la fin de,jusqu a la fin du,jusqu a fin',
    starting: 'a partir de,a partir du,a compter de,a compter du,des le',
    once: 'ce,cet',
    onceAfter: 'prochain,prochaine,suivant',
    onceAlone: 'demain,apres demain,ce soir,ce matin,la semaine prochaine,le mois prochain',
    parts: {
      morning: 'matin,matins',
      afternoon: 'apres midi,apres midis',
      evening: 'soir,soirs',
    },
    inPart: 'le,du,l,de l,en,les',
    filler:
      'recap,recapitulatif,synthese,envoie,envoyer,envoyez,poste,poster,postez,publie,publier,publiez,partage,partager,rappelle,ici',
    inChannel: 'dans,sur,a,vers',
  },
};

/** In either language. */
export const EACH = setOf(({ each }) => each);
export const AROUND = setOf(({ each, around }) => `${each},${around}`);
export const OR = setOf(({ or }) => or);
export const EXCEPT = setOf(({ except }) => except);
export const DATED = setOf(({ dated }) => dated);
export const DATED_AFTER = setOf(({ datedAfter }) => datedAfter);

export const UNTIL = setOf(({ until }) => until);
export const STARTING = setOf(({ starting }) => starting);
export const ONCE = setOf(({ once }) => once);
export const ONCE_AFTER = setOf(({ onceAfter }) => onceAfter);
export const ONCE_ALONE = setOf(({ onceAlone }) => onceAlone);
export const WEEKLY = setOf(({ weekly }) => weekly);
export const RHYTHM_WORDS = {
  every: setOf(({ rhythm }) => rhythm.every),
  count: setOf(({ rhythm }) => rhythm.count),
  one: setOf(({ rhythm }) => rhythm.one),
  often: setOf(({ rhythm }) => rhythm.often),
  times: setOf(({ rhythm }) => rhythm.times),
  per: setOf(({ rhythm }) => rhythm.per),
  outOf: setOf(({ rhythm }) => rhythm.outOf),
  ordinal: setOf(({ rhythm }) => rhythm.ordinal),
  ofMonth: setOf(({ rhythm }) => rhythm.ofMonth),
  unit: setOf(({ rhythm }) => rhythm.unit),
  adverb: setOf(({ rhythm }) => rhythm.adverb),
  monthly: setOf(({ rhythm }) => rhythm.monthly),
};

/** The times that parts of the day stand for, by their names. */
const PARTS_OF_DAY: ReadonlyMap<string, string> = new Map(
  Object.values(WORDS).flatMap(({ parts }) =>
    Object.entries(parts).flatMap(([part, names]) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The keys of a record are known.
      names.split(',').map((name) => [fold(name), TIME_OF_PART[part as PartOfDay]] as const),
    ),
  ),
);
export const FILLER = setOf(({ filler }) => filler);
export const IN_CHANNEL = setOf(({ inChannel }) => inChannel);
/** Before a part of the day that names no days: `in the evening`, `le soir`. */
export const IN_PART = setOf(({ inPart }) => inPart);

/** The part of the day at the end of a folded phrase: what stands before it, and its time. */
export function partOfDayIn(phrase: string): { before: string; time: string } | null {
  const words = phrase.split(' ');
  for (const count of [1, 2]) {
    const time = PARTS_OF_DAY.get(words.slice(-count).join(' '));
    if (time !== undefined) return { before: words.slice(0, -count).join(' '), time };
  }
  return null;
}

function setOf(select: (words: ScheduleWords) => Phrases): ReadonlySet<string> {
  return new Set(
    Object.values(WORDS)
      .flatMap((words) => select(words).split(','))
      .map(fold)
      .filter((phrase) => phrase !== ''),
  );
}

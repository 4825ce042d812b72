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
}

const WORDS: Readonly<Record<Language, ScheduleWords>> = {
  en: {
    each: 'each,every',
    around: 'and,at,for,from,on,the,a',
    or: 'or,nor',
    except:
      'except,except for,excepting,excluding,not,but,but not,and not,never,neither,no,without,apart from,other than,save for,skip,skipping',
    dated: 'this,last,past,since,before,after,of,of the,of this,of last,since last,over the',
    datedAfter: '',
    weekly: 'weekly',
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
  },
};

/** In either language. */
export const EACH = setOf(({ each }) => each);
export const AROUND = setOf(({ each, around, weekly }) => `${each},${around},${weekly}`);
export const OR = setOf(({ or }) => or);
export const EXCEPT = setOf(({ except }) => except);
export const DATED = setOf(({ dated }) => dated);
export const DATED_AFTER = setOf(({ datedAfter }) => datedAfter);

function setOf(select: (words: ScheduleWords) => Phrases): ReadonlySet<string> {
  return new Set(
    Object.values(WORDS)
      .flatMap((words) => select(words).split(','))
      .map(fold)
      .filter((phrase) => phrase !== ''),
  );
}

import type { Language } from '../query/vocabulary/types.ts';
import type { Phrases } from './grammar.ts';

/** What people say to change the list before them, in one language: data, which `follow-up.ts` reads. */
export interface FollowUpPhrases {
  /** Before or after what is asked, and of no meaning. */
  readonly fillers: Phrases;
  /** Before what was meant instead, with a comma or a word such as “only”; several words need neither. */
  readonly correction: Phrases;
  /** The files of the list: `how many of them are in Nice`. */
  readonly ofThem: Phrases;
  /** Before a town, which a list of other things is narrowed to: `and in Lyon`. */
  readonly place: Phrases;
  /** Before a condition that the files must have as well: `only Lyon`. */
  readonly narrow: Phrases;
  /** Before a condition in place of another: `what about Nantes`. */
  readonly other: Phrases;
  /** Before what the files must not have, as part of the condition: `except Lyon`. */
  readonly except: Phrases;
  /** Before a condition that widens the list: `also Marseille`. */
  readonly also: Phrases;
  /** Behind a condition instead of before it. */
  readonly narrowAfter: Phrases;
  readonly otherAfter: Phrases;
  readonly alsoAfter: Phrases;
  /** A whole text, but for small words. */
  readonly next: Phrases;
  readonly previous: Phrases;
  readonly first: Phrases;
  /** Before the number of a page. */
  readonly page: Phrases;
  /** All files of the list. */
  readonly reset: Phrases;
  /** Before what does not count any more, beside a word for a condition: `remove the Lyon filter`. */
  readonly lift: Phrases;
  readonly filter: Phrases;
}

/** The phrases by language; all languages are understood at once. */
export const FOLLOW_UPS: Readonly<Record<Language, FollowUpPhrases>> = {
  en: {
    fillers: ['ok', 'okay', 'yes', 'great', 'right', 'well', 'so', 'then'],
    correction: ['no', 'nope', 'sorry', 'not these', 'not those', 'i mean', 'i meant', 'no i mean'],
    ofThem: ['of them', 'of those', 'of these', 'among them', 'among those', 'among these'],
    place: ['in', 'at'],
    narrow: [
      'only',
      'just',
      'but',
      'but only',
      'and only',
      'keep only',
      'of those',
      'of these',
      'of them',
      'among those',
      'among these',
      'among them',
      'from those',
      'those',
      'the ones',
      'filter by',
      'filter on',
      'narrow to',
      'narrow it to',
      'narrow down to',
      'restrict to',
      'limit to',
      'limit it to',
    ],
    other: [
      'and',
      'now',
      'and now',
      'what about',
      'and what about',
      'how about',
      'and how about',
      'same for',
      'the same for',
      'same with',
      'switch to',
    ],
    except: ['except', 'except for', 'excluding', 'apart from', 'other than', 'remove'],
    narrowAfter: ['only'],
    otherAfter: ['instead'],
    also: ['also', 'and also', 'add'],
    alsoAfter: ['too', 'as well', 'also'],
    next: [
      'next',
      'next page',
      'next one',
      'next ones',
      'next files',
      'more',
      'show more',
      'see more',
      'continue',
    ],
    previous: [
      'previous',
      'previous page',
      'previous ones',
      'prev',
      'back',
      'go back',
      'page back',
    ],
    first: ['first page', 'back to the first page', 'back to the start', 'from the start'],
    page: ['page', 'go to page'],
    lift: ['remove', 'clear', 'drop', 'delete', 'lift', 'undo', 'take off', 'without'],
    filter: ['filter', 'filters', 'condition', 'conditions'],
    reset: [
      'all of them',
      'all of those',
      'show them all',
      'back to everything',
      'back to all',
      'reset',
      'clear',
      'start over',
      'no filter',
      'no filters',
      'without filter',
      'without filters',
      'remove filters',
      'remove the filter',
      'remove the filters',
      'clear filters',
      'clear the filter',
      'clear the filters',
    ],
  },
  fr: {
    fillers: ['ok', 'oui', 'd accord', 'parfait', 'alors', 'bon', 'bien', 'super'],
    correction: [
      'non',
      'nan',
      'pardon',
      'non mais',
      'pas ceux la',
      'pas celles la',
      'pas ceux ci',
      'pas celles ci',
      'je voulais dire',
      'je veux dire',
      'non je voulais dire',
    ],
    ofThem: ['parmi eux', 'parmi elles', 'parmi ceux la', 'd entre eux', 'd entre elles'],
    place: ['a', 'dans', 'sur'],
    narrow: [
      'seulement',
      'uniquement',
      'juste',
      'mais',
      'mais seulement',
      'mais uniquement',
      'et seulement',
      'rien que',
      'que les',
      'que ceux',
      'que celles',
      'ceux',
      'celles',
      'parmi eux',
      'parmi elles',
      'parmi ceux ci',
      'parmi ceux la',
      'garde',
      'gardez',
      'garde seulement',
      'ne garde que',
      'ne garder que',
      'filtrer par',
      'filtre par',
      'limiter a',
    ],
    other: [
      'et',
      'et pour',
      'et ceux',
      'et celles',
      'et maintenant',
      'maintenant',
      'plutot',
      'qu en est il de',
      'qu en est il d',
      'qu en est il des',
      'quid de',
      'quid d',
      'quid des',
      'pareil pour',
      'meme chose pour',
      'la meme chose pour',
      'passe a',
    ],
    except: ['sauf', 'hormis', 'excepte', 'a part', 'autres que', 'enleve', 'enlevez', 'retirez'],
    narrowAfter: ['seulement', 'uniquement'],
    otherAfter: ['plutot', 'a la place'],
    also: ['aussi', 'et aussi', 'egalement', 'et egalement', 'ajoute', 'ajoutez'],
    alsoAfter: ['aussi', 'egalement', 'en plus'],
    next: [
      'suivant',
      'suivante',
      'suivants',
      'suivantes',
      'page suivante',
      'suite',
      'voir la suite',
      'encore',
      'voir plus',
      'afficher plus',
      'continuer',
      'continue',
    ],
    previous: [
      'precedent',
      'precedente',
      'precedents',
      'precedentes',
      'page precedente',
      'retour',
      'revenir',
      'page d avant',
      'en arriere',
    ],
    first: ['premiere page', 'retour au debut', 'revenir au debut', 'au debut'],
    page: ['page', 'aller a la page'],
    lift: ['enleve', 'enlever', 'retire', 'retirer', 'supprime', 'supprimer', 'annule', 'sans'],
    filter: ['filtre', 'filtres', 'critere', 'criteres', 'condition', 'conditions'],
    reset: [
      'retour a tout',
      'revenir a tout',
      'revenir a tous',
      'sans filtre',
      'sans filtres',
      'sans aucun filtre',
      'reinitialiser',
      'reinitialise',
      'tout reinitialiser',
      'effacer les filtres',
      'efface les filtres',
      'enlever les filtres',
      'enleve les filtres',
      'retirer les filtres',
      'retire les filtres',
      'supprimer les filtres',
      'supprime les filtres',
      'recommencer',
      'tous sans filtre',
      'tous a nouveau',
    ],
  },
};

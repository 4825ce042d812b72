import type { Language } from '../query/vocabulary/types.ts';
import type { Grammar } from './grammar.ts';

/** The tables of a grammar about that. */
type Negation =
  | 'not'
  | 'except'
  | 'hide'
  | 'either'
  | 'determiners'
  | 'none'
  | 'including'
  | 'also'
  | 'auxiliary'
  | 'undone'
  | 'provided'
  | 'have'
  | 'lack'
  | 'lackAfter';

/** Verbs that are denied in one word, with their apostrophe, or without it. */
const CONTRACTIONS = [
  'isn aren wasn weren hasn haven hadn don doesn didn won wouldn can couldn shouldn ain'
    .split(' ')
    .map((verb) => `${verb} t`),
  'isnt arent wasnt werent hasnt havent hadnt dont doesnt didnt wont wouldnt cant couldnt'.split(
    ' ',
  ),
].flat();

/** What people say to deny something, to have it left out, or to say that it is lacking. */
export const NEGATION_IN: Readonly<Record<Language, Pick<Grammar, Negation>>> = {
  en: {
    not: [
      'not',
      'non',
      'but not',
      'neither',
      'nor',
      'never',
      'none',
      'no longer',
      'cannot',
      'nobody has',
      'no one has',
      ...CONTRACTIONS,
    ],
    except: [
      'except',
      'except for',
      'excluding',
      'exclude',
      'apart from',
      'other than',
      'anything but',
      'everything but',
      'anyone but',
      'everyone but',
      'everybody but',
      'anywhere but',
      'everywhere but',
      'all but',
      'all files but',
      'all the files but',
      'all of them but',
      'any but',
      'every file but',
    ],
    hide: [
      'remove',
      'hide',
      'ignore',
      'ignoring',
      'skip',
      'skipping',
      'drop',
      'omit',
      'leave out',
      'leaving out',
      'filter out',
      'stop showing',
    ],
    either: ['not only', 'not just', 'with or without', 'whether or not', 'regardless of'],
    determiners: 'the those these ones anyone',
    none: ['no', 'none'],
    including: ['including', 'include', 'also'],
    also: ['too', 'as well', 'also', 'included'],
    auxiliary: 'been be being yet ever still already even fully quite',
    undone: [
      'has not',
      'have not',
      'did not',
      'does not',
      'do not',
      'hasn t',
      'haven t',
      'didn t',
      'doesn t',
      'don t',
      'hasnt',
      'havent',
      'didnt',
      'doesnt',
      'dont',
      'never',
    ],
    provided:
      'sent send provided provide paid pay uploaded upload given give submitted submit handed attached signed',
    have: ['with', 'with a', 'with an', 'having', 'who have', 'that have', 'has', 'have'],
    lack: [
      'without',
      'without a',
      'without an',
      'without any',
      'no',
      'missing',
      'missing a',
      'missing the',
      'lacking',
      'lacking a',
      'lack',
      'lack a',
      'lacks',
      'lacks a',
      'has no',
      'have no',
      'with no',
      'w o',
      'w o a',
      'doesn t have',
      'doesn t have a',
      'don t have',
      'don t have a',
      'does not have',
      'does not have a',
      'do not have',
      'do not have a',
    ],
    lackAfter: ['missing', 'is missing', 'are missing', 'lacking'],
  },
  fr: {
    not: [
      'pas',
      'non',
      'mais pas',
      'pas non plus',
      'ni',
      'jamais',
      'n a rien',
      'n ont rien',
      'ai rien',
      'aucunement',
      'ne plus',
      'n est plus',
      'n a plus',
      'n ont plus',
      'ne sont plus',
      'personne n a',
      'personne n a encore',
    ],
    except: ['sauf', 'hors', 'excepte', 'hormis', 'sans les', 'autre que', 'autres que'],
    hide: [
      ...'enleve enlever enlevez retire retirer retirez masque masquer masquez cache cacher cachez'.split(
        ' ',
      ),
      ...'oublie oublier oubliez ignore ignorer ignorez exclus exclure excluez'.split(' '),
    ],
    either: ['pas seulement', 'pas uniquement', 'pas juste', 'pas que', 'avec ou sans'],
    determiners: 'les ceux celles ces',
    none: ['aucun', 'aucune'],
    including: ['y compris', 'incluant', 'inclure', 'aussi', 'egalement'],
    also: ['aussi', 'egalement', 'compris', 'inclus'],
    auxiliary: 'ete etre encore toujours deja meme',
    undone: ['n a pas', 'n ont pas', 'a pas', 'ont pas', 'n a jamais', 'n ont jamais'],
    provided:
      'envoye envoyes envoyee fourni fournis fournie donne paye payee transmis transmise depose joint signe',
    have: [
      'avec',
      'avec un',
      'avec une',
      'ayant',
      'ayant un',
      'ayant une',
      'qui ont',
      'qui ont un',
    ],
    lack: [
      'sans',
      'sans aucun',
      'sans aucune',
      'pas de',
      'pas d',
      'aucun',
      'aucune',
      'n ont pas de',
      'n ont pas leur',
      'n ont pas encore de',
      'n ont pas encore leur',
      'n ont toujours pas de',
      'n a pas de',
      'n a pas son',
      'n a pas encore de',
      'n a pas encore son',
      'n a toujours pas de',
      'n a toujours pas son',
      'pas encore de',
      'toujours pas de',
      'manque de',
      'il manque le',
      'il manque la',
      'il manque un',
      'il manque une',
      'manque',
    ],
    lackAfter: ['manquant', 'manquante', 'manquants', 'manquantes', 'absent', 'absente', 'absents'],
  },
};

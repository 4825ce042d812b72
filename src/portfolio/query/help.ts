import type { QueryKey } from './query.ts';
import type { Language } from './vocabulary/types.ts';

/** Help on one key. */
export interface KeyHelp {
  /** A query that can be typed as it is. */
  readonly example: string;
  /** Meaning of the example; no full stop. */
  readonly says: string;
}

const HELP: Readonly<Record<Language, Readonly<Record<QueryKey | 'sort', KeyHelp>>>> = {
  en: {
    status: { example: 'status:new,open', says: 'how far the file is' },
    decision: { example: 'decision:awaiting', says: 'pending, ready, approved or declined' },
    situation: { example: 'situation:couple,roommates', says: 'who applies together' },
    property: { example: 'property:"rue de la paix"', says: 'words of its title or reference' },
    applicant: { example: 'applicant:dupont', says: 'words of an applicant’s name' },
    manager: { example: 'manager:anna', says: 'who manages the file' },
    tag: { example: '-tag:urgent', says: 'a tag; with a hyphen, files without it' },
    category: { example: 'category:house', says: 'the kind of property' },
    age: { example: 'age:>3bd', says: 'since it was created: h, d, bd (working days), w, mo' },
    stale: { example: 'stale:>2d', says: 'since anything changed' },
    score: { example: 'score:>=70', says: 'the score' },
    completion: { example: 'completion:<100', says: 'how complete it is, in percent' },
    rent: { example: 'rent:500..900', says: 'the monthly rent' },
    created: { example: 'created:2026-11', says: 'the year, month or day it was created' },
    updated: { example: 'updated:>2026-11-01', says: 'when it was last updated' },
    archived: { example: 'archived:no', says: 'archived or not' },
    sort: { example: 'sort:oldest', says: 'or newest, score, completion, updated, waiting' },
  },
  fr: {
    status: { example: 'statut:nouveau,ouvert', says: 'où en est le dossier' },
    decision: { example: 'décision:à-décider', says: 'en-attente, prêt, accepté ou refusé' },
    situation: { example: 'situation:couple,colocation', says: 'qui candidate ensemble' },
    property: { example: 'bien:"rue de la paix"', says: 'des mots du titre ou de la référence' },
    applicant: { example: 'candidat:dupont', says: 'des mots du nom d’un candidat' },
    manager: { example: 'gestionnaire:anna', says: 'qui gère le dossier' },
    tag: { example: '-étiquette:urgent', says: 'une étiquette ; avec un tiret, sans elle' },
    category: { example: 'catégorie:maison', says: 'le type de bien' },
    age: { example: 'âge:>3jo', says: 'depuis la création : h, j, jo (jours ouvrés), sem, mois' },
    stale: { example: 'inactif:>2j', says: 'depuis le dernier changement' },
    score: { example: 'note:>=70', says: 'la note' },
    completion: { example: 'complet:<100', says: 'la complétude, en pour cent' },
    rent: { example: 'loyer:500..900', says: 'le loyer mensuel' },
    created: { example: 'créé:2026-11', says: 'l’année, le mois ou le jour de la création' },
    updated: { example: 'modifié:>2026-11-01', says: 'la dernière modification' },
    archived: { example: 'archivé:non', says: 'archivé ou non' },
    sort: { example: 'tri:anciens', says: 'ou récents, note, complet, modifiés, attente' },
  },
};

/** An example and a line of help for every key, in the order of their declaration. */
export function keyHelp(language: Language): Readonly<Record<QueryKey | 'sort', KeyHelp>> {
  return HELP[language];
}

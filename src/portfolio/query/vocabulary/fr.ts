import type { Spellings, Vocabulary } from './types.ts';

/** The French words of the query language. */
export const french: Vocabulary = {
  keys: {
    status: ['statut', 'état', 'étape'],
    decision: ['décision'],
    situation: ['situation', 'foyer'],
    property: ['bien', 'propriété', 'logement', 'annonce', 'référence', 'réf'],
    applicant: ['candidat', 'candidate', 'locataire', 'nom'],
    manager: ['gestionnaire', 'responsable', 'agent'],
    tag: ['étiquette', 'libellé'],
    category: ['catégorie', 'type'],
    age: ['âge', 'ancienneté'],
    stale: ['inactif', 'inchangé', 'dormant', 'sans-changement'],
    score: ['note'],
    completion: ['complet', 'complétude', 'complétion', 'avancement', 'dossier-complet'],
    rent: ['loyer'],
    created: ['créé', 'création', 'reçu', 'réception'],
    updated: ['modifié', 'modification', 'maj', 'mis-à-jour'],
    archived: ['archivé', 'archive'],
    sort: ['tri', 'trier', 'ordre'],
  },
  choices: {
    status: {
      NEW: ['nouveau', 'nouveaux', 'nouvelle', 'nouvelles'],
      OPEN: inflected('ouvert'),
      PROCESSING: ['en-traitement', 'traitement', 'en-cours'],
      COLLECTED: ['pièces-reçues', ...inflected('collecté')],
      ANALYZED: [...inflected('analysé'), ...inflected('étudié')],
      CLOSED: ['clos', 'close', 'closes', ...inflected('fermé'), ...inflected('clôturé')],
    },
    decision: {
      PENDING: ['en-attente', 'attente'],
      READY: [...inflected('prêt'), 'prêt-à-décider'],
      ACCEPTED: [...inflected('accepté'), ...inflected('approuvé'), ...inflected('validé')],
      REJECTED: [...inflected('refusé'), ...inflected('rejeté'), 'refus'],
    },
    situation: {
      SINGLE: [...inflected('seul'), 'célibataire', 'personne-seule'],
      COUPLE: ['couple', 'en-couple'],
      ROOMATES: ['colocation', 'coloc', 'colocataires'],
      SOLID_ROOMATES: ['colocation-solidaire', 'coloc-solidaire', 'solidaire'],
    },
    category: {
      house: ['maison', 'maisons'],
      apartment: ['appartement', 'appartements', 'appart'],
      land: ['terrain', 'terrains'],
      commercial: ['local-commercial', 'local', 'commerce', 'bureau', 'bureaux'],
      other: ['autre', 'autres'],
      prestige: ['prestige', 'luxe'],
    },
  },
  groups: [
    {
      key: 'decision',
      words: ['à-décider', 'en-attente-de-décision'],
      values: ['PENDING', 'READY'],
    },
    { key: 'decision', words: inflected('décidé'), values: ['ACCEPTED', 'REJECTED'] },
  ],
  units: {
    h: ['h', 'heure', 'heures'],
    d: ['j', 'jour', 'jours'],
    bd: ['jo', 'jour-ouvré', 'jours-ouvrés'],
    w: ['sem', 's', 'semaine', 'semaines'],
    mo: ['mois'],
  },
  flags: { yes: ['oui', 'vrai'], no: ['non', 'faux'] },
  sorts: {
    oldest: ['anciens', 'ancien', 'plus-anciens', 'plus-ancien'],
    newest: ['récents', 'récent', 'plus-récents', 'plus-récent'],
    score: ['note'],
    completion: ['complet', 'complétude', 'avancement'],
    updated: ['modifiés', 'modifié', 'maj', 'mis-à-jour'],
    waiting: ['attente', 'en-attente', 'prêts-d-abord', 'prêts', 'prêt'],
  },
};

/** All four inflections: “dossier” is masculine, but people type any form. */
function inflected(word: string): Spellings {
  return [word, `${word}e`, `${word}s`, `${word}es`];
}

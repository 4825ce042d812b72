import type { Language } from '../../query/vocabulary/types.ts';
import { type FollowUpPhrases, type Grammar, phrases } from './index.ts';

/** What people say to change the list before them. */
export const FOLLOW_UPS_IN: Readonly<Record<Language, FollowUpPhrases>> = {
  en: {
    fillers: ['ok', 'okay', 'yes', 'great', 'right', 'well', 'so', 'then'],
    correction: phrases(`
      no, sorry, not these, not those, i mean, i meant, no i mean, no i meant
    `),
    amend: phrases(`
      (|no) sorry, sorry (no|i mean), oops, no wait, wait no, nope, nah, (|no) actually,
      (|no) i said
    `),
    set: phrases('rather, make it, make that, set it to, change it to, change to, change that to'),
    ofThem: ['of them', 'of those', 'of these', 'among them', 'among those', 'among these'],
    which: phrases(`
      which ones, which one, which (are|have|has|were), are any, is any, do any, does any, have any, has any, any, are there
      any, is there any, are there some
    `),
    request:
      'file files rental rentals application applications applicant applicants candidate candidates ' +
      'tenant tenants property properties dossier cases find get give list look looking show see ' +
      'search me my i we you all every each everything everyone everybody daily weekly monthly ' +
      'send remind post tell who what when where why',
    turn: phrases(`
      reverse, reversed, reverse it, reverse order, in reverse, in reverse order,
      reverse the (order|list|sort), the reverse, (|the) other way (|round|around),
      the other way about, (|the) opposite order, the opposite, flip it, flip the order, invert,
      invert it, invert the order
    `),
    lengths: {
      day: ['day'],
      week: ['week'],
      weekend: ['weekend', 'week end'],
      month: ['month'],
      quarter: ['quarter'],
      year: ['year'],
    },
    before: phrases(`
      (|the) _ before, (|the) previous _, the preceding _, (the|one) _ earlier, the _ before (that|it),
      (|and) the one before (|that)
    `),
    after: phrases(`
      (|the) _ after, (|the) following _, the _ after (that|it), (the|one) _ later
    `),
    notOnly: '',
    place: ['in', 'at'],
    person: ['by', 'with', 'of'],
    narrow: phrases(`
      only, just, but, but only, and only, keep only, of those, of these, of them, among those,
      among these, among them, from those, those, the ones, the one in, the one with, the one from, filter by, filter on, narrow to,
      narrow it to, narrow down to, restrict to, limit to, limit it to
    `),
    other: phrases(`
      and, now, and now, what about, and what about, how about, and how about, same for, the same
      for, same in, the same in, same thing for, same thing in, the same thing in, ditto for, ditto
      in, ditto, back to, same with, (|the) same but, (|the) same (list|thing) but, switch to, change to, change it to, change that to, make it, make that, then,
      and then
    `),
    except: ['except', 'except for', 'excluding', 'apart from', 'other than', 'remove'],
    narrowAfter: ['only'],
    otherAfter: ['instead'],
    also: ['also', 'and also', 'add', 'including', 'include', 'or', 'or else'],
    alsoAfter: ['too', 'as well', 'also'],
    next: phrases(`
      next, nxt, next page, next one, next ones, next files, more, show more, see more, continue, the rest, the remaining ones, the (other ones|others)
    `),
    previous: phrases(`
      previous, previous page, previous ones, prev, back, go back, page back
    `),
    last: ['last page', 'the last page', 'go to the last page', 'to the end', 'go to the end'],
    first: ['first page', 'back to the first page', 'back to the start', 'from the start'],
    page: ['page', 'go to page'],
    undo: phrases(`
      undo (|it|this|that|the last one), cancel (|it|this|that), revert (|it|this|that), take it back,
      go back, ctrl z
    `),
    refresh: phrases(`
      is (that|this) (all|everything), are (these|those) all, refresh, refresh it, refresh list, refresh the list, reload, reload it, which ones, which ones are
      they, show them, list them, see them, let me see them, show me them, show
      those, show me those, list those, see those
    `),
    lift: ['remove', 'clear', 'drop', 'delete', 'lift', 'undo', 'take off', 'without', 'no'],
    filter: ['filter', 'filters', 'condition', 'conditions'],
    everywhere: phrases(`
      everywhere, anywhere, (|in) all (towns|cities), in every (town|city), (|in) any (town|city),
      remove the (town|city), without the town
    `),
    everyone: phrases(`
      everyone, everyone s, everybody, everybody s, of everyone, of everybody, all managers, of all
      managers, not only mine, not just mine
    `),
    reset: phrases(`
      all of (them|those), show them all, back to (everything|all), reset, clear, start over,
      (no|without) (filter|filters), remove filters, clear all, remove the (filter|filters),
      clear filters, clear the (filter|filters)
    `),
  },
  fr: {
    fillers: ['ok', 'oui', 'd accord', 'parfait', 'alors', 'bon', 'bien', 'super'],
    correction: phrases(`
      non, nan, pardon, non mais, pas (ceux|celles) (la|ci), je voulais dire, je veux dire,
      non je voulais dire
    `),
    amend: phrases(`
      (|euh) non, pardon, non pardon, pardon non, oups, (non|pardon) je voulais dire, nn,
      (|non) en fait, enfin, enfin non, (|non) j ai dit
    `),
    set: phrases(`
      mets, mettez, mettre, passe a, passez a, change pour, remplace par, disons, plutot
    `),
    ofThem: ['parmi eux', 'parmi elles', 'parmi ceux la', 'd entre eux', 'd entre elles'],
    which: phrases(`
      lesquels, lesquelles, lequel, laquelle, certains, certaines, est ce que certains, est ce que
      certaines, y en a t il, y en a, il y en a, est ce qu il y en a, y a t il des, y a t il, est ce
      qu il y a des, il y a des, y a des, en a t on
    `),
    request:
      'dossier dossiers fichier fichiers candidat candidats candidate candidates candidature ' +
      'candidatures locataire locataires bien biens location locations cherche chercher trouve ' +
      'donne donner liste lister montre montrer voir affiche afficher moi je mes mon ma nous tout ' +
      'tous toutes chaque envoie envoyer rappelle qui quoi quand pourquoi comment',
    turn: phrases(`
      (|l) inverse, inverser, inversez, (inverse|inverser) l ordre, inverse (la liste|le tri),
      (|l|en|dans l) ordre inverse, (|dans) l autre sens, en sens inverse, dans le sens inverse,
      a l envers, le contraire
    `),
    lengths: {
      day: ['le jour', 'jour'],
      week: ['la semaine', 'semaine'],
      weekend: ['le week end', 'le weekend', 'week end', 'weekend'],
      month: ['le mois', 'mois'],
      quarter: ['le trimestre', 'trimestre'],
      year: ['l annee', 'annee', 'l an'],
    },
    before: phrases('_ d avant, _ precedent, _ precedente, (|et) (celle|celui) d avant'),
    after: phrases('_ d apres, _ suivant, _ suivante'),
    notOnly:
      'faire fait faites dois doit doivent peux peut peuvent sais sait signifie signifient veut ' +
      'veulent dire manque manquent reste restent se me te m t s il faut penses pensez devient ' +
      'deviennent deviendra est c',
    place: ['a', 'dans', 'sur'],
    person: ['par', 'de', 'avec'],
    narrow: phrases(`
      seulement, uniquement, juste, mais, mais seulement, mais uniquement, et seulement, rien que,
      que, que les, que des, que le, que la, que l, que d, que du, que de, que a, qu a, que ceux, que celles, ceux, celles, parmi eux, parmi elles, parmi ceux ci, parmi
      ceux la, celui de, celui a, celui avec, celle de, celle a, celle avec, garde, gardez, garde seulement, ne garde que, ne garder que, filtrer par, filtre
      par, limiter a
    `),
    other: phrases(`
      et, et pour, et ceux, et celles, et maintenant, maintenant, plutot, qu en est il de, qu en
      est il d, qu en est il des, quid de, quid d, quid des, pareil pour, pareil a, meme chose pour, meme
      chose a, la meme chose pour, la meme chose a, pareil mais, (|la) meme (chose|liste) mais, les memes mais, idem mais, idem, idem pour, idem a, retour a, reviens a, passe a, passez a, change pour, changez pour, remplace par, remplacez par, puis,
      et puis, ensuite, et ensuite
    `),
    except: ['sauf', 'hormis', 'excepte', 'a part', 'autres que', 'enleve', 'enlevez', 'retirez'],
    narrowAfter: ['seulement', 'uniquement'],
    otherAfter: ['plutot', 'a la place'],
    also: phrases(`
      aussi, et aussi, egalement, et egalement, ajoute, ajoutez, y compris, incluant, inclure, ou,
      ou bien, ou alors
    `),
    alsoAfter: ['aussi', 'egalement', 'en plus'],
    next: phrases(`
      suivant, suivante, suivants, suivantes, page suivante, suite, voir la suite, encore, voir
      plus, afficher plus, continuer, continue, le reste, les autres
    `),
    previous: phrases(`
      precedent, precedente, precedents, precedentes, page precedente, retour, revenir, page d
      avant, en arriere
    `),
    last: ['derniere page', 'la derniere page', 'aller a la fin', 'a la fin', 'voir la fin'],
    first: ['premiere page', 'retour au debut', 'revenir au debut', 'au debut'],
    page: ['page', 'aller a la page'],
    undo: phrases(`
      annule, annuler, annulez, annule (ca|cela|le dernier), annuler (ca|cela|le dernier), defaire,
      revenir en arriere, reviens en arriere, revenez en arriere, ctrl z
    `),
    refresh: phrases(`
      est ce que c est tout, il n y a que ca, actualise, actualiser, actualisez, actualise la liste, actualiser la liste, rafraichis,
      rafraichir, rafraichis la liste, recharge, recharger, mets a jour, mets a jour la liste,
      lesquels, lesquelles, montre les, montre les moi, affiche les, liste les
    `),
    lift: ['enleve', 'enlever', 'retire', 'retirer', 'supprime', 'supprimer', 'annule', 'sans'],
    filter: ['filtre', 'filtres', 'critere', 'criteres', 'condition', 'conditions'],
    everywhere: phrases(`
      partout, toutes les villes, dans toutes les villes, n importe ou, peu importe la ville,
      enleve la ville, retire la ville, sans la ville
    `),
    everyone: phrases(`
      tout le monde, de tout le monde, ceux de tout le monde, tous les gestionnaires, de tous les
      gestionnaires, pas que les miens, pas seulement les miens, pas uniquement les miens
    `),
    reset: phrases(`
      (retour|revenir) a tout, revenir a tous, sans (filtre|filtres|aucun filtre), reinitialiser,
      reinitialise, tout reinitialiser,
      (effacer|efface|enlever|enleve|retirer|retire|supprimer|supprime) les filtres, recommencer,
      (|on) recommence, tout effacer, efface tout, tous sans filtre, tous a nouveau
    `),
  },
};

/** What people say around an order, and how many files they want. */
export const ORDERS_IN = {
  en: {
    sort: phrases(`
      sort by, sorted by, order by, ordered by, sort on, sort, rank by, ranked by, by
    `),
    top: ['top', 'first'],
    behindStatus:
      'applications candidates cases files ones in at since from older but with without',
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
        oldest, the oldest, older ones, the longest, longest, longest first, longest waiting, age, by age, in
        order of arrival, first received, first arrived
      `),
      newest: phrases(`
        last (file|files|application|applications), (|the) newest, (|the) latest, most recent,
        more recent (|ones), last to apply, newer ones, date, date of creation, creation date,
        recent
      `),
      score: phrases(`
        best (score|scores|candidate|candidates|applicant|applicants|file|files|rated|first|one|ones),
        good (candidate|candidates|applicant|applicants|file|files|ones), (|the) best,
        (highest|high|good|top) (score|scores), no (low|bad) (score|scores), scores,
        (best|highest|top) scored
      `),
      'lowest-score': phrases(`
        (lowest|worst|weakest|poorest|low|bad|poor|weak) (score|scores|scored),
        (worst|weakest) (first|files|candidates), score (ascending|low to high), worst, worst ones,
        worst ones first
      `),
      completion: ['most complete', 'completeness'],
      'least-complete': phrases(`
        least complete, least completed, lowest completion, completion ascending
      `),
      'highest-rent': phrases(`
        dearest, priciest, most expensive, expensive ones, (highest|high|biggest|largest) (rent|rents),
        rents (highest|biggest), rent descending, rent high to low
      `),
      'lowest-rent': phrases(`
        cheapest, cheap, least expensive, not (|too) expensive, (cheap|cheaper) ones,
        (lowest|low|smallest) (rent|rents), rents lowest, rent ascending, rent low to high
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
    behindStatus: 'candidatures dossiers',
    files: 'dossier dossiers candidature candidatures',
    toWriter: 'moi nous en donne donnez montre montrez',
    latest: phrases(`
      derniers, les derniers, dernieres, les dernieres, dernier, le dernier, derniere, la derniere
    `),
    article: 'les',
    orderNouns: 'age anciennete date completude modification',
    ascending: ['croissant', 'croissants', 'ordre croissant', 'par ordre croissant'],
    descending: ['decroissant', 'decroissants', 'ordre decroissant', 'par ordre decroissant'],
    orderEnd: ['d abord', 'en premier', 'en tete'],
    sorts: {
      oldest: phrases(`
        le plus ancien, plus anciens, anciens, plus vieux, vieux dossiers, vieilles candidatures,
        (|qui) (attend|attendent) (le plus|depuis le plus longtemps),
        premier arrive, premiers arrives, (|par|dans l) ordre d arrivee, (attend|attendent) le plus,
        (|depuis) le plus longtemps, anciennete, age
      `),
      newest: phrases(`
        dernier (dossier|recu), derniers (dossiers|recus), derniere (candidature|demande),
        dernieres (candidatures|demandes), le plus recent, plus recents, recents, les derniers,
        le dernier, date, date de creation, date d arrivee
      `),
      score: phrases(`
        meilleur (note|candidat|dossier|score), meilleurs (notes|candidats|dossiers|scores),
        bon dossier, bons dossiers, bon candidat, bons candidats, bonnes candidatures,
        (meilleure|bonne) note, (meilleures|bonnes) notes, mieux (notes|note|notee),
        (pas de|sans) mauvaise note, (pas de|sans) mauvaises notes, pas de note faible,
        pas de notes faibles, le meilleur, les meilleurs, score, plus gros score, plus haut score,
        plus haute note, note la plus haute, notes les plus hautes, score le plus haut
      `),
      'lowest-score': phrases(`
        note la plus basse, notes les plus basses, score le plus bas, scores les plus bas,
        (pire|mauvaise|basse|plus basse|moins bonne|plus mauvaise) note,
        (pires|mauvaises|basses|plus basses|moins bonnes|plus mauvaises) notes,
        note (faible|basse), notes (faibles|basses), score (faible|bas), scores (faibles|bas),
        pire, pires, le pire, moins bons, pires (dossiers|scores), pire score,
        mauvais (score|scores), mal notes, (pires|moins bons) d abord, moins bien notes,
        moins bons dossiers, note croissante, notes croissantes
      `),
      completion: ['plus complet', 'plus complets', 'completude'],
      'least-complete': ['moins complet', 'moins complets'],
      'highest-rent': phrases(`
        plus (cher|chers|chere|cheres), loyer le plus (eleve|cher), loyers les plus chers, loyers les plus eleves,
        plus (gros|hauts) loyers, loyer le plus haut, loyer eleve, loyers eleves, loyer decroissant
      `),
      'lowest-rent': phrases(`
        (pas|moins) (cher|chers|chere|cheres), loyers les moins chers, pas trop (cher|chers), loyer le plus bas,
        loyers les plus bas, plus petit loyer, plus (petits|bas) loyers, loyer croissant
      `),
      updated: phrases(`
        derniers modifies, dernieres modifications, recemment modifies, modification, derniere
        modification
      `),
      waiting: ['temps d attente', 'prets d abord'],
    },
  },
} satisfies Readonly<Record<Language, Partial<Grammar>>>;

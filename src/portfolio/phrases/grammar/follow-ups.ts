import type { Language } from '../../query/vocabulary/types.ts';
import { type FollowUpPhrases, phrases } from './index.ts';

/** What people say to change the list before them. */
export const FOLLOW_UPS_IN: Readonly<Record<Language, FollowUpPhrases>> = {
  en: {
    fillers: ['ok', 'okay', 'yes', 'great', 'right', 'well', 'so', 'then'],
    correction: phrases(`
      no, sorry, not these, not those, i mean, i meant, no i mean, no i meant
    `),
    amend: phrases(`
      sorry, no sorry, sorry no, sorry i mean, oops, no wait, wait no, nope, nah, actually, no
      actually, i said, no i said
    `),
    set: phrases('rather, make it, make that, set it to, change it to, change to, change that to'),
    ofThem: ['of them', 'of those', 'of these', 'among them', 'among those', 'among these'],
    which: phrases(`
      which ones, which one, are any, is any, do any, does any, have any, has any, any, are there
      any, is there any, are there some
    `),
    request:
      'file files rental rentals application applications applicant applicants candidate candidates ' +
      'tenant tenants property properties dossier cases find get give list look looking show see ' +
      'search me my i we you all every each everything everyone everybody daily weekly monthly ' +
      'send remind post tell who what when where why',
    turn: phrases(`
      reverse, reversed, reverse it, reverse order, in reverse, in reverse order, reverse the order,
      reverse the list, reverse the sort, the reverse, the other way, other way, the other way
      round, the other way around, the other way about, other way round, other way around, opposite
      order, the opposite order, the opposite, flip it, flip the order, invert, invert it, invert
      the order
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
      the _ before, _ before, the previous _, previous _, the preceding _, the _ earlier, the _
      before that, the _ before it, one _ earlier
    `),
    after: phrases(`
      the _ after, _ after, the following _, following _, the _ after that, the _ after it, one _
      later, the _ later
    `),
    notOnly: '',
    place: ['in', 'at'],
    narrow: phrases(`
      only, just, but, but only, and only, keep only, of those, of these, of them, among those,
      among these, among them, from those, those, the ones, filter by, filter on, narrow to,
      narrow it to, narrow down to, restrict to, limit to, limit it to
    `),
    other: phrases(`
      and, now, and now, what about, and what about, how about, and how about, same for, the same
      for, same in, the same in, same thing for, same thing in, the same thing in, ditto for, ditto
      in, ditto, back to, same with, switch to, change to, change it to, change that to, make it, make that, then,
      and then
    `),
    except: ['except', 'except for', 'excluding', 'apart from', 'other than', 'remove'],
    narrowAfter: ['only'],
    otherAfter: ['instead'],
    also: ['also', 'and also', 'add', 'including', 'include', 'or', 'or else'],
    alsoAfter: ['too', 'as well', 'also'],
    next: phrases(`
      next, nxt, next page, next one, next ones, next files, more, show more, see more, continue, the rest, the remaining ones
    `),
    previous: phrases(`
      previous, previous page, previous ones, prev, back, go back, page back
    `),
    last: ['last page', 'the last page', 'go to the last page', 'to the end', 'go to the end'],
    first: ['first page', 'back to the first page', 'back to the start', 'from the start'],
    page: ['page', 'go to page'],
    refresh: phrases('refresh, refresh it, refresh list, refresh the list, reload, reload it'),
    lift: ['remove', 'clear', 'drop', 'delete', 'lift', 'undo', 'take off', 'without'],
    filter: ['filter', 'filters', 'condition', 'conditions'],
    everywhere: phrases(`
      everywhere, anywhere, all towns, all cities, in all towns, in all cities, in every town, in
      every city, any town, any city, in any town, in any city, remove the town, remove the city, without the
      town
    `),
    reset: phrases(`
      all of them, all of those, show them all, back to everything, back to all, reset, clear,
      start over, no filter, no filters, without filter, without filters, remove filters, remove
      the filter, remove the filters, clear filters, clear the filter, clear the filters
    `),
  },
  fr: {
    fillers: ['ok', 'oui', 'd accord', 'parfait', 'alors', 'bon', 'bien', 'super'],
    correction: phrases(`
      non, nan, pardon, non mais, pas ceux la, pas celles la, pas ceux ci, pas celles ci, je
      voulais dire, je veux dire, non je voulais dire
    `),
    amend: phrases(`
      non, pardon, non pardon, pardon non, euh non, oups, non je voulais dire, pardon je voulais
      dire, nn, en fait, non en fait, enfin, enfin non, j ai dit, non j ai dit
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
      inverse, l inverse, inverser, inversez, inverse l ordre, inverse la liste, inverse le tri,
      inverser l ordre, ordre inverse, l ordre inverse, dans l ordre inverse, en ordre inverse, dans
      l autre sens, l autre sens, en sens inverse, dans le sens inverse, a l envers, le contraire
    `),
    lengths: {
      day: ['le jour', 'jour'],
      week: ['la semaine', 'semaine'],
      weekend: ['le week end', 'le weekend', 'week end', 'weekend'],
      month: ['le mois', 'mois'],
      quarter: ['le trimestre', 'trimestre'],
      year: ['l annee', 'annee', 'l an'],
    },
    before: phrases('_ d avant, _ precedent, _ precedente'),
    after: phrases('_ d apres, _ suivant, _ suivante'),
    notOnly:
      'faire fait faites dois doit doivent peux peut peuvent sais sait signifie signifient veut ' +
      'veulent dire manque manquent reste restent se me te m t s il faut penses pensez devient ' +
      'deviennent deviendra est c',
    place: ['a', 'dans', 'sur'],
    narrow: phrases(`
      seulement, uniquement, juste, mais, mais seulement, mais uniquement, et seulement, rien que,
      que, que les, que des, que le, que la, que l, que d, que du, que de, que a, qu a, que ceux, que celles, ceux, celles, parmi eux, parmi elles, parmi ceux ci, parmi
      ceux la, garde, gardez, garde seulement, ne garde que, ne garder que, filtrer par, filtre
      par, limiter a
    `),
    other: phrases(`
      et, et pour, et ceux, et celles, et maintenant, maintenant, plutot, qu en est il de, qu en
      est il d, qu en est il des, quid de, quid d, quid des, pareil pour, pareil a, meme chose pour, meme
      chose a, la meme chose pour, la meme chose a, idem, idem pour, idem a, retour a, reviens a, passe a, passez a, change pour, changez pour, remplace par, remplacez par, puis,
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
      plus, afficher plus, continuer, continue, le reste
    `),
    previous: phrases(`
      precedent, precedente, precedents, precedentes, page precedente, retour, revenir, page d
      avant, en arriere
    `),
    last: ['derniere page', 'la derniere page', 'aller a la fin', 'a la fin', 'voir la fin'],
    first: ['premiere page', 'retour au debut', 'revenir au debut', 'au debut'],
    page: ['page', 'aller a la page'],
    refresh: phrases(`
      actualise, actualiser, actualisez, actualise la liste, actualiser la liste, rafraichis,
      rafraichir, rafraichis la liste, recharge, recharger, mets a jour, mets a jour la liste
    `),
    lift: ['enleve', 'enlever', 'retire', 'retirer', 'supprime', 'supprimer', 'annule', 'sans'],
    filter: ['filtre', 'filtres', 'critere', 'criteres', 'condition', 'conditions'],
    everywhere: phrases(`
      partout, toutes les villes, dans toutes les villes, n importe ou, peu importe la ville,
      enleve la ville, retire la ville, sans la ville
    `),
    reset: phrases(`
      retour a tout, revenir a tout, revenir a tous, sans filtre, sans filtres, sans aucun filtre,
      reinitialiser, reinitialise, tout reinitialiser, effacer les filtres, efface les filtres,
      enlever les filtres, enleve les filtres, retirer les filtres, retire les filtres, supprimer
      les filtres, supprime les filtres, recommencer, recommence, on recommence, tous sans filtre, tous a nouveau
    `),
  },
};

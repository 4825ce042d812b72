import { FOLLOW_UPS_IN, ORDERS_IN } from './follow-ups.ts';
import { type Grammar, phrases } from './index.ts';
import { DATES_IN, NUMBERS_IN, PERIODS_IN } from './periods.ts';
import { QUESTIONS_IN, UNHELD_IN } from './questions.ts';

/** What people say around queries in French. */
export const french: Grammar = {
  small:
    'affiche afficher affichez ai aux a avec avait ayant au actuellement avons c ca ce ceci cela celui ' +
    'celle celles ces cet cette ceux chez cherche cherchez chercher d dans de des donc donne donner ' +
    'donnez devient deviennent devenu devenus dossier dossiers du elle elles en encore est et etait eu eux faut fais il ils j je juste l la ' +
    'le les leur leurs liste lister ma mais mes m moi mon montre montrer montrez n ne nos notre ' +
    'nous numero ont on ou par pas pour puis qu que quel quelle quelles quels qui quoi ' +
    's sa se ses sont son sur t te tous tout toute toutes trouve trouver tu un une va veux vois voir vos ' +
    'votre voudrais vous y location locations candidat candidate candidats candidates ' +
    'candidature candidatures demande demandes locataire locataires bien biens logement logements ville villes ' +
    'maintenant seulement uniquement aussi deja lesquels peut peuvent peux pouvez pourrais pourriez avoir ya koi monde cest gens quest suivi suivis soit jai jen qqch qqn',
  joints: 'est sont de d du des la le les l un une a au aux qui que ce ces cet cette il y ont',
  polite: phrases(`
    euh, heu, hein, bah, ben, bref, besoin, jveux, jvoudrais, jaimerais, aimerais, aimerait,
    s il vous plait, s il te plait, svp, stp, merci, merci beaucoup, merci d avance, bonjour,
    bonsoir, salut, coucou, slt, bjr, bsr, dsl, d accord, parfait, merci bien, oui, je suis nouveau, je suis nouvelle,
    je suis nouveau ici, je suis nouvelle ici, si possible, vite, rapidement, au revoir, bonne
    journee, bonne soiree, laisse tomber, tant pis, tout de suite, de suite, immediatement, c est bon, cest bon, c bon, ca marche, ca roule, finalement, au final, de rien, avec plaisir,
    c est tout, cest tout, ce sera tout, au fait, tant que j y suis, pendant que j y suis, merci bcp, mdr, lol, cordialement, bien cordialement, bien a vous, cdt, cdlt,
    je voudrais savoir si, jvoudrais savoir si, jvoudrai savoir si, je veux savoir si, savoir si, dis moi si, peux tu me dire si
  `),
  closing: phrases(`
    merci, bcp, mdr, lol, ok, oui, non, nan, parfait, super, accord, revoir, journee, soiree, tomber, pis, bon, marche,
    roule, c est tout, cest tout, ce sera tout
  `),
  and: 'et',
  or: 'ou ni soit',
  versus: [],
  greetings: ['bonjour', 'bonsoir', 'salut', 'coucou', 'bjr', 'slt'],
  regards: phrases(`
    merci, merci d avance, merci beaucoup, (|bien) cordialement, bien a (vous|toi), bonne (journee|soiree)
  `),
  titles:
    'm mr mme mlle monsieur madame mademoiselle messieurs mesdames mm dr docteur maitre me pr',
  personNouns:
    'gestionnaire gestionnaires agent agents collegue collegues personne personnes chacun chacune chaque',
  guarantors: 'garant garants garante garantes',
  districts: 'arrondissement arrondissements arrdt arrt arr',
  uncounted: 'candidat candidats candidate candidates locataire locataires',
  compare: {
    '>': phrases(`
      plus de, sup a, sup, superieur, plus qu a, plus d, superieur a, superieure a, superieurs a, superieures a, au
      dessus de, au dela de, plus grand que, plus vieux que, plus vieux qu, plus ancien que, plus
      ancien qu, plus anciens que, plus anciens qu, plus vieux de, plus ancien de, plus anciens
      de, plus cher que, plus chers que, plus
    `),
    '>=': phrases(`
      (superieur|superieure|superieurs|superieures) ou egal a, au moins, au minimum, minimum, min,
      mini, a partir de, des, pas moins de, pas en dessous de
    `),
    '<': phrases(`
      moins de, inf a, inf, inferieur, moins d, inferieur a, inferieure a, inferieurs a, inferieures a, en dessous de, au
      dessous de, sous, moins cher que, moins chers que, plus petit que, moins
    `),
    '<=': phrases(`
      (inferieur|inferieure|inferieurs|inferieures) ou egal a, au plus, au maximum, maximum, max,
      maxi, jusqu a, jusque, pas au dessus de, pas plus (de|d),
      pas plus (|vieux|ancien|anciens) (que|qu), pas plus (cher|chers) que
    `),
  },
  exact: ['exactement', 'precisement', 'pile'],
  compareAfter: {
    '>': [],
    '>=': phrases(`
      ou plus, et plus, ou mieux, et mieux, minimum, min, mini, au moins, au minimum,
      (ou|et) au dessus
    `),
    '<': [],
    '<=': ['ou moins', 'et moins', 'maximum', 'max', 'maxi', 'au plus', 'au maximum'],
  },
  since: ['depuis', 'il y a', 'y a', 'pendant', 'ca fait', 'cela fait', 'fait'],
  agoBefore: ['il y a', 'y a', 'ya'],
  ago: [],
  twoDaysAgo: ['avant hier'],
  within: phrases(`
    dernier, derniers, derniere, dernieres, les derniers, les dernieres, ces derniers, ces
    dernieres, dans les derniers, dans les dernieres, au cours des derniers, au cours des
    dernieres
  `),
  ranges: [
    ['entre', 'et'],
    ['de', 'a'],
    ['du', 'au'],
    ['du', 'a'],
    ['depuis', 'jusqu a'],
  ],
  to: ['a', 'au'],
  years: ['an', 'ans', 'annee', 'annees'],
  money: ['euro', 'euros', 'eur', 'par mois', 'euros par mois', 'e', 'balles'],
  percent: ['pourcent', 'pour cent', 'pct'],
  keys: {
    score: ['notes', 'note', 'notees', 'scores', 'notation'],
    completion: phrases(`
      completude, complets, complets a, complet, complet a, avances a, remplis a, rempli a
    `),
    rent: ['loyers', 'loyer mensuel', 'coutant'],
    age: ['ages', 'age', 'anciennete', 'delai'],
    stale: phrases(`
      pas modifies, pas modifie, non modifies, pas mis a jour, pas bouge, sans changement, sans
      nouvelles, sans nouvelle, inchanges, inchange, inactifs, inactif, dormants, dormant, silencieux, bouge
      pas, bougent pas, ne bouge pas, ne bougent pas, n a pas bouge, n ont pas bouge, sans
      mouvement, pas de mouvement, sans news, pas de news, aucune nouvelle, aucune news, pas de nouvelles, pas touches, pas touche, personne n a touche,
      personne n a touches, personne a touche, personne y a touche, personne n y a touche, traine, trainent, dorment, rien ne bouge, rien n a bouge, rien ne se passe,
      rien ne s est passe, n avance pas, n avancent pas, bloque, bloques, bloquee, bloquees
    `),
  },
  nothing: phrases(`
    rien, rien de neuf, rien de nouveau, aucune activite, aucun mouvement, sans reponse, aucune
    reponse, pas de reponse, sans retour, aucun retour, pas de retour
  `),
  budget: ['budget', 'budgets'],
  unheld: phrases(`
    gagne, gagnent, gagnant, taux d (effort|endettement), revenu, revenus, avec un revenu,
    avec des revenus, salaire, salaires, avec un salaire, surface, surfaces, surface habitable,
    superficie
  `),
  unheldUnits: ['fois le loyer', 'fois leur loyer', 'm2', 'metres carres', 'metre carre'],
  periods: PERIODS_IN.fr,
  verbs: {
    created: phrases(`
      cree, crees, creee, creees, recu, recus, recue, recues, arrive, arrives, arrivee, arrivees,
      depose, deposes, deposee, deposees, candidate, postule, ouverts le, entres, entrants, ajoute,
      ajoutes
    `),
    updated: phrases(`
      modifie, modifies, modifiee, modifiees, mis a jour, mise a jour, mises a jour, change,
      changes, bouge
    `),
    availability: phrases(`
      dispo, dispos, disponible, disponibles, libre, libres, (|se) (libere|liberent|liberera),
      emmenagement, emmenager
    `),
  },
  possessive: 'mes mon ma',
  writer: 'moi',
  of: 'de d',
  by: 'par',
  took: { alone: ['a pris', 'a pris en charge'], asked: [], behind: [] },
  watches: [],
  roles: {
    manager: phrases(`
      gere par, geres par, geree par, gerees par, suivi par, suivis par, suivie par, suivies par,
      attribue a, attribues a, attribuee a, attribuees a, affecte a, affectes a, affectee a,
      affectees a, confie a, confies a, confiee a, confiees a, assigne a, assignes a
    `),
    taken: ['pris par', 'pris en charge par', 'qu a pris', 'qu a pris en charge'],
    watched: [],
  },
  manages: phrases('gere, gerent'),
  follows: 'suit suivent',
  managesNot: phrases('(|ne) (gere|gerent) (pas|plus)'),
  managesAsked: ['que', 'combien'],
  managed: 'gere geree geres gerees',
  managing: {
    objects: [],
    subjects: [],
    have: [],
    be: [],
    places: [],
    avoir: 'ai as a avons avez ont avais avait avions aviez avaient',
    adverbs: 'pas deja jamais bien toujours encore',
    nouns: 'dossier dossiers',
  },
  branches: 'agence bureau',
  branchArticles: 'l le notre votre mon au',
  others: 'autre autres',
  categories: 'bien biens categorie categories type types logement logements',
  able: 'peut peuvent peux puis',
  toDecide: 'decider traiter valider accepter approuver signer faire',
  notOwn: phrases(`
    (|que) je (|ne) gere pas, pas geres par moi, (gere|geree|geres|gerees) par
    (d autres|quelqu un d autre), de mes collegues, des collegues
  `),
  own: phrases(`
    a moi, miens, miennes, les miens, les miennes, mes dossiers, (gere|geree|geres|gerees) par moi,
    pas (gere|geree|geres|gerees) par quelqu un d autre, ceux que je gere, je gere
  `),
  conditions: {
    'status:new': ['nvx'],
    'exclusive:yes': phrases('mandat exclusif, mandats exclusifs, en exclusivite'),
    'exclusive:no': phrases(`
      (non|pas) (exclusif|exclusifs|exclusive|exclusives), sans exclusivite, mandat simple, mandats simples, mandat non exclusif, mandats non exclusifs
    `),
    'decision:awaiting': phrases(`
      (|du|le) travail (du jour|aujourd hui|ajd), (|du|mon) travail pour moi (|aujourd hui|ajd), mon travail,
      (|quelque chose|un truc) pour moi (aujourd hui|ajd), taches du jour,
      j ai aujourd hui, j ai ajd, j ai quoi aujourd hui, j ai quoi ajd, quoi aujourd hui, ma journee, trainent, ca traine, bloques, bloque, bloquees,
      mais pas de decision, mais pas encore de decision, toujours pas de decision, mais toujours pas de decision, mais aucune decision,
      (|mes) priorites, (|qui) coincent, (|qui) bloquent, qu est ce qui presse, ce qui presse, qu est ce qui urge, ce qui urge, par quoi je commence, par quoi commencer, par (lequel|lesquels|qui) (commencer|je commence), par ou commencer, par ou je commence, que dois je
      faire, a faire, qu est ce que je dois faire, demande mon attention, dois decider, dois je decider, je dois decider, a decider, a
      traiter, a (valider|approuver|accepter|signer|trancher), en attente de (validation|signature), sans decision, besoin de decision, besoin d une decision, pas de decision, pas encore de decision, aucune decision, en attente de decision, en attente d une decision, en attente de
      decisions, decisions en attente, decisions a prendre, decision en attente, decision a prendre, pas decides, doit etre decide, doivent etre decides, pas
      encore decides, il en reste, restent, reste a decider, reste a traiter, non traites, pas
      traites, pas encore traites, non decides, attendent, attend, qui attendent, en retard,
      retards
    `),
    'decision:approved,declined': phrases(`
      decisions, decisions prises, decisions rendues, tranches, tranchees, traites, traitees, deja
      traites
    `),
    'stage:en-attente-de-pieces': phrases(`
      (|qui) (en attente de|en attente des|attend des|attendent des|attendent leurs|attend ses)
      (pieces|documents|justificatifs|papiers|pieces manquantes|pieces justificatives),
      (bloque|bloques|bloquent) (sur|par) (les|des) (pieces|documents|justificatifs|papiers),
      pieces attendues, documents attendus
    `),
    'stage:a-l-etude': ['en cours d examen', 'en cours d analyse', 'en train d etre etudies'],
    'decision:ready': phrases(`
      (passe|passes|passee|passees) (de|d) (|en) attente a (pret|prets|prete|pretes),
      prets pour decision, (pret|prets|prete|pretes) a (decider|valider|accepter|approuver),
      (pret|prets|prete|pretes) pour validation,
      (pret a|prets a|prete a|pretes a|peut|peuvent) etre
      (decide|decides|valide|valides|accepte|acceptes|approuve|approuves|refuse|refuses),
      (qu est ce que je peux|qu est ce qu on peut|que peut on|que puis je) (decider|valider|accepter|approuver),
      lesquels (on peut|je peux|puis je|peut on) (decider|valider|accepter|approuver),
      (que|qu|quels dossiers) (je peux|on peut) (decider|valider|accepter|approuver),
      quels dossiers (decider|valider|accepter|approuver),
      (je peux|on peut) (decider|valider|accepter|approuver) (lesquels|quoi)
    `),
    'decision:declined': ['refus', 'rejets', 'non retenus', 'declines', 'recale', 'recales'],
    'decision:approved': ['retenus', 'acceptations', 'acceptee', 'validations'],
    'completion:100': phrases(`
      complet, complets, complete, completes, finis, termines, rien ne manque, manque rien,
      aucune piece manquante, aucun document manquant
    `),
    'available:yes': phrases(`
      (dispo|dispos|disponible|disponibles|libre|libres)
      (maintenant|tout de suite|de suite|immediatement|des maintenant)
    `),
    'available:no': phrases('indispo, indispos, indisponible, indisponibles'),
    'insured:yes': ['assures', 'assure', 'sous assurance'],
    'rent-insurance:yes': phrases(`
      (assures|assure) contre les loyers impayes,
      (assurance|garantie) (loyers impayes|loyer impaye), gli
    `),
    'no:guarantor': phrases(`
      dont le garant manque, dont la garante manque, dont les garants manquent
    `),
    'has:manager': ['quelqu un gere', 'que quelqu un gere'],
    'no:manager': phrases(`
      sans personne, (|sans) personne dessus, personne ne gere, (|que) personne gere,
      personne ne suit, (|que) personne suit, personne (|ne) s en occupe,
      sans gestionnaire, (|pas) (gere|geree|geres|gerees) par personne,
      suivi par personne, (non|pas) (gere|geree|geres|gerees) par quelqu un, (non|pas) attribues,
      (|attribue|attribues) a personne
    `),
    'no:tags': ['sans etiquette', 'sans etiquettes'],
    'no:score': phrases('score inconnu, note inconnue, (|mais) (pas|pas encore|non) notes'),
    'completion:0': phrases(`
      (|n a|n ont|n a encore|n ont encore|n a toujours|n ont toujours) rien
      (envoye|renvoye|fourni|depose)
    `),
    'completion:<100': phrases(`
      sans (piece|pieces|documents|docs|papiers|justificatifs), ni (pieces|documents|docs|papiers|justificatifs), de pieces, de documents, incomplet,
      incomplets, incomplete, incompletes, pas complets, pas complet, non complets, a completer,
      (manque|manquent) (de|d) (pieces|documents|papiers|docs|justificatifs),
      (|il) manque (une piece|des pieces|un document|des documents|des papiers|des docs
      |des justificatifs|des trucs|quelque chose),
      (n a pas|a pas|n ont pas|ont pas|n a pas encore|n ont pas encore|pas|pas encore|toujours pas)
      envoye (ses|leurs|les|tous ses|tous leurs|toutes ses|toutes leurs)
      (pieces|documents|papiers|docs|justificatifs),
      liste de relance, qui (dois je|faut il|il faut|faut) relancer (|aujourd hui), qui je (dois relancer|relance) (|aujourd hui),
      (doit|doivent) encore
      (envoyer ses pieces|envoyer leurs pieces|des pieces|des papiers|des documents)
    `),
    'category:apartment': ['appt', 'appts', 'apt', 'apts', 'apparts'],
    'situation:couple': ['couples'],
    'situation:single': ['celibataires', 'celib', 'celibs'],
    'situation:roommates': ['colocations', 'colocs'],
    '-decision:approved': phrases(
      'sans (acceptation|accord|validation|approbation), sans etre (acceptes|approuves)',
    ),
    'archived:yes': ['archive', 'archives', 'archivees', 'archivee'],
    'taken:me': ['pris par moi', 'que j ai pris', 'pris en charge par moi'],
    'taken:nobody': phrases(`
      non pris, pas (|encore|deja) pris, pris par personne, (|que) personne (a|n a) pris,
      personne les a pris
    `),
    '-taken:nobody': phrases(`
      pris par quelqu un, (|que) quelqu un a pris, deja pris, pris
    `),
    'has:form': phrases(`
      formulaire rempli, formulaire envoye, formulaires remplis, rempli le formulaire
    `),
    'no:form': phrases(`
      formulaire (non|pas) (rempli|envoye|renvoye), (|n a|n ont) pas rempli le formulaire,
      n ont pas envoye le formulaire
    `),
    'has:validation': ['pre candidature validee', 'pre candidatures validees'],
    'pre-application:yes no:validation': phrases(`
      (pre candidature|pre candidatures) (non|pas|pas encore) (validee|validees)
    `),
    'pre-application:yes': ['pre dossier', 'pre dossiers'],
    'watched:me': ['suivis par moi', 'que je suis'],
    'watched:nobody': ['non suivis', 'pas suivis', 'suivis par personne'],
    '-watched:nobody': ['suivis par quelqu un'],
    'snoozed:yes': ['reportes', 'en sommeil'],
    'snoozed:no': ['non reportes', 'pas reportes'],
    'archived:no': ['non archives', 'non archive', 'pas archives', 'pas archive'],
  },
  fresh: ['nouveaux', 'nouveau', 'nouvelles', 'nouvelle', 'nvx'],
  news: phrases(`
    (|y a t il|t as|ya) du nouveau, (|y a t il|ya) du neuf, rien de neuf, quoi de neuf, quoi de nouveau, koi de neuf, t as quoi de
    neuf, tas quoi de neuf, ta quoi de neuf, ta koi de neuf, y a quoi de neuf, ya quoi de neuf, il y
    a quoi de neuf, y a quoi de nouveau, y a du neuf, y a du nouveau, qu est ce que j ai loupe, qu est ce que j ai rate, il y a de neuf, nouveautes
  `),
  not: phrases(`
    pas, non, mais pas, pas non plus, ni, jamais, n a rien, n ont rien, ai rien, aucunement, ne
    plus, n est plus, n a plus, n ont plus, ne sont plus, personne n a, personne n a encore,
    personne de, rien, rien de, rien a
  `),
  // “Trouve plus de” may be an order.
  negativeQuestions: phrases(`
    (|n) y a t il pas (de|des), (|n) y aurait il pas (de|des), (|ne) vois pas, ne vois plus,
    (n oublie|oublie|n oubliez) pas, rien que, (rien|personne) d autre que,
    (|ne) (trouve|retrouve) pas, (je|on|ne) (trouve|retrouve) plus,
    (n arrive|j arrive|on arrive|n arrivons|ne parviens) (pas|plus) a (trouver|retrouver),
    (|ne) peux pas (trouver|retrouver)
  `),
  except: phrases(`
    pas besoin, pas besoin de, pas besoin d, pas besoin des, ne veux pas, veux pas, ne veux plus, veux plus, ne voudrais pas, sauf, excepter, exepte, hors, excepte, hormis, sans les, autre que, autres que, sans
    compter, sans inclure, en dehors de, en dehors des, ailleurs que, ailleurs qu a, mis a part,
    a part
  `),
  hide: phrases(`
    enleve, enlever, enlevez, retire, retirer, retirez, masque, masquer, masquez, cache, cacher,
    cachez, vire, virer, virez, oublie, oublier, oubliez, ignore, ignorer, ignorez, exclus, exclure,
    excluez
  `),
  either: ['pas seulement', 'pas uniquement', 'pas juste', 'pas que', 'avec ou sans'],
  determiners: 'les ceux celles ces',
  none: ['aucun', 'aucune', 'personne de', 'rien', 'rien de', 'rien a'],
  including: ['y compris', 'incluant', 'inclure', 'aussi', 'egalement'],
  also: ['aussi', 'egalement', 'compris', 'inclus'],
  auxiliary: 'ete etre encore toujours deja meme',
  undone: phrases(`
    n a pas, n ont pas, a pas, ont pas, n a jamais, n ont jamais, doit, doivent, doit encore, doivent encore
  `),
  documents: 'piece pieces document documents papier papiers docs justificatif justificatifs',
  provided:
    'envoye envoyes envoyee renvoye fourni fournis fournie envoyer fournir transmettre deposer donne rendu rendus paye payee transmis transmise depose joint signe',
  have: phrases(`
    avec, avec un, avec une, ac, ac un, ac une, ayant, ayant un, ayant une, qui ont, qui ont un, qui ont une, qui ont
    des, qui a, qui a un, qui a une, a un, a une, ont un, ont une
  `),
  lack: phrases(`
    sans, ss, ss un, ss une, sans aucun, sans aucune, pas de, pas d, aucun, aucune, n ont pas de, n ont pas leur, n
    ont pas encore de, n ont pas encore leur, n ont toujours pas de, n a pas de, n a pas son, n
    a pas encore de, n a pas encore son, n a toujours pas de, n a toujours pas son, pas encore
    de, toujours pas de, manque de, il manque le, il manque la, il manque un, il manque une,
    manque
  `),
  lackAfter: ['manquant', 'manquante', 'manquants', 'manquantes', 'absent', 'absente', 'absents'],
  nouns: { phone: ['numero de telephone'], 'birth-date': ['date de naissance'] },
  ofAge: ['d anciennete', 'd age'],
  awaited: phrases(`
    en attente de, en attente d, en attente du, attend, attendent, attend son, attendent leur,
    a besoin de, a besoin d, ont besoin de, ont besoin d, attendant, attend un, attend une, attendent un, attendent une
  `),
  followUp: FOLLOW_UPS_IN.fr,
  ...UNHELD_IN.fr,
  ...DATES_IN.fr,
  ...NUMBERS_IN.fr,
  ...ORDERS_IN.fr,
  questions: QUESTIONS_IN.fr,
};

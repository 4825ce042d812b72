import type { Language } from '../../query/vocabulary/types.ts';
import { type Grammar, type Phrases, phrases, type Question } from './index.ts';

/** What people say to ask for something else than the list of the files found. */
export const QUESTIONS_IN: Readonly<Record<Language, Readonly<Record<Question, Phrases>>>> = {
  en: {
    who: phrases(`
      who, who has, who have, who is, whos, who s, who applies, who applied, names of, name of
    `),
    manager: phrases(`
      who manages, (who is|who s|whos) (managing|handling), who (deals|is dealing) with,
      (who is|who s) looking after, who handles, who looks after, who takes care of,
      (who is|who s) in charge of, who is responsible for, (who is|who s|whos|who) the manager (of|for), who are the managers (of|for), which manager has, whose file is, who (has|manages) the file of,
      (|the) (manager|managers) of, who are their managers, their managers
    `),
    figures: phrases(`
      how long (to decide|to a decision|until a decision|before a decision|for a decision),
      how long (does a decision|do decisions) take, how long (do we|does it|did we) take to decide, how long does it take us (|to decide),
      how long (do files|do they|do we) wait,
      (|average|the average) time (we take|it takes|taken) to decide,
      (|average|avg|median) (time to decide|time to decision|decision time),
      (average|avg|mean|median) (waiting time|wait|time),
      (average|avg|mean|median) (|number of|working) days to (decide|decision|a decision),
      (approval|acceptance|rejection|refusal|success) rate,
      (percentage|percent|share|proportion) (|of|is|are|was|were|get|gets|got) (approved|accepted|declined|rejected|refused),
      (per|by|in each) (status|decision), how many per week,
      (files|applications|decisions) per week, decisions by week
    `),
    report: phrases(`
      (who|which manager|which property|which flat) has (|the) most, who manages (|the) most,
      (which properties|which flats) have (|the) most,
      (per|by|for each) (manager|agent|colleague|property), (property|flat) with (|the) most,
      workload, who is (|the) busiest, busiest (manager|agent|property|flat), what did we do (last|this) (week|month), trend, trends, is it getting better, how are we doing,
      how did we do, (how is|how s|hows) it going, how are things,
      (vs|versus|against|compared to|compared with) last (week|month), than last (week|month),
      last week (vs|versus|against|compared to|compared with) this week,
      last month (vs|versus|against|compared to|compared with) this month
    `),
    count: phrases(`
      how many, how many in total, howmany, hw many, number of, count, count of, the number of, how much,
      total of, total number of, total files
    `),
    missing: phrases(`
      (what is|what s) (|still) missing, whats missing, what do we miss, what are we missing,
      missing (for|from), missing documents (for|of),
      (documents|docs|papers|paperwork) (|are|still) (missing|outstanding) (for|from|of), how complete is, what is lacking,
      (what|which) documents are missing
    `),
    card: phrases(`
      (score|rating|rent|price|deposit|charges|fee|fees|description|photo|photos|address) (of|for),
      (status|decision|history|completion|availability|profile) (of|for|about|on),
      (documents|detail|details|info|information) (of|for|about|on), how long (|has|have),
      since when (|is|has), how old is, who (took|has taken), when (was|did),
      what happened (to|with), where is, link (to|for), (guarantor|guarantors) of,
      who is the guarantor of, who are the guarantors of, date of birth of, birth date of,
      birthday of, tell me (|more) about, (all|more|everything) about
    `),
    compare: phrases(`
      compare, comparison of, compare (|the) (applicants|candidates|files) (of|for|on)
    `),
    contact: phrases(`
      phone, phone (number|numbers|no|num|nos), (contact|mobile|cell|tel|whatsapp) (no|number|numbers),
      cell phone, email (addy|id), telephone, telephone number, mobile, email, e mail, mail,
      message, email address, mail address, contact, contacts, contact details, call,
      send an (email|sms|e mail) to, send a (text|mail|message) to, send (email|mail|sms) to, text,
      write to, reach, how (to|can i|do i) (reach|contact)
    `),
    decide: phrases(`
      approve, accept, reject, decline, refuse, validate, deny, assign, delete, say (yes|no) to,
      (close|archive) the file, create a (|new) file, add a file,
      archive (all|every|everything|these|those|the),
      (add|leave|write) (|a|an|the) (note|comment|tag|document|guarantor) (|on|to|for|in),
      (book|schedule|arrange) (|a|the) (viewing|visit|appointment) (|for|with|at|on),
      send (|a|the) (lease|contract|tenancy agreement|receipt) (|to|for)
    `),
  },
  fr: {
    who: phrases(`
      qui, qui a, qui ont, qui est, qui sont, qui sont (ils|elles), (noms|nom) des,
      quels candidats, quels sont les candidats
    `),
    manager: phrases(`
      qui gere, qui les (gere|suit), (|qui sont) leurs gestionnaires, qui s en (occupe|charge), qui s occupe (de|du|des), qui suit,
      qui est en charge (de|du), qui est responsable (de|du), (quel|quelle) gestionnaire a,
      (qui est|c qui|c est qui) le gestionnaire (de|du), qui sont les gestionnaires (de|du),
      (c a qui|c est a qui|a qui est) le dossier, (gestionnaire|gestionnaires) (de|du),
      le gestionnaire (de|du)
    `),
    figures: phrases(`
      combien de temps (pour decider|pour une decision|pour prendre une decision),
      combien de temps (avant une decision|avant la decision|attendent|attend on),
      (on met|met on|mettons nous|il faut|faut il) combien de temps (a|pour) decider,
      combien de temps (on met|met on|mettons nous|il faut|faut il) (a|pour) decider,
      (temps|delai) (|moyen) de decision, delai pour decider, temps d attente moyen,
      attente moyenne, duree moyenne, delai moyen,
      taux (d acceptation|d approbation|de refus|de rejet|de reussite),
      (pourcentage|part|proportion) (d|de) (acceptes|refuses|approuves|rejetes),
      (pourcentage|part|part des) (acceptes|refuses|approuves|rejetes), par statut, par decision,
      decisions par semaine
    `),
    report: phrases(`
      (qui a|quel gestionnaire a|quelle gestionnaire a|qui gere) le plus (de|d),
      (quel bien a|quels biens ont|quel appart a|quel appartement a|quel logement a) le plus (de|d),
      (bien|appart|logement) avec le plus de, qui en a le plus, combien chacun, chacun combien,
      combien chaque gestionnaire, par (gestionnaire|agent|collegue|negociateur|bien|logement),
      charge de travail, (gestionnaire|bien|appart) (|le) plus charge, tendance, tendances, evolution, ou en sommes nous, ou en est on,
      on en est ou, est ce que ca s ameliore,
      (par rapport a|contre|vs|versus|compare a) (la semaine derniere|le mois dernier),
      (par rapport a|contre|vs|versus|compare a) la semaine passee,
      (par rapport|compare) au mois dernier,
      (que|qu en) (la semaine derniere|la semaine passee|le mois dernier|le mois passe),
      (a t on fait|qu avons nous fait|on a fait quoi) (la semaine derniere|la semaine passee),
      (a t on fait|qu avons nous fait|on a fait quoi) (cette semaine|le mois dernier|ce mois ci),
      (|la) semaine derniere (vs|versus|contre) cette semaine,
      (|le) mois dernier (vs|versus|contre) (ce mois|ce mois ci)
    `),
    count: phrases(`
      compte, compter, comptez, combien, cb, cb (de|d), cbien, combien ca fait, ca fait combien,
      combien sont (ils|elles), combien y en a t il, il y en a combien, combien en tout,
      combien (|y a t il) (de|d), combien il y a de, (nombre|nbre|nb) (de|d), le nombre de, nbre,
      nbr de, nbr, nb, on a combien de, (|le) total (de|des)
    `),
    missing: phrases(`
      que manque t il (|a), qu est ce qui manque, qu est ce qu il manque, ce qui manque,
      ce qu il manque, (|il) manque (quoi|koi), que manque, quoi manque, quelles pieces manquent,
      quels documents manquent, pieces manquantes, documents manquants, pieces manquantes de,
      manque (a|pour|il|t il)
    `),
    card: phrases(`
      (note|score|loyer|prix|depot de garantie|caution|charges) (de|du|d|pour),
      (honoraires|frais|photo|photos) (de|du|d|pour),
      (description|adresse|lien|historique|completude) (de|du|d|sur|vers),
      (disponibilite|profil|details|infos) (de|du|d|sur|vers),
      depuis quand, depuis combien de (temps|jours), ou est, ou se trouve,
      (garant|garants) (de|d), le garant de, les garants de, qui est le garant (de|d),
      qui sont les garants de, qui a pris, (statut|decision) (de|pour|sur),
      date de naissance (de|d), anniversaire de, (dis m en|dis moi en) plus sur,
      (|dis moi) tout sur, plus d infos sur, que s est il passe pour, qu est il arrive a,
      parle moi de
    `),
    compare: phrases(`
      compare, comparer, comparez, comparaison de,
      (compare|comparer) (|les) (candidats|candidatures|dossiers) (de|du|pour|sur)
    `),
    contact: phrases(`
      telephone, tel, gsm, natel, cellulaire, (numero|numeros) de (telephone|tel|gsm|natel|cell|cellulaire), les numeros (de|des),
      numero de portable, le numero de, num de, num, le num de,
      (envoie|envoyer) un (sms|mail) a, envoie mail a, envoie un email a, portable, email, e mail,
      mail, courriel, adresse (mail|email|e mail), contact, contacts, coordonnees, joindre,
      comment (joindre|contacter|appeler), appeler, appelle, appelez, contacter, ecrire a, ecris a
    `),
    decide: phrases(`
      supprimer, supprime, supprimez, approuver, approuve, approuvez, valider, valide, validez,
      accepter, accepte, acceptez, refuser, refuse, refusez, rejeter, rejette, rejetez,
      (dis|dites|dire) (oui|non) (a|au|aux),
      (cloture|cloturer|archive|archiver) le dossier, (cree|creer|ajoute) un dossier,
      (archive|archiver|archivez) (tous|toutes|les|tout),
      (ajoute|ajouter|ajoutez|mets|mettre) (un|une) (note|commentaire|etiquette|tag|document|garant) (|a|sur|pour|au|dans),
      (planifie|planifier|programme|programmer|fixe|fixer|organise|organiser) (une|la) visite (|avec|pour|a|au|de),
      (envoie|envoyer|envoyez) le (bail|contrat) (|a|au|pour)
    `),
  },
};

/** What people ask of files that no field of theirs holds. */
export const UNHELD_IN = {
  en: {
    held: ['do i have', 'have i got', 'do i manage'],
    heldSome: phrases(`
      do i have any, do i have anything, do i have some, have i got any, have i got anything, what do i
      have, what have i got
    `),
    clock: ['at', 'from', 'before', 'after', 'by', 'around', 'until'],
    hours: 'h oclock am pm',
    comparedWith: 'with to against',
    than: 'than',
    comparatives: ['more', 'fewer', 'less', 'busier', 'quieter'],
    appointments: phrases('viewing, visit, appointment, meeting, call'),
    partsOfDay: phrases('morning, afternoon, evening, tonight, night, overnight'),
    change: 'set mark move change put transfer reassign',
    into: 'as to',
    order: 'close archive unarchive reopen edit',
    decided: {
      'decision:approved': phrases('who (|has) (approved|accepted|validated)'),
      'decision:declined': phrases('who (|has) (declined|rejected|refused)'),
      'decision:approved,declined': phrases('who (|has) decided'),
    },
    papers: phrases(`
      id, ids, id card, identity card, proof of (identity|income|address|residence),
      tax (notice|notices|return|returns), bank (statement|statements|details), pay (slip|slips),
      (work|employment) contract, residence permit
    `),
    answers: { 'decision:approved': ['yes', 'yeses'], 'decision:declined': ['no', 'noes', 'nos'] },
    late: ['overdue'],
    unlisted: phrases(`
      (hasn t|hasnt|haven t|has not|have not|didn t|not|already|has|have) (|yet|already) paid (|yet|rent|the rent|their rent|his rent|her rent|the deposit|a deposit),
      (|who) (pays|paid) (|the|their) (rent|deposit) (|late|yet), who paid, (|who s|whos|who is) (late|behind) (on|with) (rent|the rent|their rent|payment|payments), late (paying|payers|payments),
      (|in) arrears, unpaid rents, who (can|could|may) (see|view|access|read), who has access (|to),
      (company|corporate|institutional) (guarantor|guarantors), (guarantor|guarantors) (that|who) (is|are) (a company|companies),
      why, why not (|him|her|them), how come, for what reason, who (|has|hasn t|hasnt|has not) (visited|replied|called|answered), (has|did) (anyone|anybody) (visited|replied|called|visit|reply|call), (total|sum) (|of|of the) (rent|rents|deposits|scores),
      compared (to|with), how much (is|does), coming up (|next week|this week|next month|this month|tomorrow|today|soon), whose (guarantor|guarantors), (|any) news (on|of|about|from),
      (average|avg|mean|median) (score|scores|rent|rents|completion|price|prices|deposit|deposits),
      (|the) best (rent|rents|price|prices), (biggest|largest|smallest) (|first),
      (nearly|almost|not quite|close to) (complete|ready|done|finished),
      next (week|month|quarter|year),
      (|the|from the|of the|in the|for the) (week|month|quarter|year) before last,
      ((per|by|for|in|of) each|per|by) (flat|town|city|agency|day|week|month|year),
      (which|what) (town|towns|city|cities|agency) (has|have) (|the) (most|fewest|least),
      (with|w) (nobody|no one) (ready|complete|approved|accepted|waiting|insured),
      a couple of (files|applications|candidates|applicants|ones),
      who (is|s) the (landlord|owner) (of|for), (landlord|owner) (of|for), who owns, whose (landlord|owner)
    `),
    future: phrases('when (will|can|do|does|are|is), (until|till) when'),
    counted: phrases(`
      bed, beds, bedroom, bedrooms, bathroom, bathrooms, room, rooms, person, persons, people,
      occupants
    `),
    unrecorded: phrases(`
      unopened, unread, unseen, not seen, not been seen, never (seen|opened|looked at|viewed),
      not (opened|looked at|viewed), (nobody|no one) (|has) (opened|looked at),
      (i haven t|i have not) (looked at|opened|seen), i didn t open,
      (we haven t|we have not) (looked at|opened), (haven t|have not) been opened,
      (|since) (i|we) opened, (i|we) looked at, who (|has) (opened|looked at), who viewed,
      who has seen, by me, by (who|whom)
    `),
  },
  fr: {
    held: ['j ai', 'j en ai', 'ai je', 'en ai je', 'je gere'],
    heldSome: phrases(`
      j ai des, j ai un, j ai une, j ai quelque chose, ai je des, ai je un, j ai quoi
    `),
    clock: ['a', 'des', 'avant', 'apres', 'vers', 'a partir de', 'jusqu a'],
    hours: 'h heure heures',
    comparedWith: 'avec a au contre',
    than: 'que qu',
    comparatives: phrases('(plus|moins) (de|d|charge|chargee|charges)'),
    appointments: phrases('visite, rdv, rendez vous, reunion, appel'),
    partsOfDay: phrases('matin, midi, aprem, apres midi, soir, nuit'),
    change:
      'transfere transferer reattribue mets mettre mettez passe passer passez marque marquer change changer attribue attribuer',
    into: 'en comme a',
    order:
      'cloture cloturer cloturez ferme fermer archive archiver archivez rouvre rouvrir modifie modifier',
    decided: {
      'decision:approved': phrases('qui a (approuve|accepte|valide)'),
      'decision:declined': phrases('qui a (refuse|rejete)'),
      'decision:approved,declined': ['qui a decide'],
    },
    papers: phrases(`
      (piece|pieces|carte) d identite, cni, titre de sejour, avis d (imposition|impot|impots),
      (fiche|fiches) de (paie|paye), (bulletin|bulletins) de salaire, contrat de travail,
      (justificatif|justificatifs) de domicile, justificatif d identite,
      (quittance|quittances) de loyer, releve d identite bancaire, attestation d assurance,
      attestation employeur
    `),
    answers: { 'decision:approved': ['oui'], 'decision:declined': ['non'] },
    late: ['en retard', 'retards'],
    unlisted: phrases(`
      qu est ce qui arrive (la semaine prochaine|le mois prochain|demain), prevu (la semaine prochaine|le mois prochain|demain), (n a|n ont|pas|deja) (pas|pas encore|deja|encore) paye (|le loyer|son loyer|leur loyer), qui (a|n a pas|ont) paye (|le loyer|son loyer|leur loyer), qui n a pas encore paye (|le loyer|son loyer|leur loyer),
      (|qui est|qui sont) en retard de (loyer|paiement), (retard|retards) de (loyer|loyers|paiement|paiements), impayes, (loyer|loyers) (impaye|impayes),
      qui peut (voir|lire|consulter|acceder a), qui a acces (|a),
      (garant|garants) (|personne|personnes) (moral|moraux|morale|morales|physique|physiques),
      pourquoi, pourquoi pas (|lui|elle|eux), pour quelle raison, qui (a|n a pas|n a pas encore) (visite|repondu|appele), (quelqu un|qqn) a (visite|repondu|appele), (|le) (total|somme) (des|de|du) (loyer|loyers|notes|cautions), (|la) somme (des|de) (loyers|notes),
      (par rapport|compare|compares) (a|au|aux), combien coute, dont (le garant|la garante|les garants), des nouvelles (de|du|d), les autres,
      (|l) avant derniere semaine, (|l) avant dernier mois,
      (|la|le|l) (semaine|annee) prochaine, (|la|le|l) (mois|trimestre|an) prochain, sans suite,
      (classe|classes|classee|classees) sans suite,
      presque (complet|complets|pret|prets|fini|finis|termine|termines),
      score moyen, note moyenne, loyer moyen, moyenne des (scores|notes|loyers),
      (|le|les) (meilleur|meilleurs) (loyer|loyers|prix),
      plus (grand|grande|grands|grandes|petit|petite|petits|petites) (|d abord),
      par (appart|appartement|ville|agence|jour|semaine|mois|an), (de|dans|pour|par) chaque (ville|agence),
      (quelle ville|quelles villes|quelle agence) (a|ont) le (plus|moins) (de|d),
      (qui est|c est qui) le (proprio|proprietaire|bailleur) (de|du|d),
      (|le|la) (proprio|proprietaire|bailleur) (de|du|d), a qui appartient
    `),
    future: phrases('quand, quand est ce que, quand est ce qu, a quelle date, jusqu a quand'),
    counted: phrases(`
      piece, pieces, chambre, chambres, salle de bain, salles de bain, personne, personnes,
      occupants, colocataires
    `),
    unrecorded: phrases(`
      jamais (ouverts|ouvert|consultes), pas (|encore) ouverts, pas (lus|vus|consultes),
      non (ouverts|lus|vus|consultes), personne n a (ouverts|ouvert|vus|vu|lus|regardes|consultes),
      personne n a encore ouverts, je n ai pas (ouverts|vus|lus|regardes|consultes),
      je n ai pas encore (ouverts|vus), nous n avons pas ouverts, on (|n) a pas ouverts,
      depuis qu on a ouvert, depuis que nous avons ouvert, qui a (ouvert|vu|lu|regarde|consulte),
      par moi, par qui
    `),
  },
} satisfies Readonly<Record<Language, Partial<Grammar>>>;

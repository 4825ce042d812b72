import type { Language } from '../../query/vocabulary/types.ts';
import { type Grammar, type Phrases, phrases, type Question } from './index.ts';

/** What people say to ask for something else than the list of the files found. */
export const QUESTIONS_IN: Readonly<Record<Language, Readonly<Record<Question, Phrases>>>> = {
  en: {
    who: phrases(`
      who, who has, who have, who is, whos, who s, who applies, who applied, names of, name of
    `),
    manager: phrases(`
      who manages, who is managing, who s managing, whos managing, who s handling, whos handling,
      who deals with, who is dealing with, who is looking after, who s looking after, who handles, who is handling, who looks after, who takes care
      of, who is in charge of, who s in charge of, who is responsible for, who is the manager of,
      who are the managers of, which manager has, whose file is, who has the file of, who manages the file of, manager of, managers of, the manager of,
      the managers of
    `),
    figures: [
      ...'to decide,to a decision,until a decision,before a decision,for a decision'
        .split(',')
        .map((what) => `how long ${what}`),
      ...'does a decision,do decisions'.split(',').map((what) => `how long ${what} take`),
      ...'do we take,does it take,did we take'
        .split(',')
        .map((what) => `how long ${what} to decide`),
      ...'do files,do they,do we'.split(',').map((what) => `how long ${what} wait`),
      ...'time we take to decide,time it takes to decide,time taken to decide'
        .split(',')
        .flatMap((time) => [time, `average ${time}`, `the average ${time}`]),
      ...'time to decide,time to decision,decision time'
        .split(',')
        .flatMap((time) => [time, `average ${time}`, `avg ${time}`, `median ${time}`]),
      ...'average,avg,mean,median'
        .split(',')
        .flatMap((of) => [`${of} waiting time`, `${of} wait`, `${of} time`]),
      ...'approval,acceptance,rejection,refusal,success'.split(',').map((of) => `${of} rate`),
      ...'percentage,percent,share,proportion'
        .split(',')
        .flatMap((share) => [share, `${share} of`])
        .flatMap((share) =>
          'approved,accepted,declined,rejected,refused'
            .split(',')
            .map((decided) => `${share} ${decided}`),
        ),
      ...'status,decision'.split(',').flatMap((of) => [`per ${of}`, `by ${of}`, `in each ${of}`]),
      ...'how many per week,files per week,applications per week,decisions per week,decisions by week'.split(
        ',',
      ),
    ],
    report: [
      ...'who has,which manager has,who manages,which property has,which properties have,which flat has,which flats have'
        .split(',')
        .flatMap((who) => [`${who} most`, `${who} the most`]),
      ...'manager,agent,colleague,property'
        .split(',')
        .flatMap((of) => [`per ${of}`, `by ${of}`, `for each ${of}`]),
      ...'property with most,property with the most,flat with most,flat with the most'.split(','),
      ...'workload,who is busiest,who is the busiest,trend,trends,is it getting better'.split(','),
      ...'how are we doing,how did we do,how is it going,how s it going,hows it going,how are things'.split(
        ',',
      ),
      ...'vs,versus,against,compared to,compared with'
        .split(',')
        .flatMap((than) => [`${than} last week`, `${than} last month`]),
    ],
    count: phrases(`
      how many, how many in total, howmany, hw many, number of, count, count of, the number of, how much,
      total of, total number of
    `),
    missing: phrases(`
      what is missing, what s missing, whats missing, what is still missing, what s still missing,
      what do we miss, what are we missing, missing for, missing from, missing documents for, how
      complete is, missing documents of, what is lacking, what documents are missing, which
      documents are missing
    `),
    card: [
      ...'score,rating,rent,price,deposit,charges,fee,fees,description,photo,photos,address'
        .split(',')
        .flatMap((fact) => [`${fact} of`, `${fact} for`]),
      ...'status,decision,history,completion,availability,profile,documents,detail,details,info,information'
        .split(',')
        .flatMap((fact) => [`${fact} of`, `${fact} for`, `${fact} about`, `${fact} on`]),
      ...'how long,how long has,how long have,since when,since when is,since when has,how old is'.split(
        ',',
      ),
      ...'who took,who has taken,when was,when did,what happened to,what happened with,where is,link to,link for'.split(
        ',',
      ),
      ...'guarantor of,guarantors of,who is the guarantor of,who are the guarantors of'.split(','),
      ...'date of birth of,birth date of,birthday of,tell me about,tell me more about,all about,more about,everything about'.split(
        ',',
      ),
    ],
    compare: [
      'compare',
      'comparison of',
      ...comparing('compare', 'the', 'applicants candidates files', 'of for on'),
    ],
    contact: phrases(`
      phone, phone number, phone numbers, telephone, telephone number, mobile, email, e mail,
      mail, message, email address, mail address, contact, contacts, contact details, call, send an email
      to, send email to, send mail to, send a text to, send an sms to, send sms to, text, send a mail to, send an e mail to, send a message to, write to, reach, how to reach, how
      can i reach, how do i reach, how to contact, how can i contact, how do i contact
    `),
    decide: [
      ...'approve accept reject decline refuse validate deny assign delete'.split(' '),
      ...'close the file,archive the file,create a file,create a new file,add a file'.split(','),
    ],
  },
  fr: {
    who: phrases(`
      qui, qui a, qui ont, qui est, qui sont, qui sont ils, qui sont elles, noms des, nom des,
      quels candidats, quels sont les candidats
    `),
    manager: phrases(`
      qui gere, qui s en occupe, qui s en charge, qui s occupe de, qui s occupe du, qui s occupe
      des, qui suit, qui est en charge de, qui est en charge du, qui est responsable de, qui est
      responsable du, qui est le gestionnaire de, qui est le gestionnaire du, quel gestionnaire a, quelle gestionnaire a, c qui le gestionnaire de, c qui le gestionnaire du, c est qui le gestionnaire de, c est qui le gestionnaire du, c a qui le dossier, c est a qui le dossier, a qui est le dossier, qui sont les
      gestionnaires de, qui sont les gestionnaires du, gestionnaire de, gestionnaire du,
      gestionnaires de, gestionnaires du, le gestionnaire de, le gestionnaire du
    `),
    figures: [
      ...'pour decider,pour une decision,pour prendre une decision,avant une decision'
        .split(',')
        .map((what) => `combien de temps ${what}`),
      ...'on met,met on,mettons nous,il faut,faut il'
        .split(',')
        .flatMap((who) => [
          `${who} combien de temps a decider`,
          `${who} combien de temps pour decider`,
          `combien de temps ${who} a decider`,
          `combien de temps ${who} pour decider`,
        ]),
      ...'avant la decision,attendent,attend on'
        .split(',')
        .map((what) => `combien de temps ${what}`),
      ...'temps,delai'
        .split(',')
        .flatMap((time) => [`${time} de decision`, `${time} moyen de decision`]),
      'delai pour decider',
      ...'temps d attente moyen,attente moyenne,duree moyenne,delai moyen'.split(','),
      ...'d acceptation,d approbation,de refus,de rejet,de reussite'
        .split(',')
        .map((of) => `taux ${of}`),
      ...'pourcentage,pourcentage d,pourcentage de,part,part d,part de,part des,proportion d,proportion de'
        .split(',')
        .flatMap((share) =>
          'acceptes,refuses,approuves,rejetes'.split(',').map((decided) => `${share} ${decided}`),
        ),
      ...'par statut,par decision,decisions par semaine'.split(','),
    ],
    report: [
      ...'qui a,quel gestionnaire a,quelle gestionnaire a,qui gere,quel bien a,quels biens ont,quel appart a,quel appartement a,quel logement a'
        .split(',')
        .flatMap((who) => [`${who} le plus de`, `${who} le plus d`]),
      ...'bien avec le plus de,appart avec le plus de,logement avec le plus de'.split(','),
      ...'qui en a le plus,combien chacun,chacun combien,combien chaque gestionnaire'.split(','),
      ...'par gestionnaire,par agent,par collegue,par negociateur,par bien,par logement,charge de travail,tendance,tendances,evolution'.split(
        ',',
      ),
      ...'ou en sommes nous,ou en est on,on en est ou,est ce que ca s ameliore'.split(','),
      ...'par rapport a,contre,vs,versus,compare a'
        .split(',')
        .flatMap((than) => [
          `${than} la semaine derniere`,
          `${than} le mois dernier`,
          `${than} la semaine passee`,
        ]),
      ...'par rapport au mois dernier,compare au mois dernier'.split(','),
    ],
    count: phrases(`
      compte, compter, comptez, combien, cb, cb de, cb d, cbien, combien ca fait, ca fait combien, combien sont ils, combien sont elles, combien y
      en a t il, il y en a combien, combien en tout, combien de, combien d, combien y a t il de,
      combien y a t il d, combien il y a de, nombre de, nombre d, le nombre de, nbre de, nbre d, nbre, nbr de, nbr, nb d, nb de, nb, on a
      combien de
    `),
    missing: phrases(`
      que manque t il, que manque t il a, qu est ce qui manque, qu est ce qu il manque, ce qui
      manque, ce qu il manque, il manque quoi, manque quoi, que manque, quoi manque, il manque koi, manque koi, quelles
      pieces manquent, quels documents manquent, pieces manquantes, documents manquants, pieces
      manquantes de, manque a, manque pour, manque il, manque t il
    `),
    card: [
      ...'note,score,loyer,prix,depot de garantie,caution,charges,honoraires,frais,photo,photos'
        .split(',')
        .flatMap((fact) => [`${fact} de`, `${fact} du`, `${fact} d`, `${fact} pour`]),
      ...'description,adresse,lien,historique,completude,disponibilite,profil,details,infos'
        .split(',')
        .flatMap((fact) => [
          `${fact} de`,
          `${fact} du`,
          `${fact} d`,
          `${fact} sur`,
          `${fact} vers`,
        ]),
      ...'depuis quand,depuis combien de temps,depuis combien de jours,ou est,ou se trouve'.split(
        ',',
      ),
      ...'garant de,garants de,garant d,garants d,le garant de,les garants de'.split(','),
      ...'qui est le garant de,qui est le garant d,qui sont les garants de,qui a pris'.split(','),
      ...'statut,decision'
        .split(',')
        .flatMap((fact) => [`${fact} de`, `${fact} pour`, `${fact} sur`]),
      ...'date de naissance de,date de naissance d,anniversaire de,dis m en plus sur,dis moi en plus sur,tout sur,dis moi tout sur,plus d infos sur,que s est il passe pour'.split(
        ',',
      ),
      ...'qu est il arrive a,parle moi de'.split(','),
    ],
    compare: [
      'compare',
      'comparer',
      'comparez',
      'comparaison de',
      ...comparing('compare', 'les', 'candidats candidatures dossiers', 'de du pour sur'),
      ...comparing('comparer', 'les', 'candidats candidatures dossiers', 'de du pour sur'),
    ],
    contact: phrases(`
      telephone, tel, numeros de telephone, numeros de tel, les numeros de, les numeros des, numero de telephone, numero de tel, numero de portable, le numero de, num de, num, le num de, envoie un sms a, envoyer un sms a,
      envoie mail a,
      portable, email, e mail, mail, courriel, adresse mail, adresse email, adresse e mail,
      contact, contacts, coordonnees, joindre, comment joindre, comment contacter, comment
      appeler, appeler, appelle, appelez, contacter, envoie un mail a, envoyer un mail a, envoie un email a, ecrire
      a, ecris a
    `),
    decide: [
      'accepte',
      ...'supprimer supprime supprimez'.split(' '),
      ...'cloture le dossier,cloturer le dossier,archive le dossier'.split(','),
      ...'archiver le dossier,cree un dossier,creer un dossier,ajoute un dossier'.split(','),
      ...'approuver approuve approuvez valider valide validez accepter acceptez'.split(' '),
      ...'refuser refusez refuse rejeter rejetez rejette'.split(' '),
    ],
  },
};

/** `compare the applicants of`, `compare applicants for` of each noun and each word behind it. */
function comparing(verb: string, article: string, nouns: string, behind: string): Phrases {
  return [verb, `${verb} ${article}`].flatMap((start) =>
    nouns.split(' ').flatMap((noun) => behind.split(' ').map((of) => `${start} ${noun} ${of}`)),
  );
}

/** `who approved`, `who has approved` of each verb. */
function whoHas(verbs: string): Phrases {
  return verbs.split(' ').flatMap((verb) => [`who ${verb}`, `who has ${verb}`]);
}

/** What people ask of files that no field of theirs holds. */
export const UNHELD_IN: Readonly<
  Record<
    Language,
    Pick<
      Grammar,
      | 'held'
      | 'heldSome'
      | 'counted'
      | 'unrecorded'
      | 'change'
      | 'into'
      | 'order'
      | 'decided'
      | 'papers'
      | 'late'
      | 'unlisted'
      | 'future'
      | 'clock'
      | 'hours'
    >
  >
> = {
  en: {
    held: ['do i have', 'have i got', 'do i manage'],
    heldSome: phrases(`
      do i have any, do i have anything, do i have some, have i got any, have i got anything, what do i
      have, what have i got
    `),
    clock: ['at', 'from', 'before', 'after', 'by', 'around', 'until'],
    hours: 'h oclock am pm',
    change: 'set mark move change put transfer reassign',
    into: 'as to',
    order: 'close archive unarchive reopen edit',
    decided: {
      'decision:approved': whoHas('approved accepted validated'),
      'decision:declined': whoHas('declined rejected refused'),
      'decision:approved,declined': whoHas('decided'),
    },
    papers: phrases(`
      id, ids, id card, identity card, proof of identity, proof of income, proof of address, proof of
      residence, tax notice, tax notices, tax return, tax returns, bank statement, bank statements,
      bank details, pay slip, pay slips, work contract, employment contract, residence permit
    `),
    late: ['overdue'],
    unlisted: [
      ...'how much is,how much does,whose guarantor,whose guarantors,any news on'.split(','),
      ...'any news of,any news about,any news from,news of,news about,news from,news on'.split(','),
      ...'average score,average rent,average completion,mean score,biggest,largest,smallest'.split(
        ',',
      ),
      ...'nearly,almost,not quite,close to'
        .split(',')
        .flatMap((almost) =>
          'complete,ready,done,finished'.split(',').map((what) => `${almost} ${what}`),
        ),
      ...'next week,next month,next quarter,next year'.split(','),
      ...'week,month,quarter,year'
        .split(',')
        .flatMap((of) =>
          ['', 'the ', 'from the ', 'of the ', 'in the ', 'for the '].map(
            (before) => `${before}${of} before last`,
          ),
        ),
      'biggest first',
      'largest first',
      'smallest first',
      ...'flat,town,city,agency,day,week,month,year'
        .split(',')
        .flatMap((noun) => [`per ${noun}`, `by ${noun}`]),
    ],
    future: ['when will', 'when can', 'when do', 'when does', 'when are', 'when is'],
    counted: phrases(`
      bed, beds, bedroom, bedrooms, bathroom, bathrooms, room, rooms, person, persons, people,
      occupants
    `),
    unrecorded: phrases(`
      unopened, unread, unseen, not seen, not been seen, never seen, never opened, never looked at, never viewed, not opened, not
      looked at, not viewed, nobody opened, nobody has opened, nobody looked at, nobody has looked
      at, no one opened, no one has opened, no one looked at, no one has looked at, i haven t
      looked at, i have not looked at, i haven t opened, i have not opened, i haven t seen, i have
      not seen, i didn t open, we haven t looked at, we have not looked at, we haven t opened, we
      have not opened, haven t been opened, have not been opened, since we opened, since i opened,
      i opened, we opened, i looked at, we looked at, who opened, who has opened, who looked at,
      who has looked at, who viewed, who has seen, by me
    `),
  },
  fr: {
    held: ['j ai', 'j en ai', 'ai je', 'en ai je', 'je gere'],
    heldSome: phrases(`
      j ai des, j ai un, j ai une, j ai quelque chose, ai je des, ai je un, j ai quoi
    `),
    clock: ['a', 'des', 'avant', 'apres', 'vers', 'a partir de', 'jusqu a'],
    hours: 'h heure heures',
    change:
      'transfere transferer reattribue mets mettre mettez passe passer passez marque marquer change changer attribue attribuer',
    into: 'en comme a',
    order:
      'cloture cloturer cloturez ferme fermer archive archiver archivez rouvre rouvrir modifie modifier',
    decided: {
      'decision:approved': ['qui a approuve', 'qui a accepte', 'qui a valide'],
      'decision:declined': ['qui a refuse', 'qui a rejete'],
      'decision:approved,declined': ['qui a decide'],
    },
    papers: phrases(`
      piece d identite, pieces d identite, carte d identite, cni, titre de sejour, avis d
      imposition, avis d impot, avis d impots, fiche de paie, fiches de paie, fiche de paye, fiches
      de paye, bulletin de salaire, bulletins de salaire, contrat de travail, justificatif de
      domicile, justificatifs de domicile, justificatif d identite, quittance de loyer, quittances
      de loyer, releve d identite bancaire, attestation d assurance, attestation employeur
    `),
    late: ['en retard', 'retards'],
    unlisted: [
      ...'combien coute,dont le garant,dont la garante,dont les garants'.split(','),
      ...'des nouvelles de,des nouvelles du,des nouvelles d,les autres'.split(','),
      ...'avant derniere semaine,l avant derniere semaine,avant dernier mois,l avant dernier mois'.split(
        ',',
      ),
      ...'semaine prochaine,mois prochain,trimestre prochain,an prochain,annee prochaine'
        .split(',')
        .flatMap((next) => [next, `la ${next}`, `le ${next}`, `l ${next}`]),
      ...'sans suite,classe sans suite,classes sans suite,classee sans suite,classees sans suite'.split(
        ',',
      ),
      ...'complet,complets,pret,prets,fini,finis,termine,termines'
        .split(',')
        .map((what) => `presque ${what}`),
      ...'score moyen,note moyenne,loyer moyen'.split(','),
      ...'scores,notes,loyers'.split(',').map((of) => `moyenne des ${of}`),
      ...'grand grande grands grandes petit petite petits petites'
        .split(' ')
        .flatMap((size) => [`plus ${size}`, `plus ${size} d abord`]),
      ...'ville,agence,jour,semaine,mois,an'.split(',').map((noun) => `par ${noun}`),
    ],
    future: ['quand', 'quand est ce que', 'quand est ce qu', 'a quelle date'],
    counted: phrases(`
      piece, pieces, chambre, chambres, salle de bain, salles de bain, personne, personnes,
      occupants, colocataires
    `),
    unrecorded: phrases(`
      jamais ouverts, jamais ouvert, pas ouverts, pas encore ouverts, non ouverts, non lus, pas
      lus, non vus, pas vus, non consultes, pas consultes, jamais consultes, personne n a ouverts,
      personne n a ouvert, personne n a vus, personne n a vu, personne n a lus, personne n a
      regardes, personne n a consultes, personne n a encore ouverts, je n ai pas ouverts, je n ai
      pas vus, je n ai pas lus, je n ai pas regardes, je n ai pas consultes, je n ai pas encore
      ouverts, je n ai pas encore vus, nous n avons pas ouverts, on n a pas ouverts, on a pas
      ouverts, depuis qu on a ouvert, depuis que nous avons ouvert, qui a ouvert, qui a vu, qui a
      lu, qui a regarde, qui a consulte, par moi
    `),
  },
};

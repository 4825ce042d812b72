import type { FailureWords } from '../../lib/text.ts';
import { countedFr, filesFr } from '../format.ts';
import type { Messages } from '../types.ts';

const waitText = (seconds: number) =>
  seconds < 120
    ? `${seconds} ${seconds < 2 ? 'seconde' : 'secondes'}`
    : `${Math.ceil(seconds / 60)} minutes`;
const sinceIn = (time: string, day: string | null) => (day === null ? time : `le ${day} à ${time}`);

const AGAIN =
  'Réessayez dans une minute ; si le problème persiste, donnez la référence à votre administrateur.';
const LATER =
  'Réessayez dans quelques minutes ; si le problème persiste, donnez la référence à votre administrateur.';

export const errors: Messages['errors'] = {
  adminsOnly: {
    happened: 'Seuls les administrateurs de Rental Desk peuvent faire cela.',
    remedy: 'Demandez à l’un d’eux ; l’administrateur de l’espace de travail sait qui ils sont.',
  },
  adminsUnknown: {
    happened:
      'Slack ne dit pas qui sont les administrateurs de Rental Desk : je ne peux pas autoriser cela.',
    remedy:
      'Donnez la référence à votre administrateur : un groupe de ADMIN_USERGROUPS n’existe peut-être pas, ou n’est pas lisible.',
  },
  expiredAction: {
    happened: 'Ce bouton a expiré : un bouton est valable 30 jours.',
    remedy: 'Tapez /rental, ou relancez la commande, pour une réponse à jour.',
  },
  repeatedForm: {
    happened: 'Ce formulaire a déjà été envoyé ; rien n’a été fait deux fois.',
    remedy: 'Pour recommencer, ouvrez un nouveau formulaire.',
  },
  formProcessed: {
    happened:
      'Votre formulaire a été traité, mais je n’ai pas pu vérifier qui vous êtes : je n’affiche donc pas le résultat.',
    remedy:
      'Regardez dans une minute ce qui devait changer, et ne remplissez un nouveau formulaire que si ce n’est pas fait.',
  },
  correctForm: 'Corrigez, puis renvoyez le formulaire.',
  storeDown: {
    happened: 'La base de données de Rental Desk ne répond pas : rien n’a pu être lu ni modifié.',
    remedy: AGAIN,
  },
  listUnread:
    'La liste ne peut pas être affichée : la base de données de Rental Desk ne répond pas.',
  storeLost: {
    happened: 'La connexion à la base de données de Rental Desk a été perdue avant sa réponse.',
    remedy: 'Vérifiez dans une minute si c’est fait avant de réessayer.',
  },
  storeLate: {
    happened: 'La base de données de Rental Desk est lente à répondre.',
    remedy: 'Vérifiez dans une minute si c’est fait avant de réessayer.',
  },
  busy: {
    happened: 'Rental Desk est très sollicité en ce moment.',
    remedy: 'Réessayez dans un instant.',
  },
  closing: {
    happened: 'Rental Desk redémarre et n’a pas pu répondre à temps.',
    remedy:
      'Réessayez dans une minute. Si vous faisiez une modification, vérifiez d’abord si elle est faite.',
  },
  stillReading: (read) => ({
    happened: `Les dossiers sont en cours de chargement : ${read} pour l’instant.`,
    remedy: 'Réessayez dans une minute ou deux.',
  }),
  askedTooMuch: (seconds) => ({
    happened: 'Cela fait trop de demandes à la fois.',
    remedy: `Patientez ${seconds} ${seconds === '1' ? 'seconde' : 'secondes'}. D’ici là, je réponds à une demande par seconde et j’ignore les autres.`,
  }),
  undelivered: {
    not_in_channel: {
      happened: 'Rental Desk n’est pas dans ce canal et ne peut pas y publier.',
      remedy: 'Invitez-le avec /invite @Rental Desk, puis réessayez.',
    },
    archived: {
      happened: 'Ce canal est archivé : on ne peut plus rien y publier.',
      remedy: 'Choisissez un autre canal.',
    },
    not_allowed: {
      happened: 'Slack ne laisse pas Rental Desk publier ici.',
      remedy:
        'Votre administrateur doit vérifier les autorisations de l’application ; le journal dit laquelle manque.',
    },
    token: {
      happened: 'Slack n’accepte pas le jeton du bot de Rental Desk : rien n’a été publié.',
      remedy:
        'Votre administrateur doit réinstaller l’application et recopier SLACK_BOT_TOKEN ; réessayez ensuite.',
    },
    limited: {
      happened: 'Slack limite les requêtes de Rental Desk en ce moment.',
      remedy: 'Réessayez dans une minute.',
    },
    too_long: {
      happened: 'Le message est trop long pour Slack.',
      remedy: 'Demandez moins de dossiers, puis réessayez.',
    },
    refused: { happened: 'Slack n’a pas accepté le message.', remedy: AGAIN },
    unclear: {
      happened: 'Slack n’a pas confirmé la publication de la réponse.',
      remedy:
        'Vérifiez si elle est arrivée avant de réessayer ; si le problème persiste, donnez la référence à votre administrateur.',
    },
  },
  modal: {
    refused: { happened: 'Slack n’a pas ouvert la fenêtre.', remedy: AGAIN },
    unclear: {
      happened: 'Slack n’a pas confirmé l’ouverture de la fenêtre.',
      remedy:
        'Si elle ne s’est pas ouverte, réessayez ; si le problème persiste, donnez la référence à votre administrateur.',
    },
  },
};

export const status: Messages['status'] = {
  heading: 'État',
  title: 'État de Rental Desk',
  checking: 'Vérification du service des dossiers…',
  serviceWell: 'Le service des dossiers de location répond et accepte la clé.',
  noReading: 'Les dossiers de location ne sont pas encore chargés.',
  files: filesFr,
  noneGone: 'Liste peut-être incomplète : aucun retrait noté, aucune nouvelle alerte démarrée',
  seenSince: (day) => `Changements suivis depuis le ${day}`,
  unknown: countedFr(
    '# valeur des dossiers est illisible ou inconnue',
    '# valeurs des dossiers sont illisibles ou inconnues',
  ),
  scale: {
    configured: (max) =>
      `Un taux de complétude de ${max} signifie complet, selon RENTAL_COMPLETION_MAX`,
    shares: 'Un taux de complétude de 1 signifie complet, car aucun taux ne dépasse 1',
    percent: (highest) =>
      `Un taux de complétude de 100 signifie complet, car des taux allant jusqu’à ${highest} ont été reçus`,
    unclear:
      'Les dossiers ne montrent pas quel taux signifie complet : 1 est retenu tant qu’aucun taux ne le dépasse',
  },
  refreshing: (read) => `Chargement : ${read} pour l’instant.`,
  newestFailed: 'La dernière actualisation a échoué :',
  newestFailedSo: 'La dernière actualisation a échoué pour la même raison.',
  storeReady: 'Réglages, vues enregistrées et journal d’accès sont lisibles et modifiables.',
  storeAway:
    'La base de données ne répond pas : réglages, vues enregistrées et journal d’accès sont indisponibles. Rental Desk continue d’essayer.',
  nextDigest: (name, moment) => `${name}, ${moment}`,
  nextDigests: (digests) => `Prochains récaps : ${digests}`,
  degraded: {
    'slack token': 'Slack n’accepte pas le jeton du bot : copiez de nouveau SLACK_BOT_TOKEN.',
    'slack app token':
      'Slack n’accepte pas le jeton de l’application : copiez de nouveau SLACK_APP_TOKEN.',
    'signing secret':
      'Toutes les requêtes sont refusées pour leur signature : copiez de nouveau SLACK_SIGNING_SECRET.',
    clock: 'L’horloge de cette machine est fausse : activez la mise à l’heure automatique.',
    'user groups':
      'Slack ne connaît pas un groupe de ACCESS_USERGROUPS ou ADMIN_USERGROUPS : vérifiez leurs identifiants.',
    'changed since':
      'Le service n’accepte pas RENTAL_CHANGED_SINCE_PARAM : chaque mise à jour lit toutes les pages.',
    'shared snapshot':
      'Les dossiers ne sont pas partagés avec cette instance en ce moment : le journal et le diagnostic en disent plus.',
    'empty list':
      'S’il y a des dossiers, donnez au compte de service le droit de les lire dans le projet de RENTAL_PROJECT_ID.',
  },
  instance: {
    own: (own) => `Cette instance, ${own}, lit les dossiers pour toutes.`,
    other: (reader, own) =>
      `L’instance ${reader} lit les dossiers pour toutes ; celle-ci est ${own}.`,
    none: (own) =>
      `Aucune instance ne lit les dossiers pour toutes en ce moment. Celle-ci est ${own}.`,
    itself: (own, because) => `Cette instance, ${own}, lit elle-même les dossiers : ${because}.`,
    because: {
      database:
        'la base de données ne répond pas, ou n’a plus de place pour ce que partagent les instances',
      unreadable:
        'ce que partage une autre instance vient d’une autre version, d’un autre secret de signature ou d’autres réglages, ou a été modifié',
      replayed: 'ce que partage une autre instance est plus ancien que ce qu’elle partageait avant',
      incomplete: 'une partie de ce que partage une autre instance manque',
    },
  },
  version: (version) => `Rental Desk ${version}`,
  parts: {
    service: 'Service',
    reading: 'Dossiers',
    store: 'Base de données',
    operation: 'Exploitation',
  },
  head: (part, how) => `${part} : ${how}`,
  well: 'OK',
  unwell: 'à vérifier',
  again: 'Vérifier de nouveau',
  againSpoken: 'Vérifier de nouveau l’état de Rental Desk',
};

export const decisions: Messages['decisions'] = {
  happened: 'Les décisions et les modifications se font dans la console.',
  remedy: 'Rental Desk montre ce qu’il y a à décider et ne modifie jamais un dossier.',
  details: 'Voir le dossier',
  detailsSpoken: 'Voir le dossier en détail',
};

export const failure: Messages['failure'] = {
  reference: (reference) => `Référence ${reference}`,
  runSpoken: (command) => `Lancer ${command}`,
  tryAgain: 'Réessayer',
  tryAgainSpoken: 'Relancer la même demande',
  unknownCommand: (word, nearest, isSearched) => {
    const none = 'Aucun de ces mots n’est une condition sur les dossiers. Pour commencer :';
    return {
      happened: `Je ne sais pas encore répondre à « ${word} ».`,
      remedy: nearest
        ? `Vouliez-vous dire /rental ${nearest} ?`
        : isSearched
          ? 'Au plus proche :'
          : none,
    };
  },
  serviceDown: { happened: 'Le service des dossiers de location ne répond pas.', remedy: LATER },
  serviceSlow: {
    happened: 'Le service des dossiers de location a mis trop de temps à répondre.',
    remedy: AGAIN,
  },
  serviceResting: (time, day, again) => ({
    happened: `Le service des dossiers de location est indisponible depuis ${sinceIn(time, day)}.`,
    remedy: `Nouvel essai au plus tard à ${again} ; d’ici là, rien de plus récent n’est disponible.`,
  }),
  serviceRestingUnread: (time, day, again) => ({
    happened: `Le service des dossiers de location est indisponible depuis ${sinceIn(time, day)}.`,
    remedy: `Nouvel essai au plus tard à ${again} ; d’ici là, il n’y a aucun dossier à afficher.`,
  }),
  serviceBusy: (seconds) => ({
    happened: 'Le service des dossiers de location nous demande d’attendre.',
    remedy:
      seconds === null
        ? 'Réessayez dans quelques minutes.'
        : `Réessayez dans ${waitText(seconds)}.`,
  }),
  keyUnusable: {
    happened: 'La clé de Rental Desk pour le service des dossiers est inutilisable.',
    remedy: 'Donnez la référence à votre administrateur : le journal dit ce qu’il faut corriger.',
  },
  keyRefused: (likely) => ({
    happened: 'Le service des dossiers de location a refusé la clé de Rental Desk.',
    remedy: {
      key: 'Votre administrateur doit vérifier la clé du compte de service : elle est peut-être révoquée, expirée ou remplacée.',
      audience:
        'Votre administrateur doit vérifier RENTAL_AUTH_URL : ce doit être l’adresse exacte du serveur d’autorisation.',
      project:
        'Votre administrateur doit vérifier RENTAL_PROJECT_ID et les rôles du compte de service.',
      clock:
        'Votre administrateur doit mettre à l’heure la machine de Rental Desk : son horloge est fausse.',
      unknown:
        'Votre administrateur doit vérifier la clé du compte de service, RENTAL_AUTH_URL et l’horloge de la machine.',
    }[likely],
  }),
  noToken: (code) => ({
    happened:
      code === null
        ? 'Le serveur d’autorisation du service des dossiers ne répond pas.'
        : `Le serveur d’autorisation du service des dossiers ne donne pas de jeton d’accès (statut ${code}).`,
    remedy:
      'Réessayez dans quelques minutes ; si le problème persiste, votre administrateur doit vérifier RENTAL_AUTH_URL.',
  }),
  serviceStatus: serviceStatusForPeople,
  unreadable: {
    happened: 'Le service des dossiers de location a envoyé une réponse illisible.',
    remedy: AGAIN,
  },
  incomplete: {
    happened:
      'Le service des dossiers de location a envoyé une liste peut-être incomplète, et ce dossier n’y figure pas.',
    remedy: AGAIN,
  },
  wrongAddress: {
    happened: 'Le service des dossiers a indiqué une adresse à laquelle Rental Desk ne se fie pas.',
    remedy:
      'Votre administrateur doit vérifier RENTAL_FILES_URL ; le journal dit quelle règle l’adresse enfreint.',
  },
  buttonForeign: {
    happened: 'Ce bouton vient d’une autre version de Rental Desk.',
    remedy:
      'Réessayez dans une minute. S’il ne fonctionne toujours pas, tapez /rental, ou relancez la commande.',
  },
  buttonExpired: {
    happened: 'Ce bouton n’est plus valable.',
    remedy: 'Tapez /rental, ou relancez la commande, pour une réponse à jour.',
  },
  bug: {
    happened: 'Une erreur s’est produite de notre côté.',
    remedy: 'Réessayez ; si le problème persiste, donnez la référence à votre administrateur.',
  },
};

export const refusal: Messages['refusal'] = {
  other_workspace: {
    happened: 'Rental Desk ne répond qu’aux membres de l’espace de travail qui l’a installé.',
    remedy: 'Demandez à un membre de cet espace de regarder pour vous.',
  },
  guest: {
    happened:
      'Rental Desk ne répond pas aux invités, car les dossiers contiennent des données personnelles.',
    remedy: 'Demandez à un membre à part entière de regarder pour vous.',
  },
  guest_unknown: {
    happened: 'Slack n’a pas dit si vous êtes un invité : je n’affiche rien.',
    remedy:
      'Réessayez dans une minute ; si le problème persiste, parlez-en à votre administrateur.',
  },
  deleted: {
    happened: 'Rental Desk ne répond pas aux comptes désactivés.',
    remedy: 'Voyez avec l’administrateur de votre espace de travail.',
  },
  bot: {
    happened: 'Rental Desk répond aux personnes, pas aux robots.',
    remedy: 'Posez la question depuis le compte d’une personne.',
  },
  not_in_group: {
    happened: 'Rental Desk ne répond qu’aux membres des groupes choisis par votre administrateur.',
    remedy: 'Demandez-lui de vous ajouter à l’un d’eux.',
  },
  not_in_channel: {
    happened: 'Rental Desk ne répond pas dans ce canal.',
    remedy: 'Posez la question dans un des canaux choisis par votre administrateur.',
  },
  without_channel: {
    happened:
      'La question d’un assistant ne vient d’aucun canal, et Rental Desk ne répond que dans certains canaux.',
    remedy: 'Posez-la avec /rental dans un des canaux choisis par votre administrateur.',
  },
  unknown: {
    happened: 'Je n’ai pas pu vérifier qui vous êtes : je n’affiche rien.',
    remedy:
      'Réessayez dans une minute ; si le problème persiste, parlez-en à votre administrateur.',
  },
};

const FINAL_ADDRESS =
  'RENTAL_FILES_URL doit être l’adresse définitive de la liste, car les redirections ne sont pas suivies ; le journal et le diagnostic disent où mène celle-ci.';

/** What the Rental File Service says with each status that is not a list of rental files. */
const STATUSES: Readonly<Record<number, readonly [happened: string, remedy: string]>> = {
  301: ['La liste des dossiers a définitivement changé d’adresse', FINAL_ADDRESS],
  302: [
    'Le service des dossiers renvoie ailleurs, comme le ferait une page de connexion',
    FINAL_ADDRESS,
  ],
  303: ['Le service des dossiers indique une autre adresse à consulter', FINAL_ADDRESS],
  307: ['La liste des dossiers se trouve temporairement ailleurs', FINAL_ADDRESS],
  308: ['La liste des dossiers se trouve définitivement ailleurs', FINAL_ADDRESS],
  400: [
    'Le service des dossiers a trouvé une erreur dans la requête',
    'Vérifiez les paramètres de RENTAL_FILES_URL et RENTAL_CHANGED_SINCE_PARAM.',
  ],
  401: [
    'Le service des dossiers n’accepte pas le jeton d’accès de Rental Desk',
    'RENTAL_PROJECT_ID et RENTAL_IDP doivent être ceux du service, et RENTAL_FILES_URL doit aller avec RENTAL_AUTH_URL.',
  ],
  403: [
    'Le service ne laisse pas Rental Desk voir les dossiers de location',
    'Donnez au compte de service le droit de lire les dossiers du projet de RENTAL_PROJECT_ID, ou corrigez cet identifiant.',
  ],
  404: [
    'Le service des dossiers n’a rien à cette adresse',
    'Vérifiez le chemin de RENTAL_FILES_URL.',
  ],
  405: [
    'Cette adresse du service des dossiers ne permet pas la lecture',
    'RENTAL_FILES_URL doit être l’adresse de la liste elle-même.',
  ],
  406: [
    'Le service des dossiers ne donne pas de JSON à cette adresse',
    'RENTAL_FILES_URL doit être l’adresse de la liste pour programmes, pas d’une page.',
  ],
  408: ['Le service des dossiers n’a pas reçu la requête à temps', LATER],
  410: [
    'Le service des dossiers a supprimé la liste à cette adresse',
    'Demandez la nouvelle adresse à l’exploitant du service, et mettez-la dans RENTAL_FILES_URL.',
  ],
  415: [
    'Le service des dossiers n’accepte pas cette forme de requête',
    'RENTAL_FILES_URL doit être l’adresse de la liste, qui se lit sans corps de requête.',
  ],
  422: [
    'Le service des dossiers n’accepte pas un paramètre de la requête',
    'Vérifiez les paramètres de RENTAL_FILES_URL et RENTAL_CHANGED_SINCE_PARAM.',
  ],
  500: ['Le service des dossiers a rencontré une erreur interne', LATER],
  501: [
    'Le service des dossiers ne prend pas en charge cette requête',
    'RENTAL_FILES_URL doit être l’adresse de la liste des dossiers.',
  ],
  502: ['Le service des dossiers n’a pas donné de réponse valable à son proxy', LATER],
  503: ['Le service des dossiers est indisponible, car surchargé ou en maintenance', LATER],
  504: ['Le service des dossiers n’a pas répondu à temps à son proxy', LATER],
};

/** Words for a status of the service that is not a success. */
export function serviceStatus(code: number, detail: string | null): FailureWords {
  const [known = null, remedy = code >= 500 ? LATER : 'Vérifiez RENTAL_FILES_URL.'] =
    STATUSES[code] ?? [];
  const happened =
    known === null
      ? `Le service des dossiers répond avec le statut ${code}.`
      : `${known} (statut ${code}).`;
  return { happened: detail === null ? happened : `${happened} Il dit : « ${detail} »`, remedy };
}

/** The same for people in Slack: most remedies are for the operator. */
function serviceStatusForPeople(code: number, detail: string | null): FailureWords {
  const { happened, remedy } = serviceStatus(code, detail);
  if (remedy === LATER) return { happened, remedy };
  // French has no capital after a colon; the names of variables keep theirs.
  const inSentence = remedy.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());
  return { happened, remedy: `Pour votre administrateur : ${inSentence}` };
}

import { figuresFr } from '../format.ts';
import type { Messages } from '../messages.ts';
import { serviceStatus } from './statuses.ts';

const figure = figuresFr.number;

export const trouble: Messages['errors'] = {
  adminsOnly: {
    happened: 'Seuls les administrateurs de Rental Desk peuvent faire cela.',
    remedy: 'Demandez à l’un d’eux : l’administrateur de l’espace de travail sait qui ils sont.',
  },
  adminsUnknown: {
    happened:
      'Slack ne dit pas qui sont les administrateurs de Rental Desk : je ne peux pas autoriser cela.',
    remedy:
      'Votre administrateur doit vérifier ADMIN_USERGROUPS : le groupe d’utilisateurs n’existe peut-être pas, ou n’est pas lisible. Donnez-lui la référence.',
  },
  grownOld: {
    happened: 'Ce bouton est trop ancien : un bouton est valable 30 jours.',
    remedy: 'Tapez de nouveau la commande pour une réponse à jour.',
  },
  repeatedForm: {
    happened: 'Ce formulaire a déjà été envoyé : rien n’a été fait une seconde fois.',
    remedy: 'Pour recommencer, ouvrez un nouveau formulaire.',
  },
  storeDown: {
    happened: 'La base de données de Rental Desk ne répond pas : rien n’a été modifié.',
    remedy:
      'Réessayez dans une minute ; si cela persiste, communiquez la référence à votre administrateur.',
  },
  storeLate: {
    happened: 'La base de données de Rental Desk met très longtemps à répondre.',
    remedy: 'Voyez dans une minute si c’est fait avant de réessayer.',
  },
  busy: {
    happened: 'Rental Desk a trop à faire en ce moment.',
    remedy: 'Réessayez dans un instant.',
  },
  closing: {
    happened: 'Rental Desk redémarre et n’a pas pu vous répondre avant.',
    remedy: 'Redemandez dans une minute. Pour un changement, voyez d’abord s’il est fait.',
  },
  stillReading: (read) => ({
    happened: `La lecture des dossiers de location est encore en cours : ${read} pour l’instant.`,
    remedy: 'Redemandez dans une minute ou deux.',
  }),
  askedTooMuch: (seconds) => ({
    happened: 'C’est plus que je ne peux traiter d’un coup pour vous.',
    remedy: `Patientez ${seconds} secondes ; d’ici là, je réponds à une demande par seconde et laisse les autres sans réponse.`,
  }),
  notInChannel: {
    happened: 'Rental Desk n’est pas dans ce canal et ne peut donc pas y écrire.',
    remedy: 'Invitez-le avec /invite @Rental Desk, puis réessayez.',
  },
  archived: {
    happened: 'Ce canal est archivé : on ne peut plus rien y écrire.',
    remedy: 'Choisissez un autre canal.',
  },
  notAllowed: {
    happened: 'Slack ne laisse pas Rental Desk écrire ici.',
    remedy:
      'Votre administrateur doit vérifier les autorisations de l’application ; le journal dit laquelle manque.',
  },
  slackRefuses: {
    happened: 'Slack n’a pas accepté le message.',
    remedy:
      'Réessayez dans une minute ; si cela persiste, communiquez la référence à votre administrateur.',
  },
  slackUnclear: {
    happened: 'Slack n’a pas confirmé avoir pris la réponse.',
    remedy:
      'Voyez si elle est arrivée avant de réessayer ; si cela persiste, communiquez la référence à votre administrateur.',
  },
};

export const status: Messages['status'] = {
  heading: 'État',
  title: 'L’état de Rental Desk',
  checking: 'Le service des dossiers répond-il ? Un instant…',
  serviceWell: 'Le service des dossiers de location répond et accepte la clé.',
  serviceUnknown: 'Impossible de savoir si le service des dossiers accepte la clé.',
  noReading: 'Les dossiers de location n’ont pas encore été lus.',
  files: (count) => (count < 2 ? `${count} dossier` : `${figure(count)} dossiers`),
  unknown: (count) =>
    count < 2
      ? `${count} valeur est illisible ou absente de la spécification`
      : `${figure(count)} valeurs sont illisibles ou absentes de la spécification`,
  scale: {
    configured: (max) =>
      `Un taux de complétude de ${max} signifie complet, selon RENTAL_COMPLETION_MAX`,
    shares: 'Un taux de complétude de 1 signifie complet, car aucun taux ne dépasse 1',
    percent: (highest) =>
      `Un taux de complétude de 100 signifie complet, car des taux allant jusqu’à ${highest} ont été reçus`,
    unclear:
      'Les dossiers ne disent pas à quoi correspond un taux complet : 1 est pris pour complet tant qu’aucun taux ne le dépasse',
  },
  refreshing: (read) => `Une lecture est en cours : ${read} pour l’instant.`,
  newestFailed: 'La dernière tentative de lecture a échoué :',
  storeReady: 'Réglages, vues enregistrées et journal d’accès sont lisibles et modifiables.',
  storeAway:
    'La base de données ne répond pas : réglages, vues enregistrées et journal d’accès sont indisponibles ; de nouveaux essais se suivent.',
  nextDigest: (name, moment) => `${name}, ${moment}`,
  nextDigests: (digests) => `Prochains points : ${digests}`,
  degraded: {
    'slack token': 'Slack n’accepte pas le jeton du bot : SLACK_BOT_TOKEN est à copier de nouveau.',
    'slack app token':
      'Slack n’accepte pas le jeton de l’application : SLACK_APP_TOKEN est à copier de nouveau.',
    clock: 'L’horloge de cette machine est fausse : la mise à l’heure automatique est à activer.',
    'user groups':
      'Slack ne donne pas un groupe de ACCESS_USERGROUPS ou ADMIN_USERGROUPS : leurs identifiants sont à vérifier.',
    'changed since':
      'Le service n’accepte pas RENTAL_CHANGED_SINCE_PARAM : chaque mise à jour lit toutes les pages.',
  },
  version: (version) => `Rental Desk ${version}`,
  parts: {
    service: 'Service',
    reading: 'Dernière lecture',
    store: 'Base de données',
    operation: 'Exploitation',
  },
  head: (part, how) => `${part} : ${how}`,
  well: 'en ordre',
  unwell: 'à voir',
  again: 'Vérifier de nouveau',
  againSpoken: 'Vérifier de nouveau l’état de Rental Desk',
};

export const decisions: Messages['decisions'] = {
  happened: 'Les décisions se prennent dans la console.',
  remedy: 'Rental Desk montre ce qu’il y a à décider et ne modifie jamais un dossier.',
  details: 'Voir le dossier',
  detailsSpoken: 'Voir le dossier avec tout ce qu’il faut pour décider',
};

export const failure: Messages['failure'] = {
  reference: (reference) => `Référence ${reference}`,
  askInstead: 'Demander cela',
  askInsteadSpoken: 'Demander avec la correction ci-dessus',
  runSpoken: (command) => `Lancer ${command}`,
  tryAgain: 'Réessayer',
  tryAgainSpoken: 'Essayer encore la même chose',
  unknownCommand: (word, nearest) => ({
    happened: `Je ne connais pas « ${word} ».`,
    remedy: nearest
      ? `Vouliez-vous dire /rental ${nearest} ? Tapez /rental aide pour tout ce que je connais.`
      : '/rental chercher trouve un dossier par ses mots ; /rental aide dit tout ce que je connais.',
  }),
  serviceDown: {
    happened: 'Le service des dossiers de location ne répond pas.',
    remedy:
      'Réessayez dans quelques minutes ; si cela dure, donnez la référence à votre administrateur.',
  },
  serviceSlow: {
    happened: 'Le service des dossiers de location a mis trop de temps à répondre.',
    remedy: 'Réessayez dans une minute ; si cela dure, donnez la référence à votre administrateur.',
  },
  serviceResting: (since, again) => ({
    happened: `Le service des dossiers de location ne répond plus depuis ${since}.`,
    remedy: `Nouvel essai au plus tard à ${again} ; d’ici là, rien de plus récent n’est disponible.`,
  }),
  serviceBusy: (seconds) => ({
    happened: 'Le service des dossiers de location nous demande d’attendre.',
    remedy:
      seconds === null
        ? 'Réessayez dans quelques minutes.'
        : `Réessayez dans ${seconds < 120 ? `${seconds} secondes` : `${Math.ceil(seconds / 60)} minutes`}.`,
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
        'Votre administrateur doit vérifier RENTAL_AUTH_URL : ce n’est sans doute pas l’adresse exacte du serveur d’autorisation.',
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
    remedy: 'Réessayez dans quelques minutes ; si cela dure, RENTAL_AUTH_URL est à vérifier.',
  }),
  serviceStatus,
  unreadable: {
    happened: 'Le service des dossiers de location a envoyé une réponse illisible.',
    remedy: 'Réessayez dans une minute ; si cela dure, donnez la référence à votre administrateur.',
  },
  wrongAddress: {
    happened: 'Le service des dossiers a indiqué une adresse à laquelle Rental Desk ne se fie pas.',
    remedy:
      'Votre administrateur doit vérifier RENTAL_FILES_URL ; le journal dit quelle règle l’adresse enfreint.',
  },
  buttonExpired: {
    happened: 'Ce bouton n’est plus valable.',
    remedy: 'Tapez de nouveau la commande pour une réponse à jour.',
  },
  bug: {
    happened: 'Quelque chose s’est cassé de mon côté.',
    remedy: 'Réessayez ; si cela se répète, donnez la référence à votre administrateur.',
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
    happened: 'Slack n’a pas dit si vous êtes un invité, donc je ne montre rien.',
    remedy: 'Réessayez dans une minute ; si cela dure, parlez-en à votre administrateur.',
  },
  deleted: {
    happened: 'Rental Desk ne répond pas aux comptes désactivés.',
    remedy: 'Parlez du compte à l’administrateur de votre espace de travail.',
  },
  bot: {
    happened: 'Rental Desk répond aux personnes, pas aux robots.',
    remedy: 'Faites poser la question par une personne.',
  },
  not_in_group: {
    happened: 'Rental Desk ne répond qu’aux groupes choisis par votre administrateur.',
    remedy: 'Demandez-lui de vous ajouter à l’un d’eux.',
  },
  not_in_channel: {
    happened: 'Rental Desk ne répond pas dans ce canal.',
    remedy: 'Posez la question dans un des canaux choisis par votre administrateur.',
  },
  unknown: {
    happened: 'Je n’ai pas pu vérifier qui vous êtes, donc je ne montre rien.',
    remedy: 'Réessayez dans une minute ; si cela dure, parlez-en à votre administrateur.',
  },
};

import { fr as locale } from 'date-fns/locale/fr';

import type { Words } from './words.ts';

const number = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 });
const huge = new Intl.NumberFormat('fr-FR', { notation: 'scientific', maximumFractionDigits: 1 });
const share = new Intl.NumberFormat('fr-FR', { style: 'percent' });

/** Nobody means a number of so many digits; it must not fill the page. */
const HUGE = 1e9;

export const fr: Words = {
  language: 'fr',
  locale,
  number: (value) => (Math.abs(value) < HUGE ? number : huge).format(value),
  percent: (value) =>
    Math.abs(value) < HUGE ? share.format(value / 100) : `${huge.format(value)} %`,
  list: {
    title: (count) =>
      count < 2 ? `${count} dossier de location` : `${number.format(count)} dossiers de location`,
    empty: 'Aucun dossier de location pour l’instant. Le premier apparaîtra ici dès son arrivée.',
    page: (page, pages) => `Page ${number.format(page)} sur ${number.format(pages)}`,
    readAgo: (age) => `Lus il y a ${age}`,
    readNow: 'Lus à l’instant',
    skipped: (count) =>
      count === 1
        ? '1 dossier illisible manque ici.'
        : `${number.format(count)} dossiers illisibles manquent ici.`,
    unknown: (count) =>
      count === 1
        ? '1 dossier d’ici porte une valeur inconnue de Rental Desk, affichée telle quelle.'
        : `${number.format(count)} dossiers d’ici portent des valeurs inconnues de Rental Desk, affichées telles quelles.`,
    noneFound: 'Aucun dossier ne correspond. Retirez un critère, ou regardez-les tous.',
    doubt: {
      moved:
        'Les dossiers ont bougé pendant la lecture : il peut en manquer un ; la prochaine lecture corrigera.',
      count:
        'Le service compte un autre nombre de dossiers qu’il n’en envoie : il peut en manquer.',
    },
    movedOn: 'Les dossiers ont été relus depuis : voici la même page de la nouvelle lecture.',
    stale: ({ happened, remedy }, reference) =>
      `${happened} ${remedy} (Référence ${reference}) Voici les dossiers tels que lus la dernière fois.`,
    previous: '‹ Préc.',
    previousSpoken: 'Page précédente',
    next: 'Suiv. ›',
    nextSpoken: 'Page suivante',
    refresh: 'Actualiser',
    refreshSpoken: 'Relire les dossiers de location',
  },
  file: {
    noProperty: 'Sans bien',
    noApplicants: 'Aucun candidat',
    unnamed: 'Sans nom',
    more: (count) => `${count} de plus`,
    guarantor: (name) => `${name} (garant)`,
    score: (score) => `note ${score}`,
    complete: (percent) => `complet à ${percent}`,
    age: (age) => `depuis ${age}`,
    today: 'reçu aujourd’hui',
    todayShort: 'auj.',
    archived: 'archivé',
    status: {
      NEW: 'Nouveau',
      OPEN: 'Ouvert',
      PROCESSING: 'En traitement',
      COLLECTED: 'Pièces reçues',
      ANALYZED: 'Analysé',
      CLOSED: 'Clos',
    },
    decision: {
      PENDING: 'En attente',
      READY: 'Prêt à décider',
      ACCEPTED: 'Accepté',
      REJECTED: 'Refusé',
    },
  },
  reading: {
    begun: 'Lecture des dossiers de location… Ils arrivent dès que tous sont lus.',
    progress: (read, count) =>
      count === null
        ? `Lecture des dossiers de location… ${read}`
        : `Lecture des dossiers de location… ${read} sur ${count}`,
  },
  help: {
    title: 'Rental Desk',
    intro:
      'Vos dossiers de location dans Slack : quel bien, quels candidats, et où en est la décision.',
    examples: 'Pour essayer',
    commands: 'Ce que vous pouvez taper',
    privacy: 'Vous seul voyez les réponses.',
    queries: 'Ce qu’une requête peut dire',
    seeQueries: '/rental aide liste dit ce qu’une requête peut demander.',
    tryList: 'Voir les dossiers',
    tryListSpoken: 'Voir la liste des dossiers de location',
  },
  failure: {
    reference: (reference) => `Référence ${reference}`,
    askInstead: 'Chercher cela',
    askInsteadSpoken: 'Demander avec la correction ci-dessus',
    tryAgain: 'Réessayer',
    tryAgainSpoken: 'Essayer encore la même chose',
    unknownCommand: (word, nearest) => ({
      happened: `Je ne connais pas « ${word} ».`,
      remedy: nearest
        ? `Vouliez-vous dire /rental ${nearest} ? Tapez /rental aide pour tout ce que je connais.`
        : 'Tapez /rental aide pour tout ce que je connais.',
    }),
    serviceDown: {
      happened: 'Le service des dossiers de location ne répond pas.',
      remedy:
        'Réessayez dans quelques minutes ; si cela dure, donnez la référence à votre administrateur.',
    },
    serviceSlow: {
      happened: 'Le service des dossiers de location a mis trop de temps à répondre.',
      remedy:
        'Réessayez dans une minute ; si cela dure, donnez la référence à votre administrateur.',
    },
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
    forbidden: {
      happened: 'Le service ne laisse pas Rental Desk voir les dossiers de location.',
      remedy:
        'Votre administrateur doit donner au compte de service le droit de lire les dossiers de ce projet.',
    },
    unreadable: {
      happened: 'Le service des dossiers de location a envoyé une réponse illisible.',
      remedy:
        'Réessayez dans une minute ; si cela dure, donnez la référence à votre administrateur.',
    },
    wrongAddress: {
      happened:
        'Le service des dossiers a indiqué une adresse à laquelle Rental Desk ne se fie pas.',
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
  },
  refusal: {
    other_workspace: {
      happened: 'Rental Desk ne répond qu’aux membres de l’espace de travail qui l’a installé.',
      remedy: 'Demandez à un membre de cet espace de regarder pour vous.',
    },
    guest: {
      happened:
        'Rental Desk ne répond pas aux invités, car les dossiers contiennent des données personnelles.',
      remedy: 'Demandez à un membre à part entière de regarder pour vous.',
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
  },
};

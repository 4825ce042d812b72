import { fr as locale } from 'date-fns/locale/fr';

import { accessLogFr } from './access-log.ts';
import { cardFr } from './card.ts';
import { choiceFr } from './choice.ts';
import { contactFr } from './contact.ts';
import { digestDeskFr } from './digest-desk.ts';
import { digestEscalationFr } from './digest-escalation.ts';
import { digestFormFr } from './digest-form.ts';
import { digestLedgerFr } from './digest-ledger.ts';
import { digestSlipsFr } from './digest-slips.ts';
import { digestFr } from './digest.ts';
import { exportFr } from './export.ts';
import { figuresFr } from './figures.ts';
import { fileFr } from './file.ts';
import { findFr } from './find.ts';
import { helpFr } from './help.ts';
import { homeFr } from './home.ts';
import { listFr } from './list.ts';
import { overviewFr } from './overview.ts';
import { retentionFr } from './retention.ts';
import { savedViewsFr } from './saved-views.ts';
import { settingsFr } from './settings.ts';
import { shareFr } from './share.ts';
import { statsFr } from './stats.ts';
import { statusFr } from './status.ts';
import { troubleFr } from './trouble.ts';
import { waitingFr } from './waiting.ts';
import type { Words } from './words.ts';

export const fr: Words = {
  language: 'fr',
  locale,
  ...figuresFr,
  list: listFr,
  share: shareFr,
  overview: overviewFr,
  home: homeFr,
  file: fileFr,
  card: cardFr,
  choice: choiceFr,
  contact: contactFr,
  find: findFr,
  reading: {
    begun: 'Lecture des dossiers de location… Ils arrivent dès que tous sont lus.',
    progress: (read, count) =>
      count === null
        ? `Lecture des dossiers de location… ${read}`
        : `Lecture des dossiers de location… ${read} sur ${count}`,
  },
  help: helpFr,
  failure: {
    reference: (reference) => `Référence ${reference}`,
    askInstead: 'Demander cela',
    askInsteadSpoken: 'Demander avec la correction ci-dessus',
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
      remedy:
        'Réessayez dans une minute ; si cela dure, donnez la référence à votre administrateur.',
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
  errors: troubleFr,
  stats: statsFr,
  settings: settingsFr,
  retention: retentionFr,
  savedViews: savedViewsFr,
  accessLog: accessLogFr,
  status: statusFr,
  export: exportFr,
  digest: digestFr,
  digestErrors: digestSlipsFr,
  digestHistory: digestLedgerFr,
  digestEscalation: digestEscalationFr,
  digestForm: digestFormFr,
  digestCommands: digestDeskFr,
  waiting: waitingFr,
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

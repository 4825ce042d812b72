import type { Messages } from '../messages.ts';

export const entity: Messages['entity'] = {
  status: 'Statut',
  waiting: 'En attente',
  note: 'Note',
  notice: 'Pas à jour',
  taken: 'Pris en charge',
  snoozed: 'Reporté',
  updated: 'Actualisé',
  late: {
    happened: 'Rental Desk n’a pas pu lire ce dossier dans le délai accordé par Slack.',
    remedy: 'Actualisez ce volet dans un instant, ou tapez /rental voir et sa référence.',
  },
};

import { figuresFr } from '../format.ts';
import type { Messages } from '../messages.ts';

const figure = figuresFr.number;

export const properties: Messages['properties'] = {
  title: 'Bien',
  heading: 'Biens',
  which: {
    happened: 'Quel bien ?',
    remedy: 'Tapez sa référence ou des mots de son titre, par exemple /rental bien gare.',
  },
  none: {
    happened: 'Aucun dossier ne porte sur un bien qui contient ces mots.',
    remedy: 'Essayez sa référence, ou un seul mot de son titre.',
  },
  found: (count) => (count < 2 ? `${count} bien` : `${figure(count)} biens`),
  free: (count, day) =>
    count < 2
      ? `${count} bien disponible d’ici le ${day}`
      : `${figure(count)} biens disponibles d’ici le ${day}`,
  named: (text) => `Avec « ${text} » dans le titre, la référence ou l’adresse.`,
  noneFree: (day) => `Aucun bien cité par un dossier n’est disponible d’ici le ${day}.`,
  known: 'Seuls figurent les biens cités par un dossier.',
  files: (count) => (count < 2 ? `${count} dossier` : `${figure(count)} dossiers`),
  order: 'Dans l’ordre d’arrivée',
  arrived: (day) => `arrivé le ${day}`,
  without: (parts) => `sans ${parts}`,
  rentInFile: (amount) => `loyer dans ce dossier : ${amount}`,
  from: (day) => `Disponible à partir du ${day}`,
  since: (day) => `Disponible depuis le ${day}`,
  now: 'Disponible, sans date indiquée',
  notNow: 'Indisponible',
  unknown: 'Disponibilité inconnue',
  noneReady: 'aucun prêt',
  noFile: 'aucun dossier à décider',
  viewSpoken: (property) => `Voir les dossiers de ${property}`,
  neither: (text) => ({
    happened: `Aucun bien n’a « ${text} » dans son titre, sa référence ou son adresse.`,
    remedy:
      'Pour dire jusqu’à quand, tapez des jours, semaines ou mois, par exemple /rental vacants sous 14j.',
  }),
  within: {
    happened: 'Rental Desk ne comprend pas jusqu’à quand vous cherchez.',
    remedy:
      'Tapez un nombre de jours, de semaines ou de mois, ou un mois, par exemple /rental vacants sous 14j ou /rental vacants en décembre.',
  },
};

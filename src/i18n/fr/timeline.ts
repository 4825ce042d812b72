import type { Messages } from '../messages.ts';
import { file } from './files.ts';

export const timeline: Messages['timeline'] = {
  title: 'Historique',
  moment: (day, time) => `${day} à ${time}`,
  between: (from, to) => `Entre le ${from} et le ${to}`,
  readySince: (moment) => `Prêt à décider depuis le ${moment}`,
  decidedAt: (moment) => `Décidé le ${moment}`,
  readyAfter: (days) => `prêt après ${file.workingDays(days)}`,
  decidedIn: (days) => `décidé en ${file.workingDays(days)}`,
  appeared: 'Nouveau dans la liste des dossiers',
  gone: 'Absent de la liste des dossiers',
  back: 'De retour dans la liste des dossiers',
  unarchived: 'Désarchivé',
  changed: (what, from, to) => `${what} : ${from} → ${to}`,
  none: 'aucun',
  known: (moment) =>
    `Suivi depuis le ${moment} ; ce qui s’est passé avant, Rental Desk ne l’a pas vu.`,
  unchanged: (known) => `Aucun changement depuis. ${known}`,
  nothingYet:
    'Rien n’est encore enregistré pour ce dossier ; cela commence une fois tous les dossiers lus.',
  away: 'L’historique ne peut pas être affiché, car la base de données ne répond pas. Réessayez dans une minute.',
};

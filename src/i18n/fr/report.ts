import { figuresFr } from '../format.ts';
import type { Messages } from '../messages.ts';

const figure = figuresFr.number;
const days = (count: number) => `${figure(count)} ${count < 2 ? 'jour ouvré' : 'jours ouvrés'}`;
const counted = (count: number) => (count < 2 ? `${count} dossier` : `${figure(count)} dossiers`);

export const report: Messages['report'] = {
  heading: 'Bilan',
  title: {
    week: (from, to) => `Semaine du ${from} au ${to}`,
    month: (from, to) => `Mois du ${from} au ${to}`,
  },
  against: {
    week: (count) => `semaine d’avant : ${count}`,
    month: (count) => `mois d’avant : ${count}`,
  },
  notSeen: 'non suivi',
  arrived: 'Arrivés',
  ready: 'Devenus prêts',
  decided: 'Tranchés',
  decisions: (all, accepted, rejected) => `${all} · acceptés ${accepted} · refusés ${rejected}`,
  toReady: 'De l’arrivée à « prêt »',
  toDecision: 'De « prêt » à la décision',
  durations: (median, ninetieth, count) =>
    `médiane ${days(median)}, neuf sur dix en ${days(ninetieth)} au plus (${counted(count)})`,
  noDurations: 'aucun dossier avec les deux dates',
  within: (target) => `Tranchés en ${days(target)} au plus après « prêt »`,
  share: (count, of) => `${figure(count)} sur ${figure(of)}`,
  awaiting: 'À décider maintenant',
  awaitingOf: (all, ready) => `${all}, dont prêts ${ready}`,
  ages: 'À décider, par ancienneté en jours ouvrés',
  age: (from, to) => (to === null ? `${from} ou plus` : `${from} à ${to}`),
  managers: 'Par gestionnaire',
  properties: 'Par bien',
  shares: (arrived, decided, awaiting) =>
    [
      `arrivés ${arrived}`,
      ...(decided === null ? [] : [`tranchés ${decided}`]),
      `à décider ${awaiting}`,
    ].join(', '),
  more: (count) => (count < 2 ? `et ${count} autre` : `et ${figure(count)} autres`),
  since: (day) =>
    `Rental Desk suit les dossiers depuis le ${day} : avant, il ne sait pas quand ils sont devenus prêts ou ont été tranchés.`,
  never:
    'Rental Desk n’a encore vu aucun changement : il ne sait pas quand les dossiers sont devenus prêts ou ont été tranchés.',
  print:
    'Les dates sont celles où Rental Desk a vu le changement. Les dossiers que le service ne liste plus ne sont pas comptés.',
  earlier: '‹ Avant',
  earlierSpoken: 'La période d’avant',
  later: 'Après ›',
  laterSpoken: 'La période d’après',
};

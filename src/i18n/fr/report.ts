import { DAY_STYLE, figuresFr } from '../format.ts';
import type { Messages } from '../messages.ts';

const figure = figuresFr.number;
const span = new Intl.DateTimeFormat('fr-FR', { ...DAY_STYLE, timeZone: 'UTC' });
const rangeOf = (first: number, last: number) =>
  span.formatRange(first, last).replace(/\s?–\s?/u, ' au ');
const month = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const days = (count: number) => `${figure(count)} ${count < 2 ? 'jour ouvré' : 'jours ouvrés'}`;
const counted = (count: number) => (count < 2 ? `${count} dossier` : `${figure(count)} dossiers`);

export const report: Messages['report'] = {
  heading: 'Bilan',
  title: {
    week: (first, last) => `Semaine du ${rangeOf(first, last)}`,
    month: (first) => capitalised(month.format(first)),
  },
  name: { week: 'Bilan de la semaine', month: 'Bilan du mois' },
  titled: {
    week: (name, first, last) => `${name} : du ${rangeOf(first, last)}`,
    month: (name, first) => `${name} : ${month.format(first)}`,
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
  storeAway:
    'La base de données de Rental Desk ne répond pas : impossible de savoir quand les dossiers sont devenus prêts ou ont été tranchés. Réessayez dans une minute.',
  never:
    'Rental Desk n’a encore vu aucun changement : il ne sait pas quand les dossiers sont devenus prêts ou ont été tranchés.',
  print:
    'Les dates sont celles où Rental Desk a vu le changement. Les dossiers que le service ne liste plus ne sont pas comptés.',
  earlier: '‹ Avant',
  earlierSpoken: 'La période d’avant',
  later: 'Après ›',
  laterSpoken: 'La période d’après',
  open: 'Voir le bilan',
  openSpoken: 'Voir ce bilan, avec les périodes d’avant et d’après',
  post: { week: 'Publier chaque semaine…', month: 'Publier chaque mois…' },
  csv: 'CSV par message direct',
  csvSent: 'Le CSV est dans vos messages directs.',
  csvFile: (from) => `bilan-location-${from}.csv`,
  csvText: (title) => `Bilan en CSV : ${title}`,
  columns: {
    of: 'De',
    name: 'Nom',
    from: 'Du',
    to: 'Au',
    arrived: 'Arrivés',
    ready: 'Devenus prêts',
    accepted: 'Acceptés',
    rejected: 'Refusés',
    decided: 'Tranchés',
    readyMedian: 'Jours ouvrés jusqu’à « prêt », médiane',
    readyNinetieth: 'Jours ouvrés jusqu’à « prêt », 90e centile',
    decisionMedian: 'Jours ouvrés de « prêt » à la décision, médiane',
    decisionNinetieth: 'Jours ouvrés de « prêt » à la décision, 90e centile',
    awaiting: 'À décider maintenant',
  },
  all: 'Tous les dossiers',
  manager: 'Gestionnaire',
  property: 'Bien',
};

import { figuresEn, figuresFr } from './figures.ts';

/** What a second channel is told of files that a digest finds overdue by much. */
export interface DigestEscalationWords {
  /** `target`: working days within which a file is to be decided; `null` where nobody said so. */
  readonly title: (name: string, count: number, days: number, target: number | null) => string;
  readonly once: string;
  readonly more: (count: number) => string;
  /** To the owner, when Slack does not take it. */
  readonly refused: (name: string, why: string) => string;
  readonly refusedRemedy: string;
  /** To the owner, when Slack did not say whether it took it. */
  readonly unclear: (name: string) => string;
  /** `showAll`: what the button of a digest is called. */
  readonly unclearRemedy: (showAll: string) => string;
}

const en = figuresEn.number;
const fr = figuresFr.number;

const daysEn = (days: number) => `${en(days)} working ${days === 1 ? 'day' : 'days'}`;
const daysFr = (days: number) => `${fr(days)} ${days < 2 ? 'jour ouvré' : 'jours ouvrés'}`;

export const digestEscalationEn: DigestEscalationWords = {
  title: (name, count, days, target) => {
    const files = count === 1 ? '1 rental file' : `${en(count)} rental files`;
    return target === null
      ? `${name}: ${files} undecided after ${daysEn(days)}`
      : `${name}: ${files} overdue by ${daysEn(days)} (target: ${daysEn(target)})`;
  },
  once: 'Each file is told here once. The digest itself goes to another channel.',
  more: (count) => `+${en(count)} more. “Show all” pages through what is as old.`,
  refused: (name, why) =>
    `The digest “${name}” was sent, but the channel for what is long overdue was not told: ${why}.`,
  refusedRemedy:
    'Invite Rental Desk there, or choose another channel under “More options”. The next digest tries again.',
  unclear: (name) =>
    `The digest “${name}” was sent, but Slack did not say whether the channel for what is long overdue was told.`,
  unclearRemedy: (showAll) =>
    `Look into that channel: these files are not told there again. “${showAll}” under the digest has them all.`,
};

export const digestEscalationFr: DigestEscalationWords = {
  title: (name, count, days, target) => {
    const files = `${fr(count)} ${count < 2 ? 'dossier' : 'dossiers'}`;
    return target === null
      ? `${name} : ${files} sans décision après ${daysFr(days)}`
      : `${name} : ${files} en retard de ${daysFr(days)} (objectif : ${daysFr(target)})`;
  },
  once: 'Chaque dossier est signalé ici une seule fois. Le point lui-même va dans un autre canal.',
  more: (count) => `+ ${fr(count)} de plus. « Tout voir » parcourt ceux qui sont aussi anciens.`,
  refused: (name, why) =>
    `Le point « ${name} » est parti, mais le canal prévu pour les longs retards n’a pas été prévenu : ${why}.`,
  refusedRemedy:
    'Invitez-y Rental Desk, ou choisissez un autre canal sous « Plus d’options ». Le prochain point réessaiera.',
  unclear: (name) =>
    `Le point « ${name} » est parti, mais Slack n’a pas dit si le canal prévu pour les longs retards a été prévenu.`,
  unclearRemedy: (showAll) =>
    `Regardez dans ce canal : ces dossiers n’y seront pas signalés de nouveau. « ${showAll} », sous le point, les montre tous.`,
};

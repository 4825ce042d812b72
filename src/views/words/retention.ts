import type { ChoiceWords } from './settings.ts';
import type { FailureWords } from './words.ts';

/** The words of how long posts stay in a channel. */
export interface RetentionWords {
  /** What stands in the place of a post that has stood for so many days. */
  readonly removedOld: (days: number) => string;
  readonly removedClosed: string;
  readonly keep: string;
  readonly keepHint: string;
  /** `null` is for good. At most 75 characters. */
  readonly keepFor: (days: number | null) => string;
  readonly manner: string;
  readonly manners: Readonly<Record<'delete' | 'redact', ChoiceWords>>;
  /** “30 days, then deleted” */
  readonly thenWhat: (keptFor: string, manner: 'delete' | 'redact') => string;
  readonly closed: string;
  readonly closedChoices: Readonly<Record<'keep' | 'redact', ChoiceWords>>;
  readonly plan: (days: number, manner: 'delete' | 'redact') => string;
  readonly planClosed: string;
  /** Posts that are to go already. */
  readonly due: (count: number) => string;
  readonly next: (moment: string, zone: string) => string;
  readonly longerForAdmins: FailureWords;
}

const MANNER_EN = { delete: 'deleted', redact: 'emptied' } as const;
const MANNER_FR = { delete: 'supprimées', redact: 'vidées' } as const;

const daysEn = (days: number) => (days === 1 ? '1 day' : `${days} days`);
const daysFr = (days: number) => (days === 1 ? '1 jour' : `${days} jours`);

export const retentionEn: RetentionWords = {
  removedOld: (days) => `Removed by Rental Desk after ${daysEn(days)}.`,
  removedClosed: 'Removed by Rental Desk: a rental file that was shown here is closed.',
  keep: 'How long posts of Rental Desk stay',
  keepHint:
    'Digests, shared answers and notices. Previews under other people’s links are not ours to remove.',
  keepFor: (days) => (days === null ? 'For good' : daysEn(days)),
  manner: 'What becomes of them then',
  manners: {
    delete: { label: 'Deleted', says: 'The message goes as a whole' },
    redact: { label: 'Emptied', says: 'One sentence takes the place of the message' },
  },
  thenWhat: (keptFor, manner) => `${keptFor}, then ${MANNER_EN[manner]}`,
  closed: 'When a rental file is closed',
  closedChoices: {
    keep: { label: 'Posts stay as they are', says: 'Until their days are over, if there are any' },
    redact: { label: 'Posts that show it are emptied', says: 'Lists of several stay for a day' },
  },
  plan: (days, manner) =>
    `Digests, shared answers and notices in this channel are ${MANNER_EN[manner]} ${daysEn(days)} after they were posted.`,
  planClosed:
    'Once a rental file is decided, archived or gone from the list, posts that show it are emptied: at once, or a day after they were posted when they show other open files too.',
  due: (count) =>
    count === 1
      ? 'One of them is that old already, and goes within the next minutes.'
      : `${count} of them are that old already, and go within the next minutes.`,
  next: (moment, zone) => `The next one goes on ${moment} (${zone}).`,
  longerForAdmins: {
    happened: 'Only admins may let posts stay longer than this channel has chosen.',
    remedy: 'Choose fewer days, or ask an admin of Rental Desk.',
  },
};

export const retentionFr: RetentionWords = {
  removedOld: (days) => `Retiré par Rental Desk après ${daysFr(days)}.`,
  removedClosed: 'Retiré par Rental Desk : un dossier montré ici est clos.',
  keep: 'Combien de temps restent les publications de Rental Desk',
  keepHint:
    'Points, réponses partagées et avis. Les aperçus sous les liens des autres ne sont pas à nous.',
  keepFor: (days) => (days === null ? 'Pour toujours' : daysFr(days)),
  manner: 'Ce qu’elles deviennent ensuite',
  manners: {
    delete: { label: 'Supprimées', says: 'Le message entier disparaît' },
    redact: { label: 'Vidées', says: 'Une phrase prend la place du message' },
  },
  thenWhat: (keptFor, manner) => `${keptFor}, puis ${MANNER_FR[manner]}`,
  closed: 'Quand un dossier est clos',
  closedChoices: {
    keep: { label: 'Les publications restent', says: 'Jusqu’au bout de leurs jours, s’il y en a' },
    redact: {
      label: 'Celles qui le montrent sont vidées',
      says: 'Les listes de plusieurs dossiers restent un jour',
    },
  },
  plan: (days, manner) =>
    `Les points, réponses partagées et avis de ce canal sont ${manner === 'delete' ? 'supprimés' : 'vidés'} ${daysFr(days)} après leur publication.`,
  planClosed:
    'Dès qu’un dossier est décidé, archivé ou sorti de la liste, les publications qui le montrent sont vidées : aussitôt, ou un jour après leur publication si elles montrent aussi d’autres dossiers ouverts.',
  due: (count) =>
    count === 1
      ? 'L’une d’elles a déjà cet âge et part dans les prochaines minutes.'
      : `${count} d’entre elles ont déjà cet âge et partent dans les prochaines minutes.`,
  next: (moment, zone) => `La prochaine part le ${moment} (${zone}).`,
  longerForAdmins: {
    happened:
      'Seul un administrateur peut laisser les publications plus longtemps que ce canal ne l’a choisi.',
    remedy: 'Choisissez moins de jours, ou voyez un administrateur.',
  },
};

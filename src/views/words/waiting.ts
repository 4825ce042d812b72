/** What is said while an answer is on its way, or came too late for its window. */
export interface WaitingWords {
  readonly moment: string;
  readonly close: string;
  readonly late: (title: string) => string;
  readonly askAgain: string;
  readonly open: string;
  readonly openSpoken: (title: string) => string;
}

export const waitingEn: WaitingWords = {
  moment: 'One moment…',
  close: 'Close',
  late: (title) => `Slack did not wait for “${title}” to open: press the button to open it.`,
  askAgain: 'Slack did not wait for it to open: ask for it again.',
  open: 'Open',
  openSpoken: (title) => `Open ${title}`,
};

export const waitingFr: WaitingWords = {
  moment: 'Un instant…',
  close: 'Fermer',
  late: (title) =>
    `Slack n’a pas attendu l’ouverture de « ${title} » : appuyez sur le bouton pour l’ouvrir.`,
  askAgain: 'Slack n’en a pas attendu l’ouverture : redemandez-le.',
  open: 'Ouvrir',
  openSpoken: (title) => `Ouvrir ${title}`,
};

/** What is said while an answer is on its way, or came too late for its window. */
export interface WaitingWords {
  readonly moment: string;
  readonly close: string;
  readonly late: (title: string) => string;
  readonly askAgain: string;
  /** Of a form that a message asks for. */
  readonly byButton: (title: string) => string;
  /** The same, where no button can ask for it. */
  readonly byCommand: (title: string) => string;
  readonly open: string;
  readonly openSpoken: (title: string) => string;
}

export const waitingEn: WaitingWords = {
  moment: 'One moment…',
  close: 'Close',
  late: (title) => `Slack did not wait for “${title}” to open: press the button to open it.`,
  askAgain: 'Slack did not wait for it to open: ask for it again.',
  byButton: (title) => `A message cannot open “${title}”: press the button to open it.`,
  byCommand: (title) =>
    `A message cannot open “${title}”: type the same after /rental in a channel.`,
  open: 'Open',
  openSpoken: (title) => `Open ${title}`,
};

export const waitingFr: WaitingWords = {
  moment: 'Un instant…',
  close: 'Fermer',
  late: (title) =>
    `Slack n’a pas attendu l’ouverture de « ${title} » : appuyez sur le bouton pour l’ouvrir.`,
  askAgain: 'Slack n’en a pas attendu l’ouverture : redemandez-le.',
  byButton: (title) =>
    `Un message ne peut pas ouvrir « ${title} » : appuyez sur le bouton pour l’ouvrir.`,
  byCommand: (title) =>
    `Un message ne peut pas ouvrir « ${title} » : tapez la même chose après /rental dans un canal.`,
  open: 'Ouvrir',
  openSpoken: (title) => `Ouvrir ${title}`,
};

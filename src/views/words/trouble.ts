import type { FailureWords } from './words.ts';

/** What stands in the way on our own side, or on Slack's. */
export interface TroubleWords {
  readonly adminsOnly: FailureWords;
  readonly grownOld: FailureWords;
  readonly storeDown: FailureWords;
  readonly storeLate: FailureWords;
  readonly busy: FailureWords;
  /** It is being ended, and somebody still waited. */
  readonly closing: FailureWords;
  /** `read` files so far. */
  readonly stillReading: (read: string) => FailureWords;
  readonly askedTooMuch: (seconds: string) => FailureWords;
  readonly notInChannel: FailureWords;
  readonly archived: FailureWords;
  readonly notAllowed: FailureWords;
  readonly slackRefuses: FailureWords;
  readonly slackUnclear: FailureWords;
}

export const troubleEn: TroubleWords = {
  adminsOnly: {
    happened: 'Only admins of Rental Desk may do that.',
    remedy: 'Ask one of them: your workspace’s administrator knows who they are.',
  },
  grownOld: {
    happened: 'This button has grown old: buttons are good for 30 days.',
    remedy: 'Type the command again for a fresh answer.',
  },
  storeDown: {
    happened: 'Rental Desk’s own database does not answer, so nothing was changed.',
    remedy: 'Try again in a minute; if it stays so, tell your administrator the reference.',
  },
  storeLate: {
    happened: 'Rental Desk’s own database takes very long to answer.',
    remedy: 'Look in a minute whether it was done before you try again.',
  },
  busy: {
    happened: 'Rental Desk has too much to do at this moment.',
    remedy: 'Try again in a moment.',
  },
  closing: {
    happened: 'Rental Desk is being restarted and could not answer you before.',
    remedy: 'Ask again in a minute. If it was to change something, look first whether it is done.',
  },
  stillReading: (read) => ({
    happened: `The rental files are still being read: ${read} so far.`,
    remedy: 'Ask again in a minute or two.',
  }),
  askedTooMuch: (seconds) => ({
    happened: 'That is more than I can answer you at once.',
    remedy: `Wait ${seconds} seconds; until then I answer one request a second, and say nothing to the others.`,
  }),
  notInChannel: {
    happened: 'Rental Desk is not in this channel, so it may not write there.',
    remedy: 'Invite it with /invite @Rental Desk, then try again.',
  },
  archived: {
    happened: 'This channel is archived: nothing can be written there.',
    remedy: 'Choose another channel.',
  },
  notAllowed: {
    happened: 'Slack does not let Rental Desk write here.',
    remedy:
      'Your administrator needs to look at the app’s permissions; the log says which one is missing.',
  },
  slackRefuses: {
    happened: 'Slack did not take the message.',
    remedy: 'Try again in a minute; if it stays so, tell your administrator the reference.',
  },
  slackUnclear: {
    happened: 'Slack did not confirm that it took the answer.',
    remedy:
      'Look whether it is there before you try again; if it stays so, tell your administrator the reference.',
  },
};

export const troubleFr: TroubleWords = {
  adminsOnly: {
    happened: 'Seuls les administrateurs de Rental Desk peuvent faire cela.',
    remedy: 'Demandez à l’un d’eux : l’administrateur de l’espace de travail sait qui ils sont.',
  },
  grownOld: {
    happened: 'Ce bouton est trop ancien : un bouton est valable 30 jours.',
    remedy: 'Tapez de nouveau la commande pour une réponse à jour.',
  },
  storeDown: {
    happened: 'La base de données de Rental Desk ne répond pas : rien n’a été modifié.',
    remedy:
      'Réessayez dans une minute ; si cela persiste, communiquez la référence à votre administrateur.',
  },
  storeLate: {
    happened: 'La base de données de Rental Desk met très longtemps à répondre.',
    remedy: 'Voyez dans une minute si c’est fait avant de réessayer.',
  },
  busy: {
    happened: 'Rental Desk a trop à faire en ce moment.',
    remedy: 'Réessayez dans un instant.',
  },
  closing: {
    happened: 'Rental Desk redémarre et n’a pas pu vous répondre avant.',
    remedy: 'Redemandez dans une minute. Pour un changement, voyez d’abord s’il est fait.',
  },
  stillReading: (read) => ({
    happened: `La lecture des dossiers de location est encore en cours : ${read} pour l’instant.`,
    remedy: 'Redemandez dans une minute ou deux.',
  }),
  askedTooMuch: (seconds) => ({
    happened: 'C’est plus que je ne peux traiter d’un coup pour vous.',
    remedy: `Patientez ${seconds} secondes ; d’ici là, je réponds à une demande par seconde et laisse les autres sans réponse.`,
  }),
  notInChannel: {
    happened: 'Rental Desk n’est pas dans ce canal et ne peut donc pas y écrire.',
    remedy: 'Invitez-le avec /invite @Rental Desk, puis réessayez.',
  },
  archived: {
    happened: 'Ce canal est archivé : on ne peut plus rien y écrire.',
    remedy: 'Choisissez un autre canal.',
  },
  notAllowed: {
    happened: 'Slack ne laisse pas Rental Desk écrire ici.',
    remedy:
      'Votre administrateur doit vérifier les autorisations de l’application ; le journal dit laquelle manque.',
  },
  slackRefuses: {
    happened: 'Slack n’a pas accepté le message.',
    remedy:
      'Réessayez dans une minute ; si cela persiste, communiquez la référence à votre administrateur.',
  },
  slackUnclear: {
    happened: 'Slack n’a pas confirmé avoir pris la réponse.',
    remedy:
      'Voyez si elle est arrivée avant de réessayer ; si cela persiste, communiquez la référence à votre administrateur.',
  },
};

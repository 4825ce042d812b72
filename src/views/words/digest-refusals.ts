import type { FailureWords } from './words.ts';

/** Why nothing is done to a digest, and what to do about it. */
export interface DigestRefusalWords {
  readonly absent: FailureWords;
  readonly noChannel: FailureWords;
  readonly unknown: (name: string, nearest: string | null) => FailureWords;
  readonly which: FailureWords;
  /** The same where no button does it; the name is of one of them. */
  readonly whichSnoozed: (name: string) => FailureWords;
  readonly unknownVerb: (word: string, nearest: string | null) => FailureWords;
  readonly notYours: FailureWords;
  readonly notMember: FailureWords;
  readonly notInvited: FailureWords;
  readonly archived: FailureWords;
  readonly unknownChannel: FailureWords;
  readonly nameTaken: (name: string) => FailureWords;
  readonly meanwhile: FailureWords;
  readonly unknownView: (name: string) => FailureWords;
  readonly neverDue: FailureWords;
  readonly tooLong: FailureWords;
  readonly broken: (name: string) => FailureWords;
}

export const digestRefusalsEn: DigestRefusalWords = {
  absent: {
    happened: 'Digests cannot be set up here.',
    remedy: 'Ask your administrator whether the database is there.',
  },
  noChannel: {
    happened: 'A digest needs a channel.',
    remedy: 'Type /rental digest in the channel that it is for, or name one: channel:#leasing.',
  },
  unknown: (name, nearest) => ({
    happened: `There is no digest “${name}” here.`,
    remedy:
      nearest === null
        ? 'Type /rental digest list for those there are.'
        : `Did you mean “${nearest}”? Type /rental digest list for those there are.`,
  }),
  which: {
    happened: 'There are several digests here.',
    remedy: 'Press a button of the one you mean, or add its name or its short id to the command.',
  },
  whichSnoozed: (name) => ({
    happened: 'There are several digests here.',
    remedy: `Say which one is to be left out, for example: /rental digest snooze ${name}`,
  }),
  unknownVerb: (word, nearest) => ({
    happened: `I do not know what to do with “${word}”.`,
    remedy: `${nearest === null ? '' : `Did you mean “${nearest}”? `}I know: add, list, edit, run, preview, pause, resume, remove, status.`,
  }),
  notYours: {
    happened: 'Only the owner of a digest and admins change it.',
    remedy: 'Ask its owner, or an admin of Rental Desk.',
  },
  notMember: {
    happened: 'You are not in that channel, so I tell nothing of its digests.',
    remedy: 'Join the channel first.',
  },
  notInvited: {
    happened: 'Rental Desk is not in that channel, and could not post there.',
    remedy: 'Type /invite @Rental Desk in it, then try again.',
  },
  archived: {
    happened: 'That channel is archived: nobody can post there.',
    remedy: 'Choose another one.',
  },
  unknownChannel: {
    happened: 'Slack does not tell whether Rental Desk may post in that channel.',
    remedy: 'Type /invite @Rental Desk in it, then try again.',
  },
  nameTaken: (name) => ({
    happened: `There is a digest “${name}” in that channel already.`,
    remedy: 'Choose another name, or change that one.',
  }),
  meanwhile: {
    happened: 'Somebody else has changed this digest meanwhile.',
    remedy: 'Open it again, and look before you change it.',
  },
  unknownView: (name) => ({
    happened: `There is no view “${name}” in that channel.`,
    remedy: 'Type /rental view there for those there are.',
  }),
  neverDue: {
    happened: 'With these days and holidays, the digest would never be due.',
    remedy: 'Choose other days.',
  },
  tooLong: {
    happened: 'What this digest asks for is too long.',
    remedy: 'Leave something out of its query.',
  },
  broken: (name) => ({
    happened: `The query or the time zone of “${name}” can no longer be read.`,
    remedy: 'Its owner or an admin needs to change it.',
  }),
};

export const digestRefusalsFr: DigestRefusalWords = {
  absent: {
    happened: 'Les points ne peuvent pas être mis en place ici.',
    remedy: 'Demandez à votre administrateur si la base de données est là.',
  },
  noChannel: {
    happened: 'Il faut un canal à un point.',
    remedy: 'Tapez /rental point dans le canal concerné, ou nommez-en un : canal:#location.',
  },
  unknown: (name, nearest) => ({
    happened: `Il n’y a pas de point « ${name} » ici.`,
    remedy:
      nearest === null
        ? 'Tapez /rental point liste pour voir ceux qui existent.'
        : `Vouliez-vous dire « ${nearest} » ? Tapez /rental point liste pour voir ceux qui existent.`,
  }),
  which: {
    happened: 'Il y a plusieurs points ici.',
    remedy:
      'Choisissez un bouton sous le bon, ou ajoutez son nom ou son identifiant à la commande.',
  },
  whichSnoozed: (name) => ({
    happened: 'Il y a plusieurs points ici.',
    remedy: `Dites lequel doit être sauté, par exemple : /rental point veille ${name}`,
  }),
  unknownVerb: (word, nearest) => ({
    happened: `Je ne sais que faire de « ${word} ».`,
    remedy: `${nearest === null ? '' : `Vouliez-vous dire « ${nearest} » ? `}Je connais : ajouter, liste, modifier, lancer, aperçu, pause, reprendre, supprimer, état.`,
  }),
  notYours: {
    happened: 'Seuls le propriétaire d’un point et les administrateurs le modifient.',
    remedy: 'Demandez à son propriétaire ou à un administrateur de Rental Desk.',
  },
  notMember: {
    happened: 'Vous n’êtes pas dans ce canal : je ne dis rien de ses points.',
    remedy: 'Rejoignez d’abord le canal.',
  },
  notInvited: {
    happened: 'Rental Desk n’est pas dans ce canal et ne pourrait pas y publier.',
    remedy: 'Tapez-y /invite @Rental Desk, puis réessayez.',
  },
  archived: {
    happened: 'Ce canal est archivé : personne ne peut y publier.',
    remedy: 'Choisissez-en un autre.',
  },
  unknownChannel: {
    happened: 'Slack ne dit pas si Rental Desk peut publier dans ce canal.',
    remedy: 'Tapez-y /invite @Rental Desk, puis réessayez.',
  },
  nameTaken: (name) => ({
    happened: `Il y a déjà un point « ${name} » dans ce canal.`,
    remedy: 'Choisissez un autre nom, ou modifiez celui-là.',
  }),
  meanwhile: {
    happened: 'Quelqu’un d’autre a modifié ce point entre-temps.',
    remedy: 'Rouvrez-le et regardez avant de le modifier.',
  },
  unknownView: (name) => ({
    happened: `Il n’y a pas de vue « ${name} » dans ce canal.`,
    remedy: 'Tapez-y /rental vue pour voir celles qui existent.',
  }),
  neverDue: {
    happened: 'Avec ces jours et ces jours fériés, le point ne viendrait jamais.',
    remedy: 'Choisissez d’autres jours.',
  },
  tooLong: {
    happened: 'Ce que ce point demande est trop long.',
    remedy: 'Raccourcissez sa requête.',
  },
  broken: (name) => ({
    happened: `La requête ou le fuseau horaire de « ${name} » n’est plus lisible.`,
    remedy: 'Son propriétaire ou un administrateur doit le modifier.',
  }),
};

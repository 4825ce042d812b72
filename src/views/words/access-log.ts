import type { FailureWords } from './words.ts';

/** The words of the access log. */
export interface AccessLogWords {
  /** At most 24 characters. */
  readonly title: string;
  readonly none: string;
  readonly ofUser: (userId: string) => string;
  /** The same before what Slack makes of a person. */
  readonly byUser: string;
  readonly ofFile: (fileId: string) => string;
  /** By the log's spelling; what is not here is shown as it is written there. */
  readonly kinds: Readonly<Record<string, string>>;
  readonly file: (name: string) => string;
  readonly in: (channelId: string) => string;
  /** The same before what Slack makes of a channel. */
  readonly inChannel: string;
  readonly elsewhere: string;
  /** An instant in a zone. */
  readonly at: (epochMs: number, zone: string) => string;
  readonly noNames: string;
  readonly older: string;
  readonly olderSpoken: string;
  readonly newest: string;
  readonly newestSpoken: string;
  readonly unknownFilter: (word: string) => FailureWords;
}

const MOMENT = { dateStyle: 'medium', timeStyle: 'short' } as const;

export const accessLogEn: AccessLogWords = {
  title: 'Access log',
  none: 'There is nothing in the access log here.',
  ofUser: (userId) => `by ${userId}`,
  byUser: 'by\u00a0',
  ofFile: (fileId) => `about the file ${fileId}`,
  kinds: {
    reveal: 'saw contact details',
    export: 'exported files',
    access: 'read the access log',
    share: 'shared an answer',
    show: 'opened a file',
    unfurl: 'posted a link to a file',
  },
  file: (name) => `file ${name}`,
  in: (channelId) => `in ${channelId}`,
  inChannel: 'in\u00a0',
  elsewhere: 'outside a channel',
  at: (epochMs, timeZone) =>
    new Intl.DateTimeFormat('en-GB', { ...MOMENT, timeZone }).format(epochMs),
  noNames: 'The log holds ids and never names of applicants. Reading it is written down too.',
  older: 'Older ›',
  olderSpoken: 'Show older entries',
  newest: 'Newest',
  newestSpoken: 'Show the newest entries',
  unknownFilter: (word) => ({
    happened: `I cannot look for “${word}” in the access log.`,
    remedy: 'Ask for user:@somebody, for file: and an id, or for both.',
    copy: '/rental access user:@somebody',
  }),
};

export const accessLogFr: AccessLogWords = {
  title: 'Journal d’accès',
  none: 'Il n’y a rien ici dans le journal d’accès.',
  ofUser: (userId) => `par ${userId}`,
  byUser: 'par\u00a0',
  ofFile: (fileId) => `sur le dossier ${fileId}`,
  kinds: {
    reveal: 'a vu des coordonnées',
    export: 'a exporté des dossiers',
    access: 'a lu le journal d’accès',
    share: 'a partagé une réponse',
    show: 'a ouvert un dossier',
    unfurl: 'a mis un lien vers un dossier',
  },
  file: (name) => `dossier ${name}`,
  in: (channelId) => `dans ${channelId}`,
  inChannel: 'dans\u00a0',
  elsewhere: 'hors d’un canal',
  at: (epochMs, timeZone) =>
    new Intl.DateTimeFormat('fr-FR', { ...MOMENT, timeZone }).format(epochMs),
  noNames:
    'Le journal contient des identifiants, jamais de noms de candidats. Sa lecture y est notée aussi.',
  older: 'Plus anciens ›',
  olderSpoken: 'Voir les lignes plus anciennes',
  newest: 'Plus récents',
  newestSpoken: 'Voir les lignes les plus récentes',
  unknownFilter: (word) => ({
    happened: `Je ne sais pas chercher « ${word} » dans le journal d’accès.`,
    remedy: 'Demandez personne:@quelqu’un, dossier: et un identifiant, ou les deux.',
    copy: '/rental accès personne:@quelqu’un',
  }),
};

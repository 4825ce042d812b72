import type { FlagKey, PersonKey } from './row.ts';

/** Keys about what people do with files. */
export const TRIAGE_KEYS = {
  taken: {
    kind: 'person',
    en: {
      names: ['taken', 'taken-by'],
      example: 'taken:me',
      says: 'who has taken the file: me, nobody or @name',
      describe: (people) => `taken by ${people}`,
    },
    fr: {
      names: ['pris', 'pris-par'],
      example: 'pris:moi',
      says: 'qui s’occupe du dossier : moi, personne ou @nom',
      describe: (people) => `pris en charge par ${people}`,
    },
  } satisfies PersonKey,
  watched: {
    kind: 'person',
    en: {
      names: ['watched', 'watched-by'],
      example: 'watched:me',
      says: 'who watches the file: me, nobody or @name',
      describe: (people) => `watched by ${people}`,
    },
    fr: {
      names: ['suivis', 'suivis-par'],
      example: 'suivis:moi',
      says: 'qui suit le dossier : moi, personne ou @nom',
      describe: (people) => `suivis par ${people}`,
    },
  } satisfies PersonKey,
  snoozed: {
    kind: 'flag',
    source: null,
    en: {
      names: ['snoozed'],
      example: 'snoozed:no',
      says: 'whether the file is snoozed',
      describe: { yes: 'snoozed', no: 'not snoozed' },
    },
    fr: {
      names: ['reporté'],
      example: 'reporté:non',
      says: 'si le dossier est reporté',
      describe: { yes: 'reportés', no: 'non reportés' },
    },
  } satisfies FlagKey,
} as const;

/** The languages that queries are written in and told in. */
export type Language = 'en' | 'fr';

export const LANGUAGES = ['en', 'fr'] as const satisfies readonly Language[];

/** `Intl` formats for people follow these. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', fr: 'fr-FR' };

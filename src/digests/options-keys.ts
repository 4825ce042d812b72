import { fold } from '../lib/text.ts';
import type { Language } from '../portfolio/query/vocabulary/types.ts';

/** Words for one thing: the first is the one we write, all are understood. */
type Spellings = readonly [string, ...string[]];

/** How an option is called, and what may stand behind it. */
interface OptionWords {
  readonly en: Spellings;
  readonly fr: Spellings;
  /** Examples, or all there is where it is a choice; as one writes them in each language. */
  readonly takes: Readonly<Record<Language, readonly string[]>>;
}

/** Every option of a digest, in the order help lists them. None is a key of the query language but `name`. */
export const OPTION_WORDS = {
  times: {
    en: ['times', 'time', 'at'],
    fr: ['heures', 'heure', 'a'],
    takes: { en: ['09:00', '9h30', '9am'], fr: ['09:00', '9h30', '14h'] },
  },
  days: {
    en: ['days', 'day'],
    fr: ['jours', 'jour'],
    takes: { en: ['mon-fri', 'mon,wed,fri', 'daily'], fr: ['lun-ven', 'lun,mer,ven', 'tous'] },
  },
  zone: {
    en: ['zone', 'timezone', 'tz'],
    fr: ['fuseau', 'fuseau-horaire'],
    takes: {
      en: ['Europe/Paris', 'America/New_York'],
      fr: ['Europe/Paris', 'America/Martinique'],
    },
  },
  holidays: {
    en: ['holidays', 'holiday'],
    fr: ['fériés', 'jours-fériés', 'férié'],
    takes: { en: ['FR', 'FR-67', 'none'], fr: ['FR', 'FR-67', 'aucun'] },
  },
  onHoliday: {
    en: ['on-holiday', 'on-holidays'],
    fr: ['si-férié', 'jour-férié'],
    takes: { en: ['skip', 'next'], fr: ['sauter', 'reporter'] },
  },
  name: {
    en: ['name', 'title'],
    fr: ['nom', 'titre'],
    takes: { en: ['"Morning"'], fr: ['"Le matin"'] },
  },
  channel: {
    en: ['channel', 'in'],
    fr: ['canal', 'dans'],
    takes: { en: ['#leasing'], fr: ['#location'] },
  },
  view: {
    en: ['view'],
    fr: ['vue'],
    takes: { en: ['"Hot in Lyon"'], fr: ['"Lyon prêts"'] },
  },
  minAge: {
    en: ['min-age', 'minimum-age'],
    fr: ['âge-min', 'âge-minimum'],
    takes: { en: ['1bd', '4h', 'none'], fr: ['1jo', '4h', 'aucun'] },
  },
  minStale: {
    en: ['min-stale', 'minimum-stale'],
    fr: ['inactif-min', 'inactif-minimum'],
    takes: { en: ['2bd', '1w', 'none'], fr: ['2jo', '1sem', 'aucun'] },
  },
  target: {
    en: ['target', 'target-days'],
    fr: ['objectif', 'délai'],
    takes: { en: ['5', '10bd', 'none'], fr: ['5', '10jo', 'aucun'] },
  },
  group: {
    en: ['group', 'group-by'],
    fr: ['grouper', 'groupe', 'grouper-par'],
    takes: {
      en: ['readiness', 'property', 'manager'],
      fr: ['avancement', 'bien', 'gestionnaire'],
    },
  },
  top: {
    en: ['top', 'limit'],
    fr: ['top', 'limite'],
    takes: { en: ['5', '10', '20'], fr: ['5', '10', '20'] },
  },
  style: {
    en: ['style'],
    fr: ['style'],
    takes: { en: ['compact', 'detailed'], fr: ['compact', 'détaillé'] },
  },
  mentions: {
    en: ['mentions', 'mention'],
    fr: ['mentions', 'mention'],
    takes: {
      en: ['@somebody', '@group', 'me', 'none'],
      fr: ['@quelqu’un', '@groupe', 'moi', 'aucun'],
    },
  },
  privacy: {
    en: ['privacy', 'names'],
    fr: ['confidentialité', 'noms'],
    takes: {
      en: ['full', 'initials', 'reference', 'channel'],
      fr: ['complet', 'initiales', 'référence', 'canal'],
    },
  },
  language: {
    en: ['language', 'lang'],
    fr: ['langue'],
    takes: { en: ['en', 'fr', 'channel'], fr: ['en', 'fr', 'canal'] },
  },
  empty: {
    en: ['empty', 'when-empty'],
    fr: ['vide', 'si-vide'],
    takes: { en: ['skip', 'clear', 'weekly'], fr: ['sauter', 'dire', 'hebdo'] },
  },
  previous: {
    en: ['previous'],
    fr: ['précédent'],
    takes: { en: ['keep', 'replace', 'delete'], fr: ['garder', 'remplacer', 'supprimer'] },
  },
  deleteAfter: {
    en: ['delete-after'],
    fr: ['supprimer-après'],
    takes: { en: ['7', '30d'], fr: ['7', '30j'] },
  },
  live: {
    en: ['live', 'live-updates'],
    fr: ['en-direct', 'direct', 'suivi'],
    takes: { en: ['on', 'off'], fr: ['oui', 'non'] },
  },
  catchUp: {
    en: ['catch-up', 'catchup'],
    fr: ['rattrapage'],
    takes: { en: ['2h', '90min', 'none'], fr: ['2h', '90min', 'aucun'] },
  },
  escalate: {
    en: ['escalate'],
    fr: ['escalade', 'escalader'],
    takes: { en: ['3bd,#managers', 'none'], fr: ['3jo,#direction', 'aucun'] },
  },
} as const satisfies Readonly<Record<string, OptionWords>>;

export type OptionKey = keyof typeof OPTION_WORDS;

const NAMED: ReadonlyMap<string, OptionKey> = new Map(
  optionKeys().flatMap((key) => {
    const { en, fr } = OPTION_WORDS[key];
    return [...en, ...fr].map((word) => [fold(word), key] as const);
  }),
);

/** All options, in their order. */
export function optionKeys(): readonly OptionKey[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The keys of a constant are known.
  return Object.keys(OPTION_WORDS) as OptionKey[];
}

/** The option of that name, in either language, without regard for case or accents. */
export function optionNamed(word: string): OptionKey | null {
  return NAMED.get(fold(word)) ?? null;
}

/** The words for all options in a language, the one we write first. */
export function optionSpellings(language: Language): readonly (readonly string[])[] {
  return optionKeys().map((key) => OPTION_WORDS[key][language]);
}

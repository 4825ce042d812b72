import { fold } from '../../lib/text.ts';
import { QueryError } from '../../portfolio/query/errors.ts';
import { formatQuery } from '../../portfolio/query/format.ts';
import { parseQuery } from '../../portfolio/query/parser.ts';
import type { Language } from '../../portfolio/query/vocabulary/types.ts';
import type { DigestOptions, Schedule } from '../../store/digest.ts';
import { daysIn, holidaysIn, NONE, timeIn, zoneIn } from './times.ts';

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

/** What was said of a digest so far; what is absent was not. */
export interface Draft {
  name?: string;
  channelId?: string;
  view?: string;
  schedule: { -readonly [Key in keyof Schedule]?: Schedule[Key] };
  options: { -readonly [Key in keyof DigestOptions]?: DigestOptions[Key] };
}

/** Who says it, and in which language. */
export interface Teller {
  readonly userId: string;
  readonly language: Language;
}

export const NAME_LENGTH_MAX = 60;
const TOP_MAX = 20;
export const TIMES_MAX = 12;
export const MENTIONS_MAX = 5;
const CATCH_UP_MINUTES_MAX = 1_440;
const DELETE_DAYS_MAX = 365;
const TARGET_DAYS_MAX = 250;
const DELETE_DAYS = 7;

const CHANNEL = /^<?#?([CGD][A-Z0-9]{4,})(?:\|[^>]*)?>?$/u;
const PERSON = /^<?@?([UW][A-Z0-9]{4,})(?:\|[^>]*)?>?$/u;
const GROUP = /^(?:<!subteam\^)?(S[A-Z0-9]{4,})(?:\|[^>]*)?>?$/u;
const COUNT = /^(\d{1,4}) ?(?:bd|wd|d|jo|j|days?|jours?)?$/u;
const DURATION = /^(\d{1,4}) ?(h|hours?|heures?|m|min|mins|minutes?)?$/u;
const MINUTES_IN_HOUR = 60;

type Choices<Value> = readonly (readonly [Value, ...words: string[]])[];

const CHANNELS = ['channel', 'canal', 'default', 'defaut'] as const;
const ON_HOLIDAY: Choices<Schedule['onHoliday']> = [
  ['skip', 'skip', 'sauter', 'passer'],
  ['next', 'next', 'move', 'reporter', 'suivant', 'lendemain'],
];
const GROUPS: Choices<DigestOptions['group']> = [
  ['readiness', 'readiness', 'ready', 'decision', 'avancement'],
  ['property', 'property', 'bien', 'logement'],
  ['manager', 'manager', 'gestionnaire'],
];
const STYLES: Choices<DigestOptions['style']> = [
  ['compact', 'compact', 'short', 'court'],
  ['detailed', 'detailed', 'thread', 'detaille', 'fil'],
];
const PRIVACIES: Choices<DigestOptions['privacy']> = [
  [null, ...CHANNELS],
  ['full', 'full', 'complet', 'complets'],
  ['initials', 'initials', 'initiales'],
  ['reference', 'reference', 'ref'],
];
const LANGUAGES: Choices<DigestOptions['language']> = [
  [null, ...CHANNELS],
  ['en', 'en', 'english', 'anglais'],
  ['fr', 'fr', 'french', 'francais'],
];
const EMPTIES: Choices<DigestOptions['whenEmpty']> = [
  ['skip', 'skip', 'sauter', 'passer', 'rien', ...NONE],
  ['clear', 'clear', 'all clear', 'say', 'dire'],
  ['weekly', 'weekly', 'heartbeat', 'hebdo', 'hebdomadaire'],
];
const PREVIOUS: Choices<DigestOptions['previous']> = [
  ['keep', 'keep', 'garder'],
  ['replace', 'replace', 'remplacer'],
  ['delete', 'delete', 'supprimer', 'effacer'],
];
const LIVE: Choices<boolean> = [
  [true, 'on', 'yes', 'oui', 'actif'],
  [false, ...NONE],
];

/** Writes a value of an option into the draft; `false` when it cannot be read. */
export function readOption(key: OptionKey, text: string, draft: Draft, teller: Teller): boolean {
  const { schedule, options } = draft;
  switch (key) {
    case 'times':
      return took(timeIn(text), (time) => {
        schedule.times = [...new Set([...(schedule.times ?? []), time])].toSorted();
      });
    case 'days':
      return took(daysIn(text), (days) => {
        schedule.days = [...new Set([...(schedule.days ?? []), ...days])].toSorted(
          (one, other) => one - other,
        );
      });
    case 'zone':
      return took(zoneIn(text), (zone) => (schedule.zone = zone));
    case 'holidays':
      return took(holidaysIn(text), (holidays) => (schedule.holidays = holidays));
    case 'onHoliday':
      return chose(text, ON_HOLIDAY, (wanted) => (schedule.onHoliday = wanted));
    case 'name':
      return took(text.length > NAME_LENGTH_MAX ? null : text, (name) => (draft.name = name));
    case 'channel':
      return took(CHANNEL.exec(text)?.[1], (channelId) => (draft.channelId = channelId));
    case 'view':
      return took(text, (view) => (draft.view = view));
    case 'minAge':
      return (
        none(text, () => (options.minAge = null)) ||
        took(ageIn(text, teller), (age) => (options.minAge = age))
      );
    case 'minStale':
      return (
        none(text, () => (options.minStale = null)) ||
        took(ageIn(text, teller), (age) => (options.minStale = age))
      );
    case 'target':
      return (
        none(text, () => (options.targetDays = null)) ||
        took(countIn(text, TARGET_DAYS_MAX), (days) => (options.targetDays = days))
      );
    case 'group':
      return chose(text, GROUPS, (group) => (options.group = group));
    case 'top':
      return took(countIn(text, TOP_MAX), (top) => (options.top = top));
    case 'style':
      return chose(text, STYLES, (style) => (options.style = style));
    case 'mentions':
      return (
        none(text, () => (options.mentions = [])) ||
        took(mentionIn(text, teller), (id) => {
          options.mentions = [...new Set([...(options.mentions ?? []), id])];
        })
      );
    case 'privacy':
      return chose(text, PRIVACIES, (privacy) => (options.privacy = privacy));
    case 'language':
      return chose(text, LANGUAGES, (language) => (options.language = language));
    case 'empty':
      return chose(text, EMPTIES, (whenEmpty) => (options.whenEmpty = whenEmpty));
    case 'previous':
      return chose(text, PREVIOUS, (previous) => {
        options.previous = previous;
        options.deleteAfterDays =
          previous === 'delete' ? (options.deleteAfterDays ?? DELETE_DAYS) : null;
      });
    case 'deleteAfter':
      return took(countIn(text, DELETE_DAYS_MAX), (days) => {
        options.previous = 'delete';
        options.deleteAfterDays = days;
      });
    case 'live':
      return chose(text, LIVE, (live) => (options.live = live));
    case 'catchUp':
      return (
        none(text, () => (options.catchUpMinutes = 0)) ||
        took(minutesIn(text), (minutes) => (options.catchUpMinutes = minutes))
      );
    case 'escalate':
      return escalation(text, options);
  }
}

function took<Value>(value: Value | null | undefined, take: (value: Value) => unknown): boolean {
  if (value === null || value === undefined) return false;
  take(value);
  return true;
}

function none(text: string, take: () => unknown): boolean {
  if (!NONE.includes(fold(text))) return false;
  take();
  return true;
}

function chose<Value>(
  text: string,
  choices: Choices<Value>,
  take: (value: Value) => unknown,
): boolean {
  const folded = fold(text);
  const found = choices.find(([, ...words]) => words.includes(folded));
  if (found === undefined) return false;
  take(found[0]);
  return true;
}

function countIn(text: string, max: number): number | null {
  const count = Number(COUNT.exec(text.toLowerCase())?.[1] ?? 0);
  return count >= 1 && count <= max ? count : null;
}

function minutesIn(text: string): number | null {
  const [, count, unit = 'min'] = DURATION.exec(text.toLowerCase()) ?? [];
  if (count === undefined) return null;
  const minutes = Number(count) * (unit.startsWith('h') ? MINUTES_IN_HOUR : 1);
  return minutes <= CATCH_UP_MINUTES_MAX ? minutes : null;
}

function mentionIn(text: string, { userId }: Teller): string | null {
  if (['me', 'moi'].includes(fold(text))) return userId;
  return PERSON.exec(text)?.[1] ?? GROUP.exec(text)?.[1] ?? null;
}

/** An age as the query language writes it in English. */
function ageIn(text: string, { language }: Teller): string | null {
  try {
    const query = parseQuery(`age:>=${text}`, language);
    const [condition, ...more] = query.conditions;
    const [one, ...others] = condition?.kind === 'age' ? condition.any : [];
    if (one?.is !== '>=' || others.length > 0 || more.length > 0) return null;
    return formatQuery(query, 'en').replace('age:>=', '');
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
}

/** The two halves of an escalation come one by one, in any order. */
function escalation(text: string, options: Draft['options']): boolean {
  if (none(text, () => (options.escalate = null))) return true;
  const before = options.escalate ?? { afterDays: 0, channelId: '' };
  const channelId = CHANNEL.exec(text)?.[1];
  if (channelId !== undefined) {
    options.escalate = { ...before, channelId };
    return true;
  }
  return took(
    countIn(text, TARGET_DAYS_MAX),
    (afterDays) => (options.escalate = { ...before, afterDays }),
  );
}

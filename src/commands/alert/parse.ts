import { parseChannel, parseMinutes } from '../../digests/options/builders.ts';
import {
  definitionOf,
  type OptionKey,
  optionKeys,
  optionNamed,
} from '../../digests/options/definitions.ts';
import { type ParsedOptions, parseOptions } from '../../digests/options/parse.ts';
import { NONE, parseTime, rangeParts } from '../../digests/options/times.ts';
import { fold } from '../../lib/text.ts';
import { understandOrNull } from '../../portfolio/phrases/understand.ts';
import { formatQuery } from '../../portfolio/query/describe.ts';
import { namesPeople } from '../../portfolio/query/query.ts';
import { type Token, tokensOf } from '../../portfolio/query/tokenizer.ts';
import type { Language } from '../../portfolio/query/vocabulary/types.ts';
import type { DigestChoice } from '../../store/digest.ts';
import type { AlertAspect, AlertOptions } from '../../store/events.ts';
import { oneLine } from '../../views/block-kit.ts';
import type { Detail } from '../../views/home.ts';
import type { CommandContext, DigestContext } from '../command.ts';
import {
  authorOf,
  DigestRefusedError,
  keySpelled,
  ofProperty,
  SHARED_VERBS,
  spelled,
  spellingsOf,
  UnknownVerbError,
} from '../digest/parse.ts';
import { defaultChoice } from '../digest/save.ts';

const VERBS = {
  ...SHARED_VERBS,
  test: spelled('test try', 'tester essayer'),
  history: spelled('history status log', 'historique état journal statut'),
} as const;

export type AlertVerb = keyof typeof VERBS;

export const ALERT_VERBS: readonly string[] = Object.values(VERBS).flatMap(spellingsOf);

/**
 * The verb of a line and the rest. An empty line lists alerts, and a query alone adds one.
 *
 * @throws {UnknownVerbError} when the line begins with neither
 */
export function parseAlertCommand(text: string): { verb: AlertVerb; rest: string } {
  const typed = text.trim();
  const [word = ''] = /^\S*/u.exec(typed) ?? [];
  if (word === '') return { verb: 'list', rest: '' };
  const verb = keySpelled(VERBS, word);
  if (verb !== undefined) return { verb, rest: typed.slice(word.length).trim() };
  if (word.includes(':')) return { verb: 'add', rest: typed };
  throw new UnknownVerbError(word, VERBS);
}

/** Where the words of a request stand: in some file at all, and in some property. */
export interface KnownWords {
  readonly inFiles: (word: string) => boolean;
  readonly inProperties: (word: string) => boolean;
}

/** The query of an alert in the reader’s language, and what the request says beside it. */
interface AlertQuery {
  readonly query: string;
  readonly ignored: readonly string[];
}

/**
 * The query of an alert that a line in plain words asks for: `ready in Paris` is `decision:ready
 * property:paris`. `null` where it is none, or names what some file has and no property, which may be a
 * person.
 *
 * @param isRequest whether it stood in “notify me when …”, so that a town alone is enough, and a word
 *   that no file has is one of the sentence
 */
export function alertQueryIn(
  text: string,
  language: Language,
  known: KnownWords,
  isRequest: boolean,
): AlertQuery | null {
  const understood = understandOrNull(text, language);
  if (understood === null || understood.question !== null) return null;
  const ignored = [...understood.ignored];
  const asked = understood.query.conditions.filter((condition) => {
    const isUnknown =
      isRequest && condition.kind === 'words' && !condition.any.some((word) => known.inFiles(word));
    if (isUnknown) ignored.push(...condition.any);
    return !isUnknown;
  });
  const { conditions } = ofProperty({ conditions: asked, sort: null });
  if (conditions.length === 0 || !(understood.hasPhrases || isRequest)) return null;
  const isPerson = conditions.some(
    (condition) =>
      condition.kind === 'text' &&
      condition.key === 'property' &&
      !condition.any.every(known.inProperties),
  );
  return isPerson || namesPeople({ conditions, sort: null })
    ? null
    : { query: formatQuery({ conditions, sort: null }, language), ignored };
}

/** Names of the options that alerts have and digests have not: the English one, then French ones. */
const OWN = {
  when: ['when', 'quand'],
  to: ['to', 'à'],
  every: ['every', 'toutes', 'chaque'],
  quiet: ['quiet', 'silence'],
} as const;
type OwnOption = keyof typeof OWN;
const OWN_OPTIONS = ['when', 'to', 'every', 'quiet'] as const satisfies readonly OwnOption[];

function ownName(option: OwnOption, language: Language): string {
  const [en, fr] = OWN[option];
  return { en, fr }[language];
}

/** The option that sends an alert to the person who sets it up. */
export const TO_ME = { en: 'to:me', fr: 'à:moi' } as const;

/** Options of digests that mean the same for alerts. */
const SHARED: ReadonlySet<OptionKey> = new Set<OptionKey>([
  'name',
  'channel',
  'view',
  'days',
  'zone',
  'holidays',
  'minAge',
  'minStale',
  'privacy',
  'language',
  'mentions',
  'top',
  'live',
]);

/** The days of an alert where nobody has chosen. */
const DAILY: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

/** What an alert does where nobody has chosen. */
export const DEFAULT_ALERT: AlertOptions = {
  on: 'enters',
  aspects: [],
  everyMinutes: 60,
  quiet: null,
};

/** What a new alert is set to where nobody has chosen: to the channel, or else to the person. */
export function alertChoice(call: DigestContext): DigestChoice {
  const choice = defaultChoice(call);
  const isChannel = /^[CG]/.test(choice.channelId);
  return {
    ...choice,
    channelId: isChannel ? choice.channelId : call.person.userId,
    schedule: { ...choice.schedule, times: [], days: DAILY },
    options: { ...choice.options, style: 'detailed' },
    alert: DEFAULT_ALERT,
  };
}

export interface ParsedAlert {
  readonly options: ParsedOptions;
  /** What the line says of an alert's own options. */
  readonly alert: Partial<AlertOptions>;
}

/**
 * Reads `decision:ready when:changes:score to:me every:1h quiet:20h-8h`, in either language.
 *
 * @param days those of the alert that is changed, of which a line excludes some or to which it adds
 * @throws {DigestRefusedError} for a value that alerts do not have
 * @throws {OptionError} for what is no option, and for a query that may name people
 * @throws {QueryError} for what is no query
 */
export function parseAlert(
  text: string,
  call: CommandContext,
  days: readonly number[] | null = null,
): ParsedAlert {
  let alert: Partial<AlertOptions> = {};
  let channelId: string | null = null;
  let rest = text;
  for (const token of tokensOf(text)) {
    const own = ownOption(token);
    if (own === null) {
      checkShared(token, call);
      continue;
    }
    rest = blanked(rest, token);
    const value = token.body.text.slice((token.key?.text.length ?? 0) + 1);
    if (own === 'to') channelId = channelOf(value, call);
    else alert = { ...alert, ...ownValue(own, value, call) };
  }
  const options = parseOptions(rest, authorOf(call), days === null ? null : { days }, DAILY);
  if (options.schedule.times !== undefined) throw notForAlerts('times', call);
  return { options: channelId === null ? options : { ...options, channelId }, alert };
}

function ownOption({ key, not }: Token): OwnOption | null {
  if (key === null || not) return null;
  return keySpelled(OWN, key.text) ?? null;
}

function checkShared({ key }: Token, call: CommandContext): void {
  const option = key === null ? null : optionNamed(key.text);
  if (option !== null && !SHARED.has(option)) throw notForAlerts(option, call);
}

function notForAlerts(option: Parameters<typeof definitionOf>[0], { words }: CommandContext) {
  const { language } = words;
  const nameOf = (key: typeof option) => definitionOf(key).names[language][0];
  const valid = [
    ...OWN_OPTIONS.map((own) => ownName(own, language)),
    ...optionKeys()
      .filter((key) => SHARED.has(key))
      .map(nameOf),
  ];
  return new DigestRefusedError(words.alerts.notForAlerts(nameOf(option), valid), option);
}

/** A line without a token, with everything else in its place. */
function blanked(line: string, { body }: Token): string {
  const end = body.at + body.text.length;
  return line.slice(0, body.at) + ' '.repeat(body.text.length) + line.slice(end);
}

function channelOf(value: string, call: CommandContext): string {
  if (['me', 'moi'].includes(fold(value))) return call.person.userId;
  const channel = parseChannel(value);
  if (channel !== null) return channel;
  throw unknownValue('to', value, EXAMPLES.to[call.words.language], call);
}

const WORD_LENGTH_MAX = 40;

function unknownValue(
  option: OwnOption,
  value: string,
  valid: readonly string[],
  { words }: CommandContext,
): DigestRefusedError {
  return new DigestRefusedError(
    words.digestErrors.unknown_value({
      word: oneLine(value, WORD_LENGTH_MAX),
      option: ownName(option, words.language),
      valid,
      bounds: option === 'every' ? EVERY_BOUNDS[words.language] : '',
      nearest: null,
    }),
    'query',
  );
}

const EXAMPLES = {
  to: { en: ['me', '#leasing'], fr: ['moi', '#location'] },
  when: {
    en: ['enters', 'leaves', 'changes:score,completion'],
    fr: ['entre', 'sort', 'change:note,complétude'],
  },
  every: { en: ['immediately', '15m', '1h', '1d'], fr: ['aussitôt', '15m', '1h', '1j'] },
  quiet: { en: ['20:00-08:00', 'none'], fr: ['20h-8h', 'aucun'] },
} as const;

const EVERY_BOUNDS = { en: 'up to 7 days', fr: 'jusqu’à 7 jours' } as const;

const OWN_HELP = {
  when: {
    en: 'what it announces: files that enter the query, leave it or change',
    fr: 'ce qu’elle annonce : les dossiers qui entrent dans la requête, en sortent ou changent',
  },
  to: {
    en: 'where it is posted: to a channel, or to you alone',
    fr: 'où elle est publiée : dans un canal, ou à vous uniquement',
  },
  every: { en: 'how often at most', fr: 'à quelle fréquence au plus' },
  quiet: { en: 'hours without posts', fr: 'les heures sans publication' },
  days: { en: 'on which days; every day without it', fr: 'quels jours ; tous les jours sans cela' },
} as const;

/** Help on each option of an alert: an example, and what it does. */
export function alertOptionHelp(language: Language): readonly Detail[] {
  const own = OWN_OPTIONS.map((option) => ({
    example: `${ownName(option, language)}:${EXAMPLES[option][language].at(option === 'when' ? -1 : 0)}`,
    says: OWN_HELP[option][language],
  }));
  // Both name the place of the post, which is `to:` here.
  const shared = optionKeys().filter((key) => SHARED.has(key) && key !== 'channel');
  return [
    ...own,
    ...shared.map((key) => {
      const { names, examples, help } = definitionOf(key);
      // The days of a digest are Monday to Friday where nobody has chosen.
      const says = key === 'days' ? OWN_HELP.days : help;
      return { example: `${names[language][0]}:${examples[language][0]}`, says: says[language] };
    }),
  ];
}

/**
 * The value of an option of alerts.
 *
 * @throws {DigestRefusedError} when it cannot be read
 */
export function ownValue(
  option: Exclude<OwnOption, 'to'>,
  value: string,
  call: CommandContext,
): Partial<AlertOptions> {
  const read = { when: whenOf, every: everyOf, quiet: quietOf }[option](value, call);
  if (read !== null) return read;
  throw unknownValue(option, value, EXAMPLES[option][call.words.language], call);
}

const ONS: Readonly<Record<AlertOptions['on'], readonly string[]>> = {
  enters: ['enters', 'enter', 'new', 'entre', 'entrée', 'nouveau'],
  leaves: ['leaves', 'leave', 'sort', 'sortie'],
  changes: ['changes', 'change', 'changement'],
};

const ASPECTS: Readonly<Record<AlertAspect, readonly string[]>> = {
  status: ['status', 'statut'],
  decision: ['decision', 'décision'],
  score: ['score', 'note'],
  completion: ['completion', 'complétude'],
  applicants: ['applicants', 'applicant', 'candidats', 'candidat'],
  archived: ['archived', 'archivé', 'archivage'],
};

function whenOf(value: string, { words }: CommandContext): Partial<AlertOptions> | null {
  const [word = '', ...more] = value.split(':');
  const on = keySpelled(ONS, word);
  if (on === undefined) return null;
  if (on !== 'changes') return more.length > 0 ? null : { on, aspects: [] };
  const named = more.join(':').split(',').filter(Boolean);
  if (named.length === 0) throw new DigestRefusedError(words.alerts.needsAspects, 'query');
  const known = named.flatMap((one) => keySpelled(ASPECTS, one) ?? []);
  return known.length < named.length ? null : { on, aspects: [...new Set(known)] };
}

const AT_ONCE = ['immediately', 'now', '0', 'aussitot', 'immediatement', 'tout de suite'];
const DAYS = /^(\d{1,2}) ?(?:d|days?|j|jours?)$/u;
const MINUTES_IN_DAY = 1_440;
const MINUTES_MAX = 7 * MINUTES_IN_DAY;

function everyOf(value: string): Partial<AlertOptions> | null {
  if (AT_ONCE.includes(fold(value))) return { everyMinutes: 0 };
  const days = DAYS.exec(value.toLowerCase())?.[1];
  const minutes =
    days === undefined ? parseMinutes(value, MINUTES_MAX) : Number(days) * MINUTES_IN_DAY;
  return minutes === null || minutes > MINUTES_MAX ? null : { everyMinutes: minutes };
}

/** A value with spaces stands in them. */
const QUOTES = /["“”„«»]/gu;

function quietOf(value: string): Partial<AlertOptions> | null {
  if (NONE.includes(fold(value))) return { quiet: null };
  const [first = '', last = '', ...more] = rangeParts(value.replaceAll(QUOTES, ''));
  if (more.length > 0) return null;
  const [from, until] = [parseTime(first), parseTime(last)];
  return from === null || until === null || from === until ? null : { quiet: { from, until } };
}

import { z } from 'zod';

import { wordsIn, type Sharing } from '../i18n/index.ts';
import { fold, withoutFullStop } from '../lib/text.ts';
import {
  CHANNEL_CHOICES,
  ChannelSettings,
  DEFAULT_CHANNEL_SETTINGS,
} from '../store/channel-settings.ts';
import { oneLine } from '../views/block-kit.ts';
import type { Form, Message } from '../views/message.ts';
import { failureView, refusalView } from '../views/notices.ts';
import {
  type Chosen,
  PAGE_SIZE_MAX,
  RETENTION_DAYS_MAX,
  CHANNEL_FIELD,
  FOR_GOOD,
  OWN_LANGUAGE,
  type Prospect,
  settingsChannelForm,
  settingsForm,
  settingsSavedView,
} from '../views/settings.ts';
import { type CommandContext, type Command, argumentsIn } from './command.ts';
import { assertAdmin, FormError, StaleActionError, whileAway } from './errors.ts';

class UnknownSettingError extends Error {
  override readonly name = 'UnknownSettingError';
  /** What was typed. */
  readonly word: string;
  /** The setting that has no such value; `null` where there is no such setting. */
  readonly setting: keyof Chosen | null;

  constructor(word: string, setting: keyof Chosen | null) {
    super('no such setting, or no such value of it');
    this.word = word;
    this.setting = setting;
  }
}

/** Words for values, in either language, folded. */
type Spellings<Value> = readonly (readonly [Value, ...words: string[]])[];

const KEYS: Spellings<keyof Chosen> = [
  ['language', 'language', 'lang', 'langue'],
  ['privacy', 'privacy', 'names', 'confidentialite', 'noms'],
  ['pageSize', 'page', 'pages', 'size', 'page size', 'pagesize', 'taille'],
  ['retentionDays', 'keep', 'retention', 'posts', 'garder', 'conserver', 'conservation'],
  ['retentionManner', 'then', 'after', 'puis', 'ensuite', 'apres'],
  ['redactClosed', 'closed', 'close', 'clos', 'cloture', 'ferme'],
];
const LANGUAGES: Spellings<Chosen['language']> = [
  [null, 'own', 'each', 'reader', 'auto', 'chacun', 'lecteur'],
  ['en', 'en', 'english', 'anglais'],
  ['fr', 'fr', 'french', 'francais'],
];
const PRIVACIES: Spellings<Chosen['privacy']> = [
  ['full', 'full', 'names', 'complet', 'complets', 'entier', 'entiers', 'noms'],
  ['initials', 'initials', 'initiales'],
  ['reference', 'reference', 'ref', 'nobody', 'none', 'personne', 'aucun'],
];
const WITHOUT_END: Spellings<null> = [
  [null, 'always', 'forever', 'all', 'off', 'no', 'none', 'toujours', 'tout', 'non', 'aucun'],
];
const UNITS: Spellings<number> = [
  [1, 'd', 'day', 'days', 'j', 'jour', 'jours'],
  [7, 'w', 'week', 'weeks', 'sem', 'semaine', 'semaines'],
];
const MANNERS: Spellings<Chosen['retentionManner']> = [
  ['delete', 'delete', 'remove', 'supprimer', 'effacer'],
  ['redact', 'redact', 'empty', 'vider', 'masquer'],
];
const CLOSED: Spellings<boolean> = [
  [true, 'redact', 'empty', 'yes', 'on', 'vider', 'masquer', 'oui'],
  [false, 'keep', 'no', 'off', 'garder', 'non'],
];
const PAGE_SIZES: Spellings<number> = Array.from({ length: PAGE_SIZE_MAX }, (_, index) => [
  index + 1,
  String(index + 1),
]);

/**
 * Parses `language:fr privacy:initials page:10`, with words of either language.
 *
 * @throws {UnknownSettingError} for the first unknown setting or value
 */
export function changeIn(text: string): Partial<Chosen> {
  const change: { -readonly [Key in keyof Chosen]?: Chosen[Key] } = {};
  for (const word of wordsOf(text)) {
    const [, key = '', value = ''] = /^([^:=]+)[:=](.+)$/u.exec(word) ?? [];
    const setting = entryOf(key, KEYS)?.[0];
    if (setting === undefined) throw new UnknownSettingError(word, null);
    const valueIn = <Value>(spellings: Spellings<Value>): Value => {
      const found = entryOf(value, spellings);
      if (found === undefined) throw new UnknownSettingError(word, setting);
      return found[0];
    };
    switch (setting) {
      case 'language':
        change.language = valueIn(LANGUAGES);
        break;
      case 'privacy':
        change.privacy = valueIn(PRIVACIES);
        break;
      case 'pageSize':
        change.pageSize = valueIn(PAGE_SIZES);
        break;
      case 'retentionDays':
        change.retentionDays = daysIn(value) ?? valueIn(WITHOUT_END);
        break;
      case 'retentionManner':
        change.retentionManner = valueIn(MANNERS);
        break;
      case 'redactClosed':
        change.redactClosed = valueIn(CLOSED);
        break;
    }
  }
  return change;
}

/** A unit behind its number: `keep:2 weeks`. */
const DETACHED_UNIT = /(\d)\s+(d|days?|j|jours?|w|weeks?|sem|semaines?)(?!\S)/giu;

/** `language french` and `french` alone are understood too: no other setting has such a value. */
function wordsOf(text: string): readonly string[] {
  const words = text.trim().replaceAll(DETACHED_UNIT, '$1$2').split(/\s+/u);
  return words.flatMap((word, index) => {
    if (/[:=]/.test(word)) return [word];
    if (isAmong(word, KEYS) && words[index + 1] !== undefined) return [];
    const before = words[index - 1] ?? '';
    if (isAmong(before, KEYS)) return [`${before}:${word}`];
    return [isAmong(word, LANGUAGES) ? `language:${word}` : word];
  });
}

function isAmong(word: string, spellings: Spellings<unknown>): boolean {
  return spellings.some(([, ...words]) => words.includes(fold(word)));
}

/** `30`, `30d`, `30j`, `2w`, `2sem`; `null` for anything else. */
function daysIn(value: string): number | null {
  const [, digits = '0', unit = ''] = /^(\d{1,4})(\p{L}*)$/u.exec(value) ?? [];
  const daysOfUnit = unit === '' ? 1 : entryOf(unit, UNITS)?.[0];
  if (daysOfUnit === undefined) return null;
  const days = Number(digits) * daysOfUnit;
  return days >= 1 && days <= RETENTION_DAYS_MAX ? days : null;
}

function entryOf<Value>(typed: string, spellings: Spellings<Value>) {
  const folded = fold(typed);
  return spellings.find(([, ...words]) => words.includes(folded));
}

const SettingsArgs = z.object({
  channel: z.string().optional(),
  /** The settings that the form shows, as JSON; earlier versions leave it out. */
  shown: z.string().optional(),
});

/** Values of the form that asks for a channel; `D…` would be a direct message. */
const SubmittedChannel = z.object({ [CHANNEL_FIELD]: z.string().regex(/^[CG][A-Z0-9]+$/) });

const Submitted = z.object({
  language: z
    .enum([OWN_LANGUAGE, 'en', 'fr'])
    .transform((language) => (language === OWN_LANGUAGE ? null : language)),
  privacy: z.enum(['full', 'initials', 'reference']),
  pageSize: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX),
  retentionDays: z.union([
    z.literal(FOR_GOOD).transform(() => null),
    z.coerce.number().int().min(1).max(RETENTION_DAYS_MAX),
  ]),
  retentionManner: z.enum(['delete', 'redact']),
  redactClosed: z.enum(['keep', 'redact']).transform((choice) => choice === 'redact'),
});

const WORD_LENGTH_MAX = 40;

export const settings: Command = {
  name: 'settings',
  called: { en: 'settings', fr: 'réglages' },
  aliases: (
    'setting réglages reglages réglage reglage paramètres parametres ' +
    'paramètre config préférences'
  ).split(' '),
  group: 'manage',
  summary: {
    en: 'Set this channel’s language, privacy, page size and post retention',
    fr: 'Régler la langue, la confidentialité, les pages et la durée de conservation de ce canal',
  },
  hint: { en: '', fr: '' },
  examples: {
    en: [
      'settings',
      'settings language:en privacy:initials page:5',
      'settings keep:30d then:delete closed:empty',
    ],
    fr: [
      'réglages',
      'réglages langue:fr confidentialité:initiales page:5',
      'réglages garder:30j puis:supprimer clos:vider',
    ],
  },

  async *run(text, call) {
    const { words, place } = call;
    if (text.trim() === '') yield await formFor(place.channelId, call);
    else if (place.channelId === null) yield refusalView(words.settings.elsewhere);
    else {
      try {
        yield await saved(place.channelId, changeIn(text), call);
      } catch (error) {
        const refusal = refusalOf(error, call);
        if (refusal === null) throw error;
        yield failureView(refusal, null, null, words);
      }
    }
  },

  async *runAction(args, call) {
    yield await formFor(argumentsIn(SettingsArgs, args).channel ?? call.place.channelId, call);
  },

  async *submit(args, filled, call) {
    const { channel = null, shown } = argumentsIn(SettingsArgs, args);
    if (channel === null) {
      const asked = SubmittedChannel.safeParse(filled);
      if (!asked.success) throw new StaleActionError('channel');
      const wanted = asked.data[CHANNEL_FIELD];
      if (!(await isIn(wanted, call))) {
        throw new FormError({ [CHANNEL_FIELD]: call.words.settings.notThere });
      }
      yield await formFor(wanted, call);
      return;
    }
    const chosen = Submitted.safeParse(filled);
    if (!chosen.success) throw new StaleActionError('form');
    if (!(await isIn(channel, call)))
      throw new FormError({ privacy: call.words.settings.notThere });
    try {
      yield await saved(channel, changeOf(chosen.data, shown), call);
    } catch (error) {
      const refusal = refusalOf(error, call);
      if (refusal === null) throw error;
      const field = error instanceof LongerForAdminsError ? 'retentionDays' : 'privacy';
      throw new FormError({ [field]: `${refusal.happened} ${refusal.remedy}` });
    }
  },
};

/** Only admins may show full names to a channel. */
class FullForAdminsError extends Error {
  override readonly name = 'FullForAdminsError';
}

/** Only admins may let posts stay longer. */
class LongerForAdminsError extends Error {
  override readonly name = 'LongerForAdminsError';
}

/** The text for an unknown setting, or one for admins only; `null` for other errors. */
function refusalOf(error: unknown, { words }: CommandContext) {
  if (error instanceof FullForAdminsError) return words.settings.fullForAdmins;
  if (error instanceof LongerForAdminsError) return words.retention.longerForAdmins;
  if (!(error instanceof UnknownSettingError)) return null;
  return words.settings.unknownSetting(oneLine(error.word, WORD_LENGTH_MAX), error.setting);
}

/** The settings of a channel; outside one, it is asked for first. */
async function formFor(channelId: string | null, call: CommandContext): Promise<Form> {
  if (channelId === null) {
    return settingsChannelForm({ command: settings.name, args: {} }, call.words);
  }
  const shown = await storedSettings(channelId, call);
  const args = { channel: channelId, shown: JSON.stringify(shown) };
  const where = { channelId, sharing: await sharingOf(channelId, call) };
  return settingsForm(where, shown, { command: settings.name, args }, call.words);
}

/**
 * What a person has changed in the form. The rest may have been changed by others while it was open,
 * and stays as they left it.
 *
 * @param shown what the form showed, as JSON; without it, everything counts as changed
 */
function changeOf(chosen: Chosen, shown: string | undefined): Partial<Chosen> {
  if (shown === undefined) return chosen;
  const before = ChannelSettings.parse(JSON.parse(shown));
  let change: Partial<Chosen> = {};
  for (const key of CHANNEL_CHOICES) {
    if (chosen[key] !== before[key]) change = { ...change, [key]: chosen[key] };
  }
  return change;
}

async function saved(
  channelId: string,
  change: Partial<Chosen>,
  call: CommandContext,
): Promise<Message> {
  const { store, person, readerLanguage } = call;
  const before = await storedSettings(channelId, call);
  const wanted = { ...before, ...change };
  if (wanted.privacy === 'full' && before.privacy !== 'full') {
    assertAdmin(person, new FullForAdminsError());
  }
  if (staysLonger(before, wanted)) assertAdmin(person, new LongerForAdminsError());
  const isSame = CHANNEL_CHOICES.every((key) => wanted[key] === before[key]);
  const after = isSame ? before : await store.settings.save(channelId, change, person.userId);
  return settingsSavedView(
    { channelId, sharing: await sharingOf(channelId, call) },
    before,
    after,
    { command: settings.name, args: { channel: channelId } },
    // In the language that the change puts in force.
    wordsIn(after.language ?? readerLanguage),
    await prospectIn(channelId, call),
  );
}

function staysLonger(before: Chosen, wanted: Chosen): boolean {
  const isLonger = (wanted.retentionDays ?? Infinity) > (before.retentionDays ?? Infinity);
  return isLonger || (before.redactClosed && !wanted.redactClosed);
}

/** When posts will be removed; `null` when the store fails, as the settings are saved already. */
async function prospectIn(
  channelId: string,
  { store, zone }: CommandContext,
): Promise<Prospect | null> {
  const outlook = await store.posts.outlook(channelId).catch(whileAway(null));
  return outlook && { ...outlook, zone };
}

/** From the store, as the cache may be 60 s old. */
async function storedSettings(channelId: string, { store }: CommandContext): Promise<Chosen> {
  return (await store.settings.of(channelId)) ?? DEFAULT_CHANNEL_SETTINGS;
}

/** A person is in the channel of their request; for another channel, Slack is asked. */
async function isIn(
  channelId: string,
  { place, person, channels }: CommandContext,
): Promise<boolean> {
  if (place.channelId === channelId) return true;
  return channels.isIn(channelId, person.userId);
}

async function sharingOf(channelId: string, { place, channels }: CommandContext): Promise<Sharing> {
  if (place.channelId === channelId) return place.sharing();
  return channels.sharing(channelId);
}

const LANGUAGE_ASKED =
  /^(?:set|change|switch|use|speak|put|talk|answer|reply|mets|mettre|mettez|passe[rz]?|parle[rz]?|change[rz]?|bascule[rz]?|réponds?)[\s-]+(?:(?:it|this|everything|the|bot|app|channel|language|lang|tout|la|le|en|langue|canal|moi|me)\s+){0,4}(?:(?:in|to|into|en|vers)\s+)?(?:english|french|anglais|français|francais)(?:\s(?:here|ici))?$/iu;
const PAGE_SIZE_ASKED =
  /^(?:(?:show|display|affiche[rz]?|montre[rz]?)\s+)?\d{1,3}\s+(?:(?:files|rows|lines|results|dossiers|lignes|résultats)\s+)?(?:per|a|each|par)\s+page$/iu;

/** A setting by its name: `time zone`, `set my time zone to Paris`. */
const SETTING =
  /^(?:(?:set|change|fix|update|choose|règle[rz]?|change[rz]?|modifie[rz]?|choisi[rst]?)\s+)?(?:(?:my|the|our|le|la|mon|ma|notre)\s+)?(?:time ?zone|fuseau horaire|language|langue|privacy|confidentialité|page size|taille des pages)(?:\s+(?:to|is wrong|en|à|sur|au)(?!\p{L}).{0,60})?$/iu;
const POLITE_END = /[\s,]{1,3}(?:please|pls|svp|stp|s['’]il (?:vous|te) pla[iî]t)$/iu;

const NAMES_HIDDEN =
  /^(?:hide|mask|conceal|anonymi[sz]e|don['’]?t show|do not show|without(?= (?:the|their|all) )|cache[rz]?|masque[rz]?|anonymise[rz]?|n['’]affiche[rz]? (?:pas|plus)|ne montre[rz]? (?:pas|plus)|sans(?= (?:les|leurs?|tous) )) (?:(?:me|the|all|their|people['’]s|applicants['’]?|les|tous les|leurs?) )*(?:names?|initials|noms?|initiales)(?: (?:here|please|of (?:the )?(?:applicants|people)|des candidats|ici|svp|stp))?$|^(?:(?:show|use|affiche[rz]?|mets|mettre) )?(?:only |just |les )?(?:initials|initiales)(?: (?:only|seulement|uniquement))?(?: (?:here|ici|(?:in|for) (?:this|the) channel|dans ce canal))?$/iu;

/** Whether a text asks to hide names, which a channel’s privacy does: `hide the names`. */
export function asksToHideNames(text: string): boolean {
  return NAMES_HIDDEN.test(withoutFullStop(text.trim()));
}

/** Whether a text asks to change a setting: `set the language to French`, « 10 par page », `time zone`. */
export function asksToSet(text: string): boolean {
  const asked = text.replace(POLITE_END, '');
  return [LANGUAGE_ASKED, PAGE_SIZE_ASKED, SETTING].some((pattern) => pattern.test(asked));
}

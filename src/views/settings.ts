import { PRIVACIES, type Privacy, type Sharing } from '../i18n/index.ts';
import type { Messages, ChoiceText, Language } from '../i18n/types.ts';
import { bold, buttonFor, buttons, context, paragraph, plain, richText } from './block-kit.ts';
import { channelInput, type Choice, radioInput, selectInput } from './inputs.ts';
import type { Block, Form, Message, Action } from './message.ts';

/** Settings of a channel. */
export interface Chosen {
  /** `null` is each reader's own. */
  readonly language: Language | null;
  readonly privacy: Privacy;
  readonly pageSize: number;
  /** `null` is for good. */
  readonly retentionDays: number | null;
  readonly retentionManner: 'delete' | 'redact';
  readonly redactClosed: boolean;
}

/** Effect of retention on the posts of a channel. */
export interface Prospect {
  /** Those that are to go already. */
  readonly due: number;
  /** When the next one goes, in epoch milliseconds; `null` when none is there. */
  readonly nextAt: number | null;
  /** The reader's. */
  readonly zone: string;
}

/** The channel that settings are of. */
export interface SettingsPlace {
  readonly channelId: string;
  readonly sharing: Sharing;
}

export const PAGE_SIZE_MAX = 10;

/** Longer than that is for good. */
export const RETENTION_DAYS_MAX = 730;

export const CHANNEL_FIELD = 'channel';

/** Form value for posts that are never removed. */
export const FOR_GOOD = 'always';

/** Form value for each reader's own language. */
export const OWN_LANGUAGE = 'own';

const LANGUAGES = [OWN_LANGUAGE, 'en', 'fr'] as const;
const MANNERS = ['delete', 'redact'] as const;
const CLOSED = ['keep', 'redact'] as const;

/** Days that the form offers; another current value is added. */
const OFFERED_DAYS = [1, 7, 14, 30, 60, 90, 180, 365, RETENTION_DAYS_MAX];

/** Asks for the channel whose settings are to be chosen. */
export function settingsChannelForm(action: Action, { settings }: Messages): Form {
  return {
    kind: 'form',
    title: settings.title,
    text: settings.chooseChannel,
    submit: settings.next,
    action,
    blocks: [
      channelInput({ name: CHANNEL_FIELD, label: settings.channel, hint: settings.channelHint }),
    ],
  };
}

/** The settings of a channel to choose from, with what holds chosen already. */
export function settingsForm(
  { channelId, sharing }: SettingsPlace,
  chosen: Chosen,
  action: Action,
  words: Messages,
): Form {
  const { settings } = words;
  return {
    kind: 'form',
    title: settings.title,
    text: settings.intro,
    submit: settings.submit,
    action,
    blocks: [
      ...channelLine(channelId, words),
      ...(sharing === 'internal' ? [] : [paragraph(settings.exposed[sharing])]),
      radioInput(
        { name: 'language', label: settings.language },
        LANGUAGES.map((language) => choiceOf(language, settings.languages[language])),
        chosen.language ?? OWN_LANGUAGE,
      ),
      radioInput(
        { name: 'privacy', label: settings.privacy, hint: settings.privacyHint },
        PRIVACIES.map((privacy) => choiceOf(privacy, settings.privacies[privacy])),
        chosen.privacy,
      ),
      selectInput(
        { name: 'pageSize', label: settings.pageSize },
        Array.from({ length: PAGE_SIZE_MAX }, (_, index) => ({
          value: String(index + 1),
          label: settings.pageSizes(index + 1),
        })),
        String(chosen.pageSize),
      ),
      ...retentionInputs(chosen, words),
      context(settings.whoMay),
    ],
  };
}

function retentionInputs(
  { retentionDays: days, retentionManner, redactClosed }: Chosen,
  { retention }: Messages,
): Block[] {
  const offered = new Set([...OFFERED_DAYS, ...(days === null ? [] : [days])]);
  return [
    selectInput(
      { name: 'retentionDays', label: retention.keep, hint: retention.keepHint },
      [null, ...[...offered].toSorted((one, other) => one - other)].map((count) => ({
        value: String(count ?? FOR_GOOD),
        label: retention.keepFor(count),
      })),
      String(days ?? FOR_GOOD),
    ),
    radioInput(
      { name: 'retentionManner', label: retention.manner, hint: retention.mannerHint },
      MANNERS.map((manner) => choiceOf(manner, retention.manners[manner])),
      retentionManner,
    ),
    radioInput(
      { name: 'redactClosed', label: retention.closed },
      CLOSED.map((choice) => choiceOf(choice, retention.closedChoices[choice])),
      redactClosed ? 'redact' : 'keep',
    ),
  ];
}

/**
 * The settings now, their previous values where changed, and the effect on posts.
 *
 * @param prospect `null` when unknown
 */
export function settingsSavedView(
  { channelId, sharing }: SettingsPlace,
  before: Chosen,
  after: Chosen,
  change: Action,
  words: Messages,
  prospect: Prospect | null = null,
): Message {
  const { settings } = words;
  const [was, is] = [settingsIn(before, words), settingsIn(after, words)];
  const lines = is.map(({ what, value }, index) => {
    const from = was[index]?.value ?? value;
    return from === value ? settings.is(what, value) : settings.changed(what, value, from);
  });
  const hasChanged = is.some(({ value }, index) => value !== was[index]?.value);
  const outcome = hasChanged ? settings.saved : settings.unchanged;
  const notices = [
    ...(sharing === 'internal' ? [] : [settings.exposed[sharing]]),
    ...retentionNotices(after, prospect, words),
  ];
  return {
    kind: 'message',
    title: settings.title,
    text: [outcome, ...lines.map((line) => `• ${line}`), ...notices].join('\n'),
    blocks: [
      ...channelLine(channelId, words),
      richText([bold(outcome), plain(`\n${lines.join('\n')}`)]),
      ...notices.map((notice) => paragraph(notice)),
      buttons(buttonFor(settings, 'change', { ...change, opens: 'modal' })),
    ],
  };
}

/** What the settings are of: a channel by its name, which only Slack knows, or a direct message, which has none. */
function channelLine(channelId: string, { settings }: Messages): Block[] {
  if (channelId.startsWith('D')) return [richText([plain(settings.directly)])];
  return [richText([plain(`${settings.channel}  `), { type: 'channel', channel_id: channelId }])];
}

function choiceOf(value: string, { label, says }: ChoiceText): Choice {
  return { value, label, says };
}

/** Effect on posts, and the next removal. */
function retentionNotices(
  { retentionDays: days, retentionManner, redactClosed }: Chosen,
  prospect: Prospect | null,
  { retention, digest }: Messages,
): string[] {
  const { due = 0, nextAt = null, zone = '' } = days === null ? {} : (prospect ?? {});
  const plan = [
    ...(days === null ? [] : [retention.plan(days, retentionManner)]),
    ...(due > 0 ? [retention.due(due)] : []),
    ...(nextAt === null ? [] : [retention.next(digest.moment(nextAt, zone), zone)]),
  ].join(' ');
  return [...(plan === '' ? [] : [plan]), ...(redactClosed ? [retention.planClosed] : [])];
}

function settingsIn(chosen: Chosen, { settings, retention }: Messages) {
  const {
    language,
    privacy,
    pageSize,
    retentionDays: days,
    retentionManner,
    redactClosed,
  } = chosen;
  const keptFor = retention.keepFor(days);
  return [
    { what: settings.language, value: settings.languages[language ?? OWN_LANGUAGE].label },
    { what: settings.privacy, value: settings.privacies[privacy].label },
    { what: settings.pageSize, value: settings.pageSizes(pageSize) },
    {
      what: retention.keep,
      value: days === null ? keptFor : retention.thenWhat(keptFor, retentionManner),
    },
    {
      what: retention.closed,
      value: retention.closedChoices[redactClosed ? 'redact' : 'keep'].label,
    },
  ];
}

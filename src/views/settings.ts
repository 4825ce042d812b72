import { bold, buttons, context, paragraph, plain, richText } from './blocks.ts';
import { channelInput, type Choice, radioInput, selectInput } from './inputs.ts';
import type { Block, Form, Message, Press } from './message.ts';
import { PRIVACIES, type Privacy } from './privacy.ts';
import type { SettingsWords } from './words/settings.ts';
import type { Language, Words } from './words/words.ts';

/** What people may choose for a channel. */
export interface Chosen {
  /** `null` is each reader's own. */
  readonly language: Language | null;
  readonly privacy: Privacy;
  readonly pageSize: number;
}

/** Who reads along in a channel. */
export type Exposure = 'inside' | 'outside' | 'unknown';

/** The channel that settings are of. */
export interface SettingsPlace {
  readonly channelId: string;
  readonly exposure: Exposure;
}

export const PAGE_SIZE_MAX = 10;

/** The name of the field with the channel. */
export const CHANNEL_FIELD = 'channel';

/** What stands for each reader's own language in a form. */
export const OWN_LANGUAGE = 'own';

const LANGUAGES = [OWN_LANGUAGE, 'en', 'fr'] as const;

/** Asks for the channel whose settings are to be chosen. */
export function settingsChannelForm(press: Press, { settings }: Words): Form {
  return {
    kind: 'form',
    title: settings.title,
    text: settings.chooseChannel,
    submit: settings.next,
    press,
    blocks: [
      channelInput({ name: CHANNEL_FIELD, label: settings.channel, hint: settings.channelHint }),
    ],
  };
}

/** The settings of a channel to choose from, with what holds chosen already. */
export function settingsForm(
  { channelId, exposure }: SettingsPlace,
  held: Chosen,
  press: Press,
  words: Words,
): Form {
  const { settings } = words;
  return {
    kind: 'form',
    title: settings.title,
    text: settings.intro,
    submit: settings.submit,
    press,
    blocks: [
      ...channelLine(channelId, words),
      ...(exposure === 'inside' ? [] : [paragraph(settings.exposed[exposure])]),
      radioInput(
        { name: 'language', label: settings.language },
        LANGUAGES.map((language) => choiceOf(language, settings.languages[language])),
        held.language ?? OWN_LANGUAGE,
      ),
      radioInput(
        { name: 'privacy', label: settings.privacy, hint: settings.privacyHint },
        PRIVACIES.map((privacy) => choiceOf(privacy, settings.privacies[privacy])),
        held.privacy,
      ),
      selectInput(
        { name: 'pageSize', label: settings.pageSize },
        Array.from({ length: PAGE_SIZE_MAX }, (_, index) => ({
          value: String(index + 1),
          label: settings.pageSizes(index + 1),
        })),
        String(held.pageSize),
      ),
      context(settings.whoMay),
    ],
  };
}

/** What holds now, and what held before where that was something else. */
export function settingsSavedView(
  { channelId, exposure }: SettingsPlace,
  before: Chosen,
  after: Chosen,
  change: Press,
  words: Words,
): Message {
  const { settings } = words;
  const [was, is] = [toldOf(before, words), toldOf(after, words)];
  const lines = is.map(({ what, value }, index) => {
    const from = was[index]?.value ?? value;
    return from === value ? settings.is(what, value) : settings.changed(what, value, from);
  });
  const hasChanged = is.some(({ value }, index) => value !== was[index]?.value);
  const outcome = hasChanged ? settings.saved : settings.unchanged;
  const notices = exposure === 'inside' ? [] : [settings.exposed[exposure]];
  return {
    kind: 'message',
    title: settings.title,
    isPassing: false,
    text: [outcome, ...lines.map((line) => `• ${line}`), ...notices].join('\n'),
    blocks: [
      ...channelLine(channelId, words),
      richText([bold(outcome), plain(`\n${lines.join('\n')}`)]),
      ...notices.map((notice) => paragraph(notice)),
      buttons({
        label: settings.change,
        spoken: settings.changeSpoken,
        press: { ...change, opens: 'modal' },
      }),
    ],
  };
}

/** A channel by its name, which only Slack knows; a direct message has none. */
function channelLine(channelId: string, { settings }: Words): Block[] {
  if (channelId.startsWith('D')) return [];
  return [richText([plain(`${settings.channel}  `), { type: 'channel', channel_id: channelId }])];
}

type ChoiceWords = SettingsWords['privacies'][Privacy];

function choiceOf(value: string, { label, says }: ChoiceWords): Choice {
  return { value, label, says };
}

function toldOf({ language, privacy, pageSize }: Chosen, { settings }: Words) {
  return [
    { what: settings.language, value: settings.languages[language ?? OWN_LANGUAGE].label },
    { what: settings.privacy, value: settings.privacies[privacy].label },
    { what: settings.pageSize, value: settings.pageSizes(pageSize) },
  ];
}

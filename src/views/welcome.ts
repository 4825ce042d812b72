import type { Messages } from '../i18n/messages.ts';
import type { ChannelLevel } from '../i18n/privacy.ts';
import type { PrivacyReason } from '../i18n/types.ts';
import { bold, buttons, code, paragraph, plain, richText } from './block-kit.ts';
import { mainActions } from './figures/overview.ts';
import type { Message } from './message.ts';
import { escaped } from './text.ts';

/**
 * The first message to a channel: the most useful commands, what everybody there may see, and a
 * button for a first digest. It says nothing of any file.
 */
export function channelWelcomeView(
  level: ChannelLevel,
  reason: PrivacyReason,
  { share, welcome }: Messages,
): Message {
  const { commands, title, intro, answers, digest, digestSpoken } = welcome;
  const rule = `${answers} ${share.level[level]} ${share.reason[reason]}`;
  return {
    kind: 'message',
    isPassing: false,
    isForOutside: true,
    text: escaped(
      [title, intro, ...commands.map(({ typed, does }) => `• ${typed}: ${does}`), rule].join('\n'),
    ),
    blocks: [
      richText([
        bold(title),
        plain(`\n${intro}`),
        ...commands.flatMap(({ typed, does }) => [plain('\n'), code(typed), plain(`  ${does}`)]),
      ]),
      paragraph(rule),
      buttons({
        label: digest,
        spoken: digestSpoken,
        action: { command: 'digest', args: { do: 'add' }, opens: 'modal' },
        style: 'primary',
      }),
    ],
  };
}

/** The first message to a person: four things to ask. Each answer opens over it, so that it stays. */
export function directWelcomeView(words: Messages): Message {
  const { title, intro, mine, mineSpoken } = words.welcome.direct;
  const [pending, , find, help] = mainActions(words);
  const own = { label: mine, spoken: mineSpoken, action: { command: 'me', args: { typed: '' } } };
  const prompts = [pending, own, find, help].filter((button) => button !== undefined);
  return {
    kind: 'message',
    isPassing: false,
    text: escaped([title, intro, ...prompts.map(({ label }) => `• ${label}`)].join('\n')),
    blocks: [
      richText([bold(title), plain(`\n${intro}`)]),
      buttons(
        ...prompts.map((button) => ({
          ...button,
          action: { ...button.action, opens: 'modal' as const },
        })),
      ),
    ],
  };
}

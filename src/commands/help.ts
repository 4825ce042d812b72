import type { HelpGroup, Language } from '../i18n/types.ts';
import { fold } from '../lib/text.ts';
import { type CommandGroup, type CommandHelp, commandHelpView, helpView } from '../views/help.ts';
import type { Message } from '../views/message.ts';
import type { Command, CommandContext } from './command.ts';

/** Sections of help, in their order. */
const ORDER: readonly HelpGroup[] = ['look', 'keep', 'manage'];

/** Topics that the help of `list` explains, folded. */
const KEY_TOPICS: readonly string[] = [
  'keys',
  'key',
  'query',
  'queries',
  'cles',
  'cle',
  'requete',
  'requetes',
];

/** The help command, for all other commands in their order and itself. */
export function helpFor(others: readonly Command[]): Command {
  const help: Command = {
    name: 'help',
    called: { en: 'help', fr: 'aide' },
    aliases: [
      'aide',
      'aider',
      'aidez-moi',
      'aide-moi',
      'help-me',
      'who-are-you',
      'what-can-you-do',
      'what-can-i-ask',
      'how-does-it-work',
      'how-does-this-work',
      'qui-es-tu',
      'que-sais-tu-faire',
      'que-peux-tu-faire',
      'tu-sais-faire-quoi',
      'comment-ca-marche',
      '?',
      'commands',
      'commandes',
    ],
    group: 'manage',
    summary: {
      en: 'See all commands, or one of them in detail',
      fr: 'Voir les commandes, ou l’une d’elles en détail',
    },
    hint: { en: '[command]', fr: '[commande]' },
    examples: { en: ['help list', 'help keys'], fr: ['aide liste', 'aide clés'] },
    run: (text, call) => answer(text, call),
    runAction: (_args, call) => answer('', call),
  };

  async function* answer(text: string, { words }: CommandContext): AsyncGenerator<Message> {
    const all = [...others, help];
    const [word = ''] = fold(text).split(' ');
    const topic = KEY_TOPICS.includes(word) ? 'list' : word;
    const command = all.find(({ name, aliases }) => [name, ...aliases].map(fold).includes(topic));
    yield command === undefined || command === help
      ? helpView(groupsOf(all, words.language), words)
      : commandHelpView(helpOf(command, words.language), words);
  }

  return help;
}

function groupsOf(commands: readonly Command[], language: Language): CommandGroup[] {
  return ORDER.map((group) => ({
    group,
    commands: commands
      .filter((command) => command.group === group)
      .map((command) => helpOf(command, language)),
  })).filter(({ commands: inside }) => inside.length > 0);
}

function helpOf(command: Command, language: Language): CommandHelp {
  const { called, hint, summary, examples, details } = command;
  return {
    name: called[language],
    // Without spaces a phone breaks it within a word.
    usage: ['/rental', called[language], hint[language].replaceAll('|', ' | ')]
      .filter(Boolean)
      .join(' '),
    summary: summary[language],
    examples: examples[language].map((example) => `/rental ${example}`.trim()),
    details: details?.(language) ?? [],
  };
}

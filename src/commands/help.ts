import { type CommandHelp, commandHelpView, helpView } from '../views/help.ts';
import type { Message } from '../views/message.ts';
import type { Language } from '../views/words/words.ts';
import type { Call, Command } from './command.ts';

/** The command that tells of all others, in the order of their list, and of itself. */
export function helpFor(others: readonly Command[]): Command {
  const help: Command = {
    name: 'help',
    called: { en: 'help', fr: 'aide' },
    aliases: ['aide', '?'],
    summary: {
      en: 'Show what you can type, or all about one command',
      fr: 'Montrer ce que vous pouvez taper, ou tout sur une commande',
    },
    hint: { en: '[command]', fr: '[commande]' },
    examples: { en: ['help list'], fr: ['aide liste'] },
    typed: (text, call) => answer(text, call),
    pressed: (_args, call) => answer('', call),
  };

  async function* answer(text: string, { words }: Call): AsyncGenerator<Message> {
    const all = [...others, help];
    const [topic = ''] = text.toLowerCase().split(/\s+/);
    const list = { command: 'list', args: { page: 1 } };
    const command = all.find(({ name, aliases }) => name === topic || aliases.includes(topic));
    yield command === undefined || command === help
      ? helpView(
          all.map((each) => helpOf(each, words.language)),
          list,
          words,
        )
      : commandHelpView(helpOf(command, words.language), list, words);
  }

  return help;
}

function helpOf(command: Command, language: Language): CommandHelp {
  const { called, hint, summary, examples, details } = command;
  return {
    usage: ['/rental', called[language], hint[language]].filter(Boolean).join(' '),
    summary: summary[language],
    examples: examples[language].map((example) => `/rental ${example}`),
    details: details?.(language) ?? [],
  };
}

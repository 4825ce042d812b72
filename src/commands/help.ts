import { helpView } from '../views/help.ts';
import type { Message } from '../views/message.ts';
import type { Call, Command } from './command.ts';

/** The command that tells of all others, in the order of their list, and of itself. */
export function helpFor(others: readonly Command[]): Command {
  const help: Command = {
    name: 'help',
    aliases: ['aide', '?'],
    summary: {
      en: 'Say what Rental Desk can do',
      fr: 'Dire ce que Rental Desk sait faire',
    },
    hint: { en: '', fr: '' },
    examples: { en: ['help'], fr: ['aide'] },
    typed: (_text, call) => answer(call),
    pressed: (_args, call) => answer(call),
  };

  async function* answer({ words }: Call): AsyncGenerator<Message> {
    const told = [...others, help].map(({ name, hint, summary, examples }) => ({
      usage: ['/rental', name, hint[words.language]].filter(Boolean).join(' '),
      summary: summary[words.language],
      examples: examples[words.language].map((example) => `/rental ${example}`),
    }));
    yield helpView(told, { command: 'list', args: { page: 1 } }, words);
  }

  return help;
}

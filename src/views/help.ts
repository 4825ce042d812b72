import { bold, buttons, code, context, header, paragraph, plain, richText } from './blocks.ts';
import type { Message, Press } from './message.ts';
import { escaped } from './service-text.ts';
import type { Words } from './words/words.ts';

/** What help tells of one command. */
export interface CommandHelp {
  /** As it is typed: `/rental list`. */
  readonly usage: string;
  readonly summary: string;
  readonly examples: readonly string[];
  /** More of it, for those who ask: something to type, and what it asks for. */
  readonly details: readonly Detail[];
}

export interface Detail {
  readonly example: string;
  readonly says: string;
}

/** Examples first, then every command with what it does. */
export function helpView(commands: readonly CommandHelp[], list: Press, words: Words): Message {
  const { title, intro, privacy, tryList, tryListSpoken } = words.help;
  const lines = commands.map(({ usage, summary }) => `${usage}: ${summary}`);
  const examples = commands.flatMap((command) => command.examples);
  return {
    isPassing: false,
    text: escaped(
      [
        `${title}. ${intro}`,
        `${words.help.examples}: ${examples.join(', ')}`,
        `${words.help.commands}:`,
        ...lines.map((line) => `• ${line}`),
        words.help.seeQueries,
        privacy,
      ].join('\n'),
    ),
    blocks: [
      header(title),
      paragraph(intro),
      richText([
        bold(words.help.examples),
        ...examples.flatMap((example) => [plain('\n'), code(example)]),
      ]),
      richText([
        bold(words.help.commands),
        ...commands.flatMap(({ usage, summary }) => [
          plain('\n'),
          code(usage),
          plain(`  ${summary}`),
        ]),
      ]),
      buttons({ label: tryList, spoken: tryListSpoken, press: list }),
      context(words.help.seeQueries),
      context(privacy),
    ],
  };
}

/** All there is to know about one command. */
export function commandHelpView(command: CommandHelp, list: Press, words: Words): Message {
  const { usage, summary, examples, details } = command;
  const { tryList, tryListSpoken } = words.help;
  const told = details.map(({ example, says }) => `${example}: ${says}`);
  return {
    isPassing: false,
    text: escaped(
      [
        `${usage}. ${summary}`,
        `${words.help.examples}: ${examples.join(', ')}`,
        ...(told.length === 0
          ? []
          : [`${words.help.queries}:`, ...told.map((line) => `• ${line}`)]),
      ].join('\n'),
    ),
    blocks: [
      header(usage),
      paragraph(summary),
      richText([
        bold(words.help.examples),
        ...examples.flatMap((example) => [plain('\n'), code(example)]),
      ]),
      ...(details.length === 0
        ? []
        : [
            richText([
              bold(words.help.queries),
              ...details.flatMap(({ example, says }) => [
                plain('\n'),
                code(example),
                plain(`  ${says}`),
              ]),
            ]),
          ]),
      buttons({ label: tryList, spoken: tryListSpoken, press: list }),
    ],
  };
}

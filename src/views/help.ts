import type { Messages, HelpGroup } from '../i18n/types.ts';
import {
  bold,
  buttons,
  code,
  context,
  header,
  paragraph,
  plain,
  richText,
  escaped,
} from './block-kit.ts';
import { mainActions } from './figures/overview.ts';
import type { Button, Message } from './message.ts';

/** Help of one command. */
export interface CommandHelp {
  /** Its name in the reader's language. */
  readonly name: string;
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

/** Commands that are for the same. */
export interface CommandGroup {
  readonly group: HelpGroup;
  readonly commands: readonly CommandHelp[];
}

/** More would no longer be tried. */
const EXAMPLES_MAX = 4;

/**
 * Examples first, then the commands of each group by name, so that it fits one screen of a
 * telephone; its text says what each does.
 */
export function helpView(groups: readonly CommandGroup[], words: Messages): Message {
  const { help } = words;
  const examples = groups
    .flatMap(({ commands }) => commands.flatMap((command) => command.examples.slice(0, 1)))
    .slice(0, EXAMPLES_MAX);
  return {
    kind: 'message',
    title: words.overview.help,
    text: escaped(
      [
        `${help.title}. ${help.intro}`,
        help.entry(help.examples, examples.join(', ')),
        ...groups.flatMap(({ group, commands }) => [
          help.groups[group],
          ...commands.map(({ usage, summary }) => `• ${help.entry(usage, summary)}`),
        ]),
        help.backlog,
        help.seeQueries,
        help.privacy,
      ].join('\n'),
    ),
    blocks: [
      header(help.title),
      paragraph(help.intro),
      richText([bold(help.examples), ...examples.flatMap((one) => [plain('\n'), code(one)])]),
      ...groups.map(({ group, commands }) =>
        richText([
          bold(help.groups[group]),
          plain('\n'),
          ...commands.flatMap(({ name }, index) => [
            ...(index === 0 ? [] : [plain(' ')]),
            code(name),
          ]),
        ]),
      ),
      buttons(...actions(words)),
      context(help.backlog),
      context(help.seeQueries),
      context(help.privacy),
    ],
  };
}

/** Full help of one command. */
export function commandHelpView(command: CommandHelp, words: Messages): Message {
  const { usage, summary, examples, details } = command;
  const entries = details.map(({ example, says }) => words.help.entry(example, says));
  return {
    kind: 'message',
    title: words.overview.help,
    text: escaped(
      [
        `${usage}. ${summary}`,
        words.help.entry(words.help.examples, examples.join(', ')),
        ...(entries.length === 0 ? [] : [words.help.more, ...entries.map((line) => `• ${line}`)]),
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
              bold(words.help.more),
              ...details.flatMap(({ example, says }) => [
                plain('\n'),
                code(example),
                plain(`  ${says}`),
              ]),
            ]),
          ]),
      buttons(...actions(words)),
    ],
  };
}

/** Main actions without help itself. */
function actions(words: Messages): Button[] {
  return mainActions(words).filter(({ action }) => action.command !== 'help');
}

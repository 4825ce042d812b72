import packageJson from '../../package.json' with { type: 'json' };
import type { HelpGroup, Language } from '../i18n/types.ts';
import { fold } from '../lib/text.ts';
import { isClosing, isPolite } from '../portfolio/phrases/grammar/tables.ts';
import { oneLine } from '../views/block-kit.ts';
import { type CommandGroup, type CommandHelp, commandHelpView, helpView } from '../views/home.ts';
import type { Message } from '../views/message.ts';
import { belowNotices, refusalView } from '../views/notices.ts';
import { access } from './access.ts';
import { alert } from './alert/index.ts';
import { type Command, type CommandContext, HELP } from './command.ts';
import { digest } from './digest/index.ts';
import { exportCommand } from './export.ts';
import { home } from './home.ts';
import { list, me, pending, search } from './list.ts';
import { overview } from './overview.ts';
import { property, vacant } from './property.ts';
import { refineFor } from './refine.ts';
import { report, stats } from './report.ts';
import { view } from './saved-views.ts';
import { settings } from './settings.ts';
import { shareFor } from './share.ts';
import { decide, notifications, show, wrongFile } from './show/index.ts';
import { statusFor } from './status.ts';
import { drop, handOver, snooze, take, watch } from './triage/file.ts';
import { several, unsnooze, unwatch } from './triage/several.ts';

const VERSION: string = packageJson.version;

/**
 * The order of help. The first example of each of its first four becomes “Try it”, and the hint of
 * the manifest follows it. Of two names that differ by accents only, the first in the list wins.
 */
const typedCommands: readonly Command[] = [
  overview,
  pending,
  list,
  show,
  search,
  me,
  property,
  vacant,
  take,
  drop,
  watch,
  snooze,
  stats,
  report,
  digest,
  alert,
  view,
  exportCommand,
  settings,
  access,
  statusFor(VERSION),
];

/** Every command that can be typed. */
export const commands: readonly Command[] = [...typedCommands, helpFor(typedCommands)];

/** Commands that answer with pages of files. */
export const lists: readonly Command[] = [pending, list, search, me];

/** Commands that stand in no help: only buttons or phrases run them. */
export const hidden: readonly Command[] = [
  shareFor(commands),
  refineFor(lists),
  decide,
  notifications,
  wrongFile,
  handOver,
  several,
  unsnooze,
  unwatch,
  home,
];

const ORDER: readonly HelpGroup[] = ['look', 'keep', 'manage'];

/** Topics that the help of `list` explains, folded. */
const KEY_TOPICS: readonly string[] = 'keys key query queries cles cle requete requetes'.split(' ');

const TOPIC_LENGTH_MAX = 40;

function helpFor(others: readonly Command[]): Command {
  const help: Command = {
    ...HELP,
    aliases: (
      'aide aider aidez-moi aide-moi help-me who-are-you what-can-you-do ' +
      'what-can-i-ask how-does-it-work how-does-this-work qui-es-tu ' +
      'que-sais-tu-faire que-peux-tu-faire tu-sais-faire-quoi ' +
      'comment-ca-marche ? commands commandes'
    ).split(' '),
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
    if (isClosing(text)) {
      const { closing, all: label, allSpoken: spoken } = words.help;
      yield refusalView(closing, { label, spoken, action: { command: help.name, args: {} } });
      return;
    }
    const all = [...others, help];
    const named = fold(text)
      .split(' ')
      .map((word) => (KEY_TOPICS.includes(word) ? 'list' : word))
      .map((topic) => all.find((command) => isCalled(command, topic)));
    const command = named.find((each) => each !== undefined && each !== help);
    if (command !== undefined) {
      yield commandHelpView(helpOf(command, words.language), words);
      return;
    }
    const isUnknown = text.trim() !== '' && named[0] !== help && !isPolite(text);
    const unknown = isUnknown ? [words.help.noTopic(oneLine(text, TOPIC_LENGTH_MAX))] : [];
    yield belowNotices(helpView(groupsOf(all, words.language), words), unknown);
  }

  return help;
}

function isCalled({ name, aliases }: Command, word: string): boolean {
  return [name, ...aliases].map(fold).includes(word);
}

function groupsOf(all: readonly Command[], language: Language): CommandGroup[] {
  return ORDER.map((group) => ({
    group,
    commands: all
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

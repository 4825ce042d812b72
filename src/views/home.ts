import type { ChannelLevel } from '../i18n/index.ts';
import type { Messages, PrivacyReason, HelpGroup } from '../i18n/types.ts';
import {
  bold,
  buttonFor,
  buttons,
  code,
  context,
  escaped,
  escapedIn,
  fitted,
  header,
  oneLine,
  paragraph,
  plain,
  richText,
} from './block-kit.ts';
import { digestLine, type DigestTiming } from './digests/manage.ts';
import { entryActions, mainActions } from './figures/overview.ts';
import type { FileLine, Showing } from './files/line.ts';
import {
  backlogText,
  type Counted,
  linesOf,
  linesText,
  severalButton,
  unknownAmong,
  unknownSentences,
} from './files/lines.ts';
import type { Action, Block, Button, Message } from './message.ts';
import { freshness, freshnessLine, type Read } from './notices.ts';

/** Files that await a decision: the reader's own, or all when the reader manages none. */
export interface Home extends Read {
  /** What the reader has taken, the first few; `null` while that is nothing, or not known. */
  readonly taken: { readonly total: number; readonly lines: readonly FileLine[] } | null;
  /** How many of those files await a decision among those below: none is listed twice. */
  readonly listedAbove: number;
  readonly isMine: boolean;
  readonly awaiting: number;
  readonly backlog: Backlog;
  /** All files that await a decision, after the reader's own; `null` where those are all. */
  readonly agency: { readonly awaiting: number; readonly backlog: Backlog } | null;
  /** Decisions that the specification does not name. */
  readonly unknown: readonly Counted[];
  /** The first few, ready ones first, then the oldest. */
  readonly lines: readonly FileLine[];
  readonly notices: readonly string[];
  /** The reader's own, of which the first few are shown; `null` where digests cannot be had. */
  readonly digests: OwnDigests | 'unread' | null;
  /** How many the reader has: no button for none; `null` where they cannot be read. */
  readonly alerts: number | null;
  /** How many files the reader watches. */
  readonly watched: number;
}

interface OwnDigests {
  readonly total: number;
  readonly shown: readonly DigestTiming[];
}

/** What reaches the reader unasked. */
type OwnNotifications = Pick<Home, 'digests' | 'alerts' | 'watched'>;

const DIGEST_NAME_LENGTH_MAX = 40;

/** Awaiting files and the main actions; each opens a modal. */
export function homeView(home: Home, showing: Showing): Message {
  const { words } = showing;
  const { isMine, awaiting, backlog, lines, listedAbove, unknown } = home;
  const counted = isMine ? words.home.mine(awaiting) : words.list.awaiting(awaiting);
  const parts = backlogText(backlog, words);
  const none = isMine ? words.home.nothingMine : words.list.nothingAwaits;
  const noneKnown = isMine ? words.home.noneKnownMine : words.list.noneKnownAwaits;
  const nothing = unknown.length > 0 || home.notices.length > 0 ? noneKnown : none;
  const notices = [...home.notices, ...unknownSentences({ decisions: unknown }, words)];
  // A sentence below would only repeat a title that counts nothing.
  const title = awaiting > 0 || home.skipped > 0 ? counted : nothing.replace(/\.$/u, '');
  const agency = agencyText(home, words);
  const shown = lines.length + listedAbove;
  const facts = [
    ...(awaiting > shown ? [words.home.more(shown, awaiting)] : []),
    ...(lines.length === 0 && listedAbove > 0 ? [words.home.listedAbove] : []),
    ...unknownAmong(lines, words),
  ];
  return {
    kind: 'message',
    text: fitted((nameLengthMax) =>
      [
        ...takenText(home, showing, nameLengthMax),
        escaped([title, ...parts, ...freshness(home, showing), ...facts].join(' · ')),
        ...notices.map(escaped),
        ...linesText(lines, showing, nameLengthMax),
        ...agency.map(escaped),
        ...digestsText(home, words, nameLengthMax),
        ...moreText(home, words),
      ].join('\n'),
    ),
    blocks: [
      ...takenBlocks(home, showing),
      header(title),
      ...parts.map((part) => richText([plain(part)])),
      ...notices.map((notice) => paragraph(notice)),
      freshnessLine(home, showing, ...facts),
      ...linesOf(lines, showing),
      ...severalBlocks(lines, words),
      ...agency.map((line) => paragraph(line)),
      { type: 'divider' },
      ...digestBlocks(home, words),
      buttons(...actions(isMine, words)),
    ],
  };
}

/** The Home tab while there are no files to show: why, and what needs none of them. */
export function homeWithoutFilesView(
  failure: Message,
  own: OwnNotifications,
  words: Messages,
): Message {
  return {
    kind: 'message',
    text: fitted((nameLengthMax) =>
      [failure.text, ...digestsText(own, words, nameLengthMax), ...moreText(own, words)].join('\n'),
    ),
    blocks: [
      ...failure.blocks,
      { type: 'divider' },
      ...digestBlocks(own, words),
      buttons(...actions(false, words)),
    ],
  };
}

/** Takes, watches or snoozes some of the files above. */
function severalBlocks(lines: readonly FileLine[], words: Messages): Block[] {
  const row = severalButton(lines, words);
  return row.length === 0 ? [] : [buttons(...row)];
}

function takenBlocks({ taken }: Home, showing: Showing): Block[] {
  if (taken === null) return [];
  const { digest, triage } = showing.words;
  const { total, lines } = taken;
  const action = { command: 'take', args: { typed: '' }, opens: 'modal' as const };
  const all = { label: digest.showAll(total), spoken: digest.showAll(total), action };
  return [
    header(triage.takenByYou),
    ...linesOf(lines, showing),
    ...(total > lines.length ? [buttons(all)] : []),
    { type: 'divider' },
  ];
}

function takenText({ taken }: Home, showing: Showing, nameLengthMax: number): string[] {
  if (taken === null) return [];
  const { digest, triage } = showing.words;
  const { total, lines } = taken;
  return [
    triage.takenByYou,
    ...linesText(lines, showing, nameLengthMax),
    ...(total > lines.length ? [digest.showAll(total)] : []),
  ];
}

/** “The agency: 81 rental files await a decision · 25 ready to decide” */
function agencyText({ agency }: Home, words: Messages): string[] {
  if (agency === null) return [];
  const { awaiting, backlog } = agency;
  const all = [words.list.awaiting(awaiting), ...backlogText(backlog, words)];
  return [words.card.fact(words.home.agency, all.join(' · '))];
}

function digestBlocks({ digests, alerts, watched }: OwnNotifications, words: Messages): Block[] {
  const more = [
    ...(alerts !== 0 ? [opens(words.home.alerts(alerts), 'alert', { do: 'list' })] : []),
    ...(watched > 0 ? [opens(words.home.watched(watched), 'watch', { typed: '' })] : []),
  ];
  const { home } = words;
  const moreButtons: Block[] =
    more.length === 0
      ? []
      : [richText([bold(home.alertsAndWatched)]), buttons(...more), { type: 'divider' }];
  if (digests === null) return moreButtons;
  if (digests === 'unread') {
    return [
      richText([bold(home.digests), plain(`\n${home.digestsUnread}`)]),
      { type: 'divider' },
      ...moreButtons,
    ];
  }
  const hidden = hiddenDigests(digests, words);
  const all: Button = {
    label: home.allDigests(hidden === null ? null : digests.total),
    spoken: home.digestsSpoken,
    action: { command: 'digest', args: { do: 'list' }, opens: 'modal' },
  };
  const add: Button = buttonFor(home, 'addDigest', {
    command: 'digest',
    args: { do: 'add' },
    opens: 'modal',
  });
  const lines = digests.shown.map((digest) => digestLine(digest, words, DIGEST_NAME_LENGTH_MAX));
  const drawn = lines.flatMap((line) => [plain('\n'), ...line.drawn]);
  return [
    richText([
      bold(home.digests),
      ...(lines.length === 0 ? [plain(`\n${home.noDigests}`)] : drawn),
      ...(hidden === null ? [] : [plain(`\n${hidden}`)]),
    ]),
    buttons(...(lines.length === 0 ? [] : [all]), add),
    { type: 'divider' },
    ...moreButtons,
  ];
}

/** A button that says all in its label. */
function opens(label: string, command: string, args: Action['args']): Button {
  return { label, spoken: label, action: { command, args, opens: 'modal' } };
}

function moreText({ alerts, watched }: OwnNotifications, { home }: Messages): string[] {
  return [
    ...(alerts !== 0 ? [home.alerts(alerts)] : []),
    ...(watched > 0 ? [home.watched(watched)] : []),
  ];
}

function digestsText(
  { digests }: OwnNotifications,
  words: Messages,
  nameLengthMax: number,
): string[] {
  if (digests === null) return [];
  const { home } = words;
  if (digests === 'unread') return [words.card.fact(home.digests, home.digestsUnread)];
  if (digests.total === 0) return [words.card.fact(home.digests, home.noDigests)];
  const lines = digests.shown.map((digest) =>
    escapedIn(`• ${digestLine(digest, words, nameLengthMax).text}`, digest.channelId),
  );
  return [home.digests, ...lines, ...[hiddenDigests(digests, words) ?? []].flat()];
}

/** “5 of 11 shown”; `null` where all are. */
function hiddenDigests({ total, shown }: OwnDigests, { home }: Messages): string | null {
  return total > shown.length ? home.more(shown.length, total) : null;
}

function actions(isMine: boolean, words: Messages): Button[] {
  const { home } = words;
  const [waits, ...others] = mainActions(words);
  const help = others.pop();
  const mine: Button = buttonFor(home, 'myFiles', { command: 'me', args: { typed: '' } });
  const row = [
    waits,
    ...(isMine ? [mine] : []),
    ...others,
    buttonFor(home, 'stats', { command: 'stats', args: {} }),
    buttonFor(home, 'settings', { command: 'settings', args: {} }),
    help,
  ];
  return row
    .filter((button) => button !== undefined)
    .map((button) => ({ ...button, action: { ...button.action, opens: 'modal' } }));
}

/**
 * The first message to a channel: the most useful commands, what everybody there may see, and a
 * button for a first digest. It says nothing of any file.
 */
export function channelWelcomeView(
  level: ChannelLevel,
  reason: PrivacyReason,
  { help, share, welcome }: Messages,
): Message {
  const { commands, title, intro, answers, digest, digestSpoken } = welcome;
  const rule = `${answers} ${share.level[level]} ${share.reason[reason]}`;
  return {
    kind: 'message',
    isForOutside: true,
    text: escaped(
      [
        title,
        intro,
        ...commands.map(({ typed, does }) => `• ${help.entry(typed, does)}`),
        rule,
      ].join('\n'),
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
  const { title, intro } = words.welcome.direct;
  const [pending, , find, help] = mainActions(words);
  const own = buttonFor(words.home, 'myFiles', { command: 'me', args: { typed: '' } });
  const prompts = [pending, own, find, help].filter((button) => button !== undefined);
  return {
    kind: 'message',
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
      buttons(...entryActions(words)),
      context(help.backlog),
      context(help.seeQueries),
      context(help.privacy),
    ],
  };
}

/** Of what is said of each key of queries, of which there may be more than a text has room for. */
const SAYS_LENGTHS = [200, 60, 40, 20, 10];

/** Full help of one command. */
export function commandHelpView(command: CommandHelp, words: Messages): Message {
  const { usage, summary, examples, details } = command;
  const text = (lengthMax: number) => {
    const entries = details.map(
      ({ example, says }) => `• ${words.help.entry(example, oneLine(says, lengthMax))}`,
    );
    return escaped(
      [
        `${usage}. ${summary}`,
        words.help.entry(words.help.examples, examples.join(', ')),
        ...(entries.length === 0 ? [] : [words.help.more, ...entries]),
      ].join('\n'),
    );
  };
  return {
    kind: 'message',
    title: words.overview.help,
    text: fitted(text, SAYS_LENGTHS),
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
      buttons(...entryActions(words)),
    ],
  };
}
import type { Backlog } from '../portfolio/lifecycle.ts';

import { z } from 'zod';

import { fold } from '../lib/text.ts';
import { entryIn } from '../portfolio/snapshot.ts';
import type { AccessQuery } from '../store/access-log.ts';
import { type AccessLine, accessLogView } from '../views/access-log.ts';
import { oneLine } from '../views/block-kit.ts';
import type { Message, Action } from '../views/message.ts';
import { failureView } from '../views/notices.ts';
import { type CommandContext, type Command, argumentsIn } from './command.ts';

const PAGE_SIZE = 20;
const WORD_LENGTH_MAX = 40;

const AccessArgs = z.object({
  /** Only entries older than this one. */
  before: z.int().min(0).exactOptional(),
  user: z.string().exactOptional(),
  file: z.string().exactOptional(),
});
type Asked = z.output<typeof AccessArgs>;

export const access: Command = {
  name: 'access',
  called: { en: 'access', fr: 'accès' },
  aliases: ['accès', 'acces', 'journal'],
  group: 'manage',
  summary: { en: 'See who opened what (admins)', fr: 'Voir qui a consulté quoi (administrateurs)' },
  hint: { en: '[user:@name] [file:id]', fr: '[personne:@nom] [dossier:id]' },
  examples: { en: ['access', 'access user:@hannah'], fr: ['accès', 'accès personne:@hannah'] },
  isForAdmins: true,

  async *run(text, call) {
    const filters = filtersIn(text, call);
    if ('unknown' in filters) {
      const { words } = call;
      const word = oneLine(asTyped(filters.unknown), WORD_LENGTH_MAX);
      yield failureView(words.accessLog.unknownFilter(word), null, null, words);
      return;
    }
    yield await loggedPage(filters, call);
  },

  async *runAction(args, call) {
    const asked = argumentsIn(AccessArgs, args);
    yield await loggedPage(asked, call);
  },
};

/** A page of the log. Reading it is logged before the page is shown. */
async function loggedPage(asked: Asked, call: CommandContext): Promise<Message> {
  const { store, words, zone } = call;
  const { file = null } = asked;
  // A text that is no file id may be a person's name, and is not kept.
  const logged = file !== null && (await isFile(file, call)) ? file : null;
  await writeAccess('access', logged, call);
  // One more than is shown tells whether there are older ones.
  const found = await store.accessLog.list(queryFor(asked));
  const entries = found.slice(0, PAGE_SIZE);
  const last = entries.at(-1);
  const { before, ...filters } = asked;
  const action = (args: Asked): Action => ({ command: access.name, args });
  return accessLogView(
    {
      lines: entries.map(({ fileId, ...entry }): AccessLine => ({
        ...entry,
        file: fileId === null ? null : fileNameOf(fileId, call),
      })),
      userId: asked.user ?? null,
      fileId: asked.file ?? null,
      older: last && found.length > PAGE_SIZE ? action({ ...filters, before: last.id }) : null,
      newest: before === undefined ? null : action(filters),
    },
    zone,
    words,
  );
}

/** Whether a text is the id of a file that is there, or that was opened once. */
async function isFile(id: string, { portfolio, store }: CommandContext): Promise<boolean> {
  if (portfolio.latest()?.rows.has(id) === true) return true;
  const opened = await store.accessLog.list({ limit: 1, fileId: id });
  return opened.length > 0;
}

function queryFor({ before, user, file }: Asked): AccessQuery {
  return {
    limit: PAGE_SIZE + 1,
    ...(before === undefined ? {} : { before }),
    ...(user === undefined ? {} : { userId: user }),
    ...(file === undefined ? {} : { fileId: file }),
  };
}

/** The reference of its property, for a file that is still there; else its id. */
function fileNameOf(id: string, { portfolio }: CommandContext): string {
  const entry = entryIn(portfolio.latest(), id);
  return oneLine(entry?.property.reference ?? '', WORD_LENGTH_MAX) || id;
}

/** A person as Slack writes one, `<@U123>` or `<@U123|name>`, with or without the key. */
const MENTION = /^(?:(?:user|by|personne|utilisateur|par):)?<@([UW][A-Z0-9]{2,30})(?:\|[^>]*)?>$/iu;
/** An id alone serves, too. */
const USER = /^(?:user|by|personne|utilisateur|par):([UW][A-Z0-9]{2,30})$/iu;
const FILE = /^(?:file|dossier):(\S{1,300})$/iu;

/** Words beside the name of the command: “access log”, « journal d’accès ». */
const AROUND: ReadonlySet<string> = new Set(['log', 'logs', 'd acces', 'des', 'acces', 'journal']);

function filtersIn(text: string, { idIn }: CommandContext): Asked | { readonly unknown: string } {
  let asked: Asked = {};
  for (const word of wordsOf(text)) {
    if (AROUND.has(fold(word))) continue;
    const [, user] = MENTION.exec(word) ?? USER.exec(word) ?? [];
    const [, file] = FILE.exec(word) ?? [];
    if (user !== undefined) asked = { ...asked, user: user.toUpperCase() };
    else if (file !== undefined) asked = { ...asked, file: idIn(file) ?? file };
    else return { unknown: word };
  }
  return asked;
}

/** A person, a channel or a group as Slack refers to them: `<#C123|leasing>`. */
const REFERENCE = /<([@#])[^<>|]*\|?([^<>]*)>|<!(?:subteam\^)?[^<>|]*\|?@?([^<>]*)>/gu;

/** A word as it was typed: of a reference its name, where Slack gives one, and never the id. */
function asTyped(word: string): string {
  return word.replaceAll(
    REFERENCE,
    (_reference, sign: string | undefined, name = '', group = '') =>
      `${sign ?? '@'}${name || group || '…'}`,
  );
}

/** A person's name inside `<@…>` may hold spaces. */
function wordsOf(text: string): readonly string[] {
  return text.match(/(?:<[^<>]*>|\S)+/gu) ?? [];
}

type Access = 'show' | 'reveal' | 'unfurl' | 'share' | 'export' | 'access';

/**
 * Writes an access to rental files to the access log.
 *
 * @throws {StoreError} when it cannot be written
 */
export async function writeAccess(
  kind: Access,
  fileId: string | null,
  { store, person: { userId }, place: { channelId, surface } }: CommandContext,
): Promise<void> {
  await store.accessLog.record({ userId, kind, fileId, channelId, surface });
}

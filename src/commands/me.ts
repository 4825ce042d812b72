import type { Message } from '../views/message.ts';
import { refusalView } from '../views/notices.ts';
import type { CommandContext, Command } from './command.ts';
import { type Listing, openList, turnList } from './file-list.ts';

const called = { en: 'me', fr: 'moi' };

/** Files that name a given manager. */
const managed: Listing = {
  command: { name: 'list', called: { en: 'list', fr: 'liste' } },
  whole: ({ conditions, sort }) => ({ conditions, sort: sort ?? 'waiting' }),
  isMine: false,
  subject: () => ({ kind: 'all' }),
};

const mine: Listing = {
  command: { name: 'me', called },
  whole: ({ conditions, sort }) => ({ conditions, sort: sort ?? 'waiting' }),
  isMine: true,
  subject: (_rows, _query, _snapshot, { place, person }) =>
    place.audience === 'person' ? { kind: 'mine', email: person.email ?? '' } : { kind: 'managed' },
};

/** “as Hannah Weber decision:ready”: a name in quotes, or up to the first key. */
const AS = /^(?:as|comme)\s+(?:["“”«]\s*([^"“”«»]+?)\s*["“”»]|((?:(?!\S+:\S)\S+\s*)+))(.*)$/isu;

/** An address as Slack writes it in messages. */
const MAILTO = /<mailto:([^|>]+)(?:\|[^>]*)?>/gi;

/**
 * The query of `me as <manager>`, for readers whom the service knows by another name than their
 * e-mail address; `null` for any other text. The condition on the manager travels in the buttons,
 * so nothing is stored.
 */
export function queryAs(text: string): string | null {
  const [, quoted, bare = '', rest = ''] = AS.exec(text.trim().replaceAll(MAILTO, '$1')) ?? [];
  const name = (quoted ?? bare).trim();
  return name === '' ? null : `manager:"${name}" ${rest}`.trim();
}

export const me: Command = {
  ...mine.command,
  aliases: ['moi', 'mine', 'my', 'miens', 'mes'],
  group: 'look',
  summary: {
    en: 'List the files you manage, ready ones first',
    fr: 'Lister les dossiers que vous gérez, les prêts d’abord',
  },
  hint: { en: '[as manager] [query]', fr: '[comme gestionnaire] [requête]' },
  examples: { en: ['me', 'me decision:awaiting'], fr: ['moi', 'moi décision:à-décider'] },
  run(text, call) {
    const query = queryAs(text);
    if (query !== null) return openList(managed, query, call);
    return call.person.email === null ? nobody(call) : openList(mine, text, call);
  },
  runAction: (args, call) =>
    call.person.email === null ? nobody(call) : turnList(mine, args, call),
};

async function* nobody({ words }: CommandContext): AsyncGenerator<Message> {
  const { tryList: label, tryListSpoken: spoken } = words.help;
  const action = { command: 'list', args: { page: 1 } };
  yield refusalView(words.list.nobody, { label, spoken, action });
}

import type { Message } from '../views/message.ts';
import { refusalView } from '../views/notices.ts';
import type { CommandContext, Command } from './command.ts';
import { type Listing, openList, turnList } from './file-list.ts';

const called = { en: 'me', fr: 'moi' };

const mine: Listing = {
  command: { name: 'me', called },
  whole: ({ conditions, sort }) => ({ conditions, sort: sort ?? 'waiting' }),
  isMine: true,
  countsWorkingDays: true,
  subject: (_rows, _query, _snapshot, { place }) => ({
    kind: place.audience === 'person' ? 'mine' : 'managed',
  }),
};

export const me: Command = {
  ...mine.command,
  aliases: ['moi', 'mine', 'my', 'miens', 'mes'],
  group: 'look',
  summary: {
    en: 'List the files you manage, ready ones first',
    fr: 'Lister les dossiers que vous gérez, les prêts d’abord',
  },
  hint: { en: '[query]', fr: '[requête]' },
  examples: { en: ['me', 'me decision:awaiting'], fr: ['moi', 'moi décision:à-décider'] },
  run: (text, call) => (call.person.email === null ? nobody(call) : openList(mine, text, call)),
  runAction: (args, call) =>
    call.person.email === null ? nobody(call) : turnList(mine, args, call),
};

async function* nobody({ words }: CommandContext): AsyncGenerator<Message> {
  const { tryList: label, tryListSpoken: spoken } = words.help;
  const action = { command: 'list', args: { page: 1 } };
  yield refusalView(words.list.nobody, { label, spoken, action });
}

import { keyHelp } from '../portfolio/query/vocabulary/index.ts';
import type { Command } from './command.ts';
import { type Listing, openList, turnList } from './file-list.ts';

const called = { en: 'list', fr: 'liste' };

const everything: Listing = {
  command: { name: 'list', called },
  whole: ({ conditions, sort }) => ({ conditions, sort: sort ?? 'newest' }),
  isMine: false,
  subject: () => ({ kind: 'all' }),
};

export const list: Command = {
  ...everything.command,
  aliases: [
    'liste',
    'ls',
    'lists',
    'files',
    'all',
    'everything',
    'lister',
    'listez',
    'dossiers',
    'tout',
    'tous',
  ],
  details: (language) => [...keyHelp(language).values()],
  group: 'look',
  summary: {
    en: 'List all files, newest first, or those that match a query',
    fr: 'Lister tous les dossiers, les plus récents d’abord, ou ceux d’une requête',
  },
  hint: { en: '[query]', fr: '[requête]' },
  examples: {
    en: ['list', 'list decision:ready age:>3bd sort:oldest', 'list completion:<100 dupont'],
    fr: ['liste', 'liste décision:prêt âge:>3jo tri:anciens', 'liste complet:<100 dupont'],
  },
  run: (text, call) => openList(everything, text, call),
  runAction: (args, call) => turnList(everything, args, call),
};

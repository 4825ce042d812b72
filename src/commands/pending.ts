import { awaitingQuery, backlogAmong, unknownDecisions } from '../portfolio/lifecycle.ts';
import { searchContextOf } from '../portfolio/search/execute.ts';
import type { Command } from './command.ts';
import { type Listing, openList, searchCache, turnList } from './file-list.ts';

const called = { en: 'pending', fr: 'attente' };

const WAITING = ['attente', 'waiting', 'waits', 'awaiting', 'en-attente', 'attend', 'attendent'];
/** Each digest defines its own limit for overdue; here the ages show. */
const LATE = ['overdue', 'late', 'en retard', 'retards'];

const awaiting: Listing = {
  command: { name: 'pending', called },
  whole: awaitingQuery,
  isMine: false,
  subject: (rows, { conditions }, snapshot, call) => {
    const searchContext = searchContextOf(snapshot, call);
    return {
      kind: 'awaiting',
      backlog: backlogAmong(rows, snapshot),
      unknown: unknownDecisions(
        conditions,
        snapshot,
        (query) => searchCache.find(snapshot, query, searchContext).rows,
      ),
    };
  },
};

export const pending: Command = {
  ...awaiting.command,
  aliases: [...WAITING, ...LATE],
  group: 'look',
  summary: {
    en: 'List files awaiting decision, ready ones first',
    fr: 'Lister les dossiers à décider, les prêts d’abord',
  },
  hint: { en: '[query]', fr: '[requête]' },
  examples: {
    en: ['pending', 'pending age:>5bd', 'pending property:"rue de la paix"'],
    fr: ['attente', 'attente âge:>5jo', 'attente bien:"rue de la paix"'],
  },
  run: (text, call) => openList(awaiting, text, call),
  runAction: (args, call) => turnList(awaiting, args, call),
};

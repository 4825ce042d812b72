import { z } from 'zod';

import { didYouMean } from '../../lib/did-you-mean.ts';
import { oneLine } from '../../views/block-kit.ts';
import type { Answer, Message, Action } from '../../views/message.ts';
import { failureView, refusalView } from '../../views/notices.ts';
import { allButton, removeButton, viewRemovedView } from '../../views/saved-views.ts';
import type { CommandContext, Command } from '../command.ts';
import { StaleActionError } from '../errors.ts';
import { list } from '../list.ts';
import { VIEW_VERBS, type ViewCommand, parseViewCommand } from './parse.ts';
import { isReadable, keep, NAME_LENGTH_MAX, viewAction, viewsPage } from './save.ts';

/** Buttons lead back to the channel that a view belongs to, wherever they are pressed. */
const ViewArgs = z.discriminatedUnion('do', [
  z.object({ do: z.literal('list'), channel: z.string(), page: z.int().min(1).optional() }),
  z.object({ do: z.enum(['run', 'remove']), channel: z.string(), name: z.string() }),
  z.object({ do: z.literal('save'), channel: z.string(), name: z.string(), query: z.string() }),
]);

export const view: Command = {
  name: 'view',
  called: { en: 'view', fr: 'vue' },
  aliases: ['views', 'vue', 'vues'],
  verbs: VIEW_VERBS,
  group: 'keep',
  summary: {
    en: 'Save queries for this channel and run them',
    fr: 'Enregistrer des requêtes pour ce canal et les lancer',
  },
  hint: { en: '[save|list|run|remove] [name] [query]', fr: '[enregistrer|liste|lancer|supprimer]' },
  examples: {
    en: ['view', 'view save "Hot in Lyon" decision:ready property:lyon', 'view Hot in Lyon'],
    fr: ['vue', 'vue enregistrer "Lyon prêts" décision:prêt bien:lyon', 'vue Lyon prêts'],
  },

  async *run(text, call) {
    const { channelId } = call.place;
    if (channelId === null) yield refusalView(call.words.savedViews.elsewhere);
    else yield* answer(parseViewCommand(text), channelId, 1, call);
  },

  async *runAction(args, call) {
    const asked = ViewArgs.safeParse(args);
    if (!asked.success) throw new StaleActionError('arguments');
    const { channel, ...wanted } = asked.data;
    if (wanted.do === 'save') yield await keep(wanted, channel, true, call);
    else yield* answer(wanted, channel, 'page' in wanted ? (wanted.page ?? 1) : 1, call);
  },
};

async function* answer(
  wanted: ViewCommand,
  channelId: string,
  page: number,
  call: CommandContext,
): AsyncGenerator<Answer> {
  switch (wanted.do) {
    case 'list':
      yield viewsPage(await call.store.views.list(channelId), channelId, page, call);
      break;
    case 'run':
      yield* run(wanted.name, channelId, call);
      break;
    case 'remove':
      yield await remove(wanted.name, channelId, call);
      break;
    case 'save':
      yield await keep(wanted, channelId, false, call);
      break;
  }
}

/** The answer of `list` to the query of a view. */
async function* run(name: string, channelId: string, call: CommandContext): AsyncGenerator<Answer> {
  const { store, words } = call;
  const found = await store.views.find(channelId, name);
  if (found === null) {
    yield await unknown(name, channelId, call);
  } else if (isReadable(found.query)) {
    yield* list.run(found.query, call);
  } else {
    const shown = oneLine(found.name, NAME_LENGTH_MAX);
    const button = removeButton(found.name, viewAction('remove', found.name, channelId), words);
    yield failureView(words.savedViews.broken(shown), null, button, words);
  }
}

async function remove(name: string, channelId: string, call: CommandContext): Promise<Message> {
  const isGone = await call.store.views.remove(channelId, name);
  return isGone
    ? viewRemovedView(name, allOf(channelId), call.words)
    : unknown(name, channelId, call);
}

/** The message for an unknown name, with the most similar one. */
async function unknown(name: string, channelId: string, call: CommandContext): Promise<Message> {
  const { store, words } = call;
  const views = await store.views.list(channelId);
  const nearest = didYouMean(
    name,
    views.map((known) => known.name),
  );
  const [shown, suggested] = [name, nearest ?? ''].map((each) => oneLine(each, NAME_LENGTH_MAX));
  const failure = words.savedViews.unknown(
    shown ?? '',
    nearest === null ? null : (suggested ?? null),
  );
  return failureView(failure, null, allButton(allOf(channelId), words), words);
}

function allOf(channelId: string): Action {
  return { command: view.name, args: { do: 'list', channel: channelId } };
}

import { resolveFiles } from '../portfolio/lookup/resolve.ts';
import { searchContextOf } from '../portfolio/search/execute.ts';
import type { Message } from '../views/message.ts';
import { decisionsView } from '../views/notices.ts';
import type { Command, CommandContext } from './command.ts';
import { searchCache } from './file-list.ts';
import { cardAction } from './show/actions.ts';

/** Says to those who type `approve …` that decisions are taken in the console, and leads to the file. */
export const decide: Command = {
  name: 'decide',
  called: { en: 'decide', fr: 'décider' },
  aliases: [],
  group: null,
  summary: { en: 'Where decisions are taken', fr: 'Où se prennent les décisions' },
  hint: { en: '', fr: '' },
  examples: { en: [], fr: [] },
  run: answer,
  runAction: (_args, call) => answer('', call),
};

async function* answer(text: string, call: CommandContext): AsyncGenerator<Message> {
  const { words, idIn, linkTo } = call;
  const snapshot = call.portfolio.latest();
  const picked =
    snapshot === null
      ? null
      : resolveFiles(text, snapshot, searchContextOf(snapshot, call), idIn, searchCache);
  if (picked?.kind === 'one') {
    const { id } = picked.entry;
    const { details, detailsSpoken } = words.decisions;
    const file = { label: details, spoken: detailsSpoken, action: cardAction(id) };
    yield decisionsView(linkTo(id), file, words);
    return;
  }
  const label = words.overview.find;
  const search = { command: 'search', args: { typed: text } };
  yield decisionsView(null, { label, spoken: words.overview.findSpoken, action: search }, words);
}

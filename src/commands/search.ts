import { resolveFiles } from '../portfolio/lookup/resolve.ts';
import { searchContextOf } from '../portfolio/search/execute.ts';
import type { Answer } from '../views/message.ts';
import type { CommandContext, Command } from './command.ts';
import { type Listing, searchCache, openList, turnList } from './file-list.ts';
import { show } from './show/index.ts';
import { awaitReading } from './snapshot.ts';

const called = { en: 'search', fr: 'chercher' };

const found: Listing = {
  command: { name: 'search', called },
  whole: ({ conditions, sort }) => ({ conditions, sort: sort ?? 'newest' }),
  isMine: false,
  subject: () => ({ kind: 'all' }),
};

export const search: Command = {
  ...found.command,
  aliases: [
    'chercher',
    'find',
    'look-for',
    'recherche',
    'recherches',
    'rechercher',
    'recherchez',
    'cherche',
    'cherchez',
    'trouve',
    'trouver',
    'trouvez',
  ],
  group: 'look',
  summary: {
    en: 'Find files by applicant or property; a single match opens',
    fr: 'Chercher par candidat ou par bien ; un résultat unique s’ouvre',
  },
  hint: { en: '<words>', fr: '<mots>' },
  examples: {
    en: ['search dupont', 'search lilas t3'],
    fr: ['chercher dupont', 'chercher lilas t3'],
  },
  run: answer,
  runAction: (args, call) => turnList(found, args, call),
};

/** Nothing typed opens the field that suggests files; one file found is shown. */
async function* answer(text: string, call: CommandContext): AsyncGenerator<Answer> {
  if (text.trim() === '') {
    yield* show.runAction({ find: 1 }, call);
    return;
  }
  const snapshot = call.portfolio.latest() ?? (yield* awaitReading(call));
  const picked = resolveFiles(
    text,
    snapshot,
    searchContextOf(snapshot, call),
    call.idIn,
    searchCache,
  );
  if (picked.kind === 'one') yield* show.runAction({ id: picked.entry.id }, call);
  else if (picked.kind === 'unheld') yield* show.runAction({ id: picked.id }, call);
  else yield* openList(found, text, call);
}

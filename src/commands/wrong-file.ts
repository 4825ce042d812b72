import { findView } from '../views/files/picker.ts';
import type { Command } from './command.ts';
import { StaleActionError } from './errors.ts';
import { show } from './show/index.ts';

/**
 * The command behind “Not this file” on a card that words have found: it opens the search. Metrics
 * count it beside `show`, which tells how often a card was of the wrong file.
 */
export const wrongFile: Command = {
  name: 'wrong_file',
  called: { en: 'wrong_file', fr: 'wrong_file' },
  aliases: [],
  group: null,
  summary: { en: 'Look for another file', fr: 'Chercher un autre dossier' },
  hint: { en: '', fr: '' },
  examples: { en: [], fr: [] },

  run() {
    throw new StaleActionError('typed');
  },

  async *runAction(_args, { words }) {
    yield findView(show.name, words);
  },
};

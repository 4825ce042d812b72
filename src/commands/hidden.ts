import { resolveFiles } from '../portfolio/lookup.ts';
import { searchContextOf } from '../portfolio/search/execute.ts';
import { findView, findButton } from '../views/files/picker.ts';
import type { Message } from '../views/message.ts';
import { decisionsView, failureView } from '../views/notices.ts';
import { alert } from './alert/index.ts';
import { type Command, type CommandContext, hiddenCommand } from './command.ts';
import { digest } from './digest/index.ts';
import { searchCache } from './file-list.ts';
import { FIND, cardAction } from './show/card.ts';
import { show } from './show/index.ts';
import { watch } from './triage/file.ts';

/** Says to those who type `approve …` that decisions are taken in the console, and leads to the file. */
export const decide = hiddenCommand('decide', {
  run: whereDecided,
  runAction: (_args, call) => whereDecided('', call),
});

async function* whereDecided(text: string, call: CommandContext): AsyncGenerator<Message> {
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

/**
 * The command behind “Not this file” on a card that words have found: it opens the search. Metrics
 * count it beside `show`, which tells how often a card was of the wrong file.
 */
export const wrongFile = hiddenCommand('wrong_file', {
  async *runAction(_args, { words }) {
    yield findView(show.name, words);
  },
});

/** Stands for a request to be reminded that names no file. */
export const REMINDER = 'reminder';

/**
 * Says to those who want fewer messages where each kind of them is paused and removed, and to those
 * who want a reminder what can be had.
 */
export const notifications: Command = hiddenCommand('notifications', {
  async *run(text, { words }) {
    const { digests, alerts, watched, reminder, ...notice } = words.notifications;
    const opens = (button: typeof digests, { name }: Command) => ({
      ...button,
      action: { command: name, args: { typed: '' } },
    });
    const isReminder = text === REMINDER;
    const next = [
      ...(isReminder ? [findButton(FIND, words)] : []),
      opens(digests, digest),
      ...(isReminder ? [] : [opens(alerts, alert), opens(watched, watch)]),
    ];
    yield failureView(isReminder ? reminder : notice, null, next, words);
  },
  runAction: (_args, call) => notifications.run('', call),
});

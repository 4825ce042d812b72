import { findButton } from '../views/files/picker.ts';
import { failureView } from '../views/notices.ts';
import { alert } from './alert/index.ts';
import type { Command } from './command.ts';
import { digest } from './digest/index.ts';
import { FIND } from './show/actions.ts';
import { watch } from './triage/watch.ts';

/** Stands for a request to be reminded that names no file. */
export const REMINDER = 'reminder';

/**
 * Says to those who want fewer messages where each kind of them is paused and removed, and to those
 * who want a reminder what can be had.
 */
export const notifications: Command = {
  name: 'notifications',
  called: { en: 'notifications', fr: 'notifications' },
  aliases: [],
  group: null,
  summary: { en: 'Where notifications are stopped', fr: 'Où s’arrêtent les notifications' },
  hint: { en: '', fr: '' },
  examples: { en: [], fr: [] },

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
};

import { failureView } from '../views/notices.ts';
import { alert } from './alert/index.ts';
import type { Command } from './command.ts';
import { digest } from './digest/index.ts';
import { watch } from './triage/watch.ts';

/** Says to those who want fewer messages where each kind of them is paused and removed. */
export const notifications: Command = {
  name: 'notifications',
  called: { en: 'notifications', fr: 'notifications' },
  aliases: [],
  group: null,
  summary: { en: 'Where notifications are stopped', fr: 'Où s’arrêtent les notifications' },
  hint: { en: '', fr: '' },
  examples: { en: [], fr: [] },

  async *run(_text, { words }) {
    const { digests, alerts, watched, ...notice } = words.notifications;
    const opens = (button: typeof digests, { name }: Command) => ({
      ...button,
      action: { command: name, args: { typed: '' } },
    });
    const next = [opens(digests, digest), opens(alerts, alert), opens(watched, watch)];
    yield failureView(notice, null, next, words);
  },
  runAction: (_args, call) => notifications.run('', call),
};

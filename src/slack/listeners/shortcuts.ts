import type { Action } from '../../views/message.ts';
import { acknowledge, trustedResponseUrl } from '../respond/respond.ts';
import { unescaped } from './command.ts';
import { type ListenerContext } from './listener.ts';

/** The shortcuts in manifest.yml, by their callback ids. */
const FIND = 'find_rental_file';
const FIND_HERE = 'find_in_message';

/**
 * Shortcuts: global, and in the menu of messages, also in threads, where Slack has no commands.
 *
 * @see https://docs.slack.dev/interactivity/implementing-shortcuts
 */
export function registerShortcutListeners({
  app,
  dispatcher,
  requestHandler,
  modals,
  log,
}: ListenerContext): void {
  interface Shortcut {
    readonly user: { readonly id: string; readonly team_id?: string };
    readonly team: { readonly id: string } | null;
    readonly trigger_id: string;
  }

  async function open(
    { user, team, trigger_id: triggerId }: Shortcut,
    action: Action,
    channelId: string | null,
    responseUrl: string | undefined,
  ): Promise<void> {
    const scope = { userId: user.id, channelId, responseUrl };
    await requestHandler.handle({
      userId: user.id,
      teamId: user.team_id ?? team?.id ?? '',
      channelId,
      surface: 'shortcut',
      audience: 'person',
      responseUrl,
      responder: modals.responder({ kind: 'open', triggerId }, scope, user.id, action),
      name: action.command,
      again: action,
      answer: (requestInfo) => dispatcher.runAction(action, requestInfo),
    });
  }

  app.shortcut({ type: 'shortcut', callback_id: FIND }, async ({ body, ...request }) => {
    await acknowledge(request, log);
    if (body.type === 'shortcut') await open(body, dispatcher.actionIn(''), null, undefined);
  });

  app.shortcut({ type: 'message_action', callback_id: FIND_HERE }, async ({ body, ...request }) => {
    await acknowledge(request, log);
    if (body.type !== 'message_action') return;
    const { message, channel } = body;
    const responseUrl = trustedResponseUrl(body.response_url, app.client.slackApiUrl);
    await open(body, dispatcher.actionIn(unescaped(message.text ?? '')), channel.id, responseUrl);
  });
}

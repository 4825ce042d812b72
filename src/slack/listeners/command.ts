import type { Action } from '../../views/message.ts';
import { acknowledge, createRespond, trustedSlackUrl, unescaped } from '../respond/respond.ts';
import { type Interaction, type ListenerContext, requesterIn } from './listener.ts';

/**
 * `/rental`, wherever in the workspace it is typed.
 *
 * @see https://docs.slack.dev/interactivity/implementing-slash-commands
 */
export function registerCommandListener({
  app,
  dispatcher,
  requestHandler,
  messenger,
  modals,
  tokens,
  log,
}: ListenerContext): void {
  app.command('/rental', async ({ body, ...request }) => {
    await acknowledge(request, log);
    const { user_id: userId, channel_id: channelId } = body;
    const responseUrl = trustedSlackUrl(body.response_url, app.client.slackApiUrl);
    const text = typedText(body.text ?? '');
    const match = dispatcher.match(text);
    const scope = { userId, channelId, responseUrl };
    const responder = createRespond({
      responseUrl,
      origin: 'command',
      isPublic: false,
      scope,
      userId,
      tokens,
      messenger,
      openForm: async (form) => modals.openForm(form, body.trigger_id, scope, userId, match.again),
    });
    await requestHandler.handle({
      userId,
      teamId: body.team_id,
      channelId,
      surface: 'command',
      audience: 'person',
      responseUrl,
      responder,
      name: match.name,
      again: match.again,
      answer: (requestInfo) => dispatcher.run(match, requestInfo),
    });
  });
}

/** `<https://x.example|x.example>`, `<mailto:a@b.example|a@b.example>`: the typed text is the label. */
const LABELLED = /<(?:https?:|mailto:)[^<|>]*\|([^<>]*)>/g;
const BARE = /<((?:https?:|mailto:)[^<|>]*)>/g;

/**
 * The text after a command as it was typed: Slack escapes `&`, `<` and `>`, and puts links into angle
 * brackets.
 *
 * @see https://docs.slack.dev/interactivity/implementing-slash-commands
 */
export function typedText(text: string): string {
  return unescaped(text.replaceAll(LABELLED, '$1').replaceAll(BARE, '$1'));
}

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
  interface Shortcut extends Interaction {
    readonly trigger_id: string;
  }

  async function open(
    shortcut: Shortcut,
    action: Action,
    channelId: string | null,
    responseUrl: string | undefined,
  ): Promise<void> {
    const requester = requesterIn(shortcut);
    const { userId } = requester;
    const scope = { userId, channelId, responseUrl };
    const target = { kind: 'open', triggerId: shortcut.trigger_id } as const;
    await requestHandler.handle({
      ...requester,
      channelId,
      surface: 'shortcut',
      audience: 'person',
      responseUrl,
      responder: modals.responder(target, scope, userId, action),
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
    const responseUrl = trustedSlackUrl(body.response_url, app.client.slackApiUrl);
    await open(body, dispatcher.actionIn(unescaped(message.text ?? '')), channel.id, responseUrl);
  });
}

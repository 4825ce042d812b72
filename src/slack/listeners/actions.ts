import type { BlockAction, BlockElementAction } from '@slack/bolt';

import { EXPIRED } from '../../commands/errors.ts';
import type { Action } from '../../views/message.ts';
import type { ModalTarget } from '../respond/modal.ts';
import { ACTION_PREFIX, type ActionScope, PICK_PREFIX } from '../respond/payload.ts';
import { createRespond } from '../respond/respond.ts';
import type { Responder } from '../respond/responder.ts';
import { replyAddress } from '../respond/response-url.ts';
import { acknowledge, type ListenerContext, NO_ACTION } from './listener.ts';

/** What a button or a picked file asks for, and for whom the answer is. */
interface Asked {
  readonly action: Action;
  readonly scope: ActionScope;
}

/**
 * The buttons of messages, modals and the Home tab, and the fields that offer rental files.
 *
 * @see https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
 */
export function registerActionListener(hearing: ListenerContext): void {
  const { app, dispatcher, requestHandler, log } = hearing;
  const ours = new RegExp(`^(?:${RegExp.escape(ACTION_PREFIX)}|${RegExp.escape(PICK_PREFIX)})`);

  app.action<BlockAction>(ours, async ({ ack, body, action: element }) => {
    await acknowledge(ack, log);
    // A link opens by itself.
    if (isLink(element)) return;
    const { action, scope } = askedBy(body, element, hearing);
    const again = action === NO_ACTION || action === EXPIRED ? null : action;
    const isForAll = scope.userId === null && action.opens === undefined;
    await requestHandler.handle({
      userId: body.user.id,
      teamId: body.user.team_id ?? body.team?.id ?? '',
      channelId: scope.channelId,
      surface: 'button',
      audience: isForAll ? 'channel' : 'person',
      responseUrl: scope.responseUrl,
      responder: responderFor(body, action, scope, hearing),
      name: action.command || 'unknown',
      again,
      answer: (requestInfo) => dispatcher.runAction(action, requestInfo),
    });
  });
}

function askedBy(
  body: BlockAction,
  action: BlockElementAction,
  { app, tokens }: ListenerContext,
): Asked {
  const here: ActionScope = {
    userId: body.user.id,
    channelId: body.channel?.id ?? null,
    responseUrl: replyAddress(body.response_url, app.client.slackApiUrl),
  };
  const scope = body.view ? scopeOf(body.view.private_metadata, here, { tokens }) : here;
  if (action.type === 'external_select') {
    const picked = action.selected_option?.value;
    const command = action.action_id.slice(PICK_PREFIX.length);
    return { action: picked ? { command, args: { picked } } : NO_ACTION, scope };
  }
  const sealed = action.type === 'button' ? tokens.decode(action.value ?? '') : null;
  if (sealed?.action === EXPIRED) return { action: EXPIRED, scope };
  const isTheirs = sealed?.userId === body.user.id && sealed.channelId === scope.channelId;
  if (sealed?.action && isTheirs) return { action: sealed.action, scope };
  const isShared = sealed?.userId === null && sealed.channelId === here.channelId;
  if (!sealed?.action || !isShared) return { action: NO_ACTION, scope };
  return { action: sealed.action, scope: { ...scope, userId: null } };
}

/** Where a modal was opened from; it is sealed, and good for the person it was opened for. */
function scopeOf(
  metadata: string,
  here: ActionScope,
  { tokens }: Pick<ListenerContext, 'tokens'>,
): ActionScope {
  const sealed = tokens.decode(metadata);
  if (sealed === null || sealed.userId !== here.userId) return here;
  const { channelId, responseUrl } = sealed;
  return { ...here, channelId, responseUrl };
}

/** In place of what the button stood in, or in a modal. */
function responderFor(
  body: BlockAction,
  action: Action,
  scope: ActionScope,
  hearing: ListenerContext,
): Responder {
  const { modals, tokens, messenger, postLog, log } = hearing;
  const userId = body.user.id;
  const shown = body.container['message_ts'];
  const target = modalTargetOf(body, action);
  const alone = { ...scope, userId };
  if (target !== null) return modals.responder(target, alone, userId, action);
  return createRespond({
    responseUrl: scope.responseUrl,
    origin: 'pressed',
    isPublic: body.container['is_ephemeral'] !== true,
    scope,
    userId,
    tokens,
    messenger,
    async onShown({ files = [] }) {
      if (scope.channelId === null || typeof shown !== 'string') return;
      await postLog?.changed(scope.channelId, shown, files).catch((error: unknown) => {
        log.warn({ err: error }, 'what a message shows now is not remembered');
      });
    },
    openForm: async (form) => modals.openForm(form, body.trigger_id, alone, userId, action),
  });
}

/** `null` when the answer takes the place of the message. */
function modalTargetOf(
  { view, trigger_id: triggerId }: BlockAction,
  { opens }: Action,
): ModalTarget | null {
  if (view === undefined) return opens === 'modal' ? { kind: 'open', triggerId } : null;
  if (view.type === 'home') return { kind: 'open', triggerId };
  return opens === 'modal' && isBottom(view)
    ? { kind: 'push', triggerId }
    : { kind: 'in', viewId: view.id };
}

/** Slack holds three modals over one another; one more than the first is enough to find back. */
function isBottom({ id, root_view_id: root }: { id: string; root_view_id?: string | null }) {
  return root === undefined || root === null || root === id;
}

function isLink(action: BlockElementAction): boolean {
  return action.action_id.startsWith(`${ACTION_PREFIX}link.`);
}

import type { BlockAction, BlockElementAction } from '@slack/bolt';
import { z } from 'zod';

import { CHANGING_HOME, FILL_HOME } from '../../commands/home.ts';
import type { Suggestion } from '../../commands/list.ts';
import { keepSharer, languageShared } from '../../commands/share.ts';
import { zonesWith } from '../../digests/options/times.ts';
import type { Action } from '../../views/message.ts';
import type { EntityNames } from '../respond/entity.ts';
import type { ModalTarget } from '../respond/modal.ts';
import { ACTION_PREFIX, type ActionScope, PICK_PREFIX, plainText } from '../respond/payload.ts';
import { acknowledge, createRespond, trustedSlackUrl, type Responder } from '../respond/respond.ts';
import { homeResponder, entityNames, panelResponder, refreshHome } from './events.ts';
import {
  EXPIRED_NAME,
  type Interaction,
  type ListenerContext,
  privateMetadataOf,
  NO_ACTION,
  rejectExpired,
  requesterIn,
} from './listener.ts';

/** The action of a button or a picked file, and for whom the answer is. */
interface RequestedAction {
  readonly action: Action | 'expired';
  readonly scope: ActionScope;
}

/**
 * Buttons of messages, modals and the Home tab, and the selects that offer rental files.
 *
 * @see https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
 */
export function registerActionListener(context: ListenerContext): void {
  const { app, dispatcher, requestHandler, log } = context;
  const ours = new RegExp(`^(?:${RegExp.escape(ACTION_PREFIX)}|${RegExp.escape(PICK_PREFIX)})`);

  app.action<BlockAction>(ours, async ({ body, action: element, ...request }) => {
    await acknowledge(request, log);
    // A link opens by itself.
    if (element.action_id.startsWith(`${ACTION_PREFIX}link.`)) return;
    const { action: requested, scope } = readAction(body, element, context);
    const isExpired = requested === 'expired';
    const action = isExpired ? NO_ACTION : requested;
    const isForAll = scope.userId === null && action.opens === undefined;
    // A modal over a panel can wait for its answer.
    const panel = action.opens === 'modal' ? null : panelOf(body);
    await requestHandler.handle({
      ...requesterIn(body),
      channelId: scope.channelId,
      surface: panel === null ? 'button' : 'panel',
      audience: isForAll ? 'channel' : 'person',
      language: isForAll
        ? (languageShared(body.message?.['blocks'] ?? []) ?? undefined)
        : undefined,
      responseUrl: scope.responseUrl,
      responder:
        panel === null
          ? responderFor(body, action, scope, context)
          : panelResponder(panel, body.trigger_id, { ...scope, userId: body.user.id }, context),
      name: isExpired ? EXPIRED_NAME : action.command || 'unknown',
      again: action === NO_ACTION ? null : action,
      answer: isExpired
        ? rejectExpired
        : (requestInfo) => dispatcher.runAction(action, requestInfo),
    });
    const isOverHome = scope.channelId === null && scope.responseUrl === undefined;
    const isInModal = body.view?.type === 'modal' && action.opens === undefined;
    if (isInModal && isOverHome && CHANGING_HOME.has(action.command)) {
      await requestHandler.track(refreshHome(requesterIn(body), context));
    }
  });
}

function readAction(
  body: BlockAction,
  element: BlockElementAction,
  { app, tokens }: ListenerContext,
): RequestedAction {
  const here: ActionScope = {
    userId: body.user.id,
    channelId: body.channel?.id ?? null,
    responseUrl: trustedSlackUrl(body.response_url, app.client.slackApiUrl),
  };
  const scope = body.view ? scopeOf(privateMetadataOf(body.view), here, { tokens }) : here;
  if (element.type === 'external_select') {
    const picked = element.selected_option?.value;
    const command = element.action_id.slice(PICK_PREFIX.length);
    return { action: picked ? { command, args: { picked } } : NO_ACTION, scope };
  }
  const token = tokens.decode(valueOf(element));
  // Slack may leave out in which channel a panel was opened.
  if (panelOf(body) !== null && token?.userId === body.user.id) {
    return { action: token.action ?? NO_ACTION, scope: { ...here, channelId: token.channelId } };
  }
  if (token?.action === 'expired') return { action: 'expired', scope };
  const isTheirs = token?.userId === body.user.id && token.channelId === scope.channelId;
  if (token?.action && isTheirs) return { action: token.action, scope };
  const isShared = token?.userId === null && token.channelId === here.channelId;
  if (!token?.action || !isShared) return { action: NO_ACTION, scope };
  return { action: token.action, scope: { ...scope, userId: null } };
}

function valueOf(element: BlockElementAction): string {
  if (element.type === 'overflow') return element.selected_option.value ?? '';
  return element.type === 'button' ? (element.value ?? '') : '';
}

const EntityContainer = z.object({
  type: z.literal('entity_detail'),
  entity_url: z.string(),
  external_ref: z.object({ id: z.string(), type: z.string().exactOptional() }).optional(),
});

/**
 * What the panel of a Work Object shows in which a button is; `null` for one elsewhere.
 *
 * @see https://docs.slack.dev/messaging/work-objects-implementation
 */
function panelOf({ container }: Pick<BlockAction, 'container'>): EntityNames | null {
  const { data } = EntityContainer.safeParse(container);
  return data === undefined ? null : entityNames(data);
}

/** Where a modal was opened from, if it was opened for this person. */
function scopeOf(
  metadata: string,
  here: ActionScope,
  { tokens }: Pick<ListenerContext, 'tokens'>,
): ActionScope {
  const token = tokens.decode(metadata);
  if (token === null || token.userId !== here.userId) return here;
  const { channelId, responseUrl } = token;
  return { ...here, channelId, responseUrl };
}

/** Replaces the message with the button, fills the Home tab anew, or shows a modal. */
function responderFor(
  body: BlockAction,
  action: Action,
  scope: ActionScope,
  context: ListenerContext,
): Responder {
  const { modals, tokens, messenger, postLog, log } = context;
  const userId = body.user.id;
  if (body.view?.type === 'home' && action.command === FILL_HOME.command) {
    return homeResponder(userId, context);
  }
  const ts = body.container['message_ts'];
  const target = modalTargetOf(body, action, scope, tokens);
  const privateScope = { ...scope, userId };
  if (target !== null) return modals.responder(target, privateScope, userId, action);
  return createRespond({
    responseUrl: scope.responseUrl,
    origin: 'action',
    isPublic: body.container['is_ephemeral'] !== true,
    scope,
    userId,
    tokens,
    messenger,
    keep: (message) => keepSharer(message, body.message?.['blocks'] ?? []),
    async onReplaced({ files = [] }) {
      if (scope.channelId === null || typeof ts !== 'string') return;
      await postLog?.changed(scope.channelId, ts, files).catch((error: unknown) => {
        log.warn({ err: error }, 'what a message shows now is not remembered');
      });
    },
    openForm: async (form) => modals.openForm(form, body.trigger_id, privateScope, userId, action),
  });
}

/** `null` when the answer replaces the message. */
function modalTargetOf(
  { view, trigger_id: triggerId }: BlockAction,
  { opens }: Action,
  scope: ActionScope,
  tokens: ListenerContext['tokens'],
): ModalTarget | null {
  if (view === undefined) {
    // What everybody in the channel sees is not replaced by an answer to one person.
    const replaces = scope.userId !== null && scope.responseUrl !== undefined;
    return opens === 'modal' ? { kind: 'open', triggerId, replaces } : null;
  }
  if (view.type === 'home') return { kind: 'open', triggerId };
  if (opens === 'modal' && hasRoomAbove(view)) return { kind: 'push', triggerId };
  const { returns = false, replaces = false } = tokens.decode(privateMetadataOf(view)) ?? {};
  return { kind: 'in', viewId: view.id, returns, replaces };
}

/** Slack stacks three modals: a list, the card of a file in it, and a form of the card. */
function hasRoomAbove({ id, root_view_id: root, previous_view_id: previous }: StackedView) {
  const isBottom = root === undefined || root === null || root === id;
  return isBottom || previous === root;
}

interface StackedView {
  readonly id: string;
  readonly root_view_id?: string | null;
  readonly previous_view_id?: string | null;
}

/** Most options of a select. */
const ZONES_MAX = 100;

/** Text that was typed into a select, and where. */
interface Typing extends Interaction {
  readonly view?: { readonly private_metadata?: string };
  readonly channel?: { readonly id: string };
  readonly value: string;
}

/**
 * Selects that offer rental files, or time zones, while a person types. Those who are not authorized
 * get an option that, once picked, is answered with why.
 *
 * @see https://docs.slack.dev/reference/interaction-payloads/block_suggestion-payload
 */
export function registerOptionsListener({
  app,
  dispatcher,
  access,
  requestHandler,
  tokens,
  log,
}: ListenerContext): void {
  const ours = new RegExp(`^${RegExp.escape(PICK_PREFIX)}`);

  function channelOf({ user, view, channel }: Typing): string | null {
    const token = view ? tokens.decode(privateMetadataOf(view)) : null;
    return token?.userId === user.id ? token.channelId : (channel?.id ?? null);
  }

  async function suggestionsFor(typing: Typing): Promise<readonly Suggestion[]> {
    const channelId = channelOf(typing);
    const origin = {
      ...requesterIn(typing),
      channelId,
      surface: 'form',
      audience: 'person',
    } as const;
    const suggestions = await requestHandler.handleSilently(origin, 'typing', async (requestInfo) =>
      dispatcher.suggest(typing.value, requestInfo),
    );
    const reader = access.knownReader(origin.userId);
    return suggestions ?? [dispatcher.unsearched({ reader, channelId })];
  }

  app.options<'block_suggestion'>({ type: 'block_suggestion', action_id: ours }, async (args) => {
    const options = (await suggestionsFor(args.body)).map(({ id, label, says }) => ({
      value: id,
      text: plainText(label),
      description: plainText(says),
    }));
    await acknowledge(args, log, { options });
  });

  // The names of time zones are public.
  app.options<'block_suggestion'>({ type: 'block_suggestion', block_id: 'zone' }, async (args) => {
    const options = zonesWith(args.body.value, ZONES_MAX).map((zone) => ({
      value: zone,
      text: plainText(zone),
    }));
    await acknowledge(args, log, { options });
  });
}

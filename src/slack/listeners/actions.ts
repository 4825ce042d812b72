import type { BlockAction, BlockElementAction } from '@slack/bolt';

import { GROWN_OLD } from '../../commands/expired.ts';
import type { Press } from '../../views/message.ts';
import type { Opening } from '../respond/modal.ts';
import { ACTION_PREFIX, type Bearing, PICK_PREFIX } from '../respond/payload.ts';
import { createResponseWay } from '../respond/respond.ts';
import type { Way } from '../respond/responder.ts';
import { replyAddress } from '../respond/response-url.ts';
import { acknowledge, type Hearing, NO_PRESS } from './listener.ts';

/** What a button or a picked file asks for, and for whom the answer is. */
interface Asked {
  readonly press: Press;
  readonly bearing: Bearing;
}

/**
 * The buttons of messages, modals and the Home tab, and the fields that offer rental files.
 *
 * @see https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
 */
export function hearButtons(hearing: Hearing): void {
  const { app, desk, answering, log } = hearing;
  const ours = new RegExp(`^(?:${RegExp.escape(ACTION_PREFIX)}|${RegExp.escape(PICK_PREFIX)})`);

  app.action<BlockAction>(ours, async ({ ack, body, action }) => {
    await acknowledge(ack, log);
    // A link opens by itself.
    if (isLink(action)) return;
    const { press, bearing } = askedBy(body, action, hearing);
    const again = press === NO_PRESS || press === GROWN_OLD ? null : press;
    const isForAll = bearing.userId === null && press.opens === undefined;
    await answering.answer({
      userId: body.user.id,
      teamId: body.user.team_id ?? body.team?.id ?? '',
      channelId: bearing.channelId,
      surface: 'button',
      audience: isForAll ? 'channel' : 'person',
      responseUrl: bearing.responseUrl,
      way: wayOf(body, press, bearing, hearing),
      what: press.command || 'unknown',
      again,
      answer: (asking) => desk.pressed(press, asking),
    });
  });
}

function askedBy(body: BlockAction, action: BlockElementAction, { app, seal }: Hearing): Asked {
  const here: Bearing = {
    userId: body.user.id,
    channelId: body.channel?.id ?? null,
    responseUrl: replyAddress(body.response_url, app.client.slackApiUrl),
  };
  const bearing = body.view ? bearingOf(body.view.private_metadata, here, { seal }) : here;
  if (action.type === 'external_select') {
    const picked = action.selected_option?.value;
    const command = action.action_id.slice(PICK_PREFIX.length);
    return { press: picked ? { command, args: { picked } } : NO_PRESS, bearing };
  }
  const sealed = action.type === 'button' ? seal.open(action.value ?? '') : null;
  if (sealed?.press === GROWN_OLD) return { press: GROWN_OLD, bearing };
  const isTheirs = sealed?.userId === body.user.id && sealed.channelId === bearing.channelId;
  if (sealed?.press && isTheirs) return { press: sealed.press, bearing };
  const isShared = sealed?.userId === null && sealed.channelId === here.channelId;
  if (!sealed?.press || !isShared) return { press: NO_PRESS, bearing };
  return { press: sealed.press, bearing: { ...bearing, userId: null } };
}

/** Where a modal was opened from; it is sealed, and good for the person it was opened for. */
function bearingOf(metadata: string, here: Bearing, { seal }: Pick<Hearing, 'seal'>): Bearing {
  const sealed = seal.open(metadata);
  if (sealed === null || sealed.userId !== here.userId) return here;
  const { channelId, responseUrl } = sealed;
  return { ...here, channelId, responseUrl };
}

/** In place of what the button stood in, or in a modal. */
function wayOf(body: BlockAction, press: Press, bearing: Bearing, hearing: Hearing): Way {
  const { windows, seal, outbox, memory, log } = hearing;
  const userId = body.user.id;
  const shown = body.container['message_ts'];
  const opening = openingOf(body, press);
  const alone = { ...bearing, userId };
  if (opening !== null) return windows.way(opening, alone, userId, press);
  return createResponseWay({
    responseUrl: bearing.responseUrl,
    origin: 'pressed',
    isPublic: body.container['is_ephemeral'] !== true,
    bearing,
    userId,
    seal,
    outbox,
    async onShown({ files = [] }) {
      if (bearing.channelId === null || typeof shown !== 'string') return;
      await memory?.changed(bearing.channelId, shown, files).catch((error: unknown) => {
        log.warn({ err: error }, 'what a message shows now is not remembered');
      });
    },
    openForm: async (form) => windows.openForm(form, body.trigger_id, alone, userId, press),
  });
}

/** `null` when the answer takes the place of the message. */
function openingOf({ view, trigger_id: triggerId }: BlockAction, { opens }: Press): Opening | null {
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

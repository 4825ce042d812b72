import { setTimeout } from 'node:timers/promises';

import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';

import type { Desk } from '../commands/dispatcher.ts';
import type { Form, Message, Press } from '../views/message.ts';
import type { Access } from './access.ts';
import { sendEitherForm } from './either-form.ts';
import type { Outbox } from './outbox.ts';
import { type Bearing, modalFor } from './payload.ts';
import { isWayClosed } from './refusal-code.ts';
import { respondTo } from './response-url.ts';
import type { Seal } from './seal.ts';
import { createModalWay, type ModalWay } from './ways/modal-way.ts';
import { type Claim, createWindowClaims } from './ways/window-claims.ts';

/** Where a modal goes: over a message, over another modal, or into the one that is there. */
export type Opening =
  | { readonly kind: 'open' | 'push'; readonly triggerId: string }
  | { readonly kind: 'in'; readonly viewId: string }
  /** Told to Slack with the acknowledgement of its form. */
  | {
      readonly kind: 'acknowledge';
      readonly viewId: string;
      readonly ack: (view: ModalView) => Promise<void>;
    };

/** An acknowledgement is on its way to Slack for so long: a later view must not overtake it. */
const ACK_TRAVELS_MS = 250;

/** Opens modals, for whose opening Slack allows three seconds. */
export interface Windows {
  /** The way of an answer into a modal, and by message where none opens in time. */
  way(opening: Opening, bearing: Bearing, userId: string, again: Press | null): ModalWay;
  /**
   * Opens a form over a message.
   *
   * @returns what to say instead when it was too late
   */
  openForm(
    form: Form,
    triggerId: string,
    bearing: Bearing,
    userId: string,
    again: Press | null,
  ): Promise<Message | null>;
}

export interface WindowsOptions {
  readonly client: WebClient;
  readonly desk: Desk;
  readonly access: Access;
  readonly seal: Seal;
  readonly outbox: Outbox;
}

/** @see https://docs.slack.dev/surfaces/modals */
export function createWindows({ client, desk, access, seal, outbox }: WindowsOptions): Windows {
  const claims = createWindowClaims();

  async function change(claim: Claim, viewId: string, view: ModalView): Promise<void> {
    await claim.change(async () => client.views.update({ view_id: viewId, view }));
  }

  async function show(opening: Opening, claim: Claim | null, view: ModalView) {
    switch (opening.kind) {
      case 'open':
        return idOf(await client.views.open({ trigger_id: opening.triggerId, view }));
      case 'push':
        return idOf(await client.views.push({ trigger_id: opening.triggerId, view }));
      case 'in':
        if (claim !== null) await change(claim, opening.viewId, view);
        return opening.viewId;
      case 'acknowledge':
        // Slack waits for it, whatever was asked since.
        await opening.ack(view);
        await claim?.change(async () => setTimeout(ACK_TRAVELS_MS));
        return opening.viewId;
    }
  }

  /** Without a window: in the place where the button was, for the person alone. */
  async function say(message: Message, { channelId, responseUrl }: Bearing, userId: string) {
    if (responseUrl === undefined) return outbox.direct(message, userId);
    const fields = { response_type: 'ephemeral', replace_original: false };
    try {
      await sendEitherForm(message, { userId, channelId }, seal, async (payload) =>
        respondTo(responseUrl, { ...fields, ...payload }),
      );
    } catch (error) {
      if (!isWayClosed(error)) throw error;
      await outbox.direct(message, userId);
    }
  }

  return {
    way(opening, bearing, userId, again) {
      const { channelId } = bearing;
      const glance = () => ({ reader: access.knownReader(userId), channelId });
      const claim = 'viewId' in opening ? claims.later(opening.viewId) : null;
      return createModalWay({
        seal,
        bearing,
        close: () => desk.closeWord(glance()),
        show: async (view) => show(opening, claim, view),
        change: async (viewId, view) => change(claim ?? claims.first(viewId), viewId, view),
        isBlind: opening.kind === 'acknowledge',
        waiting: () => desk.waiting(glance()),
        async otherwise(answer) {
          const message = answer.kind === 'form' ? desk.late(answer, again, glance()) : answer;
          await say(message, bearing, userId);
        },
      });
    },
    async openForm(form, triggerId, bearing, userId, again) {
      const glance = { reader: access.knownReader(userId), channelId: bearing.channelId };
      try {
        const view = modalFor(form, bearing, desk.closeWord(glance), seal);
        await client.views.open({ trigger_id: triggerId, view });
        return null;
      } catch (error) {
        if (!isWayClosed(error)) throw error;
        return desk.late(form, again, glance);
      }
    },
  };
}

function idOf({ view }: { view?: { id?: string } }): string | null {
  return view?.id ?? null;
}

import { setTimeout } from 'node:timers/promises';

import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';

import type { Desk } from '../commands/desk.ts';
import type { Form, Message, Press } from '../views/message.ts';
import type { Access } from './access.ts';
import { sendEitherForm } from './either-form.ts';
import type { Outbox } from './outbox.ts';
import { type Bearing, modalFor } from './payload.ts';
import { isWayClosed } from './refusal-code.ts';
import { respondTo } from './response-url.ts';
import type { Seal } from './seal.ts';
import { createModalWay, type ModalWay } from './ways/modal-way.ts';

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
  async function show(opening: Opening, view: ModalView): Promise<string | null> {
    switch (opening.kind) {
      case 'open':
        return idOf(await client.views.open({ trigger_id: opening.triggerId, view }));
      case 'push':
        return idOf(await client.views.push({ trigger_id: opening.triggerId, view }));
      case 'in':
        return idOf(await client.views.update({ view_id: opening.viewId, view }));
      case 'acknowledge':
        await opening.ack(view);
        await setTimeout(ACK_TRAVELS_MS);
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
      const reader = () => access.knownReader(userId);
      return createModalWay({
        client,
        seal,
        bearing,
        close: () => desk.closeWord(reader()),
        show: async (view) => show(opening, view),
        isBlind: opening.kind === 'acknowledge',
        waiting: () => desk.waiting(reader()),
        async otherwise(answer) {
          const message = answer.kind === 'form' ? desk.late(answer, again, reader()) : answer;
          await say(message, bearing, userId);
        },
      });
    },
    async openForm(form, triggerId, bearing, userId, again) {
      const reader = access.knownReader(userId);
      try {
        const view = await modalFor(form, bearing, desk.closeWord(reader), seal);
        await client.views.open({ trigger_id: triggerId, view });
        return null;
      } catch (error) {
        if (!isWayClosed(error)) throw error;
        return desk.late(form, again, reader);
      }
    },
  };
}

function idOf({ view }: { view?: { id?: string } }): string | null {
  return view?.id ?? null;
}

import { setTimeout as delay } from 'node:timers/promises';

import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';

import type { Dispatcher } from '../../commands/dispatcher.ts';
import { createBoundedMap } from '../../lib/cache.ts';
import type { Action, Form, Message } from '../../views/message.ts';
import type { Authorizer } from '../authorize.ts';
import type { Messenger } from '../post/messenger.ts';
import { isModalGone, isResponseClosed, toUndeliverable } from '../web-api.ts';
import {
  type ActionTokens,
  type ActionScope,
  modalFor,
  plainOf,
  withPlainFallback,
} from './payload.ts';
import { respondOrDirect, type Responder } from './respond.ts';

/** Where a modal goes: over a message, over another modal, or into the one that is there. */
export type ModalTarget =
  | {
      readonly kind: 'open';
      readonly triggerId: string;
      /** Whether it lies over a message that is the person's alone and can be replaced. */
      readonly replaces?: boolean;
    }
  | { readonly kind: 'push'; readonly triggerId: string }
  | {
      readonly kind: 'in';
      readonly viewId: string;
      /** Whether a form is there that leads back to the modal below. */
      readonly returns?: boolean;
      /** Whether one is there that leads back to the message below. */
      readonly replaces?: boolean;
    }
  /** In the acknowledgement of a submitted form. */
  | {
      readonly kind: 'acknowledge';
      readonly viewId: string;
      /** Shows a view in place of the form, or closes it. */
      readonly ack: (view: ModalView | null) => Promise<void>;
      /** Shows the answer in the message below; `false` when it does not stand there in time. */
      readonly replace?: ((message: Message) => Promise<boolean>) | undefined;
    }
  /** Into the modal below a submitted form, which closes. */
  | {
      readonly kind: 'return';
      /** The modal below. */
      readonly viewId: string;
      readonly formId: string;
      /** Shows a view in place of the form, or closes it. */
      readonly ack: (view: ModalView | null) => Promise<void>;
    };

/** Time for an acknowledgement to reach Slack, so that a later view does not overtake it. */
const ACK_DELAY_MS = 250;

/** Modals; Slack allows 3 s to open one. */
export interface Modals {
  /** A responder that shows the answer in a modal, or by message when none opens in time. */
  responder(
    target: ModalTarget,
    scope: ActionScope,
    userId: string,
    again: Action | null,
  ): ModalResponder;
  /**
   * Opens a form over a message.
   *
   * @returns the message to show when it was too late
   */
  openForm(
    form: Form,
    triggerId: string,
    scope: ActionScope,
    userId: string,
    again: Action | null,
  ): Promise<Message | null>;
}

export interface ModalsOptions {
  readonly client: WebClient;
  readonly dispatcher: Dispatcher;
  readonly access: Authorizer;
  readonly tokens: ActionTokens;
  readonly messenger: Messenger;
}

/** @see https://docs.slack.dev/surfaces/modals */
export function createModals({
  client,
  dispatcher,
  access,
  tokens,
  messenger,
}: ModalsOptions): Modals {
  const sequence = createModalSequence();

  async function change(update: ModalUpdate, viewId: string, view: ModalView): Promise<void> {
    await update.change(async () => client.views.update({ view_id: viewId, view }));
  }

  async function show(target: ModalTarget, update: ModalUpdate | null, view: ModalView) {
    switch (target.kind) {
      case 'open':
        return idOf(await client.views.open({ trigger_id: target.triggerId, view }));
      case 'push':
        return idOf(await client.views.push({ trigger_id: target.triggerId, view }));
      case 'in':
        if (update !== null) await change(update, target.viewId, view);
        return target.viewId;
      case 'acknowledge':
        // Slack waits for it, whatever was requested since.
        await target.ack(view);
        await update?.change(async () => delay(ACK_DELAY_MS));
        return target.viewId;
      case 'return':
        // Before the form closes: what it covers is not up to date, and an error can still show in it.
        if (update !== null) await change(update, target.viewId, view);
        await target.ack(null);
        return target.viewId;
    }
  }

  /** Shows a message to the person alone, where the button was. */
  async function sendPrivately(
    message: Message,
    { channelId, responseUrl }: ActionScope,
    userId: string,
  ) {
    const fields = { response_type: 'ephemeral', replace_original: false };
    const scope = { userId, channelId };
    await respondOrDirect(message, fields, { responseUrl, scope, userId, tokens, messenger });
  }

  return {
    responder(target, scope, userId, again) {
      const { channelId } = scope;
      const readerInfo = () => ({ reader: access.knownReader(userId), channelId });
      const update = 'viewId' in target ? sequence.forAction(target.viewId) : null;
      return createModalResponder({
        tokens,
        scope,
        closeLabel: () => dispatcher.closeLabel(readerInfo()),
        show: async (view) => show(target, update, view),
        ...(target.kind === 'return'
          ? {
              async showForm(form) {
                await target.ack(form);
                return target.formId;
              },
            }
          : {}),
        change: async (viewId, view) => change(update ?? sequence.forOpening(viewId), viewId, view),
        ...(target.kind === 'acknowledge' && target.replace !== undefined
          ? { below: { replace: target.replace, close: async () => target.ack(null) } }
          : {}),
        isBlind: target.kind === 'acknowledge',
        isOver: target.kind === 'push' || (target.kind === 'in' && target.returns === true),
        isOverMessage: 'replaces' in target && target.replaces,
        waiting: () => dispatcher.waiting(readerInfo()),
        async fallback(answer) {
          const message =
            answer.kind === 'form' ? dispatcher.late(answer, again, readerInfo()) : answer;
          await sendPrivately(message, scope, userId);
        },
      });
    },
    async openForm(form, triggerId, scope, userId, again) {
      const readerInfo = { reader: access.knownReader(userId), channelId: scope.channelId };
      try {
        const view = modalFor(form, scope, dispatcher.closeLabel(readerInfo), tokens);
        await client.views.open({ trigger_id: triggerId, view });
        return null;
      } catch (error) {
        if (!isResponseClosed(error)) throw toUndeliverable(error, 'modal');
        return dispatcher.late(form, again, readerInfo);
      }
    },
  };
}

function idOf({ view }: { view?: { id?: string } }): string | null {
  return view?.id ?? null;
}

export interface ModalResponderOptions {
  readonly tokens: ActionTokens;
  readonly scope: ActionScope;
  /** Label of the button that closes it. */
  readonly closeLabel: () => string;
  /** Shows the first view and gives its id; `null` when Slack's answer has none. */
  readonly show: (view: ModalView) => Promise<string | null>;
  /** Shows a submitted form once more, where that is not where the answer goes. */
  readonly showForm?: (form: ModalView) => Promise<string | null>;
  /** Replaces that view. */
  readonly change: (viewId: string, view: ModalView) => Promise<void>;
  /** Whether Slack does not report a rejected first view: then the plain one is sent. */
  readonly isBlind: boolean;
  /** Whether it lies over the modal with the button. */
  readonly isOver: boolean;
  /** Whether it lies over a message that is the person's alone. */
  readonly isOverMessage?: boolean;
  /** The message below a submitted form, whose place its answer takes. */
  readonly below?: {
    /** `false` when it does not stand there in time. */
    readonly replace: (message: Message) => Promise<boolean>;
    readonly close: () => Promise<void>;
  };
  /** Shown until the answer comes. */
  readonly waiting: () => Message;
  /** Delivers the answer when no modal can be shown. */
  readonly fallback: (answer: Message | Form) => Promise<void>;
}

/** A responder with a queue that others may use, so that nothing comes between two views. */
export interface ModalResponder extends Responder {
  /**
   * Runs `act` instead of showing the first view.
   *
   * @returns `false`, without running it, when a view is shown already
   */
  replaceFirst(act: () => Promise<void>): Promise<boolean>;
  /** Shows a form that was submitted once more; `reason` alone where the form cannot be shown. */
  showAgain(form: ModalView, reason: Message): Promise<void>;
}

/**
 * A responder in a modal: a new one, one pushed over another, or one that is open.
 *
 * @see https://docs.slack.dev/surfaces/modals
 */
export function createModalResponder(options: ModalResponderOptions): ModalResponder {
  const { tokens, scope, closeLabel: close, show, showForm = show, change } = options;
  const { isBlind, isOver, isOverMessage = false, below, waiting, fallback } = options;
  let shown: string | null = null;
  let hasShown = false;
  /** Whether Slack opens no modal for it any more. */
  let isTooLate = false;
  let last: Promise<unknown> = Promise.resolve();

  async function put(answer: Message | Form): Promise<void> {
    const leadsBack = answer.kind === 'form' && answer.returns === true;
    const own = {
      ...scope,
      ...(leadsBack && isOver ? { returns: true } : {}),
      ...(leadsBack && isOverMessage ? { replaces: true } : {}),
    };
    await putView(modalFor(answer, own, close(), tokens));
  }

  async function putView(view: ModalView, showFirst = show): Promise<void> {
    if (hasShown && shown !== null) {
      await change(shown, view);
      return;
    }
    shown = await showFirst(view);
    hasShown = true;
  }

  async function deliver(answer: Message | Form): Promise<void> {
    try {
      if (!isTooLate) {
        if (isBlind && !hasShown) return await put(plainOf(answer) ?? answer);
        return await withPlainFallback(answer, put);
      }
    } catch (error) {
      if (!isResponseClosed(error)) throw toUndeliverable(error, 'modal');
      // The person closed the modal: its content is not wanted elsewhere.
      if (hasShown || isModalGone(error)) return;
      isTooLate = true;
    }
    if (answer.kind === 'form' || !answer.isProgress) await fallback(answer);
  }

  /** Shows an answer in the message below, and closes the form unless something else stands there. */
  async function deliverAnswer(answer: Message): Promise<void> {
    const isReplaced = answer.isProgress !== true && (await below?.replace(answer)) === true;
    if (!isReplaced || hasShown) return deliver(answer);
    await below?.close();
    hasShown = true;
  }

  /** One at a time: a view that is being opened cannot be updated yet. */
  async function inTurn<Outcome>(act: () => Promise<Outcome>): Promise<Outcome> {
    const turn = last.then(act);
    last = turn.catch(() => {});
    return turn;
  }
  const send = async (answer: Message | Form) => inTurn(async () => deliver(answer));

  return {
    message: async (answer) => inTurn(async () => deliverAnswer(answer)),
    form: send,
    sendPrivately: send,
    // Decided in its turn: the answer itself may be queued before it.
    showWaiting: async () => inTurn(async () => (hasShown ? undefined : deliver(waiting()))),
    replaceFirst: async (act) =>
      inTurn(async () => {
        if (hasShown) return false;
        await act();
        hasShown = true;
        return true;
      }),
    showAgain: async (form, reason) =>
      inTurn(async () => {
        try {
          await putView(form, showForm);
        } catch (error) {
          // A person who closed it must still learn that nothing was done.
          if (isResponseClosed(error)) await fallback(reason);
          else await deliver(reason);
        }
      }),
  };
}

/** Updates of one request to a modal. */
interface ModalUpdate {
  /** Runs `act` after earlier updates, unless the modal shows a later request already. */
  change(act: () => Promise<unknown>): Promise<void>;
}

/** Keeps a slow answer from replacing that of a later request in the same modal. */
interface ModalSequence {
  /** For a request made in the modal now. */
  forAction(viewId: string): ModalUpdate;
  /** For the request that opened the modal, which precedes all requests in it. */
  forOpening(viewId: string): ModalUpdate;
}

interface ModalState {
  /** Number of the latest request. */
  latest: number;
  /** Number of the request that is shown. */
  shown: number;
  last: Promise<unknown>;
}

const MODALS_MAX = 2_000;

/** Sequences of this instance; those of other instances are not known here. */
function createModalSequence(): ModalSequence {
  const modals = createBoundedMap<ModalState>({ max: MODALS_MAX });

  function stateOf(viewId: string): ModalState {
    const known = modals.get(viewId) ?? { latest: 0, shown: 0, last: Promise.resolve() };
    modals.set(viewId, known);
    return known;
  }

  function updateFor(modal: ModalState, order: number): ModalUpdate {
    return {
      async change(act) {
        const turn = runInOrder(modal, order, act);
        modal.last = turn.catch(() => {});
        await turn;
      },
    };
  }

  return {
    forAction(viewId) {
      const modal = stateOf(viewId);
      modal.latest += 1;
      return updateFor(modal, modal.latest);
    },
    forOpening: (viewId) => updateFor(stateOf(viewId), 0),
  };
}

async function runInOrder(
  modal: ModalState,
  order: number,
  act: () => Promise<unknown>,
): Promise<void> {
  await modal.last;
  if (order < modal.shown) return;
  modal.shown = order;
  await act();
}

import { setTimeout as delay } from 'node:timers/promises';

import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';

import type { Dispatcher } from '../../commands/dispatcher.ts';
import { createBoundedMap } from '../../lib/cache.ts';
import type { Form, Message, Action } from '../../views/message.ts';
import { isResponseClosed, isModalGone } from '../api-errors.ts';
import type { Authorizer } from '../authorize.ts';
import type { Messenger } from '../post/messenger.ts';
import type { ActionTokens } from './action-token.ts';
import { type ActionScope, modalFor, plainOf, withPlainFallback } from './payload.ts';
import { respondOrDirect } from './respond.ts';
import type { Responder } from './responder.ts';

/** Where a modal goes: over a message, over another modal, or into the one that is there. */
export type ModalTarget =
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
export interface Modals {
  /** The way of an answer into a modal, and by message where none opens in time. */
  responder(
    opening: ModalTarget,
    scope: ActionScope,
    userId: string,
    again: Action | null,
  ): ModalResponder;
  /**
   * Opens a form over a message.
   *
   * @returns what to say instead when it was too late
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

  async function show(opening: ModalTarget, update: ModalUpdate | null, view: ModalView) {
    switch (opening.kind) {
      case 'open':
        return idOf(await client.views.open({ trigger_id: opening.triggerId, view }));
      case 'push':
        return idOf(await client.views.push({ trigger_id: opening.triggerId, view }));
      case 'in':
        if (update !== null) await change(update, opening.viewId, view);
        return opening.viewId;
      case 'acknowledge':
        // Slack waits for it, whatever was asked since.
        await opening.ack(view);
        await update?.change(async () => delay(ACK_TRAVELS_MS));
        return opening.viewId;
    }
  }

  /** Without a window: in the place where the button was, for the person alone. */
  async function say(message: Message, { channelId, responseUrl }: ActionScope, userId: string) {
    const fields = { response_type: 'ephemeral', replace_original: false };
    const scope = { userId, channelId };
    await respondOrDirect(message, fields, { responseUrl, scope, userId, tokens, messenger });
  }

  return {
    responder(opening, scope, userId, again) {
      const { channelId } = scope;
      const glance = () => ({ reader: access.knownReader(userId), channelId });
      const update = 'viewId' in opening ? sequence.later(opening.viewId) : null;
      return createModalResponder({
        tokens,
        scope,
        close: () => dispatcher.closeLabel(glance()),
        show: async (view) => show(opening, update, view),
        change: async (viewId, view) => change(update ?? sequence.first(viewId), viewId, view),
        isBlind: opening.kind === 'acknowledge',
        waiting: () => dispatcher.waiting(glance()),
        async otherwise(answer) {
          const message =
            answer.kind === 'form' ? dispatcher.late(answer, again, glance()) : answer;
          await say(message, scope, userId);
        },
      });
    },
    async openForm(form, triggerId, scope, userId, again) {
      const glance = { reader: access.knownReader(userId), channelId: scope.channelId };
      try {
        const view = modalFor(form, scope, dispatcher.closeLabel(glance), tokens);
        await client.views.open({ trigger_id: triggerId, view });
        return null;
      } catch (error) {
        if (!isResponseClosed(error)) throw error;
        return dispatcher.late(form, again, glance);
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
  /** The word on the button that closes it. */
  readonly close: () => string;
  /** Shows the first view, and gives its id; `null` when Slack does not tell it. */
  readonly show: (view: ModalView) => Promise<string | null>;
  /** Puts a later view into the place of it. */
  readonly change: (viewId: string, view: ModalView) => Promise<void>;
  /** Whether Slack says nothing of a first view that it refuses: then it is the plain one. */
  readonly isBlind: boolean;
  /** Stands there until the answer comes. */
  readonly waiting: () => Message;
  /** Where the answer goes when no modal can be shown any more. */
  readonly otherwise: (answer: Message | Form) => Promise<void>;
}

/** A way whose turns others may use, so that nothing of theirs comes between two views. */
export interface ModalResponder extends Responder {
  /**
   * Does something in place of the first view.
   *
   * @returns `false`, with nothing done, when a view is there already
   */
  insteadOfFirst(act: () => Promise<void>): Promise<boolean>;
}

/**
 * In a modal: opened, pushed over another, or the one that stands there already.
 *
 * @see https://docs.slack.dev/surfaces/modals
 */
export function createModalResponder(options: ModalResponderOptions): ModalResponder {
  const { tokens, scope, close, show, change, isBlind, waiting, otherwise } = options;
  let shown: string | null = null;
  let hasShown = false;
  let last: Promise<unknown> = Promise.resolve();

  async function put(answer: Message | Form): Promise<void> {
    const view = modalFor(answer, scope, close(), tokens);
    if (hasShown && shown !== null) {
      await change(shown, view);
      return;
    }
    shown = await show(view);
    hasShown = true;
  }

  async function putEitherForm(answer: Message | Form): Promise<void> {
    if (isBlind && !hasShown) return put(plainOf(answer) ?? answer);
    return withPlainFallback(answer, put);
  }

  async function deliver(answer: Message | Form): Promise<void> {
    try {
      await putEitherForm(answer);
    } catch (error) {
      if (!isResponseClosed(error)) throw error;
      // Whoever has closed the window does not want what was to stand in it.
      if (hasShown || isModalGone(error)) return;
      if (answer.kind === 'form' || !answer.isPassing) await otherwise(answer);
    }
  }

  /** One after the other: a view that is being opened cannot be changed yet. */
  async function inTurn<Outcome>(act: () => Promise<Outcome>): Promise<Outcome> {
    const turn = last.then(act);
    last = turn.catch(() => {});
    return turn;
  }
  const send = async (answer: Message | Form) => inTurn(async () => deliver(answer));

  return {
    message: send,
    form: send,
    tell: send,
    // Asked once its turn has come: the answer itself may be on its way to the window by now.
    hold: async () => inTurn(async () => (hasShown ? undefined : deliver(waiting()))),
    insteadOfFirst: async (act) =>
      inTurn(async () => {
        if (hasShown) return false;
        await act();
        hasShown = true;
        return true;
      }),
  };
}

/** What one request may do in a window. */
interface ModalUpdate {
  /** Changes the window once earlier changes are through, unless it shows what was asked later. */
  change(act: () => Promise<unknown>): Promise<void>;
}

/** Keeps a slow answer from what somebody has asked for since in the same window. */
interface ModalSequence {
  /** Of what is asked in the window now. */
  later(viewId: string): ModalUpdate;
  /** Of what has opened the window, and was asked before all that is asked in it. */
  first(viewId: string): ModalUpdate;
}

interface Window {
  asked: number;
  /** Whose view stands there. */
  shown: number;
  last: Promise<unknown>;
}

/** Far more windows than anybody waits in. */
const WINDOWS_MAX = 2_000;

/** The claims of one instance; of what others answer in the same window it does not know. */
function createModalSequence(): ModalSequence {
  const windows = createBoundedMap<Window>({ max: WINDOWS_MAX });

  function windowOf(viewId: string): Window {
    const known = windows.get(viewId) ?? { asked: 0, shown: 0, last: Promise.resolve() };
    windows.set(viewId, known);
    return known;
  }

  function claimOf(window: Window, place: number): ModalUpdate {
    return {
      async change(act) {
        const turn = runInOrder(window, place, act);
        window.last = turn.catch(() => {});
        await turn;
      },
    };
  }

  return {
    later(viewId) {
      const window = windowOf(viewId);
      window.asked += 1;
      return claimOf(window, window.asked);
    },
    first: (viewId) => claimOf(windowOf(viewId), 0),
  };
}

async function runInOrder(
  window: Window,
  place: number,
  act: () => Promise<unknown>,
): Promise<void> {
  await window.last;
  if (place < window.shown) return;
  window.shown = place;
  await act();
}

import type { ModalView } from '@slack/types';

import type { Form, Message } from '../../views/message.ts';
import { type Bearing, modalFor } from '../payload.ts';
import { isWayClosed, isWindowGone, mayBeBlocks } from '../refusal-code.ts';
import type { Seal } from '../seal.ts';
import type { Way } from './way.ts';

export interface ModalWayOptions {
  readonly seal: Seal;
  readonly bearing: Bearing;
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
export interface ModalWay extends Way {
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
export function createModalWay(options: ModalWayOptions): ModalWay {
  const { seal, bearing, close, show, change, isBlind, waiting, otherwise } = options;
  let shown: string | null = null;
  let hasShown = false;
  let last: Promise<unknown> = Promise.resolve();

  async function put(answer: Message | Form): Promise<void> {
    const view = modalFor(answer, bearing, close(), seal);
    if (hasShown && shown !== null) {
      await change(shown, view);
      return;
    }
    shown = await show(view);
    hasShown = true;
  }

  async function putEitherForm(answer: Message | Form): Promise<void> {
    const plain = plainOf(answer);
    if (plain === null) return put(answer);
    if (isBlind && !hasShown) return put(plain);
    try {
      await put(answer);
    } catch (error) {
      if (!mayBeBlocks(error)) throw error;
      await put(plain);
    }
  }

  async function deliver(answer: Message | Form): Promise<void> {
    try {
      await putEitherForm(answer);
    } catch (error) {
      if (!isWayClosed(error)) throw error;
      // Whoever has closed the window does not want what was to stand in it.
      if (hasShown || isWindowGone(error)) return;
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

function plainOf(answer: Message | Form): Message | null {
  if (answer.kind === 'form' || answer.plainBlocks === undefined) return null;
  return { ...answer, blocks: answer.plainBlocks };
}

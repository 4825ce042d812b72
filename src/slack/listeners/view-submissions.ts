import { setTimeout as delay } from 'node:timers/promises';

import type {
  AckFn,
  ViewOutput,
  ViewResponseAction,
  ViewStateValue,
  ViewSubmitAction,
} from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';

import type { FormValues } from '../../commands/command.ts';
import { mayBeRepeated, RepeatedFormError } from '../../commands/errors.ts';
import type { Answer, Message } from '../../views/message.ts';
import type { ReplayGuard } from '../admission.ts';
import type { ModalTarget } from '../respond/modal.ts';
import {
  type ActionScope,
  type ActionTokens,
  MODAL_CALLBACK,
  payloadFor,
  withPlainFallback,
} from '../respond/payload.ts';
import { ackOf, respondTo } from '../respond/respond.ts';
import { refreshHome } from './events.ts';
import {
  EXPIRED_NAME,
  type ListenerContext,
  privateMetadataOf,
  NO_ACTION,
  rejectExpired,
  requesterIn,
} from './listener.ts';

/**
 * Submitted forms.
 *
 * @see https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload
 */
export function registerViewSubmissionListener(context: ListenerContext): void {
  const { app, dispatcher, requestHandler, modals, tokens, replayGuard } = context;
  app.view<ViewSubmitAction>(
    { type: 'view_submission', callback_id: MODAL_CALLBACK },
    async (args) => {
      const { body } = args;
      const ack = ackOf(args);
      const { user, view } = body;
      const token = tokens.decode(privateMetadataOf(view));
      const isTheirs = token !== null && token.userId === user.id;
      // A form that can no longer be read closes with a message, not as if it had been accepted.
      const submitted = (isTheirs ? token.action : null) ?? NO_ACTION;
      const isExpired = submitted === 'expired';
      const action = isExpired ? NO_ACTION : submitted;
      const { channelId = null, responseUrl } = isTheirs ? token : {};
      const scope: ActionScope = { userId: user.id, channelId, responseUrl };
      const below = isTheirs && token.returns === true ? (view.previous_view_id ?? null) : null;
      const messageUrl = isTheirs && token.replaces === true ? responseUrl : undefined;
      const replace =
        messageUrl === undefined
          ? undefined
          : async (message: Message) => replacedInTime(message, messageUrl, scope, tokens);
      const target = targetOf(view.id, below, ack, replace);
      const responder = modals.responder(target, scope, user.id, action);
      const submission = createSubmission(replayGuard, view.private_metadata);
      const returnForm = async (reason: Message) =>
        submission.isOpen()
          ? responder.showAgain(
              returnedForm(view, payloadFor(reason, scope, tokens).blocks),
              reason,
            )
          : responder.sendPrivately(reason);
      await requestHandler.handle({
        ...requesterIn(body),
        channelId,
        surface: 'form',
        audience: 'person',
        responseUrl,
        responder: {
          ...responder,
          correct: async (fields) =>
            responder.replaceFirst(async () =>
              ack({ response_action: 'errors', errors: { ...fields } }),
            ),
          ...(isExpired ? {} : { returnForm }),
        },
        name: isExpired ? EXPIRED_NAME : action.command || 'unknown',
        again: null,
        answer: isExpired
          ? rejectExpired
          : (requestInfo) => {
              const returns = below !== null || replace !== undefined;
              const place = { ...requestInfo.place, returns };
              return submission.answer(() =>
                dispatcher.submit(action, formValues(view.state.values), { ...requestInfo, place }),
              );
            },
      });
      // It was opened from the Home tab, which still shows how things were before.
      const isFromHome = isTheirs && channelId === null && responseUrl === undefined;
      if (isFromHome && !submission.isOpen()) {
        await requestHandler.track(refreshHome(requesterIn(body), context));
      }
    },
  );
}

/** Where the answer goes: in place of the form, of the modal `below` it, or of the message there. */
function targetOf(
  formId: string,
  below: string | null,
  acknowledge: AckFn<ViewResponseAction>,
  replace: ((message: Message) => Promise<boolean>) | undefined,
): ModalTarget {
  const ack = async (view: ModalView | null) =>
    view === null ? acknowledge() : acknowledge({ response_action: 'update', view });
  return below === null
    ? { kind: 'acknowledge', viewId: formId, ack, replace }
    : { kind: 'return', viewId: below, formId, ack };
}

/** Slack waits 3 s for the acknowledgement, which closes the form after this. */
const REPLACED_MS_MAX = 1_000;

/** Shows the answer to a form in the message below it; `false` when it does not stand there in time. */
async function replacedInTime(
  message: Message,
  responseUrl: string,
  scope: ActionScope,
  tokens: ActionTokens,
): Promise<boolean> {
  const fields = { response_type: 'ephemeral', replace_original: true };
  const own = { userId: scope.userId, channelId: scope.channelId };
  const replaced = withPlainFallback(message, async (form) =>
    respondTo(responseUrl, { ...fields, ...payloadFor(form, own, tokens) }),
  ).then(
    () => true,
    // The modal shows it in its place.
    () => false,
  );
  return Promise.race([replaced, delay(REPLACED_MS_MAX, false, { ref: false })]);
}

interface Submission {
  /**
   * The answer to a form that is submitted for the first time.
   *
   * @throws {RepeatedFormError} when it was submitted before, to any instance
   */
  answer(submit: () => AsyncIterable<Answer>): AsyncGenerator<Answer>;
  /** Whether the form may be submitted, for the first time or once more. */
  isOpen(): boolean;
}

/** What an answer sends anew each time; messages and forms take the place of those before. */
const SENT_AWAY: ReadonlySet<Answer['kind']> = new Set(['post', 'document', 'direct']);

/**
 * Each form shown has metadata of its own, encrypted with a nonce. One that failed before anything was
 * sent may be submitted again, corrected or as it was, unless the database may have done what it asks.
 */
function createSubmission(replayGuard: ReplayGuard, metadata: string): Submission {
  const key = `form ${metadata}`;
  let isOpen = true;
  return {
    isOpen: () => isOpen,
    async *answer(submit) {
      isOpen = false;
      if (!(await replayGuard.take(key))) throw new RepeatedFormError();
      let hasSent = false;
      try {
        for await (const part of submit()) {
          hasSent ||= SENT_AWAY.has(part.kind);
          yield part;
        }
      } catch (error) {
        if (!hasSent && mayBeRepeated(error)) {
          replayGuard.release(key);
          isOpen = true;
        }
        throw error;
      }
    },
  };
}

/**
 * The values of a modal's inputs, by the name of the field; empty inputs are left out.
 *
 * @see https://docs.slack.dev/reference/views#view-state
 */
function formValues(
  values: Readonly<Record<string, Readonly<Record<string, ViewStateValue>>>>,
): FormValues {
  // Not by assignment: a field may have the name of a property of every object.
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, elements]) => {
      const [element] = Object.values(elements);
      const value = element === undefined ? null : valueOf(element);
      return value !== null && value.length > 0 ? [[name, value] as const] : [];
    }),
  );
}

function valueOf(element: ViewStateValue): string | readonly string[] | null {
  const {
    selected_options: options,
    selected_conversations: conversations,
    selected_users: users,
  } = element;
  return (
    options?.map(({ value }) => value ?? '') ??
    conversations ??
    users ??
    element.value ??
    element.selected_option?.value ??
    element.selected_time ??
    element.selected_date ??
    element.selected_conversation ??
    element.selected_channel ??
    element.selected_user ??
    null
  );
}

/** Blocks that a modal takes. */
const BLOCKS_MAX = 100;

/** The start of the ids of the blocks that say why a form came back. */
const REASON_ID = 'reason-';

/**
 * A submitted form once more, with what was filled in, below why it was not taken. It keeps its
 * metadata, so that it can be submitted again.
 *
 * @see https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload
 */
export function returnedForm(view: ViewOutput, reason: readonly KnownBlock[]): ModalView {
  const { callback_id, title, close, submit, private_metadata, state } = view;
  const asked = view.blocks.filter(({ block_id: id }) => id?.startsWith(REASON_ID) !== true);
  const blocks = asked.map((block) => refilled(block, state.values[block.block_id ?? '']));
  // The next reason takes the place of this one.
  const reasons = reason.map((block, index) => ({ ...block, block_id: `${REASON_ID}${index}` }));
  return {
    type: 'modal',
    callback_id,
    title,
    ...(close === null ? {} : { close }),
    ...(submit === null ? {} : { submit }),
    private_metadata,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Slack's own blocks come back.
    blocks: [...reasons, ...(blocks as KnownBlock[])].slice(0, BLOCKS_MAX),
  };
}

/** Where each value of a view's state is set as the initial one of its element. */
const INITIAL = {
  value: 'initial_value',
  selected_option: 'initial_option',
  selected_options: 'initial_options',
  selected_conversation: 'initial_conversation',
  selected_conversations: 'initial_conversations',
  selected_channel: 'initial_channel',
  selected_user: 'initial_user',
  selected_users: 'initial_users',
  selected_time: 'initial_time',
  selected_date: 'initial_date',
} as const satisfies Partial<Record<keyof ViewStateValue, string>>;

/** The block with what was filled in; what was emptied stays empty. */
function refilled<Block extends object>(
  block: Block,
  values: Readonly<Record<string, ViewStateValue>> | undefined,
): Block {
  if (values === undefined || !('element' in block)) return block;
  const [value] = Object.values(values);
  const element = Object.entries(Object(block.element)).filter(
    ([key]) => !key.startsWith('initial_'),
  );
  const initial = Object.entries(INITIAL).flatMap(([key, name]) => {
    const filledIn: unknown = Object(value)[key];
    return isEmpty(filledIn) ? [] : [[name, filledIn] as const];
  });
  return { ...block, element: Object.fromEntries([...element, ...initial]) };
}

/** Slack refuses an initial value that is empty. */
function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}

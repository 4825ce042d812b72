import type { Form, Message } from '../../views/message.ts';
import { isResponseClosed } from '../api-errors.ts';
import type { Messenger } from '../post/messenger.ts';
import type { ActionTokens } from './action-token.ts';
import { type ActionScope, payloadFor, withPlainFallback } from './payload.ts';
import type { Responder } from './responder.ts';
import { respondTo } from './response-url.ts';

/**
 * How often a response URL may be used.
 *
 * @see https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
 */
const USES_MAX = 5;

/**
 * Sends a message to a response URL; to the person's direct message when there is none, or when it
 * is used up.
 *
 * @param fields how Slack shows it: `response_type` and `replace_original`
 */
export async function respondOrDirect(
  message: Message,
  fields: object,
  { responseUrl, scope, userId, tokens, messenger }: ResponseTarget,
): Promise<void> {
  if (responseUrl === undefined) return messenger.direct(message, userId);
  try {
    await withPlainFallback(message, async (form) =>
      respondTo(responseUrl, { ...fields, ...payloadFor(form, scope, tokens) }),
    );
  } catch (error) {
    if (!isResponseClosed(error)) throw error;
    await messenger.direct(message, userId);
  }
}

type ResponseTarget = Pick<
  RespondOptions,
  'responseUrl' | 'scope' | 'userId' | 'tokens' | 'messenger'
>;

export interface RespondOptions {
  /** `undefined` where Slack gave none. */
  readonly responseUrl: string | undefined;
  /** `command`: its messages cannot be replaced, so there is only one sign of life. */
  readonly origin: 'command' | 'action';
  /** Whether everybody in the channel sees the message with the button. */
  readonly isPublic: boolean;
  readonly scope: ActionScope;
  readonly userId: string;
  readonly tokens: ActionTokens;
  readonly messenger: Messenger;
  /** Called with the message that replaced one for the whole channel. */
  readonly onReplaced?: (message: Message) => Promise<void>;
  /** Opens a form in a modal; gives the message to show when it could not. */
  readonly openForm: (form: Form) => Promise<Message | null>;
}

/** A responder by the response URL of a command or a button, or by direct message after that. */
export function createRespond(options: RespondOptions): Responder {
  const { responseUrl, origin, isPublic, scope, userId, tokens, messenger } = options;
  const { onReplaced: onShown, openForm } = options;
  const progressMax = origin === 'command' ? 1 : USES_MAX - 2;
  const isShared = scope.userId === null;
  let progressSent = 0;

  const respond = async (message: Message, fields: object, to: ActionScope) =>
    respondOrDirect(message, fields, { responseUrl, scope: to, userId, tokens, messenger });

  const newEphemeral = { response_type: 'ephemeral', replace_original: false };

  return {
    async message(message) {
      const { isPassing } = message;
      if (isPassing && (isShared || progressSent === progressMax)) return;
      if (isPassing) progressSent += 1;
      const fields = { response_type: 'ephemeral', replace_original: true };
      await respond(message, isShared ? { replace_original: true } : fields, scope);
      if (isShared) await onShown?.(message);
    },
    async form(form) {
      const late = await openForm(form);
      if (late !== null) await respond(late, newEphemeral, { ...scope, userId });
    },
    async sendPrivately(message) {
      const fields = isPublic ? newEphemeral : { ...newEphemeral, replace_original: true };
      await respond(message, fields, { ...scope, userId });
    },
  };
}

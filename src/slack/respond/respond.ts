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
  /** `typed`: what answers a command cannot be replaced, so only one sign of life is given. */
  readonly origin: 'command' | 'action';
  /** Whether everybody in the channel sees what the button stands in. */
  readonly isPublic: boolean;
  readonly scope: ActionScope;
  readonly userId: string;
  readonly tokens: ActionTokens;
  readonly messenger: Messenger;
  /** Hears what stands where everybody in the channel sees it. */
  readonly onShown?: (message: Message) => Promise<void>;
  /** Opens a form in a modal, or says why it could not. */
  readonly openForm: (form: Form) => Promise<Message | null>;
}

/** By the response URL of a command or of a button; by direct message once that is closed. */
export function createRespond(options: RespondOptions): Responder {
  const { responseUrl, origin, isPublic, scope, userId, tokens, messenger } = options;
  const { onShown, openForm } = options;
  const passingMax = origin === 'command' ? 1 : USES_MAX - 2;
  const isShared = scope.userId === null;
  let passingSent = 0;

  const respond = async (message: Message, fields: object, to: ActionScope) =>
    respondOrDirect(message, fields, { responseUrl, scope: to, userId, tokens, messenger });

  const alone = { response_type: 'ephemeral', replace_original: false };

  return {
    async message(message) {
      const { isPassing } = message;
      if (isPassing && (isShared || passingSent === passingMax)) return;
      if (isPassing) passingSent += 1;
      const fields = { response_type: 'ephemeral', replace_original: true };
      await respond(message, isShared ? { replace_original: true } : fields, scope);
      if (isShared) await onShown?.(message);
    },
    async form(form) {
      const late = await openForm(form);
      if (late !== null) await respond(late, alone, { ...scope, userId });
    },
    async tell(message) {
      const fields = isPublic ? alone : { ...alone, replace_original: true };
      await respond(message, fields, { ...scope, userId });
    },
  };
}

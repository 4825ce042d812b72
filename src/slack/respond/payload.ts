import { setTimeout as delay } from 'node:timers/promises';

import type {
  ActionsBlock,
  Button as SlackButton,
  KnownBlock,
  ModalView,
  Overflow,
  SectionBlock,
} from '@slack/types';
import { z } from 'zod';

import { decrypt, encrypt, keyFrom, packed, unpacked } from '../../lib/crypto.ts';
import { accessibleName } from '../../lib/text.ts';
import type {
  Block,
  Button,
  ButtonRow,
  ChartBlock,
  Form,
  MenuItem,
  Message,
  Picker,
  LinkButton,
  Action,
} from '../../views/message.ts';
import { isBlocksRejected } from '../web-api.ts';

/** Prefix of the action id of every button, so that one listener gets them all. */
export const ACTION_PREFIX = 'desk.';
/** Prefix of the action id of every select of rental files; the command's name follows. */
export const PICK_PREFIX = 'pick.';
/** Callback id of every modal. */
export const MODAL_CALLBACK = 'desk';

/** For whom and where actions are valid. */
export type ActionScope = Omit<ActionToken, 'action'>;

interface Payload {
  readonly text: string;
  readonly blocks: KnownBlock[];
}

/** The message with an action token in each button. */
export function payloadFor(
  { text, blocks }: Pick<Message, 'text' | 'blocks'>,
  scope: ActionScope,
  tokens: ActionTokens,
): Payload {
  return { text, blocks: encodeBlocks(blocks, scope, tokens) };
}

/** Over what has no title of its own. */
export const APP_NAME = 'Rental Desk';
// https://docs.slack.dev/reference/block-kit/blocks says which blocks a modal does not take.
const NOT_IN_MODALS: ReadonlySet<string> = new Set(['table', 'data_table', 'data_visualization']);

/** A text in which Slack reads neither markup nor emoji. */
export function plainText(text: string) {
  return { type: 'plain_text', text, emoji: false } as const;
}

/** The message, or the form, as a modal. */
export function modalFor(
  answer: Message | Form,
  scope: ActionScope,
  close: string,
  tokens: ActionTokens,
): ModalView {
  const blocks = answer.kind === 'form' ? answer.blocks : blocksWithout(NOT_IN_MODALS, answer);
  const action = answer.kind === 'form' ? answer.action : null;
  return {
    type: 'modal',
    callback_id: MODAL_CALLBACK,
    title: plainText(answer.title ?? APP_NAME),
    close: plainText(close),
    ...(answer.kind === 'form' ? { submit: plainText(answer.submit) } : {}),
    private_metadata: tokens.encode({ ...scope, action }),
    blocks: encodeBlocks(blocks, scope, tokens),
  };
}

/** The blocks of a message for a place that does not take some kinds of them. */
function blocksWithout(
  kinds: ReadonlySet<string>,
  { blocks, plainBlocks }: Message,
): readonly Block[] {
  return plainBlocks !== undefined && blocks.some(({ type }) => kinds.has(type))
    ? plainBlocks
    : blocks;
}

function encodeBlocks(
  blocks: readonly Block[],
  scope: ActionScope,
  tokens: ActionTokens,
): KnownBlock[] {
  return blocks.map((block, place) => {
    if (block.type === 'buttons') return actions(block, place, scope, tokens);
    if (block.type === 'row') {
      const accessory = buttonElement(block.button, String(place), scope, tokens);
      return { type: 'section', text: block.text, accessory };
    }
    if (block.type === 'picker') return selectBlock(block, place);
    return block.type === 'data_visualization' ? chartBlock(block) : block;
  });
}

function actions(
  { buttons, menu = [] }: ButtonRow,
  row: number,
  scope: ActionScope,
  tokens: ActionTokens,
): ActionsBlock {
  const options = menu.map((item) => ({ item, option: optionFor(item, scope, tokens) }));
  const long = options.flatMap(({ item, option }) =>
    option === null ? [{ spoken: item.label, ...item }] : [],
  );
  const elements = [...buttons, ...long].map((button, index) =>
    buttonElement(button, `${row}.${index}`, scope, tokens),
  );
  const short = options.flatMap(({ option }) => (option === null ? [] : [option]));
  return {
    type: 'actions',
    elements: short.length === 0 ? elements : [...elements, overflow(short, row)],
  };
}

function buttonElement(
  button: Button | LinkButton,
  place: string,
  { userId, channelId }: ActionScope,
  tokens: ActionTokens,
): SlackButton {
  const common = {
    type: 'button',
    text: plainText(button.label),
    accessibility_label: accessibleName(button),
  } as const;
  if ('url' in button)
    return {
      ...common,
      action_id: `${ACTION_PREFIX}link.${place}`,
      url: button.url,
      ...(button.style === undefined ? {} : { style: button.style }),
    };
  return {
    ...common,
    action_id: `${ACTION_PREFIX}${button.action.command}.${place}`,
    value: tokens.encode({ action: button.action, userId, channelId }),
    ...buttonStyle(button),
  };
}

/** @see https://docs.slack.dev/reference/block-kit/block-elements/overflow-menu-element */
function overflow(options: Overflow['options'], row: number): Overflow {
  return { type: 'overflow', action_id: `${ACTION_PREFIX}menu.${row}`, options };
}

function optionFor(
  { label, action }: MenuItem,
  { userId, channelId }: ActionScope,
  tokens: ActionTokens,
): Overflow['options'][number] | null {
  try {
    const value = tokens.encodeShort({ action, userId, channelId });
    return { text: plainText(label), value };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function buttonStyle({ style, question }: Button): Partial<SlackButton> {
  return {
    ...(style === undefined ? {} : { style }),
    ...(question === undefined
      ? {}
      : {
          confirm: {
            title: plainText(question.title),
            text: plainText(question.text),
            confirm: plainText(question.yes),
            deny: plainText(question.no),
            ...(style === undefined ? {} : { style }),
          },
        }),
  };
}

function selectBlock({ label, placeholder, command }: Picker, place: number): SectionBlock {
  return {
    type: 'section',
    block_id: `${PICK_PREFIX}${place}`,
    text: plainText(label),
    accessory: {
      type: 'external_select',
      action_id: `${PICK_PREFIX}${command}`,
      placeholder: plainText(placeholder),
      min_query_length: 0,
    },
  };
}

/** The chart block, which the library's types lack. */
function chartBlock(chart: ChartBlock): KnownBlock {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no type of the library fits.
  return chart as unknown as KnownBlock;
}

/**
 * Sends a message; when Slack rejects its blocks, sends it once more with its plain ones.
 *
 * @param pauseMs before the second try: a rejected post counts for Slack's rate limit, too
 */
export async function withPlainFallback<Answer extends Message | Form, Sent>(
  answer: Answer,
  send: (answer: Answer) => Promise<Sent>,
  pauseMs = 0,
): Promise<Sent> {
  try {
    return await send(answer);
  } catch (error) {
    const plain = plainOf(answer);
    if (plain === null || !isBlocksRejected(error)) throw error;
    if (pauseMs > 0) await delay(pauseMs);
    return send(plain);
  }
}

/** The answer with plain blocks; `null` when it has no others. */
export function plainOf<Answer extends Message | Form>(answer: Answer): Answer | null {
  if (answer.kind === 'form' || answer.plainBlocks === undefined) return null;
  return { ...answer, blocks: answer.plainBlocks };
}

/** Contents of a button or a modal: its action, and for whom and where it is valid. */
export interface ActionToken {
  /** `null` for a modal that is no form. */
  readonly action: Action | null;
  /** The person to whom the answer was shown; `null` when it was everybody in the channel. */
  readonly userId: string | null;
  /** Where it was asked for; `null` outside a channel. */
  readonly channelId: string | null;
  /** Of a modal: response URL of the message that it was opened from. */
  readonly responseUrl?: string | undefined;
  /** Of a form: whether its answer takes the place of the modal below it. */
  readonly returns?: boolean | undefined;
  /** Of a form: whether it takes that of the message below it, which is the person's alone. */
  readonly replaces?: boolean | undefined;
}

/** Contents of an entry of a menu. */
interface ShortToken extends ActionToken {
  readonly action: Action;
}

/** A token that was read; of one older than 30 days the action is gone. */
interface DecodedToken extends Omit<ActionToken, 'action'> {
  readonly action: Action | 'expired' | null;
}

/** Encrypted tokens in the values of buttons and the metadata of modals. */
export interface ActionTokens {
  /** A value for Slack to carry: at most 2,000 characters in a button, 3,000 in a modal. */
  encode(token: ActionToken): string;
  /**
   * A value of at most 150 characters, for an entry of a menu.
   *
   * @throws {RangeError} when the token is longer
   */
  encodeShort(token: ShortToken): string;
  /** The token in a value of either length; `null` when it was not encrypted with this secret. */
  decode(value: string): DecodedToken | null;
}

interface ActionTokensOptions {
  /** Decrypts values from before the secret was changed; never encrypts. */
  readonly previousSecret?: string | null;
  /** Epoch milliseconds; without it nothing expires. */
  readonly now?: () => number;
}

/** In place of an action that only another version can read; no command has this name. */
const FOREIGN_ACTION: Action = { command: 'of-another-version', args: {} };

/** On the wire an action stands under `press`, as it did in version 0.1.0. */
const Contents = z.object({
  press: z
    .object({
      command: z.string(),
      args: z.record(z.string(), z.union([z.string(), z.number()])),
      opens: z.literal('modal').exactOptional(),
    })
    .nullable()
    .catch(FOREIGN_ACTION),
  userId: z.string().nullable(),
  channelId: z.string().nullable(),
  responseUrl: z.string().optional(),
  returns: z.boolean().optional(),
  replaces: z.boolean().optional(),
  /** When it was made: hours since the epoch, as a button has little room. */
  hour: z.int(),
});

/**
 * Most characters in the value of an option.
 *
 * @see https://docs.slack.dev/reference/block-kit/composition-objects/option-object
 */
const OPTION_VALUE_MAX = 150;

const KEY_PURPOSE = 'rental-desk button';
const VALUE_LENGTH_MAX = 3_000;
const HOUR_MS = 3_600_000;
const HOURS_MAX = 30 * 24;

/**
 * Tokens encrypted with a key derived from the app's secret (HKDF-SHA256): every instance reads the
 * tokens of all others, also after a restart, and nobody else can read or forge one.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7516 compact JWE, direct encryption with A256GCM
 */
export function createActionTokens(
  secret: string,
  options: ActionTokensOptions = {},
): ActionTokens {
  const { previousSecret = null, now = () => 0 } = options;
  const key = keyFrom(secret, KEY_PURPOSE);
  const keys = previousSecret === null ? [key] : [key, keyFrom(previousSecret, KEY_PURPOSE)];
  const hourNow = () => Math.floor(now() / HOUR_MS);

  function textIn(value: string): string | null {
    for (const candidate of keys) {
      const text = value.includes('.')
        ? decryptCompact(value, candidate)
        : decryptShort(value, candidate);
      if (text !== null) return text;
    }
    return null;
  }

  return {
    encode: ({ action, ...scope }) =>
      encryptCompact(JSON.stringify({ press: action, ...scope, hour: hourNow() }), key),
    encodeShort({ action: { command, args, opens }, userId, channelId }) {
      const contents = [command, args, opens ? 1 : 0, userId, channelId, hourNow()];
      const value = packed(encrypt(withShortIds(JSON.stringify(contents)), key, SHORT));
      if (value.length > OPTION_VALUE_MAX) throw new RangeError(`too much for a menu: ${command}`);
      return value;
    },
    decode(value) {
      const text = value.length > VALUE_LENGTH_MAX ? null : textIn(value);
      if (text === null) return null;
      try {
        const { hour, press, ...scope } = contentsOf(JSON.parse(withWholeIds(text)));
        return { ...scope, action: hourNow() - hour > HOURS_MAX ? 'expired' : press };
      } catch {
        return null;
      }
    },
  };
}

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;
/** No JSON holds this character as it is. */
const SHORT_ID = '\u0001';
const SHORT_IDS = new RegExp(`${SHORT_ID}([\\w-]{22})`, 'g');

/** UUIDs by their bytes: written out, the one of a rental file would not fit an entry of a menu. */
function withShortIds(json: string): string {
  return json.replaceAll(UUID, (id) => {
    return SHORT_ID + Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
  });
}

function withWholeIds(text: string): string {
  return text.replaceAll(SHORT_IDS, (_, short: string) => {
    const hex = Buffer.from(short, 'base64url').toString('hex');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  });
}

/** A menu has no room for the names of fields: what it opens is 0 for nothing, and 1 for a modal. */
function contentsOf(parsed: unknown): z.output<typeof Contents> {
  if (!Array.isArray(parsed)) return Contents.parse(parsed);
  const [command, args, opens, userId, channelId, hour]: unknown[] = parsed;
  const opened = opens === 0 ? {} : { opens: opens === 1 ? 'modal' : opens };
  return Contents.parse({ press: { command, args, ...opened }, userId, channelId, hour });
}

/** The only header that is written or read. */
const HEADER = Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url');
const HEADER_BYTES = Buffer.from(HEADER);

const PARTS = /^([\w-]+)\.\.([\w-]{16})\.([\w-]*)\.([\w-]{22})$/;

/**
 * A compact JWE, made synchronously. `jose` encrypts on the thread pool: that costs an answer with a
 * dozen buttons about 0.3 ms more, and two clicks in one modal could be read in the wrong order.
 *
 * @param key 32 bytes
 * @see https://www.rfc-editor.org/rfc/rfc7516 section 7.1; https://www.rfc-editor.org/rfc/rfc7518 section 5.3
 */
export function encryptCompact(text: string, key: Uint8Array): string {
  const { nonce, encrypted, tag } = encrypt(text, key, HEADER_BYTES);
  const parts = [nonce, encrypted, tag].map((part) => part.toString('base64url'));
  return `${HEADER}..${parts.join('.')}`;
}

/** The text of a compact JWE; `null` when it has another key or header, or was changed anywhere. */
export function decryptCompact(value: string, key: Uint8Array): string | null {
  const [, header, ...parts] = PARTS.exec(value) ?? [];
  if (header !== HEADER) return null;
  const [nonce, encrypted, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
  // Base64url has several spellings of the same bytes; only the canonical one is accepted.
  const isCanonical = [nonce, encrypted, tag].every(
    (bytes, index) => bytes?.toString('base64url') === parts[index],
  );
  if (!nonce || !encrypted || !tag || !isCanonical) return null;
  return decrypt({ nonce, encrypted, tag }, key, HEADER_BYTES);
}

/** What sets values of menus apart from compact JWEs under the same key. */
const SHORT = Buffer.from('short');

function decryptShort(value: string, key: Uint8Array): string | null {
  const parts = unpacked(value);
  return parts && decrypt(parts, key, SHORT);
}

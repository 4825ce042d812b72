import { isObject, objectsIn } from '../blocks/json-walk.ts';
import type { Json } from '../page-protocol.ts';
import type { Screen } from './open-views.ts';
import { APP, TEAM } from './team.ts';

/**
 * A view as Slack gives it to the app, with what was typed into it.
 *
 * @see https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload
 */
export function viewObject({ id, view, hash, root, previous, values }: Screen): Json {
  const isModal = view['type'] === 'modal';
  return {
    id,
    team_id: TEAM.id,
    type: view['type'],
    blocks: view['blocks'],
    private_metadata: view['private_metadata'] ?? '',
    callback_id: view['callback_id'] ?? '',
    external_id: view['external_id'] ?? '',
    state: { values: stateValues(view, values) },
    hash,
    title: isModal ? view['title'] : { type: 'plain_text', text: 'View Title', emoji: true },
    submit: view['submit'] ?? null,
    close: view['close'] ?? null,
    clear_on_close: view['clear_on_close'] ?? false,
    notify_on_close: view['notify_on_close'] ?? false,
    root_view_id: root,
    previous_view_id: previous,
    app_id: APP.id,
    app_installed_team_id: TEAM.id,
    bot_id: APP.botId,
  };
}

/** Elements that keep nothing: pressing them is all. */
const STATELESS = new Set(['button', 'overflow', 'workflow_button', 'icon_button', 'image']);

/** The field of `state.values` that holds what was chosen, by the element's type. */
const VALUE_FIELDS: Readonly<Record<string, string>> = {
  checkboxes: 'selected_options',
  radio_buttons: 'selected_option',
  datepicker: 'selected_date',
  timepicker: 'selected_time',
  datetimepicker: 'selected_date_time',
  static_select: 'selected_option',
  external_select: 'selected_option',
  users_select: 'selected_user',
  conversations_select: 'selected_conversation',
  channels_select: 'selected_channel',
  multi_static_select: 'selected_options',
  multi_external_select: 'selected_options',
  multi_users_select: 'selected_users',
  multi_conversations_select: 'selected_conversations',
  multi_channels_select: 'selected_channels',
  rich_text_input: 'rich_text_value',
  file_input: 'files',
};

/** Everything that can be filled in, by block id and action id: what was given, else the start. */
export function stateValues(container: Json, given: Json): Json {
  const values: Record<string, Record<string, unknown>> = {};
  for (const block of blocksOf(container)) {
    const blockId = String(block['block_id']);
    for (const element of elementsOf(block)) {
      const actionId = String(element['action_id']);
      const entries = isObject(given[blockId]) ? given[blockId] : {};
      values[blockId] ??= {};
      values[blockId][actionId] = entries[actionId] ?? untouched(element);
    }
  }
  return values;
}

/**
 * Inputs that must be filled in and are not, by block id.
 *
 * @param words of Slack for that
 */
export function missingInputs(
  container: Json,
  values: Json,
  words: string,
): Record<string, string> {
  const unfilled = blocksOf(container).filter((block) => {
    if (block['type'] !== 'input' || block['optional'] === true) return false;
    const entries = values[String(block['block_id'])];
    const [entry] = isObject(entries) ? Object.values(entries) : [];
    return isUnfilled(entry);
  });
  return Object.fromEntries(unfilled.map((block) => [String(block['block_id']), words]));
}

/** The ids of a view's input blocks, the only ones that words can be put under. */
export function inputIds(container: Json): string[] {
  const inputs = blocksOf(container).filter(({ type }) => type === 'input');
  return inputs.map((block) => String(block['block_id']));
}

function isUnfilled(entry: unknown): boolean {
  if (!isObject(entry)) return true;
  const { type: _, ...rest } = entry;
  return Object.values(rest).every(
    (value) => value === null || value === '' || (Array.isArray(value) && value.length === 0),
  );
}

function untouched(element: Json): Json {
  const type = String(element['type']);
  const field = VALUE_FIELDS[type] ?? 'value';
  const initial =
    element[
      field.replace('selected', 'initial').replace(/^value$|^rich_text_value$/, 'initial_value')
    ];
  const isList = field === 'selected_options' || field.endsWith('s');
  return { type, [field]: initial ?? (isList ? [] : null) };
}

function blocksOf({ blocks }: Json): Json[] {
  const top = Array.isArray(blocks) ? blocks.filter(isObject) : [];
  return top.flatMap((block) => [block, ...blocksOf({ blocks: block['child_blocks'] })]);
}

function elementsOf(block: Json): Json[] {
  if (block['type'] === 'container') return [];
  const found = Array.from(objectsIn(block), ({ object }) => object);
  return found.filter(
    (object) => object['action_id'] !== undefined && !STATELESS.has(String(object['type'])),
  );
}

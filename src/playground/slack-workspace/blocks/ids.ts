import type { Json } from '../page-protocol.ts';
import { type BlockError, misshapen } from './errors.ts';
import { isObject, objectsIn } from './json-walk.ts';

/** Names that are given twice: block ids on a surface, action ids in a block. */
export function repeatedNames(blocks: readonly unknown[]): BlockError[] {
  const errors: BlockError[] = [];
  const seen = new Set<unknown>();
  for (const [index, block] of blocks.entries()) {
    const actions = new Set<unknown>();
    for (const { path, object } of objectsIn(block, ['blocks', index])) {
      errors.push(...repeated('block_id', object, path, seen));
      errors.push(...repeated('action_id', object, path, actions));
    }
  }
  return errors;
}

function repeated(
  key: string,
  object: Readonly<Record<string, unknown>>,
  path: readonly PropertyKey[],
  seen: Set<unknown>,
): BlockError[] {
  const name = object[key];
  if (typeof name !== 'string' || name === '') return [];
  if (seen.has(name)) return [misshapen([...path, key], `\`${key}\` ${name} already exists`)];
  seen.add(name);
  return [];
}

/** Elements that Slack names when they come without an action id. */
const ELEMENT_TYPES =
  /^(button|workflow_button|overflow|checkboxes|radio_buttons|icon_button|feedback_buttons|file_input|.*picker|.*_select|.*_input)$/;

/** The blocks with the names that Slack gives to those that came without. */
export function withNames(blocks: readonly Json[], nextName: () => string): Json[] {
  return blocks.map((block) => namedBlock(block, nextName));
}

function namedBlock(block: Json, nextName: () => string): Json {
  const { block_id: given, ...rest } = block;
  return { ...inside(rest, nextName), block_id: given === undefined ? nextName() : given };
}

function inside(object: Json, nextName: () => string): Json {
  const isElement = ELEMENT_TYPES.test(String(object['type']));
  const named = isElement && object['action_id'] === undefined ? { action_id: nextName() } : {};
  const entries = Object.entries(object).map(([key, value]) => {
    if (key === 'child_blocks' && Array.isArray(value)) {
      return [key, withNames(value.filter(isObject), nextName)];
    }
    return [key, insideValue(value, nextName)];
  });
  return { ...Object.fromEntries(entries), ...named };
}

function insideValue(value: unknown, nextName: () => string): unknown {
  if (Array.isArray(value)) return value.map((item) => insideValue(item, nextName));
  return isObject(value) ? inside(value, nextName) : value;
}

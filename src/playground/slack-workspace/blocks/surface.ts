import { type BlockError, misshapen } from './errors.ts';
import { objectsIn } from './json-walk.ts';

export type Surface = 'message' | 'modal' | 'home';

/**
 * Blocks that do not stand everywhere, and where they do.
 *
 * @see https://docs.slack.dev/reference/block-kit/blocks
 */
const BLOCK_SURFACES: Readonly<Record<string, readonly Surface[]>> = {
  alert: ['modal'],
  carousel: ['message', 'home'],
  container: ['message', 'home'],
  context_actions: ['message'],
  data_table: ['message', 'home'],
  data_visualization: ['message', 'home'],
  file: ['message'],
  markdown: ['message'],
  plan: ['message'],
  table: ['message', 'home'],
  task_card: ['message'],
};

/** @see https://docs.slack.dev/reference/block-kit/block-elements */
const ELEMENT_SURFACES: Readonly<Record<string, readonly Surface[]>> = {
  datetimepicker: ['message', 'modal'],
  email_text_input: ['modal'],
  file_input: ['modal'],
  number_input: ['modal'],
  rich_text_input: ['modal', 'home'],
  url_text_input: ['modal'],
  workflow_button: ['message'],
};

const CHARTS_MAX = 2;
const MARKDOWN_MAX = 12_000;
const TABLE_MAX = 10_000;
const DATA_TABLE_MAX = 20_000;

/** Blocks and elements that may not stand on this surface, or not in this place. */
export function misplaced(blocks: readonly unknown[], surface: Surface): BlockError[] {
  const errors: BlockError[] = [];
  for (const { path, object } of objectsIn(blocks, ['blocks'])) {
    const type = String(object['type']);
    const isBlock = path.length === 2 || path.at(-2) === 'child_blocks';
    const surfaces = (isBlock ? BLOCK_SURFACES : ELEMENT_SURFACES)[type];
    const isOddAccessory = path.at(-1) === 'accessory' && type === 'datetimepicker';
    if (isOddAccessory || (surfaces && !surfaces.includes(surface))) {
      errors.push(misshapen([...path, 'type'], `unsupported type: ${type}`));
    }
  }
  return errors;
}

/** Errors for too many tables or charts, or too much text in them. */
export function overfull(blocks: readonly unknown[]): BlockError[] {
  const found = Array.from(objectsIn(blocks, ['blocks']));
  const ofType = (type: string) => found.filter(({ object }) => object['type'] === type);
  const errors: BlockError[] = [];

  const [, second] = [...ofType('table'), ...ofType('data_table')];
  if (second !== undefined) {
    errors.push(misshapen(second.path, 'only_one_table_allowed', 'invalid_attachments'));
  }
  const spare = ofType('data_visualization')[CHARTS_MAX];
  if (spare !== undefined) {
    errors.push(misshapen(spare.path, `no more than ${CHARTS_MAX} charts allowed`));
  }
  const bounds = [
    { type: 'markdown', max: MARKDOWN_MAX },
    { type: 'table', max: TABLE_MAX },
    { type: 'data_table', max: DATA_TABLE_MAX },
  ];
  for (const { type, max } of bounds) {
    const [first, ...others] = ofType(type);
    if (first === undefined) continue;
    const length = [first, ...others].reduce((sum, { object }) => sum + wordsIn(object), 0);
    if (length > max) errors.push(misshapen(first.path, `must be less than ${max + 1} characters`));
  }
  return errors;
}

/** How many characters the texts of a block have, without any markup around them. */
function wordsIn(block: unknown): number {
  const texts = Array.from(objectsIn(block), ({ object }) => object['text']);
  return texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0);
}

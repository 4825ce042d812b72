import { z } from 'zod';

import { type BlockError, errorsOf, misshapen } from './errors.ts';
import { repeatedNames } from './ids.ts';
import { block } from './schema/block.ts';
import { RENDERED_MAX, renderedLength } from './size.ts';
import { misplaced, overfull, type Surface } from './surface.ts';

const BLOCKS_MAX = { message: 50, modal: 100, home: 100 } as const;

/**
 * Errors for which Slack would reject blocks, each with a JSON pointer below `/blocks`; empty when
 * it would take them.
 *
 * @see https://docs.slack.dev/reference/block-kit/blocks
 */
export function blockErrors(blocks: unknown, surface: Surface): BlockError[] {
  const max = BLOCKS_MAX[surface];
  const shape = z.array(block).max(max).safeParse(blocks, { reportInput: true });
  if (!shape.success) return errorsOf(shape.error.issues, ['blocks']);
  const found = [
    ...misplaced(shape.data, surface),
    ...repeatedNames(shape.data),
    ...overfull(shape.data),
  ];
  if (surface === 'message' && renderedLength(shape.data) > RENDERED_MAX) {
    found.push(misshapen(['blocks'], 'msg_blocks_too_long', 'msg_blocks_too_long'));
  }
  return found;
}

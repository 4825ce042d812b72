import { type Block, KnownBlock } from './block.ts';

/** Reads blocks and gives each an id by its position, which identifies its elements. */
export function readBlocks(blocks: readonly unknown[], prefix = 'block'): readonly Block[] {
  return blocks.map((raw, index) => readBlock(raw, `${prefix}-${index}`));
}

function readBlock(raw: unknown, id: string): Block {
  const { success, data } = KnownBlock.safeParse(raw);
  if (!success) return { type: 'other', block_id: id, raw: Object(raw) };
  const block_id = data.block_id || id;
  if (data.type !== 'container') return { ...data, block_id };
  return { ...data, block_id, children: readBlocks(data.child_blocks, block_id) };
}

import type { Surface } from '../../../../src/playground/slack-workspace/blocks/surface.ts';
import type { Json } from '../../../../src/playground/slack-workspace/page-protocol.ts';

/** Something that Slack limits, by number or by length. */
export interface Limit {
  readonly what: string;
  readonly max: number;
  readonly at: string;
  readonly on?: Surface;
  /** Blocks with so many of it. */
  readonly of: (size: number) => Json[];
}

import type { Element } from '../block-kit/element.ts';

export interface ElementProps {
  readonly element: Element;
  readonly blockId: string;
  /** Accessible name of the element. */
  readonly name?: string | undefined;
  /** The id of the hint, or of what is wrong. */
  readonly noteId?: string;
  readonly isWrong?: boolean;
  /** Cleared for an input that stays silent until the form is submitted; others tell at once. */
  readonly dispatches?: boolean;
}

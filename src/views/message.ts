import type { KnownBlock } from '@slack/types';

/** What a button asks for when it is pressed: a command again, with these arguments. */
export interface Press {
  readonly command: string;
  readonly args: Readonly<Record<string, string | number>>;
}

/** A button before it is sent; the porch seals its `press` into the value that Slack carries. */
export interface Button {
  /** At most 75 characters; clients show about 30. */
  readonly label: string;
  /** What a screen reader says instead of `label`. */
  readonly spoken: string;
  readonly press: Press;
}

/** A row of buttons, at most 25. */
export interface ButtonRow {
  readonly type: 'buttons';
  readonly buttons: readonly Button[];
}

/** A message for one person, ready but for the sealing of its buttons. */
export interface Message {
  /** Says all that the blocks say: it is what screen readers and notifications use. */
  readonly text: string;
  /** At most 50. */
  readonly blocks: readonly (KnownBlock | ButtonRow)[];
  /** Stands only until the next message of the same answer takes its place. */
  readonly isPassing: boolean;
  /** What went wrong on the way and the message tells of, for the log. */
  readonly trouble?: unknown;
}

import type { KnownBlock } from '@slack/types';

/** What a button asks for when it is pressed: a command again, with these arguments. */
export interface Action {
  readonly command: string;
  readonly args: Readonly<Record<string, string | number>>;
  /** Answered in a window of its own instead of in the place of the message. */
  readonly opens?: 'modal';
}

/** Asked before a button's press counts. */
interface Question {
  /** At most 100 characters. */
  readonly title: string;
  /** At most 300 characters. */
  readonly text: string;
  /** At most 30 characters, like `no`. */
  readonly yes: string;
  readonly no: string;
}

/** A button before it is sent; the porch seals its `press` into the value that Slack carries. */
export interface Button {
  /** At most 75 characters; clients show about 30. */
  readonly label: string;
  /** What a screen reader says instead of `label`; at most 75 characters. */
  readonly spoken: string;
  readonly action: Action;
  readonly style?: 'primary' | 'danger';
  readonly question?: Question;
}

/** A button that leaves Slack. */
export interface LinkButton {
  readonly label: string;
  readonly spoken: string;
  readonly url: string;
}

/** A row of buttons, at most 25. */
export interface ButtonRow {
  readonly type: 'buttons';
  readonly buttons: readonly (Button | LinkButton)[];
}

/** A field that offers rental files while somebody types; what is picked goes to `command`. */
export interface Picker {
  readonly type: 'picker';
  readonly label: string;
  readonly placeholder: string;
  readonly command: string;
}

/**
 * A chart, which the library's own types do not know yet.
 *
 * @see https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block
 */
export interface ChartBlock {
  readonly type: 'data_visualization';
  /** At most 50 characters. */
  readonly title: string;
  readonly chart: {
    readonly type: 'bar' | 'line' | 'area';
    readonly series: readonly {
      readonly name: string;
      readonly data: readonly { readonly label: string; readonly value: number }[];
    }[];
    readonly axis_config: {
      readonly categories: readonly string[];
      readonly x_label?: string;
      readonly y_label?: string;
    };
  };
}

/** A block before it is sent. */
export type Block = KnownBlock | ChartBlock | ButtonRow | Picker;

/** A message, ready but for the sealing of its buttons: for one person, a modal, Home or a channel. */
export interface Message {
  readonly kind: 'message';
  /** The heading where it is shown in a modal, at most 24 characters; the app's name without it. */
  readonly title?: string;
  /** Says all that the blocks say: it is what screen readers and notifications use. */
  readonly text: string;
  /** At most 50. */
  readonly blocks: readonly Block[];
  /** Says the same with blocks that every Slack draws everywhere, where `blocks` has others. */
  readonly plainBlocks?: readonly Block[];
  /** Stands only until the next message of the same answer takes its place. */
  readonly isPassing: boolean;
  /** Ids of the rental files in it that are not closed: where it stands for all, it may have to go. */
  readonly files?: readonly string[];
  /** What went wrong on the way and the message tells of, for the log. */
  readonly trouble?: unknown;
}

/** Something to fill in, in a modal. The `block_id` of each input is the name of its field. */
export interface Form {
  readonly kind: 'form';
  /** At most 24 characters, like `submit`. */
  readonly title: string;
  /** What it is for, in one sentence, where the form itself cannot be shown. */
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly submit: string;
  /** Whom it is handed to; what was filled in comes beside the arguments. */
  readonly action: Action;
}

/** A file, for the person alone. */
export interface Document {
  readonly kind: 'document';
  readonly fileName: string;
  readonly content: string;
  /** What it is, beside it. */
  readonly text: string;
}

/** A message for everybody in the channel where it was asked for. */
interface Post {
  readonly kind: 'post';
  readonly message: Message;
}

/** Whatever a command answers with. */
export type Answer = Message | Form | Document | Post;

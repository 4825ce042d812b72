import type { KnownBlock, MrkdwnElement, PlainTextElement } from '@slack/types';

import type { FileEntity } from './files/link-preview.ts';

/** Action of a button: a command with arguments. */
export interface Action {
  readonly command: string;
  readonly args: Readonly<Record<string, string | number>>;
  /** Answered in a modal instead of in place of the message. */
  readonly opens?: 'modal';
}

/** Confirmation dialog of a button. */
interface Question {
  /** At most 100 characters. */
  readonly title: string;
  /** At most 300 characters. */
  readonly text: string;
  /** At most 30 characters, like `no`. */
  readonly yes: string;
  readonly no: string;
}

/** A button; `slack/` encrypts its action into the button's value. */
export interface Button {
  /** At most 75 characters; clients show about 30. */
  readonly label: string;
  /** What it does, for screen readers, which say `label` before it; at most 75 characters. */
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
  readonly style?: 'primary';
}

/** An entry of a menu. */
export interface MenuItem {
  /** At most 75 characters. */
  readonly label: string;
  /** A command and two short arguments fit; one with a longer action becomes a button. */
  readonly action: Action;
  /** Name of that button for screen readers; without it, the label. */
  readonly spoken?: string;
}

/** A row of buttons, at most 24 beside a menu. */
export interface ButtonRow {
  readonly type: 'buttons';
  readonly buttons: readonly (Button | LinkButton)[];
  /** Further actions behind three dots, at most 5; no menu when there are none. */
  readonly menu?: readonly MenuItem[];
}

/** A text with a button at its right. */
export interface Row {
  readonly type: 'row';
  readonly text: PlainTextElement | MrkdwnElement;
  readonly button: Button;
}

/** A select that searches rental files; the picked file goes to `command`. */
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
    };
  };
}

/** A block before it is sent. */
export type Block = KnownBlock | ChartBlock | ButtonRow | Row | Picker;

/** A message for one person, a modal, the Home tab or a channel; its actions are not encrypted yet. */
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
  /** Whether it stands only until the next message of the same answer takes its place. */
  readonly isProgress?: true;
  /** Ids of the rental files in it that are not closed: where it stands for all, it may have to go. */
  readonly files?: readonly string[];
  /** Whether it shows only what a channel that is shared with another organisation may see. */
  readonly isForOutside?: true;
  /** Whether it shows how to reach people: its reader is looked up anew right before it is sent. */
  readonly isConfidential?: true;
  /** The same as a Work Object, where it is shown in one. */
  readonly entity?: FileEntity;
  /** Error that the message reports, which is logged as a warning. */
  readonly warning?: unknown;
}

/** Something to fill in, in a modal. The `block_id` of each input is the name of its field. */
export interface Form {
  readonly kind: 'form';
  /** At most 24 characters, like `submit`. */
  readonly title: string;
  /** Purpose in one sentence, where the form itself cannot be shown. */
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly submit: string;
  /** Action of the submission; the form's values come beside the arguments. */
  readonly action: Action;
  /**
   * Whether its answer is what the form was opened from, as it is now: that is updated, instead of
   * being covered by the same once more. `Place.returns` tells the command.
   */
  readonly returns?: true;
}

/** A file, for the person alone. */
export interface Document {
  readonly kind: 'document';
  readonly fileName: string;
  readonly content: string;
  /** Text beside the file. */
  readonly text: string;
}

/** A message for everyone in the channel of the request. */
interface Post {
  readonly kind: 'post';
  readonly message: Message;
}

/**
 * What became of a direct message: `no_access`, its reader may not use the app; `no_directs`, nobody
 * gets any; `failed`, it was certainly not sent; `unclear`, it may have been; `left`, it was too late
 * for this process, so that another one sends it.
 */
export type DirectOutcome = 'sent' | 'no_access' | 'no_directs' | 'failed' | 'unclear' | 'left';

/** A message for another person. It goes to them before the answer goes on. */
interface Direct {
  readonly kind: 'direct';
  /** Slack id. */
  readonly to: string;
  /** By which it is found again; it says nothing of its content. */
  readonly key: string;
  /** @param locale the reader's at Slack; `null` when unknown */
  readonly messageFor: (locale: string | null) => Message;
  /** Called right before it is sent; throws a `RetryLaterError` when another process may send it. */
  readonly check?: () => void;
  /** Called with what became of it. */
  readonly onOutcome: (outcome: DirectOutcome) => void;
}

/** Answer of a command. */
export type Answer = Message | Form | Document | Post | Direct;

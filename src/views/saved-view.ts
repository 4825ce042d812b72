import { bold, buttons, plain, richText } from './blocks.ts';
import type { Button, Message, Press } from './message.ts';
import { escaped, oneLine } from './service-text.ts';
import type { Words } from './words/words.ts';

/** A saved view as a list shows it. Text is as somebody typed it. */
export interface ViewLine {
  readonly name: string;
  /** What it asks for, in words; `null` when its query can no longer be read. */
  readonly query: string | null;
  readonly run: Press;
  readonly remove: Press;
}

const NAME_LENGTH_MAX = 60;
const QUERY_LENGTH_MAX = 300;
const SPOKEN_NAME_LENGTH_MAX = 40;

/** Confirms that a view was saved, or changed, and says what it asks for. */
export function viewSavedView(line: ViewLine, isNew: boolean, words: Words): Message {
  const { savedViews } = words;
  const name = viewName(line.name, NAME_LENGTH_MAX);
  const outcome = isNew ? savedViews.saved(name) : savedViews.replaced(name);
  const asks = savedViews.asks(oneLine(line.query ?? savedViews.unreadable, QUERY_LENGTH_MAX));
  return said(
    words,
    [outcome, asks],
    [runButton(line.name, line.run, words), removeButton(line.name, line.remove, words)],
  );
}

/** Asks whether a new query shall take the place of a view's; `null` where no button can say so. */
export function viewTakenView(
  line: ViewLine,
  newQuery: string,
  replace: Press | null,
  words: Words,
): Message {
  const { savedViews } = words;
  const name = viewName(line.name, NAME_LENGTH_MAX);
  const put = { label: savedViews.replace, spoken: savedViews.replaceSpoken };
  return said(
    words,
    [
      savedViews.taken(name),
      savedViews.asks(oneLine(line.query ?? savedViews.unreadable, QUERY_LENGTH_MAX)),
      savedViews.wouldAsk(oneLine(newQuery, QUERY_LENGTH_MAX)),
    ],
    [
      ...(replace ? [{ ...put, press: replace, style: 'primary' as const }] : []),
      ...(line.query === null ? [] : [runButton(line.name, line.run, words)]),
      removeButton(line.name, line.remove, words),
    ],
  );
}

/** Confirms that a view is gone; `all` lists those that are left. */
export function viewRemovedView(name: string, all: Press, words: Words): Message {
  const { savedViews } = words;
  return said(
    words,
    [savedViews.removed(viewName(name, NAME_LENGTH_MAX))],
    [allButton(all, words)],
  );
}

/** A view's name as one line, never empty. */
export function viewName(name: string, lengthMax: number): string {
  return oneLine(name, lengthMax) || '?';
}

/** Leads to all views of a channel. */
export function allButton(press: Press, { savedViews }: Words): Button {
  return { label: savedViews.all, spoken: savedViews.allSpoken, press };
}

/** Removes a view, after a question. */
export function removeButton(name: string, press: Press, { savedViews }: Words): Button {
  return {
    label: savedViews.remove,
    spoken: savedViews.removeSpoken(viewName(name, SPOKEN_NAME_LENGTH_MAX)),
    press,
    question: {
      title: savedViews.removeTitle,
      text: savedViews.removeText(viewName(name, NAME_LENGTH_MAX)),
      yes: savedViews.yes,
      no: savedViews.no,
    },
  };
}

/** Runs a view. */
export function runButton(name: string, press: Press, { savedViews }: Words): Button {
  const spoken = savedViews.runSpoken(viewName(name, SPOKEN_NAME_LENGTH_MAX));
  return { label: savedViews.run, spoken, press };
}

function said({ savedViews }: Words, sentences: readonly string[], row: Button[]): Message {
  const [first = '', ...others] = sentences;
  return {
    kind: 'message',
    title: savedViews.heading,
    isPassing: false,
    text: escaped(sentences.join('\n')),
    blocks: [
      richText([bold(first), ...others.flatMap((sentence) => [plain(`\n${sentence}`)])]),
      buttons(...row),
    ],
  };
}

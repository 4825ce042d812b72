import type { Messages } from '../i18n/types.ts';
import {
  bold,
  buttonFor,
  buttons,
  context,
  escaped,
  fitted,
  header,
  oneLine,
  pageButtons,
  pagePlace,
  paragraph,
  plain,
  richText,
  type Turning,
} from './block-kit.ts';
import type { Block, Button, Message, Action } from './message.ts';

/** A saved view in a list. Text is as it was typed. */
export interface ViewLine {
  readonly name: string;
  /** The query in words; `null` when it can no longer be read. */
  readonly query: string | null;
  readonly run: Action;
  readonly remove: Action;
}

const NAME_LENGTH_MAX = 60;
const QUERY_LENGTH_MAX = 300;
const SPOKEN_NAME_LENGTH_MAX = 40;

/**
 * Confirms that a view was saved, or changed, and says what it asks for.
 *
 * @param notices sentences about the query, which may quote what was typed
 */
export function viewSavedView(
  line: ViewLine,
  outcome: 'saved' | 'replaced' | 'renamed' | 'unchanged',
  notices: readonly string[],
  words: Messages,
): Message {
  const { savedViews } = words;
  const name = viewName(line.name, NAME_LENGTH_MAX);
  const asks = savedViews.asks(queryIn(line, words));
  return confirmation(words, [savedViews[outcome](name), asks, ...notices], buttonsOf(line, words));
}

/**
 * Says that a view has a name already.
 *
 * @param newQuery of which it asks whether it shall take the place of the view’s; `null` without one
 * @param replace `null` where no button can say so
 */
export function viewTakenView(
  line: ViewLine,
  newQuery: string | null,
  replace: Action | null,
  words: Messages,
): Message {
  const { savedViews } = words;
  const name = viewName(line.name, NAME_LENGTH_MAX);
  const put = { label: savedViews.replace, spoken: savedViews.replaceSpoken };
  return confirmation(
    words,
    [
      savedViews.taken(name),
      savedViews.asks(queryIn(line, words)),
      ...(newQuery === null ? [] : [savedViews.wouldAsk(oneLine(newQuery, QUERY_LENGTH_MAX))]),
    ],
    [
      ...(replace ? [{ ...put, action: replace, style: 'primary' as const }] : []),
      ...buttonsOf(line, words),
    ],
  );
}

/** Says that a view has another query than the one that was to be removed, and asks again. */
export function viewChangedView(line: ViewLine, words: Messages): Message {
  const { savedViews } = words;
  return confirmation(
    words,
    [
      savedViews.meanwhile(viewName(line.name, NAME_LENGTH_MAX)),
      savedViews.asks(queryIn(line, words)),
    ],
    buttonsOf(line, words),
  );
}

/** Confirms that a view is gone; `all` lists those that are left. */
export function viewRemovedView(name: string, all: Action, words: Messages): Message {
  const { savedViews } = words;
  return confirmation(
    words,
    [savedViews.removed(viewName(name, NAME_LENGTH_MAX))],
    [allButton(all, words)],
  );
}

/** A view's name as one line, never empty. */
function viewName(name: string, lengthMax: number): string {
  return oneLine(name, lengthMax) || '?';
}

/** Leads to all views of a channel. */
export function allButton(action: Action, { savedViews }: Messages): Button {
  return buttonFor(savedViews, 'all', action);
}

/** Removes a view, after a question. */
export function removeButton(name: string, action: Action, { savedViews }: Messages): Button {
  return {
    label: savedViews.remove,
    spoken: savedViews.removeSpoken(viewName(name, SPOKEN_NAME_LENGTH_MAX)),
    action,
    question: {
      title: savedViews.removeTitle,
      text: savedViews.removeText(viewName(name, NAME_LENGTH_MAX)),
      yes: savedViews.yes,
      no: savedViews.no,
    },
  };
}

/** Run it, unless it cannot be read, and remove it. */
function buttonsOf({ name, query, run, remove }: ViewLine, words: Messages): Button[] {
  const { run: label, runSpoken } = words.savedViews;
  const spoken = runSpoken(viewName(name, SPOKEN_NAME_LENGTH_MAX));
  return [
    ...(query === null ? [] : [{ label, spoken, action: run }]),
    removeButton(name, remove, words),
  ];
}

/** What a view asks for, in words. */
function queryIn(
  { query }: ViewLine,
  { savedViews }: Messages,
  lengthMax = QUERY_LENGTH_MAX,
): string {
  return query === null
    ? savedViews.unreadable
    : oneLine(query, Math.min(QUERY_LENGTH_MAX, lengthMax));
}

function confirmation(
  { savedViews }: Messages,
  sentences: readonly string[],
  row: Button[],
): Message {
  const [first = '', ...others] = sentences;
  return {
    kind: 'message',
    title: savedViews.heading,
    text: escaped(sentences.join('\n')),
    blocks: [
      richText([bold(first), ...others.flatMap((sentence) => [plain(`\n${sentence}`)])]),
      buttons(...row),
    ],
  };
}

/** One page of the saved views of a channel. */
export interface ViewsPage extends Turning {
  readonly lines: readonly ViewLine[];
  /** Views in the whole channel. */
  readonly total: number;
}

/** Characters of a query in the plain text, for each character of a name. */
const QUERY_SHARE = 4;

/** The saved views of a channel, each with the buttons to run and to remove it. */
export function savedViewsView(views: ViewsPage, words: Messages): Message {
  const { savedViews } = words;
  const { lines, total, previous, next } = views;
  const title = total === 0 ? savedViews.none : savedViews.title(total);
  const place = pagePlace(views, words);
  const turn = pageButtons(previous, next, words);
  return {
    kind: 'message',
    title: savedViews.heading,
    text: fitted((nameLengthMax) =>
      escaped(
        [
          [title, ...place].join(' · '),
          ...lines.map((line) => {
            const asked = queryIn(line, words, nameLengthMax * QUERY_SHARE);
            return `• ${savedViews.line(viewName(line.name, nameLengthMax), asked)}`;
          }),
          savedViews.how,
        ].join('\n'),
      ),
    ),
    blocks: [
      ...(total === 0 ? [paragraph(title)] : [header(title)]),
      ...(place.length === 0 ? [] : [context(...place)]),
      ...lines.flatMap((line): Block[] => [
        richText([bold(viewName(line.name, NAME_LENGTH_MAX)), plain(`\n${queryIn(line, words)}`)]),
        buttons(...buttonsOf(line, words)),
      ]),
      ...(turn.length === 0 ? [] : [buttons(...turn)]),
      context(savedViews.how),
    ],
  };
}

import { bold, buttons, context, header, paragraph, plain, richText } from './blocks.ts';
import { fitted } from './fitting.ts';
import type { Block, Message, Press } from './message.ts';
import { removeButton, runButton, type ViewLine, viewName } from './saved-view.ts';
import { escaped, oneLine } from './service-text.ts';
import type { Words } from './words/words.ts';

/** One page of the saved views of a channel. */
export interface ViewsPage {
  readonly lines: readonly ViewLine[];
  /** Views in the whole channel. */
  readonly total: number;
  /** Counted from 1. */
  readonly page: number;
  readonly pages: number;
  readonly previous: Press | null;
  readonly next: Press | null;
}

const NAME_LENGTH_MAX = 60;
const QUERY_LENGTH_MAX = 300;
/** Of a query in the plain text, for each character of a name there. */
const QUERY_SHARE = 4;

/** The saved views of a channel, each with the buttons to run and to remove it. */
export function savedViewsView(views: ViewsPage, words: Words): Message {
  const { savedViews, list } = words;
  const { lines, total, page, pages, previous, next } = views;
  const title = total === 0 ? savedViews.none : savedViews.title(total);
  const place = pages > 1 ? [savedViews.page(page, pages)] : [];
  const turn = [
    ...(previous ? [{ label: list.previous, spoken: list.previousSpoken, press: previous }] : []),
    ...(next ? [{ label: list.next, spoken: list.nextSpoken, press: next }] : []),
  ];
  return {
    kind: 'message',
    title: savedViews.heading,
    isPassing: false,
    text: fitted((nameLengthMax) =>
      escaped(
        [
          [title, ...place].join(' · '),
          ...lines.map(({ name, query }) => {
            const asked =
              query === null
                ? savedViews.unreadable
                : oneLine(query, Math.min(QUERY_LENGTH_MAX, nameLengthMax * QUERY_SHARE));
            return `• ${savedViews.line(viewName(name, nameLengthMax), asked)}`;
          }),
          savedViews.how,
        ].join('\n'),
      ),
    ),
    blocks: [
      ...(total === 0 ? [paragraph(title)] : [header(title)]),
      ...(place.length === 0 ? [] : [context(...place)]),
      ...lines.flatMap((line): Block[] => [
        richText([
          bold(viewName(line.name, NAME_LENGTH_MAX)),
          plain(`\n${oneLine(line.query ?? savedViews.unreadable, QUERY_LENGTH_MAX)}`),
        ]),
        buttons(
          ...(line.query === null ? [] : [runButton(line.name, line.run, words)]),
          removeButton(line.name, line.remove, words),
        ),
      ]),
      ...(turn.length === 0 ? [] : [buttons(...turn)]),
      context(savedViews.how),
    ],
  };
}

import { useMemo } from 'react';

import type { TextObject } from '../block-kit/objects.ts';
import type { Inline, RichTextPart } from '../block-kit/rich-text.ts';
import { readMrkdwn, readPlainText } from '../text/mrkdwn.ts';
import { type Clock, formatSlackDate } from '../text/slack-date.ts';
import { useWorkspaceContext } from '../workspace-context.ts';
import { LibraryBlock } from './library-block.tsx';

/** Draws parts of `rich_text`; dates read as the acting person would read them now. */
export function RichText({ parts }: { readonly parts: readonly RichTextPart[] }) {
  const { clock } = useWorkspaceContext();
  const { nowMs, locale, zone } = clock;
  const block = useMemo(() => {
    const dated = parts.map((part) => withDates(part, { nowMs, locale, zone }));
    return { type: 'rich_text', elements: dated };
  }, [parts, nowMs, locale, zone]);
  return <LibraryBlock block={block} />;
}

/** Draws a text object: mrkdwn with its markup, plain text as it is. */
export function Text({ text }: { readonly text: TextObject }) {
  const { type, text: source, verbatim, emoji } = text;
  const parts = useMemo(
    () =>
      type === 'mrkdwn'
        ? readMrkdwn(source, verbatim === true)
        : readPlainText(source, emoji !== false),
    [type, source, verbatim, emoji],
  );
  return <RichText parts={parts} />;
}

function withDates(part: RichTextPart, clock: Clock): RichTextPart {
  const elements = part.elements.map((element) =>
    isPart(element) ? withDates(element, clock) : withDate(element, clock),
  );
  return { ...part, elements };
}

function withDate(element: Inline, clock: Clock): Inline {
  const { type, timestamp, format, fallback = '', url, style = {} } = element;
  if (type !== 'date' || timestamp === undefined || format === undefined) return element;
  const text = formatSlackDate(timestamp, format, clock) || fallback;
  return url === undefined ? { type: 'text', text, style } : { type: 'link', text, url, style };
}

function isPart(element: RichTextPart | Inline): element is RichTextPart {
  return Array.isArray(element['elements']);
}

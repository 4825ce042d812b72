import { yieldToEventLoop } from '../../lib/concurrency.ts';
import { parsePage, type RawPage, UnparsedItem, unreadablePage } from '../schema/page.ts';

/** Parsed as a whole up to here, in some milliseconds; a page of a hundred files is half as long. */
const WHOLE_CHARACTERS_MAX = 500_000;

/** Of everything but the list. */
const ENVELOPE_CHARACTERS_MAX = 100_000;

/** Far more than any service puts on a page. */
const ITEMS_MAX = 20_000;

/** Characters that are looked at between two yields to the event loop. */
const SCAN_CHARACTERS = 500_000;

/**
 * Parses the text of a page. Of a long one only the envelope is parsed; the items are cut apart for
 * the reader to parse one by one, so that no page blocks the event loop or becomes millions of
 * objects at once.
 *
 * @throws {RentalError} `rental_unreadable` when it is not a page, or has too many items
 */
export async function parsePageText(text: string): Promise<RawPage> {
  if (text.length <= WHOLE_CHARACTERS_MAX) {
    const page = parsePage(jsonIn(text));
    return page.items.length > ITEMS_MAX ? refuseLong() : page;
  }
  await yieldToEventLoop();
  const { envelope, items } = await cutApart(text);
  return { ...parsePage(jsonIn(envelope)), items };
}

function refuseLong(): never {
  throw unreadablePage(`more than ${ITEMS_MAX} items`);
}

/** @throws {RentalError} whose message does not quote the body, as the parser's would */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadablePage('not JSON');
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

interface Parts {
  /** The text with an empty list. */
  readonly envelope: string;
  readonly items: readonly UnparsedItem[];
}

/** Cuts a page at the commas of its `results`. What is between them is not checked. */
async function cutApart(text: string): Promise<Parts> {
  const items: UnparsedItem[] = [];
  let envelope = '';
  let kept = 0;
  let depth = 0;
  let isInString = false;
  let isInList = false;
  let stringAt = 0;
  let stringEnd = 0;
  let key = '';
  let itemAt = 0;
  let pauseAt = SCAN_CHARACTERS;

  function endItem(end: number): void {
    if (items.length === ITEMS_MAX) refuseLong();
    items.push(new UnparsedItem(text.slice(itemAt, end)));
    itemAt = end + 1;
  }

  function keepUntil(end: number): void {
    if (envelope.length + end - kept > ENVELOPE_CHARACTERS_MAX)
      throw unreadablePage(`more than ${ENVELOPE_CHARACTERS_MAX} characters beside its list`);
    envelope += text.slice(kept, end);
  }

  for (let at = 0; at < text.length; at += 1) {
    if (at >= pauseAt) {
      await yieldToEventLoop();
      pauseAt = at + SCAN_CHARACTERS;
    }
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) {
        isInString = false;
        stringEnd = at;
      }
    } else if (code === QUOTE) {
      isInString = true;
      stringAt = at + 1;
    } else if (code === COLON && depth === 1) {
      key = text.slice(stringAt, stringEnd);
    } else if (code === COMMA) {
      if (isInList && depth === 2) endItem(at);
    } else if (code === LIST || code === OBJECT) {
      depth += 1;
      if (depth !== 2 || code !== LIST || key !== 'results') continue;
      isInList = true;
      items.length = 0;
      itemAt = at + 1;
      keepUntil(itemAt);
    } else if (code === LIST_END || code === OBJECT_END) {
      depth -= 1;
      if (!isInList || depth !== 1) continue;
      if (code !== LIST_END) throw unreadablePage('not JSON');
      isInList = false;
      kept = at;
      if (items.length > 0 || text.slice(itemAt, at).trim() !== '') endItem(at);
    }
  }
  if (isInList) throw unreadablePage('not JSON');
  keepUntil(text.length);
  return { envelope, items };
}

const ELLIPSIS = '…';

// Characters that draw nothing or turn the line around: zero-width, directional, unassigned. One of
// them is seen: the joiner that makes a single picture of two.
const UNSEEN =
  /[\p{Co}\p{Cn}\u3164\uffa0]|[^\P{Cf}\u200d]|\u200d(?!(?<=\p{ExtPict}\ufe0f?\p{EMod}?\u200d)\p{ExtPict})/gu;
// No-break spaces stay: French has one before its colons.
const GAPS = /(?:[^\S\u00a0\u202f]|\p{Cc})+/gu;

/** Text in which nothing is to be taken out: what Europe writes, with single spaces between. */
const CLEAN = /^[!-~\u00a1-\u00ac\u00ae-\u024f]+(?: [!-~\u00a1-\u00ac\u00ae-\u024f]+)*$/;

/** Left over where a picture was cut in two: its joiner, and half of what it joined. */
const CUT_OFF = /\u200d?[\ud800-\udbff]?$/;

const graphemes = new Intl.Segmenter();

/**
 * Text from the service as one bounded line: no line breaks, no invisible or direction-turning
 * characters, at most `lengthMax` UTF-16 units, cut between whole characters and marked when cut.
 *
 * The result is data, not markup: put it into a `plain_text` or `rich_text` element, or through
 * `escaped` where Slack reads mrkdwn.
 */
export function oneLine(value: string, lengthMax: number): string {
  // An answer shortens a hundred texts, and nearly all of them are clean.
  if (value.length <= lengthMax && (value === '' || CLEAN.test(value))) return value;
  // A name of a megabyte costs no more than one of a page.
  const start = value.slice(0, lengthMax * 20).toWellFormed();
  const line = start.replace(UNSEEN, '').replace(GAPS, ' ').trim();
  if (line.length <= lengthMax) return line;
  const room = lengthMax - ELLIPSIS.length;
  // Of what Europe writes each unit is a whole character, and looking for seams takes long.
  return (CLEAN.test(line) ? line.slice(0, room) : cut(line, room)).trimEnd() + ELLIPSIS;
}

/** Makes data safe inside mrkdwn: it can no longer mention, link or name a channel. */
export function escaped(data: string): string {
  return data.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function cut(line: string, lengthMax: number): string {
  let end = 0;
  for (const { index, segment } of graphemes.segment(line)) {
    if (index + segment.length > lengthMax) break;
    end = index + segment.length;
  }
  // One endless cluster of combining marks has no seam to cut at.
  return end > 0 ? line.slice(0, end) : line.slice(0, lengthMax).replace(CUT_OFF, '');
}

/**
 * The query as a line of its own; no line for all files.
 *
 * @param asked a query in words, with text that a person typed
 */
export function askedLine(asked: string | null, lengthMax: number): string[] {
  const sentence = oneLine(asked ?? '', lengthMax);
  return sentence === '' ? [] : [sentence.charAt(0).toUpperCase() + sentence.slice(1)];
}

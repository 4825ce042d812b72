import { stringify } from 'yaml';

import type { Action, Answer } from '../../src/views/message.ts';

/** An answer as lines that people can read: every text, every field and what each button asks for. */
export function outlineOf(answer: Answer): readonly string[] {
  const text = stringify(outlined(answer), { lineWidth: 0, aliasDuplicateObjects: false });
  return text.trimEnd().split('\n');
}

/** The lines that one outline has and the other has not, in their order, marked by `+` and `-`. */
function changesBetween(before: readonly string[], after: readonly string[]): string[] {
  // Length of the longest common rest, from each line of both on.
  const common = Array.from({ length: before.length + 1 }, () =>
    Array.from({ length: after.length + 1 }, () => 0),
  );
  const rest = (one: number, other: number) => common[one]?.[other] ?? 0;
  for (let one = before.length - 1; one >= 0; one -= 1) {
    for (let other = after.length - 1; other >= 0; other -= 1) {
      const length =
        before[one] === after[other]
          ? rest(one + 1, other + 1) + 1
          : Math.max(rest(one + 1, other), rest(one, other + 1));
      common[one]?.splice(other, 1, length);
    }
  }
  const changes: string[] = [];
  let [one, other] = [0, 0];
  while (one < before.length || other < after.length) {
    if (one < before.length && other < after.length && before[one] === after[other]) {
      one += 1;
      other += 1;
    } else if (
      other >= after.length ||
      (one < before.length && rest(one + 1, other) >= rest(one, other + 1))
    ) {
      changes.push(`- ${before[one]}`);
      one += 1;
    } else {
      changes.push(`+ ${after[other]}`);
      other += 1;
    }
  }
  return changes;
}

/** Gives outlines one after another: of one that is nearly an earlier one, only what has changed. */
export function outlinesInTurn(): (title: string, outline: readonly string[]) => readonly string[] {
  const shown: { readonly title: string; readonly outline: readonly string[] }[] = [];
  return (title, outline) => {
    const own = new Set(outline);
    const alike = shown.map((before) => ({
      ...before,
      share: before.outline.filter((line) => own.has(line)).length / before.outline.length,
    }));
    const nearest = alike.toSorted((one, other) => other.share - one.share)[0];
    shown.push({ title, outline });
    if (nearest === undefined) return outline;
    const changes = changesBetween(nearest.outline, outline);
    if (changes.length >= outline.length / 2) return outline;
    return [`(as at “${nearest.title}”)`, ...changes];
  };
}

type Fields = Readonly<Record<string, unknown>>;

function outlined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(outlined);
  if (typeof value !== 'object' || value === null) return value;
  const fields: Fields = Object.fromEntries(Object.entries(value));
  const inline = inlineText(fields);
  if (inline !== null) return inline;
  if (isAction(fields)) return actionLine(fields);
  const entries = Object.entries(fields).filter(([key, of]) => key !== 'emoji' && of !== undefined);
  return Object.fromEntries(entries.map(([key, of]) => [key, outlined(of)]));
}

/** The text of what holds nothing else, with its marks; `null` for anything that holds more. */
function inlineText(fields: Fields): string | null {
  const { type, text, style, url, elements, ...more } = fields;
  if (type === 'plain_text' || type === 'mrkdwn') return String(text);
  if (typeof more['value'] === 'string' && Object.keys(fields).length === 2 && text !== undefined) {
    return `${more['value']} · ${inlineElement(text)}`;
  }
  if (type === 'text') return marked(String(text), style);
  if (type === 'link') return `[${String(text)}](${String(url)})`;
  if (type === 'user') return `@${String(more['user_id'])}`;
  if (type === 'usergroup') return `@${String(more['usergroup_id'])}`;
  if (type === 'date') return `{${String(more['timestamp'])} ${String(more['format'])}}`;
  if (type === 'rich_text_section' && Array.isArray(elements)) {
    return elements.map(inlineElement).join('');
  }
  return null;
}

function inlineElement(element: unknown): string {
  const shown = outlined(element);
  return typeof shown === 'string' ? shown : JSON.stringify(shown);
}

function marked(text: string, style: unknown): string {
  const marks = Object.keys(typeof style === 'object' && style !== null ? style : {});
  return marks.length === 0 ? text : `<${marks.join(' ')}>${text}</>`;
}

function isAction(fields: Fields): fields is Fields & Action {
  return typeof fields['command'] === 'string' && typeof fields['args'] === 'object';
}

/** `list page=2 query="decision:ready"`; an action inside another stands in brackets. */
export function actionLine({ command, args, opens }: Action): string {
  const named = Object.entries(args).map(([name, value]) =>
    name === 'of' && typeof value === 'string' && value.startsWith('{')
      ? ` of=(${actionLine(JSON.parse(value))})`
      : ` ${name}=${JSON.stringify(value)}`,
  );
  return `${command}${named.join('')}${opens === undefined ? '' : ` in a ${opens}`}`;
}

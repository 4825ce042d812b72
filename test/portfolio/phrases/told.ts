import { type TypedBy, understand } from '../../../src/portfolio/phrases/understand.ts';
import { formatQuery } from '../../../src/portfolio/query/describe.ts';

/** A text as it is understood: its question, its query and what is ignored. */
export function told(text: string): string {
  return toldBy({}, text);
}

/** The same of somebody. */
export function toldBy(by: TypedBy, text: string): string {
  const { question, query, ignored } = understand(text, 'fr', by);
  const left = ignored.length === 0 ? '' : ` (${ignored.join(', ')})`;
  return `${question === null ? '' : `${question}: `}${formatQuery(query, 'en')}${left}`;
}

import { isObject } from './json-walk.ts';

/**
 * How long Slack renders a message, in characters, about: text is counted once it is escaped, and
 * a header costs some markup. Slack does not document the cap; it refuses messages well below the
 * sum of its documented limits.
 */
export const RENDERED_MAX = 13_200;

const HEADER_COST = 100;
/** Tables and charts have limits of their own. */
const COUNTED_APART = new Set(['table', 'data_table', 'data_visualization']);

/** The rendered length of blocks, in characters. */
export function renderedLength(value: unknown): number {
  if (Array.isArray(value))
    return value.reduce<number>((sum, item) => sum + renderedLength(item), 0);
  if (!isObject(value) || COUNTED_APART.has(String(value['type']))) return 0;
  const markup = value['type'] === 'header' ? HEADER_COST : 0;
  return Object.entries(value).reduce((sum, [key, inner]) => {
    const words = key === 'text' && typeof inner === 'string' ? escapedLength(inner) : 0;
    return sum + words + renderedLength(inner);
  }, markup);
}

/** How long a text is once `&`, `<` and `>` are entities; what is an entity already counts once. */
function escapedLength(text: string): number {
  const bare = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  const entities = [
    { character: '&', extra: 4 },
    { character: '<', extra: 3 },
    { character: '>', extra: 3 },
  ];
  return entities.reduce(
    (sum, { character, extra }) => sum + (bare.split(character).length - 1) * extra,
    bare.length,
  );
}

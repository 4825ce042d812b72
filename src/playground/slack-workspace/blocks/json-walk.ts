/** An object inside blocks, and the keys that lead to it. */
export interface Found {
  readonly path: readonly PropertyKey[];
  readonly object: Readonly<Record<string, unknown>>;
}

/** Every object in a value, the outer before the inner. */
export function* objectsIn(value: unknown, path: readonly PropertyKey[] = []): Generator<Found> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* objectsIn(item, [...path, index]);
    return;
  }
  if (!isObject(value)) return;
  yield { path, object: value };
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, [...path, key]);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

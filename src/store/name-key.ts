/**
 * A name without regard to capitals: by Unicode's rules and not by the server's, which differ with
 * its language. Small letters first: ẞ is the capital of ß, but that has SS for its own.
 */
export function keyOf(name: string): string {
  return storable(name).normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC');
}

/** Without what PostgreSQL's texts cannot hold: NUL, and halves of characters. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/**
 * How much of a person a message may show: the whole name, its initials, or nothing but the
 * property's reference. What is for one person alone is shown in full.
 */
export type Privacy = 'full' | 'initials' | 'reference';

/** From the one that shows most to the one that shows least. */
export const PRIVACIES: readonly Privacy[] = ['full', 'initials', 'reference'];

/** The one of two levels that shows less. */
export function stricter(one: Privacy, other: Privacy): Privacy {
  return PRIVACIES.indexOf(one) > PRIVACIES.indexOf(other) ? one : other;
}

const INITIALS_MAX = 3;
const NO_BREAK = '\u00a0';
const graphemes = new Intl.Segmenter();

/**
 * A person's name as far as a level shows it: “Anne Dupont”, “A. D.”, or `null`. The name is one
 * line already (`oneLine`), and so is what comes back; no line ends between initials.
 */
export function shownName(name: string, privacy: Privacy): string | null {
  if (privacy === 'full') return name;
  if (privacy === 'reference') return null;
  const letters = name
    .split(' ')
    .filter((word) => /\p{L}/u.test(word))
    .slice(0, INITIALS_MAX)
    .map((word) => initialOf(word.replace(/^[^\p{L}]+/u, '')));
  return letters.length === 0 ? null : letters.join(NO_BREAK);
}

function initialOf(word: string): string {
  const [first] = graphemes.segment(word);
  return `${(first?.segment ?? '').toUpperCase()}.`;
}

import { fold } from './fold.ts';

/** Text made ready to be searched for phrases. */
export interface Searchable {
  /** The texts folded, a space before every word, and a bar between two texts. */
  readonly searched: string;
  /** One bit or more is set for the first letter of every word. */
  readonly initials: number;
  /** The same for its first two letters. */
  readonly pairs: number;
}

// More would no longer fit into what the engine stores without an object of its own.
const BITS = 31;

/** Makes texts ready to be searched. No phrase runs from one text into the next. */
export function searchable(texts: readonly (string | null)[]): Searchable {
  const folded = texts.map((text) => fold(text ?? '')).filter((text) => text !== '');
  // `join` makes one flat string; templates would make a tree that keeps its parts.
  const searched = folded.length === 0 ? '' : ['', folded.join('| ')].join(' ');
  return { searched, ...beginningsOf(searched) };
}

const NOTHING: Searchable = { searched: '', initials: 0, pairs: 0 };

/**
 * Puts together what was made ready piece by piece: the pieces of a text one after the other, and
 * the texts one beside the other, the same as `searchable` of the whole.
 */
export function together(texts: readonly (readonly Searchable[])[]): Searchable {
  const parts: string[] = [];
  let initials = 0;
  let pairs = 0;
  for (const text of texts) {
    let isBegun = parts.length === 0;
    for (const piece of text) {
      if (piece.searched === '') continue;
      if (!isBegun) parts.push('|');
      isBegun = true;
      parts.push(piece.searched);
      initials |= piece.initials;
      pairs |= piece.pairs;
    }
  }
  return parts.length === 0 ? NOTHING : { searched: parts.join(''), initials, pairs };
}

/** A phrase to look for, made ready. */
export interface Phrase {
  /** Folded, with the space before its first word. */
  readonly begun: string;
  /** What a text that holds it has in its bits, among others. */
  readonly initials: number;
  readonly pairs: number;
}

/** Makes phrases ready to be looked for, each once. */
export function phrasesOf(phrases: readonly string[]): readonly Phrase[] {
  return [...new Set(phrases.map(fold))].map((phrase) => {
    const begun = ` ${phrase}`;
    // Of a single letter at the end, only a word's beginning is known, not that it is all of it.
    const whole = / .$/u.test(begun) ? begun.slice(0, begun.lastIndexOf(' ')) : begun;
    return { begun, initials: beginningsOf(begun).initials, pairs: beginningsOf(whole).pairs };
  });
}

/**
 * Tells whether a text holds a phrase, beginning where a word begins and ending anywhere: `du`
 * finds “Jean Dupont”. The bits rule out nearly every text that does not, before it is read.
 */
export function holdsPhrase(text: Searchable, { begun, initials, pairs }: Phrase): boolean {
  const isPossible = (text.pairs & pairs) === pairs && (text.initials & initials) === initials;
  return isPossible && text.searched.includes(begun);
}

function beginningsOf(searched: string): Omit<Searchable, 'searched'> {
  let initials = 0;
  let pairs = 0;
  for (let space = searched.indexOf(' '); space >= 0; space = searched.indexOf(' ', space + 1)) {
    const first = searched.charCodeAt(space + 1);
    const second = searched.charCodeAt(space + 2) || 0;
    initials |= 1 << (first % BITS);
    pairs |= 1 << ((first * 7 + (isLetter(second) ? second : 0)) % BITS);
  }
  return { initials, pairs };
}

/** Neither a space, nor a bar, nor the end: the word goes on. */
function isLetter(code: number): boolean {
  return code !== 0 && code !== 32 && code !== 124;
}

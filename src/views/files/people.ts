import type { Messages } from '../../i18n/messages.ts';
import type { Privacy } from '../../i18n/privacy.ts';
import { oneLine } from '../text.ts';

/** An applicant or a guarantor. */
export interface LinePerson {
  readonly name: string | null;
  readonly isGuarantor: boolean;
}

const SHOWN_MAX = 4;
const SHOWN_LEAST = 2;
/** With names this short, fewer of them are shown. */
const ROOM_LENGTH_LEAST = 8;

/** The people of a file as far as the level of privacy shows them: by name, initials or number. */
export function peopleOf(
  people: readonly LinePerson[],
  { privacy, words }: { readonly privacy: Privacy; readonly words: Messages },
  lengthMax: number,
): string {
  if (people.length === 0) return words.file.noApplicants;
  if (privacy === 'reference') return numberOf(people, words);
  const shownMax = lengthMax < ROOM_LENGTH_LEAST ? SHOWN_LEAST : SHOWN_MAX;
  const shown = people.slice(0, shownMax).map(({ name, isGuarantor }) => {
    const line = oneLine(name ?? '', lengthMax);
    const known = (line && shownName(line, privacy)) || words.file.unnamed;
    return isGuarantor ? words.file.guarantor(known) : known;
  });
  const hidden = people.length - shown.length;
  return [...shown, ...(hidden > 0 ? [words.file.more(hidden)] : [])].join(', ');
}

function numberOf(people: readonly LinePerson[], { file }: Messages): string {
  const guarantors = people.filter(({ isGuarantor }) => isGuarantor).length;
  const applicants = people.length - guarantors;
  return [
    ...(applicants > 0 ? [file.applicants(applicants)] : []),
    ...(guarantors > 0 ? [file.guarantors(guarantors)] : []),
  ].join(', ');
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

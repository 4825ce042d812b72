import { type Privacy, shownName } from '../privacy.ts';
import { oneLine } from '../text.ts';
import type { Words } from '../words/words.ts';

/** Who applies, or vouches for somebody who does. */
export interface LinePerson {
  readonly name: string | null;
  readonly isGuarantor: boolean;
}

const SHOWN_MAX = 4;
const SHOWN_LEAST = 2;
/** Where names are cut so short, there is no room for many. */
const ROOM_LENGTH_LEAST = 8;

/** The people of a file as far as the level of privacy shows them: by name, initials or number. */
export function peopleOf(
  people: readonly LinePerson[],
  { privacy, words }: { readonly privacy: Privacy; readonly words: Words },
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

function numberOf(people: readonly LinePerson[], { file }: Words): string {
  const guarantors = people.filter(({ isGuarantor }) => isGuarantor).length;
  const applicants = people.length - guarantors;
  return [
    ...(applicants > 0 ? [file.applicants(applicants)] : []),
    ...(guarantors > 0 ? [file.guarantors(guarantors)] : []),
  ].join(', ');
}

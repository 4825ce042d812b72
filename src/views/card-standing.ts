import { bounded, type Telling } from './card-fact.ts';
import { drawnAge, spokenAge } from './file-age.ts';
import { inWords } from './file-line.ts';

const TITLE_LENGTH_MAX = 100;
const WORD_LENGTH_MAX = 30;

/** What a card is called: the title of the property, or that there is none. */
export function cardTitle(title: string | null, telling: Telling): string {
  return bounded(title, TITLE_LENGTH_MAX, telling) || telling.words.file.noProperty;
}

/** The reference of the property; empty when there is none. */
export function cardReference(reference: string | null, telling: Telling): string {
  return bounded(reference, WORD_LENGTH_MAX, telling);
}

/** Where a file stands. */
export interface Standing {
  readonly decision: string;
  readonly status: string;
  readonly score: number | null;
  readonly completion: number | null;
  readonly archivedAt: number | null;
}

/** Decision, status, score and completion: what a list tells too, in the same words. */
export function standingOf(file: Standing, telling: Telling): readonly string[] {
  const { words, completionMax, lengthMax } = telling;
  const { score, completion } = file;
  const limit = Math.min(WORD_LENGTH_MAX, lengthMax);
  return [
    inWords(words.file.decision, file.decision, limit),
    inWords(words.file.status, file.status, limit),
    ...(file.archivedAt === null ? [] : [words.file.archived]),
    ...(score === null ? [] : [words.file.score(words.number(score))]),
    ...(completion === null
      ? []
      : [words.file.complete(words.percent((completion / completionMax) * 100))]),
  ];
}

/** How old a file is, for the eye and for the ear. */
export function ageOf(
  createdAt: number | null,
  telling: Telling,
): { readonly drawnAge: readonly string[]; readonly spokenAge: readonly string[] } {
  const aged = { createdAt, workingDays: telling.workingDays };
  const spoken = spokenAge(aged, telling);
  const isToday = spoken.includes(telling.words.file.today);
  return { drawnAge: isToday ? spoken : drawnAge(aged, telling), spokenAge: spoken };
}

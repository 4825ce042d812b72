import { type FileLine, inWords, type Showing, titleOf } from './file-line.ts';
import { peopleOf } from './file-people.ts';
import { oneLine } from './service-text.ts';

/** @see https://docs.slack.dev/reference/block-kit/composition-objects/option-object */
const OPTION_LENGTH_MAX = 75;
const TITLE_LENGTH_MAX = 50;
const REFERENCE_LENGTH_MAX = 20;
const NAME_LENGTH_MAX = 24;
const WORD_LENGTH_MAX = 20;

/** “LY-0342 · Two rooms near the station”: the reference first, since a phone cuts the end. */
export function suggestionLabel(file: FileLine, { words }: Showing): string {
  const reference = oneLine(file.property?.reference ?? '', REFERENCE_LENGTH_MAX);
  const title = titleOf(file, words, TITLE_LENGTH_MAX);
  const parts = [reference, title].filter(Boolean);
  return oneLine(parts.join(' · '), OPTION_LENGTH_MAX);
}

/** “Ready to decide · Anne Lefèvre, Paul Costa” */
export function suggestionSays(file: FileLine, showing: Showing): string {
  const { words } = showing;
  const decision = inWords(words.file.decision, file.decision, WORD_LENGTH_MAX);
  const people = peopleOf(file.applicants, showing, NAME_LENGTH_MAX);
  return oneLine(`${decision} · ${people}`, OPTION_LENGTH_MAX);
}

import { createAnswers } from '../portfolio/search/results.ts';

/** What was found, for all commands that find something: readings that go take it with them. */
export const answers = createAnswers();

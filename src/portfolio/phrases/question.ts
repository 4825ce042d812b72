import { fold } from '../../lib/text.ts';
import { choiceKeyOf } from '../query/vocabulary/index.ts';
import { dateAt } from './dates.ts';
import { figureAt } from './figures/index.ts';
import type { Question } from './grammar/index.ts';
import {
  CHANGE,
  CONDITIONS,
  INTO,
  isSmall,
  LACK_AFTER,
  QUESTIONS,
  SORTS,
} from './grammar/tables.ts';
import { conditionIn } from './negation.ts';
import { isCountAt } from './order.ts';
import { add, type Parts } from './parts.ts';
import { possessionsIn } from './possessions.ts';
import { endOf, longest, type Match, type Sentence, typedOf } from './words.ts';

/** What a sentence asks for, other than the list of the files found. */

/** `how many`, `what is missing for`: the first question counts. `who` begins a sentence. */
export function questionAt(sentence: Sentence, at: number, parts: Parts): number | null {
  if (at === 0 && isChangeOrder(sentence)) {
    parts.question = 'decide';
    return 1;
  }
  const fact = factBehind(sentence, at, parts);
  if (fact !== null) {
    parts.question = fact.meaning;
    parts.asked = typedOf(sentence, at, fact.end);
    return fact.end;
  }
  const most = longest(sentence, at, (phrase) => QUESTIONS.get(phrase));
  if (most === null) return null;
  // “Who has the most complete file”: in what order, not how many
  const isOrder = longest(sentence, most.end - 1, (phrase) => SORTS.get(phrase)) !== null;
  const found =
    isOrder && most.meaning === 'report'
      ? longest(sentence, at, (phrase) =>
          phrase.endsWith('most') ? undefined : QUESTIONS.get(phrase),
        )
      : most;
  if (found === null) return null;
  // “How many in Lyon and how many in Nice”
  const { question } = parts;
  if (question === 'count' && found.meaning === 'count') return found.end;
  const done = found.meaning === 'decide' ? doneAt(sentence, at, found.end) : undefined;
  if (done !== undefined) {
    add(done, false, at, parts);
    return found.end;
  }
  // “How many files per status”
  if (question !== null && (question !== 'count' || !OF_ALL.has(found.meaning))) return null;
  const isLeading = parts.kept.length === 0 && parts.conditions.length + parts.choices.size === 0;
  if (LEADING.has(found.meaning) && !isLeading) return null;
  // “Who has a guarantor”: what is had is a part of the question.
  const isWho = found.meaning === 'who';
  const had = isWho ? (possessionsIn(sentence, at) ?? possessionsIn(sentence, at + 1)) : null;
  if (had !== null) {
    parts.question = 'who';
    parts.asked = typedOf(sentence, at, at + 1);
    parts.conditions.push(...had.meaning);
    return had.end;
  }
  // « Mail manquant »
  if (found.meaning === 'contact' && endOf(sentence, found.end, LACK_AFTER) !== null) return null;
  // “Rent of at most 900”
  const isFigure = figureAt(sentence, at) !== null || isCountAt(sentence, found.end);
  if (found.meaning === 'card' && isFigure) return null;
  const condition = longest(sentence, at, (phrase) => CONDITIONS.get(phrase));
  if (condition !== null && condition.end >= found.end && found.meaning === 'missing') return null;
  // “Accepté à Lyon” and “a été accepté” are no orders, as “accepte” is.
  const isMore = found.meaning === 'decide' && (at > 0 || found.end < sentence.words.length);
  if (isMore && PARTICIPLE.test(typedOf(sentence, at, found.end))) return null;
  // “Refusé hier” tells what was decided.
  const isPast = found.meaning === 'decide' && conditionIn(sentence, at) !== null;
  if (isPast && sentence.words.some((_, place) => dateAt(sentence, place) !== null)) {
    return null;
  }
  // « Refuser hier », as « refusé » sounds
  const spoken = SPOKEN.exec(typedOf(sentence, at, found.end))?.[1] ?? '';
  if (found.meaning === 'decide' && choiceKeyOf(spoken) === 'decision' && isOfPast(sentence)) {
    add(`decision:${spoken}`, false, at, parts);
    return found.end;
  }
  parts.question = found.meaning;
  parts.asked = typedOf(sentence, at, found.end);
  return found.end;
}

/** The condition on what was decided: `approve` of “what did Sophie approve”. */
function doneAt(sentence: Sentence, at: number, end: number): string | undefined {
  if (!sentence.words.slice(0, at).some(({ folded }) => folded === 'did')) return undefined;
  const verb = fold(typedOf(sentence, at, end));
  const participle = [`${verb}d`, `${verb}ed`].find((word) => choiceKeyOf(word) === 'decision');
  return participle && `decision:${participle}`;
}

/** What the card of a file says, behind the name of its applicant: `Dupont’s score`. */
function factBehind(sentence: Sentence, at: number, parts: Parts): Match<Question> | null {
  const ending = sentence.words[at];
  const isOfName =
    parts.kept.length > 0 &&
    parts.conditions.length + parts.choices.size + parts.dates.length === 0;
  const isGenitive = ending?.isAttached === true && ending.folded === 's';
  if (!isGenitive || !isOfName || parts.question !== null) return null;
  const fact = longest(sentence, at + 1, (phrase) => QUESTIONS.get(`${phrase} of`));
  // “Dupont’s rent under 900”
  return fact === null || figureAt(sentence, at + 1) !== null ? null : fact;
}

/** `mark MO-0149 as urgent`: a reference, or a name, stands between the verb and what is to be. */
function isChangeOrder(sentence: Sentence): boolean {
  const { words } = sentence;
  // “Changé depuis lundi à Lyon” asks for what has changed.
  if (PARTICIPLE.test(words[0]?.text ?? '') || dateAt(sentence, 1) !== null) return false;
  const into = words.findIndex(({ folded }, at) => at > 1 && INTO.has(folded));
  const named = words.slice(1, into).some(({ folded }) => !isSmall(folded));
  return CHANGE.has(words[0]?.folded ?? '') && into > 0 && into < words.length - 1 && named;
}

/** A French infinitive, whose ending sounds like that of a participle. */
const SPOKEN = /^(\p{L}+e)r$/iu;

/** Whether a sentence has a date that is over, or a time up to now. */
function isOfPast(sentence: Sentence): boolean {
  return sentence.words.some((_, at) => PAST_DATE.test(dateAt(sentence, at)?.meaning ?? ''));
}

const PAST_DATE = /^(?:>=|yesterday|last-)/u;

/** A French participle, with its accent. */
const PARTICIPLE = /(?:é|e\u0301)e?s?$/iu;

/** Questions that charts and reports answer. */
const OF_ALL: ReadonlySet<Question> = new Set(['figures', 'report']);

/** Questions that begin a sentence. */
const LEADING: ReadonlySet<Question> = new Set(['who', 'manager', 'decide', 'card', 'compare']);

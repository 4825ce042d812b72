import type { Milestones, Timeline } from '../../../journal/timeline.ts';
import { inWords, wholePercent } from '../line.ts';
import { type CardContext, type Fact, fact, factsOf } from './facts.ts';

type Event = Timeline['events'][number];

/** Two instants closer than this are shown as one: the service is read every few minutes. */
const CLOSE_MS = 3_600_000;
/** Stored values are short, but may come from a newer version. */
const VALUE_LENGTH_MAX = 64;

/**
 * What happened to a rental file, newest first, and since when Rental Desk knows.
 *
 * @param timeline `null` while nothing is recorded; `away` while the database does not answer
 */
export function timelineFacts(
  timeline: Timeline | 'away' | null,
  cardContext: CardContext,
): readonly Fact[] {
  const { timeline: texts } = cardContext.words;
  if (timeline === null) return factsOf(fact(null, texts.nothingYet));
  if (timeline === 'away') return factsOf(fact(null, texts.away));
  const known = texts.known(momentText(timeline.knownMs, cardContext));
  return factsOf(
    fact(null, milestonesText(timeline, cardContext)),
    ...timeline.events.map((event) =>
      fact(whenText(event, cardContext), sentenceOf(event, cardContext)),
    ),
    fact(null, timeline.events.length === 0 ? texts.unchanged(known) : known),
  );
}

/** “Ready since 17 Nov, 14:05 · ready after 6 working days”; empty where nothing is known. */
export function milestonesText(milestones: Milestones, cardContext: CardContext): string {
  const { timeline: texts } = cardContext.words;
  const { readyMs, decidedMs, daysToReady, daysToDecision } = milestones;
  const ready = readyMs === null ? null : texts.readySince(momentText(readyMs, cardContext));
  const decided = decidedMs === null ? null : texts.decidedAt(momentText(decidedMs, cardContext));
  return [
    decided ?? ready,
    daysToReady === null ? null : texts.readyAfter(daysToReady),
    daysToDecision === null ? null : texts.decidedIn(daysToDecision),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

function whenText({ afterMs, beforeMs }: Event, cardContext: CardContext): string {
  const before = momentText(beforeMs, cardContext);
  const isClose = beforeMs - afterMs < CLOSE_MS;
  const { between } = cardContext.words.timeline;
  return isClose ? before : between(momentText(afterMs, cardContext), before);
}

function momentText(atMs: number, { words, zone }: CardContext): string {
  return words.timeline.moment(words.card.day(atMs, zone), words.digest.time(atMs, zone));
}

/** What happened, in words. */
export function sentenceOf(
  { aspect, from, to }: Pick<Event, 'aspect' | 'from' | 'to'>,
  cardContext: Pick<CardContext, 'words' | 'completionMax'>,
): string {
  const { words, completionMax } = cardContext;
  const { timeline: texts, card, file } = words;
  const changed = (what: string, textOf: (value: string) => string) =>
    texts.changed(
      what,
      from === null ? texts.none : textOf(from),
      to === null ? texts.none : textOf(to),
    );
  switch (aspect) {
    case 'appeared':
    case 'gone':
    case 'back':
      return texts[aspect];
    case 'archived':
      return to === 'true' ? file.archivedAlone : texts.unarchived;
    case 'status':
      return changed(words.details.status, (value) => wordFor(file.status, value));
    case 'decision':
      return changed(words.details.decision, (value) => wordFor(file.decision, value));
    case 'score':
      return changed(card.people.columns.score, (value) => words.number(Number(value)));
    case 'completion':
      return changed(card.people.columns.complete, (value) =>
        words.percent(wholePercent(Number(value), completionMax)),
      );
    case 'applicants':
      return changed(card.people.title, (value) => countedText(value, cardContext));
  }
}

/** `2 NEW, 1 OPEN` in words. */
function countedText(value: string, { words }: Pick<CardContext, 'words'>): string {
  const { people } = words.card;
  const counted = value.split(', ').map((part) => {
    const [count = '', status = ''] = part.split(' ');
    return status === '' ? part : people.counted(Number(count), wordFor(people.status, status));
  });
  return counted.join(', ') || words.timeline.none;
}

function wordFor(texts: Readonly<Record<string, string>>, value: string): string {
  return inWords(texts, value, VALUE_LENGTH_MAX);
}

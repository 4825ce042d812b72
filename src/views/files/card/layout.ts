import type { RichTextBlock, RichTextElement } from '@slack/types';

import type { Messages } from '../../../i18n/types.ts';
import {
  bold,
  buttonFor,
  code,
  context,
  dated,
  datedContext,
  escaped,
  fitted,
  header,
  momentBeside,
  oneLine,
  paragraph,
  plain,
  richText,
} from '../../block-kit.ts';
import type {
  Action,
  Block,
  Button,
  ButtonRow,
  LinkButton,
  MenuItem,
  Message,
} from '../../message.ts';
import { propertyText } from '../line.ts';
import { type CardTriage, triageItems, triageLines } from '../triage.ts';
import { cardEntity } from './entity.ts';
import {
  type CardContext,
  type Fact,
  fact,
  factElements,
  factsOf,
  type Facts,
  factText,
  instantText,
  milestonesText,
} from './facts.ts';
import type { CardPerson } from './people.ts';

/** People that the first view has room for on a telephone; from a snapshot each takes one line. */
const PEOPLE_DRAWN_MAX = { now: 2, snapshot: 5 } as const;
/** Longest text of the service that is drawn: more of it stands in the details. */
const DRAWN_LENGTH_MAX = 45;
/** Longest text of the reader's that is drawn. */
const FOUND_LENGTH_MAX = 60;

/** Options and actions of a card. */
export interface CardSurroundings extends Omit<CardContext, 'words' | 'lengthMax'> {
  /** URL of the file in the console. */
  readonly link: string | null;
  readonly reveal: Action | null;
  /** Shows one person what others may not see. */
  readonly details: Action | null;
  /** Every field, page by page. */
  readonly all: Action | null;
  readonly share: Action | null;
  readonly refresh: Action;
  /** `null` where it is not known. */
  readonly triage: CardTriage | null;
  /** The words that found it, as they were typed, where another file may be wanted. */
  readonly found?: { readonly by: string; readonly wrong: Action } | null;
  /** Set where it is shown as a Work Object: end of the snapshot's read, epoch milliseconds. */
  readonly panel?: { readonly readAt: number } | null;
}

/**
 * A card as a message. `cardOf` renders it with service texts up to the given length.
 *
 * @param notice why it is not as the service has it now; `null` when it is
 * @param readAt since when it may have changed, epoch milliseconds
 */
export function drawnCard(
  cardOf: (cardContext: CardContext) => Card,
  notice: string | null,
  readAt: number,
  around: CardSurroundings,
  words: Messages,
): Message {
  const contextFor = (lengthMax: number): CardContext => ({ ...around, words, lengthMax });
  const textFor = (lengthMax: number): string => {
    const cardContext = contextFor(lengthMax);
    return escaped(cardText(cardOf(cardContext), notice, readAt, around, cardContext));
  };
  const cardContext = contextFor(drawnLength(textFor));
  const card = cardOf(cardContext);
  return {
    kind: 'message',
    title: words.card.title,
    text: fitted(textFor),
    blocks: blocksOf(card, notice, readAt, around, cardContext),
    ...(around.panel ? { entity: cardEntity(cardOf, notice, around.panel, around, words) } : {}),
  };
}

/** What is wanted of the reader and what to do comes first; it fits one screen of a telephone. */
function blocksOf(
  card: Card,
  notice: string | null,
  readAt: number,
  around: CardSurroundings,
  cardContext: CardContext,
): readonly Block[] {
  const { words, now, zone } = cardContext;
  const { card: labels, list } = words;
  const [decision = '', ...standing] = card.standing;
  const property = [
    ...(card.property === null ? [plain(`\n${card.noProperty}`)] : []),
    ...(card.photo === null ? [] : photoLink(card.photo, words)),
  ];
  const { lead: file } = card.file;
  return [
    header(card.title),
    ...noticesIn(notice, around, words).map((text) => paragraph(text)),
    richText([
      ...(card.reference === '' ? [] : [code(card.reference), plain('  ')]),
      bold(decision),
      plain(['', ...standing, ...card.age].join(' · ')),
      ...(card.completeness === null ? [] : factElements([card.completeness], cardContext)),
      ...factElements(milestoneFacts(cardContext), cardContext),
      ...linesIn(around, cardContext).flatMap(({ drawn }) => [plain('\n'), ...drawn]),
    ]),
    actionRow(around, words),
    ...peopleBlocks(card, PEOPLE_DRAWN_MAX[notice === null ? 'now' : 'snapshot'], cardContext),
    group(labels.property.title, card.property?.lead ?? [], cardContext, property),
    ...(file.length === 0 ? [] : [richText(factElements(file, cardContext).slice(1))]),
    ...foundRow(around, words),
    datedContext(dated(momentBeside(readAt, now, zone, words), list.updated)),
  ];
}

/** Asks whether it is the wanted file, where words have found it. */
function foundRow(around: CardSurroundings, words: Messages): Block[] {
  const { wrong: label, wrongSpoken: spoken } = words.card;
  return foundTexts(around, words).map((text) => ({
    type: 'row',
    text: { type: 'plain_text', text, emoji: false },
    button: { label, spoken, action: around.found?.wrong ?? around.refresh },
  }));
}

function foundTexts({ found = null }: Pick<CardSurroundings, 'found'>, { card }: Messages) {
  return found === null ? [] : [card.foundBy(oneLine(found.by, FOUND_LENGTH_MAX))];
}

function noticesIn(
  notice: string | null,
  { triage }: Pick<CardSurroundings, 'triage'>,
  words: Messages,
): string[] {
  const note = triage?.note ?? null;
  return [
    ...(notice === null ? [] : [notice]),
    ...(note === null ? [] : [words.triage.notes[note]]),
  ];
}

function linesIn({ triage }: Pick<CardSurroundings, 'triage'>, cardContext: CardContext) {
  return triage === null ? [] : triageLines(triage, cardContext);
}

/** Since when it is ready or decided, where that was seen. */
function milestoneFacts(cardContext: CardContext): readonly Fact[] {
  const { milestones } = cardContext;
  return milestones === null ? [] : factsOf(fact(null, milestonesText(milestones, cardContext)));
}

function peopleBlocks(card: Card, shownMax: number, cardContext: CardContext): readonly Block[] {
  const { people, counts } = card;
  const { people: labels } = cardContext.words.card;
  if (people.length === 0) {
    const none = counts.length === 0 ? [plain(`\n${card.noPeople}`)] : [];
    return [group(labels.title, counts, cardContext, none)];
  }
  const total = people.length + card.hiddenPeople;
  // To say that one is left out takes as much room as that one.
  const shown = people.slice(0, total === shownMax + 1 ? total : shownMax);
  const hidden = total - shown.length;
  return [
    richText([bold(labels.title)]),
    peopleList(shown, cardContext),
    ...(hidden > 0 ? [context(labels.more(hidden))] : []),
    ...(counts.length > 0
      ? [context(counts.flatMap(({ value }) => value.map(String)).join(' · '))]
      : []),
  ];
}

function group(
  title: string,
  facts: readonly Fact[],
  cardContext: CardContext,
  after: readonly RichTextElement[] = [],
) {
  return richText([bold(title), ...factElements(facts, cardContext), ...after]);
}

function photoLink(url: string, { card }: Messages): readonly RichTextElement[] {
  return [plain('\n'), { type: 'link', url, text: card.property.photo }];
}

function actionRow(around: CardSurroundings, words: Messages): ButtonRow {
  const { card: labels, details: ofAll } = words;
  const { link, reveal, details, all, share, refresh, triage } = around;
  const buttons: (Button | LinkButton)[] = [
    ...(link === null
      ? []
      : [{ label: labels.open, spoken: labels.openSpoken, url: link, style: 'primary' as const }]),
    ...(all ? [buttonFor(ofAll, 'open', all)] : []),
    ...(details ? [buttonFor(labels, 'details', details)] : []),
    ...(reveal ? [buttonFor(labels, 'reveal', reveal)] : []),
  ];
  const menu: MenuItem[] = [
    buttonFor(labels, 'refresh', refresh),
    ...(share ? [buttonFor(labels, 'share', share)] : []),
    ...(triage === null ? [] : triageItems(triage, words)),
  ];
  return { type: 'buttons', buttons, menu };
}

/** The applicants, one an item: readable on any screen, and where Slack takes no table. */
function peopleList(people: readonly CardPerson[], cardContext: CardContext): RichTextBlock {
  return {
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_list',
        style: 'bullet',
        elements: people.map((person) => ({
          type: 'rich_text_section',
          elements: personElements(person, cardContext),
        })),
      },
    ],
  };
}

/** “Anne Lefèvre, Analysed, score 82, 100% complete, …” */
function personText(person: CardPerson, cardContext: CardContext): string {
  const { form } = person;
  const { people } = cardContext.words.card;
  return [
    nameIn(person, cardContext),
    ...standingCell(person, cardContext),
    ...(form === null ? [] : [people.formSent(instantText(form, cardContext))]),
    ...rest(person, cardContext),
  ].join(', ');
}

function personElements(person: CardPerson, cardContext: CardContext): RichTextElement[] {
  const { status, score } = person;
  // How complete they are stands above, where something is missing.
  const figures = score === null ? [] : [cardContext.words.file.score(score)];
  return [
    bold(nameIn(person, cardContext)),
    plain(['', status, ...figures, ...rest(person, cardContext)].join(' · ')),
  ];
}

function standingCell({ status, score, complete }: CardPerson, { words }: CardContext): string[] {
  return [
    status,
    ...(score === null ? [] : [words.file.score(score)]),
    ...(complete === null ? [] : [words.file.complete(complete)]),
  ];
}

function rest({ profile, guarantors }: CardPerson, { words: { card } }: CardContext): string[] {
  return [
    ...(profile === '' ? [] : [profile]),
    ...(guarantors === '' ? [] : [card.fact(card.people.columns.guarantors, guarantors)]),
  ];
}

function nameIn({ name, isGuarantor }: CardPerson, { words }: CardContext): string {
  return words.file.inRole(name, isGuarantor);
}

/** A rental file in words, before it is put in its place. */
export interface Card {
  readonly title: string;
  /** Empty when there is none. */
  readonly reference: string;
  /** As the service spells it. */
  readonly decision: string;
  /** The decision, then the rest. */
  readonly standing: readonly string[];
  /** When it was created; empty where that is not known. */
  readonly age: readonly string[];
  /** `null` when nothing is known of it. */
  readonly completeness: Fact | null;
  readonly people: readonly CardPerson[];
  /** People beyond those that are shown. */
  readonly hiddenPeople: number;
  /** Replaces `people` at privacy level `reference`. */
  readonly counts: readonly Fact[];
  /** Stands for the people where there are none. */
  readonly noPeople: string;
  /** `null` when the service sent none. */
  readonly property: Facts | null;
  /** Stands for a property that the service sent nothing of. */
  readonly noProperty: string;
  readonly file: Facts;
  /** An address that everybody may fetch. */
  readonly photo: string | null;
}

/** Line by line what the blocks say, and the facts that they have no room for. */
function cardText(
  card: Card,
  notice: string | null,
  readAt: number,
  around: Pick<CardSurroundings, 'triage' | 'found'>,
  cardContext: CardContext,
): string {
  const { card: labels } = cardContext.words;
  const { title, reference, standing, people, hiddenPeople, counts, photo } = card;
  const { now, zone, words } = cardContext;
  const { time, day } = momentBeside(readAt, now, zone, words);
  const bullets = (facts: readonly Fact[]) =>
    facts.map((each) => `• ${factText(each, cardContext)}`);
  const file = bullets([...card.file.lead, ...card.file.rest]);
  return [
    ...noticesIn(notice, around, words),
    [propertyText(title, reference), ...standing, ...card.age].join(', '),
    ...(card.completeness === null ? [] : [factText(card.completeness, cardContext)]),
    ...milestoneFacts(cardContext).map((each) => factText(each, cardContext)),
    ...linesIn(around, cardContext).map(({ text }) => text),
    people.length + counts.length === 0 ? card.noPeople : labels.people.title,
    ...people.map((person) => `• ${personText(person, cardContext)}`),
    ...bullets(counts),
    ...(hiddenPeople > 0 ? [labels.people.more(hiddenPeople)] : []),
    card.property === null ? card.noProperty : labels.property.title,
    ...bullets([...(card.property?.lead ?? []), ...(card.property?.rest ?? [])]),
    ...(photo === null ? [] : [`• ${labels.property.photo}`]),
    ...(file.length === 0 ? [] : [labels.file.title, ...file]),
    ...foundTexts(around, words),
    words.list.updated(time, day),
  ].join('\n');
}

/**
 * Slack refuses a message that is longer than some 13,000 characters once it is escaped, which no
 * page of it tells; the blocks say what the plain text says, and a little more.
 */
const RENDERED_MAX = 11_000;
/** A text that needs no escaping fits in any case. */
const DRAWN_LENGTHS = [DRAWN_LENGTH_MAX, 30, 16] as const;
const DRAWN_LENGTH_LEAST = 8;

/**
 * The longest service text with which the blocks fit Slack's limits.
 *
 * @param textFor the same in plain text, escaped, with its texts at most so long
 */
function drawnLength(textFor: (lengthMax: number) => string): number {
  const length = DRAWN_LENGTHS.find((each) => textFor(each).length <= RENDERED_MAX);
  return length ?? DRAWN_LENGTH_LEAST;
}

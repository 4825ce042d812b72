import type {
  HeaderBlock,
  ImageBlock,
  RichTextBlock,
  RichTextElement,
  TableBlock,
} from '@slack/types';

import type { Messages } from '../../../i18n/messages.ts';
import { bold, code, context, fitted, paragraph, plain, richText } from '../../block-kit.ts';
import type { Action, Block, Button, ButtonRow, LinkButton, Message } from '../../message.ts';
import { escaped } from '../../text.ts';
import { propertyText } from '../line.ts';
import { type CardContext, type Fact, factElements, factText, instantText } from './facts.ts';
import type { CardPerson } from './people.ts';

/** A table of more people is worth the push to the side that it needs on a telephone. */
const LISTED_MAX = 4;

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
}

/**
 * A card as a message. `cardOf` renders it with service texts up to the given length.
 *
 * @param notice why it is not as the service has it now; `null` when it is
 */
export function drawnCard(
  cardOf: (cardContext: CardContext) => Card,
  notice: string | null,
  around: CardSurroundings,
  words: Messages,
): Message {
  const contextFor = (lengthMax: number): CardContext => ({ ...around, words, lengthMax });
  const textFor = (lengthMax: number): string => {
    const cardContext = contextFor(lengthMax);
    return escaped(cardText(cardOf(cardContext), notice, cardContext));
  };
  const cardContext = contextFor(drawnLength(textFor));
  const card = cardOf(cardContext);
  return {
    kind: 'message',
    title: words.card.title,
    isPassing: false,
    text: fitted(textFor),
    blocks: blocksOf(card, notice, around, cardContext, false),
    plainBlocks: blocksOf(card, notice, around, cardContext, true),
  };
}

function blocksOf(
  card: Card,
  notice: string | null,
  around: CardSurroundings,
  cardContext: CardContext,
  isPlain: boolean,
): readonly Block[] {
  const { words } = cardContext;
  const { card: labels } = words;
  const [decision = '', ...standing] = card.standing;
  const { photo, title } = card;
  return [
    headerBlock(title),
    ...(notice === null ? [] : [paragraph(notice)]),
    richText([
      ...(card.reference === '' ? [] : [code(card.reference), plain('  ')]),
      bold(decision),
      plain(['', ...standing, ...card.drawnAge].join(' · ')),
      ...(card.completeness === null ? [] : factElements([card.completeness], cardContext)),
    ]),
    ...peopleBlocks(card, cardContext, isPlain),
    group(labels.property.title, card.property ?? [], cardContext, [
      ...(card.property === null ? [plain(`\n${card.noProperty}`)] : []),
      ...(photo !== null && isPlain ? photoLink(photo, words) : []),
    ]),
    ...(photo === null || isPlain ? [] : [image(photo, labels.property.photoOf(title))]),
    ...(card.file.length === 0 ? [] : [group(labels.file.title, card.file, cardContext)]),
    actionRow(around, words),
    ...(notice === null ? [context(labels.readNow)] : []),
  ];
}

function peopleBlocks(card: Card, cardContext: CardContext, isPlain: boolean): readonly Block[] {
  const { people, hiddenPeople, counts } = card;
  const { people: labels } = cardContext.words.card;
  if (people.length === 0) {
    const none = counts.length === 0 ? [plain(`\n${labels.none}`)] : [];
    return [group(labels.title, counts, cardContext, none)];
  }
  return [
    richText([bold(labels.title)]),
    isPlain || people.length <= LISTED_MAX
      ? peopleList(people, cardContext)
      : peopleTable(people, cardContext),
    ...(hiddenPeople > 0 ? [context(labels.more(hiddenPeople))] : []),
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

/** The title is the service's: not even an emoji in it is drawn. */
function headerBlock(title: string): HeaderBlock {
  return { type: 'header', text: { type: 'plain_text', text: title, emoji: false } };
}

function image(url: string, says: string): ImageBlock {
  return { type: 'image', image_url: url, alt_text: says };
}

function photoLink(url: string, { card }: Messages): readonly RichTextElement[] {
  return [plain('\n'), { type: 'link', url, text: card.property.photo }];
}

function actionRow(around: CardSurroundings, words: Messages): ButtonRow {
  const { card: labels, details: ofAll } = words;
  const { link, reveal, details, all, share, refresh } = around;
  const buttons: (Button | LinkButton)[] = [
    ...(reveal ? [{ label: labels.reveal, spoken: labels.revealSpoken, action: reveal }] : []),
    ...(all ? [{ label: ofAll.open, spoken: ofAll.openSpoken, action: all }] : []),
    ...(details ? [{ label: labels.details, spoken: labels.detailsSpoken, action: details }] : []),
    ...(link === null ? [] : [{ label: labels.open, spoken: labels.openSpoken, url: link }]),
    ...(share ? [{ label: labels.share, spoken: labels.shareSpoken, action: share }] : []),
    { label: labels.refresh, spoken: labels.refreshSpoken, action: refresh },
  ];
  return { type: 'buttons', buttons };
}

type Cell = TableBlock['rows'][number][number];

/** A column of the table: its heading, and what stands in it of one person. */
interface Column {
  readonly heading: string;
  readonly isNumber?: boolean;
  /** `null` where there is nothing to say. */
  readonly cell: (person: CardPerson) => Cell | null;
}

/** Slack takes no empty cell. */
const NOTHING = '–';

/** The applicants, one a row; empty columns are left out. */
function peopleTable(people: readonly CardPerson[], cardContext: CardContext): TableBlock {
  const { columns } = cardContext.words.card.people;
  const all: readonly Column[] = [
    { heading: columns.who, cell: (person) => whoCell(person, cardContext) },
    { heading: columns.status, cell: ({ status }) => textCell(status) },
    { heading: columns.complete, isNumber: true, cell: ({ complete }) => textCell(complete) },
    { heading: columns.score, isNumber: true, cell: ({ score }) => textCell(score) },
    { heading: columns.form, cell: ({ form }) => formCell(form, cardContext) },
    { heading: columns.profile, cell: ({ profile }) => textCell(profile) },
    { heading: columns.guarantors, cell: ({ guarantors }) => textCell(guarantors) },
  ];
  const shown = all.filter(({ cell }) => people.some((person) => cell(person) !== null));
  return {
    type: 'table',
    column_settings: shown.map(({ isNumber }) =>
      isNumber ? { align: 'right' } : { is_wrapped: true },
    ),
    rows: [
      shown.map(({ heading }) => ({ type: 'raw_text', text: heading })),
      ...people.map((person) => shown.map(({ cell }) => cell(person) ?? rawText(NOTHING))),
    ],
  };
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
  const { form } = person;
  const { people } = cardContext.words.card;
  const rows = [
    standingCell(person, cardContext).join(' · '),
    rest(person, cardContext).join(' · '),
    ...(form === null ? [] : [people.formSent(instantText(form, cardContext))]),
  ];
  return [
    bold(nameIn(person, cardContext)),
    ...rows.filter(Boolean).map((row) => plain(`\n${row}`)),
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
  return isGuarantor ? words.file.guarantor(name) : name;
}

function whoCell(person: CardPerson, cardContext: CardContext): Cell {
  return {
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [bold(nameIn(person, cardContext))] }],
  };
}

function formCell(form: CardPerson['form'], cardContext: CardContext): Cell | null {
  return form === null ? null : rawText(instantText(form, cardContext));
}

function textCell(text: string | null): Cell | null {
  return text === null || text === '' ? null : rawText(text);
}

function rawText(text: string): Cell {
  return { type: 'raw_text', text };
}

/** A rental file in words, before it is put in its place. */
export interface Card {
  readonly title: string;
  /** Empty when there is none. */
  readonly reference: string;
  /** The decision, then the rest. */
  readonly standing: readonly string[];
  readonly drawnAge: readonly string[];
  readonly spokenAge: readonly string[];
  /** `null` when nothing is known of it. */
  readonly completeness: Fact | null;
  readonly people: readonly CardPerson[];
  /** People beyond those that are shown. */
  readonly hiddenPeople: number;
  /** Replaces `people` at privacy level `reference`. */
  readonly counts: readonly Fact[];
  /** `null` when the service sent none. */
  readonly property: readonly Fact[] | null;
  /** Stands for a property that the service sent nothing of. */
  readonly noProperty: string;
  readonly file: readonly Fact[];
  /** An address that everybody may fetch. */
  readonly photo: string | null;
}

/** Line by line what the blocks say. */
function cardText(card: Card, notice: string | null, cardContext: CardContext): string {
  const { card: labels } = cardContext.words;
  const { title, reference, standing, people, hiddenPeople, counts, photo } = card;
  const bullets = (facts: readonly Fact[]) =>
    facts.map((each) => `• ${factText(each, cardContext)}`);
  return [
    ...(notice === null ? [] : [notice]),
    [propertyText(title, reference), ...standing, ...card.spokenAge].join(', '),
    ...(card.completeness === null ? [] : [factText(card.completeness, cardContext)]),
    people.length + counts.length === 0 ? labels.people.none : labels.people.title,
    ...people.map((person) => `• ${personText(person, cardContext)}`),
    ...bullets(counts),
    ...(hiddenPeople > 0 ? [labels.people.more(hiddenPeople)] : []),
    card.property === null ? card.noProperty : labels.property.title,
    ...bullets(card.property ?? []),
    ...(photo === null ? [] : [`• ${labels.property.photo}`]),
    ...(card.file.length === 0 ? [] : [labels.file.title, ...bullets(card.file)]),
    ...(notice === null ? [labels.readNow] : []),
  ].join('\n');
}

/**
 * Slack refuses a message that is longer than some 13,000 characters once it is escaped, which no
 * page of it tells; the blocks say what the plain text says, and a little more.
 */
const RENDERED_MAX = 11_000;
/** A text that needs no escaping fits in any case. */
const DRAWN_LENGTHS = [Infinity, 30, 16] as const;
const DRAWN_LENGTH_LEAST = 8;

/**
 * The longest service text with which the blocks fit Slack's limits.
 *
 * @param textFor the same in plain text, escaped, with its texts at most so long
 */
export function drawnLength(textFor: (lengthMax: number) => string): number {
  const length = DRAWN_LENGTHS.find((each) => textFor(each).length <= RENDERED_MAX);
  return length ?? DRAWN_LENGTH_LEAST;
}

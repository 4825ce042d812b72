import type {
  HeaderBlock,
  ImageBlock,
  RichTextBlock,
  RichTextElement,
  TableBlock,
} from '@slack/types';

import type { Messages } from '../../../i18n/messages.ts';
import { bold, code, context, fitted, paragraph, plain, richText } from '../../block-kit.ts';
import type { Block, Button, ButtonRow, LinkButton, Message, Action } from '../../message.ts';
import { escaped } from '../../text.ts';
import { propertyText } from '../line.ts';
import { type Fact, factElements, factText, instantText, type Telling } from './facts.ts';
import type { CardPerson } from './people.ts';

/** A table of more people is worth the push to the side that it needs on a telephone. */
const LISTED_MAX = 4;

/** What a card is shown with, and where it leads. */
export interface CardSurroundings extends Omit<Telling, 'words' | 'lengthMax'> {
  /** Where the file opens for people. */
  readonly link: string | null;
  readonly reveal: Action | null;
  /** Shows one person what others may not see. */
  readonly details: Action | null;
  readonly share: Action | null;
  readonly refresh: Action;
}

/**
 * A card as a message. `cardOf` gives it with the texts of the service as short as is asked.
 *
 * @param notice why it is not as the service has it now; `null` when it is
 */
export function drawnCard(
  cardOf: (telling: Telling) => Card,
  notice: string | null,
  around: CardSurroundings,
  words: Messages,
): Message {
  const tellingFor = (lengthMax: number): Telling => ({ ...around, words, lengthMax });
  const textFor = (lengthMax: number): string => {
    const telling = tellingFor(lengthMax);
    return escaped(cardText(cardOf(telling), notice, telling));
  };
  const telling = tellingFor(drawnLength(textFor));
  const card = cardOf(telling);
  return {
    kind: 'message',
    title: words.card.title,
    isPassing: false,
    text: fitted(textFor),
    blocks: blocksOf(card, notice, around, telling, false),
    plainBlocks: blocksOf(card, notice, around, telling, true),
  };
}

function blocksOf(
  card: Card,
  notice: string | null,
  around: CardSurroundings,
  telling: Telling,
  isPlain: boolean,
): readonly Block[] {
  const { words } = telling;
  const { card: said } = words;
  const [decision = '', ...standing] = card.standing;
  const { photo, title } = card;
  return [
    headerBlock(title),
    ...(notice === null ? [] : [paragraph(notice)]),
    richText([
      ...(card.reference === '' ? [] : [code(card.reference), plain('  ')]),
      bold(decision),
      plain(['', ...standing, ...card.drawnAge].join(' · ')),
      ...(card.missing === null
        ? []
        : [plain('\n'), bold(said.missing.title), plain(`  ${card.missing}`)]),
    ]),
    ...peopleBlocks(card, telling, isPlain),
    group(said.property.title, card.property ?? [], telling, [
      ...(card.property === null ? [plain(`\n${said.property.none}`)] : []),
      ...(photo !== null && isPlain ? photoLink(photo, words) : []),
    ]),
    ...(photo === null || isPlain ? [] : [image(photo, said.property.photoOf(title))]),
    group(said.file.title, card.file, telling),
    actionRow(around, words),
    ...(notice === null ? [context(said.readNow)] : []),
  ];
}

function peopleBlocks(card: Card, telling: Telling, isPlain: boolean): readonly Block[] {
  const { people, hiddenPeople, counts } = card;
  const { people: said } = telling.words.card;
  if (people.length === 0) {
    const none = counts.length === 0 ? [plain(`\n${said.none}`)] : [];
    return [group(said.title, counts, telling, none)];
  }
  return [
    richText([bold(said.title)]),
    isPlain || people.length <= LISTED_MAX
      ? peopleList(people, telling)
      : peopleTable(people, telling),
    ...(hiddenPeople > 0 ? [context(said.more(hiddenPeople))] : []),
  ];
}

function group(
  title: string,
  facts: readonly Fact[],
  telling: Telling,
  after: readonly RichTextElement[] = [],
) {
  return richText([bold(title), ...factElements(facts, telling), ...after]);
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

function actionRow(around: CardSurroundings, { card: said }: Messages): ButtonRow {
  const { link, reveal, details, share, refresh } = around;
  const buttons: (Button | LinkButton)[] = [
    ...(reveal ? [{ label: said.reveal, spoken: said.revealSpoken, action: reveal }] : []),
    ...(details ? [{ label: said.details, spoken: said.detailsSpoken, action: details }] : []),
    ...(link === null ? [] : [{ label: said.open, spoken: said.openSpoken, url: link }]),
    ...(share ? [{ label: said.share, spoken: said.shareSpoken, action: share }] : []),
    { label: said.refresh, spoken: said.refreshSpoken, action: refresh },
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

/** The applicants, one a row; a column in which nobody has anything is left out. */
function peopleTable(people: readonly CardPerson[], telling: Telling): TableBlock {
  const { columns, formNotYet } = telling.words.card.people;
  const all: readonly Column[] = [
    { heading: columns.who, cell: (person) => whoCell(person, telling) },
    { heading: columns.status, cell: ({ status }) => textCell(status) },
    { heading: columns.complete, isNumber: true, cell: ({ complete }) => textCell(complete) },
    { heading: columns.score, isNumber: true, cell: ({ score }) => textCell(score) },
    { heading: columns.form, cell: ({ form }) => formCell(form, formNotYet, telling) },
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
function peopleList(people: readonly CardPerson[], telling: Telling): RichTextBlock {
  return {
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_list',
        style: 'bullet',
        elements: people.map((person) => ({
          type: 'rich_text_section',
          elements: personElements(person, telling),
        })),
      },
    ],
  };
}

/** “Anne Lefèvre, Analysed, score 82, 100% complete, …” */
function personText(person: CardPerson, telling: Telling): string {
  const { form } = person;
  const { people } = telling.words.card;
  return [
    nameIn(person, telling),
    ...standingCell(person, telling),
    ...(form === null
      ? []
      : [form === 'open' ? people.formOpen : people.formSent(instantText(form, telling))]),
    ...rest(person, telling),
  ].join(', ');
}

function personElements(person: CardPerson, telling: Telling): RichTextElement[] {
  const { form } = person;
  const { people } = telling.words.card;
  const rows = [
    [...standingCell(person, telling), ...(form === 'open' ? [people.formOpen] : [])].join(' · '),
    rest(person, telling).join(' · '),
  ];
  return [
    bold(nameIn(person, telling)),
    ...rows.filter(Boolean).map((row) => plain(`\n${row}`)),
    ...(form === null || form === 'open'
      ? []
      : [plain(`\n${people.columns.form} ${instantText(form, telling)}`)]),
  ];
}

function standingCell({ status, score, complete }: CardPerson, { words }: Telling): string[] {
  return [
    status,
    ...(score === null ? [] : [words.file.score(score)]),
    ...(complete === null ? [] : [words.file.complete(complete)]),
  ];
}

function rest({ profile, guarantors }: CardPerson, { words: { card } }: Telling): string[] {
  return [
    ...(profile === '' ? [] : [profile]),
    ...(guarantors === '' ? [] : [card.fact(card.people.columns.guarantors, guarantors)]),
  ];
}

function nameIn({ name, isGuarantor }: CardPerson, { words }: Telling): string {
  return isGuarantor ? words.file.guarantor(name) : name;
}

function whoCell(person: CardPerson, telling: Telling): Cell {
  return {
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [bold(nameIn(person, telling))] }],
  };
}

function formCell(form: CardPerson['form'], open: string, telling: Telling): Cell | null {
  if (form === null) return null;
  return rawText(form === 'open' ? open : instantText(form, telling));
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
  readonly missing: string | null;
  readonly people: readonly CardPerson[];
  /** People beyond those that are shown. */
  readonly hiddenPeople: number;
  /** In the place of `people` where nobody may be recognised. */
  readonly counts: readonly Fact[];
  /** `null` when the file has no property. */
  readonly property: readonly Fact[] | null;
  readonly file: readonly Fact[];
  /** An address that everybody may fetch. */
  readonly photo: string | null;
}

/** Line by line what the blocks say. */
function cardText(card: Card, notice: string | null, telling: Telling): string {
  const { card: said } = telling.words;
  const { title, reference, standing, people, hiddenPeople, counts, photo } = card;
  const bullets = (facts: readonly Fact[]) => facts.map((each) => `• ${factText(each, telling)}`);
  return [
    ...(notice === null ? [] : [notice]),
    [propertyText(title, reference), ...standing, ...card.spokenAge].join(', '),
    ...(card.missing === null ? [] : [said.fact(said.missing.title, card.missing)]),
    people.length + counts.length === 0 ? said.people.none : said.people.title,
    ...people.map((person) => `• ${personText(person, telling)}`),
    ...bullets(counts),
    ...(hiddenPeople > 0 ? [said.people.more(hiddenPeople)] : []),
    card.property === null ? said.property.none : said.property.title,
    ...bullets(card.property ?? []),
    ...(photo === null ? [] : [`• ${said.property.photo}`]),
    said.file.title,
    ...bullets(card.file),
    ...(notice === null ? [said.readNow] : []),
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
 * How long a text of the service may be so that Slack takes the blocks.
 *
 * @param textFor the same in plain text, escaped, with its texts at most so long
 */
export function drawnLength(textFor: (lengthMax: number) => string): number {
  const length = DRAWN_LENGTHS.find((each) => textFor(each).length <= RENDERED_MAX);
  return length ?? DRAWN_LENGTH_LEAST;
}

import type { HeaderBlock, ImageBlock, RichTextElement } from '@slack/types';

import { bold, code, context, paragraph, plain, richText } from './blocks.ts';
import { type Fact, factElements, type Telling } from './card-fact.ts';
import { drawnLength } from './card-fitting.ts';
import { peopleList, peopleTable } from './card-table.ts';
import { type Card, cardText } from './card-text.ts';
import { fitted } from './fitting.ts';
import type { Block, Button, ButtonRow, LinkButton, Message, Press } from './message.ts';
import { escaped } from './service-text.ts';
import type { Words } from './words/words.ts';

/** A table of more people is worth the push to the side that it needs on a telephone. */
const LISTED_MAX = 4;

/** What a card is shown with, and where it leads. */
export interface CardSurroundings extends Omit<Telling, 'words' | 'lengthMax'> {
  /** Where the file opens for people. */
  readonly link: string | null;
  readonly reveal: Press | null;
  /** Shows one person what others may not see. */
  readonly details: Press | null;
  readonly share: Press | null;
  readonly refresh: Press;
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
  words: Words,
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
    heading(title),
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
    row(around, words),
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
function heading(title: string): HeaderBlock {
  return { type: 'header', text: { type: 'plain_text', text: title, emoji: false } };
}

function image(url: string, says: string): ImageBlock {
  return { type: 'image', image_url: url, alt_text: says };
}

function photoLink(url: string, { card }: Words): readonly RichTextElement[] {
  return [plain('\n'), { type: 'link', url, text: card.property.photo }];
}

function row(around: CardSurroundings, { card: said }: Words): ButtonRow {
  const { link, reveal, details, share, refresh } = around;
  const buttons: (Button | LinkButton)[] = [
    ...(reveal ? [{ label: said.reveal, spoken: said.revealSpoken, press: reveal }] : []),
    ...(details ? [{ label: said.details, spoken: said.detailsSpoken, press: details }] : []),
    ...(link === null ? [] : [{ label: said.open, spoken: said.openSpoken, url: link }]),
    ...(share ? [{ label: said.share, spoken: said.shareSpoken, press: share }] : []),
    { label: said.refresh, spoken: said.refreshSpoken, press: refresh },
  ];
  return { type: 'buttons', buttons };
}

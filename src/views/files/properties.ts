import type { Messages } from '../../i18n/types.ts';
import type { Backlog } from '../../portfolio/lifecycle.ts';
import {
  againButtons,
  pageButtons,
  pagePlace,
  type Turning,
  buttonsWithMenu,
  code,
  fitted,
  header,
  paragraph,
  plain,
  richText,
  escaped,
  oneLine,
} from '../block-kit.ts';
import type { Action, Block, Button, Message, Row } from '../message.ts';
import { freshness, freshnessLine, type Read } from '../notices.ts';
import { rentText } from './card/property.ts';
import {
  figureText,
  peopleIn,
  propertyIn,
  propertyText,
  referenceOf,
  statusText,
  titleOf,
  waitingText,
  type FileLine,
  type PropertyName,
  type Showing,
} from './line.ts';
import { backlogText, headedText, townBeside } from './lines.ts';

/** A property with how many of its files await a decision. */
export interface PropertyLine {
  readonly property: PropertyName;
  readonly town: string | null;
  /** Per month, as the charges are. */
  readonly rent: number | null;
  readonly charges: number | null;
  readonly deposit: number | null;
  readonly availability: Availability;
  readonly files: number;
  readonly backlog: Backlog;
  /** Whether it is not known of some files if they await a decision. */
  readonly hasUnknown: boolean;
  /** Opens its files. */
  readonly open: Action;
}

/** As the service says it. */
interface Availability {
  /** `YYYY-MM-DD`; `null` without a date. */
  readonly from: string | null;
  /** `null` when the service does not say. */
  readonly isAvailable: boolean | null;
  /** Whether the date is today or past. */
  readonly isPast: boolean;
}

/** A file of a property, beside the others. */
interface PropertyFileLine extends FileLine {
  /** Words for what it lacks. */
  readonly lacks: readonly string[];
}

/** Turns the pages of a list of properties, or of the files of one. */
interface Pages extends Read, Turning {
  readonly notices: readonly string[];
  readonly refresh: Action;
  readonly share: Action | null;
}

export interface PropertyPage extends Pages {
  readonly of: PropertyLine;
  /** In the order of their arrival. */
  readonly lines: readonly PropertyFileLine[];
}

/** A page of properties: those that were named, or those that are free by a day. */
export interface PropertiesPage extends Pages {
  readonly total: number;
  readonly lines: readonly PropertyLine[];
  /** `YYYY-MM-DD`; `null` for properties that were named. */
  readonly until: string | null;
}

const TITLE_LENGTH_MAX = 60;
const ROW_TITLE_LENGTH_MAX = 40;
const WORD_LENGTH_MAX = 30;
const SPOKEN_LENGTH_MAX = 60;
/** Two lines on a telephone. */
const PEOPLE_LENGTH_MAX = 60;
const SEPARATOR = ' · ';

/** One property with its files side by side: facts in a neutral order, and no ranking. */
export function propertyView(page: PropertyPage, showing: Showing): Message {
  const { words } = showing;
  const { of, lines, notices } = page;
  const { properties } = words;
  const title = titleOf(of, words, TITLE_LENGTH_MAX);
  const reference = referenceOf(of, WORD_LENGTH_MAX);
  const facts = factsOf(of, showing);
  const counts = [properties.files(of.files), ...standingOf(of, words)].join(SEPARATOR);
  const textsOf = (line: PropertyFileLine, lengthMax: number) =>
    fileTexts(line, of.rent, showing, lengthMax);
  return {
    kind: 'message',
    title: properties.title,
    text: fitted((lengthMax) =>
      [
        [propertyText(title, reference), ...facts, counts].join(SEPARATOR),
        ...notices,
        properties.order,
        ...lines.map((line, at) => `${at + 1}. ${textsOf(line, lengthMax).join(', ')}`),
        ...pagePlace(page, words),
        ...freshness(page, showing),
      ]
        .map(escaped)
        .join('\n'),
    ),
    blocks: [
      header(title),
      richText([
        ...(reference === null ? [] : [code(reference), plain('  ')]),
        plain(`${facts.join(SEPARATOR)}\n${counts}`),
      ]),
      ...notices.map((notice) => paragraph(notice)),
      ...lines.map((line) =>
        rowOf(textsOf(line, PEOPLE_LENGTH_MAX), {
          label: words.list.view,
          spoken: words.list.viewSpoken(
            oneLine(peopleIn(line, showing, SPOKEN_LENGTH_MAX), SPOKEN_LENGTH_MAX),
          ),
          action: line.details,
        }),
      ),
      ...navigation(page, words),
      freshnessLine(page, showing, ...pagePlace(page, words), properties.order),
    ],
  };
}

/** Properties, each with how many of its files are ready, nearly ready or neither. */
export function propertiesView(page: PropertiesPage, showing: Showing): Message {
  const { words } = showing;
  const { properties } = words;
  const { until, total, lines, notices } = page;
  const title =
    until === null ? properties.found(total) : properties.free(total, dayOf(until, words));
  const empty = until === null || total > 0 ? [] : [properties.noneFree(dayOf(until, words))];
  const above = [...notices, ...empty];
  return {
    kind: 'message',
    title: properties.heading,
    text: fitted((lengthMax) =>
      [
        title,
        ...above,
        ...lines.map((line, at) => `${at + 1}. ${lineTexts(line, showing, lengthMax).join(', ')}`),
        ...pagePlace(page, words),
        ...freshness(page, showing),
        properties.known,
      ]
        .map(escaped)
        .join('\n'),
    ),
    blocks: [
      header(title),
      ...above.map((notice) => paragraph(notice)),
      ...lines.map((line) => {
        const name = titleOf(line, words, SPOKEN_LENGTH_MAX);
        const button = {
          label: words.list.view,
          spoken: oneLine(properties.viewSpoken(name), SPOKEN_LENGTH_MAX + 15),
          action: line.open,
        };
        return rowOf(lineTexts(line, showing, ROW_TITLE_LENGTH_MAX), button);
      }),
      ...navigation(page, words),
      freshnessLine(page, showing, ...pagePlace(page, words), properties.known),
    ],
  };
}

function rowOf(texts: readonly string[], button: Button): Row {
  return { type: 'row', text: headedText(texts), button };
}

/** Title and town; availability and rent; how many files are ready. */
function lineTexts(line: PropertyLine, showing: Showing, lengthMax: number): string[] {
  const { words } = showing;
  const name = propertyIn(line, words, lengthMax, WORD_LENGTH_MAX);
  return [
    [name, ...townOf(line, showing)].join(SEPARATOR),
    [availabilityText(line.availability, words), ...rentOf(line.rent, showing)].join(SEPARATOR),
    standingOf(line, words).join(SEPARATOR),
  ];
}

/** Who; their status and wait; when they came, and what they lack. */
function fileTexts(
  line: PropertyFileLine,
  propertyRent: number | null,
  showing: Showing,
  lengthMax: number,
): string[] {
  const { words, zone = 'UTC' } = showing;
  const { properties, card } = words;
  const rent = line.rent !== null && line.rent !== propertyRent ? rentOf(line.rent, showing) : [];
  return [
    oneLine(peopleIn(line, showing, lengthMax), lengthMax),
    [statusText(line, showing, WORD_LENGTH_MAX), ...waitingText(line, showing)].join(SEPARATOR),
    [
      ...(line.createdAt === null ? [] : [properties.arrived(card.day(line.createdAt, zone))]),
      ...figureText(line, 'score', words),
      ...figureText(line, 'completion', words),
      ...(line.lacks.length === 0 ? [] : [properties.without(line.lacks.join(', '))]),
      ...rent.map((amount) => properties.rentInFile(amount)),
    ].join(SEPARATOR),
  ];
}

function factsOf(line: PropertyLine, showing: Showing): string[] {
  return [
    ...townOf(line, showing),
    ...costsOf(line, showing),
    availabilityText(line.availability, showing.words),
  ];
}

function townOf(line: PropertyLine, { privacy }: Showing): string[] {
  return townBeside(line.property.title ?? '', line, privacy, WORD_LENGTH_MAX);
}

/** Rent with charges, and the deposit. */
function costsOf({ rent, charges, deposit }: PropertyLine, showing: Showing): string[] {
  const { currency = null, words } = showing;
  const { card } = words;
  return [
    ...(rent === null ? [] : [rentText(rent, charges, { words, currency })]),
    ...(deposit === null ? [] : [card.fact(card.property.deposit, card.money(deposit, currency))]),
  ];
}

function rentOf(rent: number | null, { currency = null, words }: Showing): string[] {
  return rent === null ? [] : [rentText(rent, null, { words, currency })];
}

function availabilityText({ from, isAvailable, isPast }: Availability, words: Messages): string {
  const { properties, card } = words;
  if (from === null && isAvailable === null) return properties.unknown;
  if (from === null) return isAvailable === true ? properties.now : properties.notNow;
  const day = dayOf(from, words);
  if (isAvailable === false) {
    const { availability, unavailableFrom, unavailableUntil } = card.property;
    return card.fact(availability, isPast ? unavailableFrom(day) : unavailableUntil(day));
  }
  return isPast ? properties.since(day) : properties.from(day);
}

function standingOf({ backlog, hasUnknown }: PropertyLine, words: Messages): string[] {
  const counted = backlogText(backlog, words);
  const { noFile, noFileKnown } = words.properties;
  if (counted.length === 0) return [hasUnknown ? noFileKnown : noFile];
  return backlog.ready > 0 ? counted : [words.properties.noneReady, ...counted];
}

function dayOf(date: string, { card }: Messages): string {
  return card.day(Date.parse(date), 'UTC');
}

function navigation({ previous, next, refresh, share }: Pages, words: Messages): Block[] {
  return [buttonsWithMenu(pageButtons(previous, next, words), againButtons(refresh, share, words))];
}

import type { RichTextBlock, RichTextElement, TableBlock } from '@slack/types';

import { bold, plain } from './blocks.ts';
import { instantText, type Telling } from './card-fact.ts';
import type { CardPerson } from './card-people.ts';

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
export function peopleTable(people: readonly CardPerson[], telling: Telling): TableBlock {
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
export function peopleList(people: readonly CardPerson[], telling: Telling): RichTextBlock {
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
export function personText(person: CardPerson, telling: Telling): string {
  const { form } = person;
  const { people } = telling.words.card;
  return [
    nameIn(person, telling),
    ...standing(person, telling),
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
    [...standing(person, telling), ...(form === 'open' ? [people.formOpen] : [])].join(' · '),
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

function standing({ status, score, complete }: CardPerson, { words }: Telling): string[] {
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

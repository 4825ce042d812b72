import { readFileSync } from 'node:fs';

import { z } from 'zod';

/** A statement of the specification: a row of the table in `statements.md`. */
export interface Statement {
  readonly number: number;
  readonly section: string;
  readonly says: string;
  /** For a value of a rental file. */
  readonly value: ServedValue | null;
  /** For any other: the test that shows it, or why there is none. */
  readonly shownBy: string;
}

/** A value that the service serves, and how it is seen and found in Slack. */
interface ServedValue {
  /** The rental file, as JSON. */
  readonly file: Readonly<Record<string, unknown>>;
  readonly read: InEachLanguage;
  readonly query: InEachLanguage | null;
  /** Heading of a column of the export, and the cell. */
  readonly cell: readonly [heading: string, text: string] | null;
}

interface InEachLanguage {
  readonly en: string;
  readonly fr: string;
}

const TABLE = new URL('statements.md', import.meta.url);
const CELL_BORDER = /(?<!\\)\|/;
const Fields = z.record(z.string(), z.unknown());

/** Every statement, in the order of the specification. */
export const STATEMENTS: readonly Statement[] = readFileSync(TABLE, 'utf8')
  .split('\n')
  .filter((line) => /^\| +\d/.test(line))
  .map((line) => statementIn(line.split(CELL_BORDER).slice(1, -1).map(textOf)));

/** Id of the file of a statement. */
export function fileId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

function statementIn(cells: readonly string[]): Statement {
  const [digits = '', section = '', says = '', of = '', served = '', ...shown] = cells;
  const [en = '', fr = '', query = '', queryInFrench = '', cell = '', shownBy = ''] = shown;
  const number = Number(digits);
  const id = fileId(number);
  const withId = (text: string) => text.replaceAll('{id}', id);
  if (of === '') return { number, section, says, value: null, shownBy };
  const [heading = '', text = ''] = withId(cell).split(/: (.*)/s);
  const value = {
    file: { id, ...nested(of, Fields.parse(JSON.parse(served)), number) },
    read: { en: withId(en), fr: withId(fr) },
    query: query === '' ? null : { en: withId(query), fr: withId(queryInFrench) },
    cell: cell === '' ? null : ([heading, text] as const),
  };
  return { number, section, says, value, shownBy };
}

/** The fields in their place in a rental file, beside the fields that the object requires. */
function nested(of: string, fields: Readonly<Record<string, unknown>>, number: number): object {
  const digits = String(number).padStart(8, '0');
  const times = { created_at: '2026-10-01T09:00:00Z', updated_at: '2026-10-02T09:00:00Z' };
  switch (of) {
    case 'file':
      return fields;
    case 'applicant': {
      const id = `00000000-0000-4000-8000-${digits}aaaa`;
      const name = { first_name: 'Jade', last_name: `Morin ${number}` };
      return { applicants: [{ id, ...name, ...fields }] };
    }
    case 'organisation': {
      const organisation = { file_path: '/guarantors/1.pdf', type: 'GARANTME', ...times };
      return nested('applicant', { moral_guarantor: { ...organisation, ...fields } }, number);
    }
    case 'property': {
      const _id = `00000000-0000-4000-8000-${digits}bbbb`;
      const property = { _id, tenant: 'agency', ...times, title: `Flat ${number}` };
      return { product: { ...property, ...fields } };
    }
    case 'photo': {
      const photo = { size: 1234, filename: 'front.jpg', content_type: 'image/jpeg' };
      return nested('property', { photo: { ...photo, ...fields } }, number);
    }
    default:
      throw new Error(`row ${number}: the specification has no object “${of}”`);
  }
}

function textOf(cell: string): string {
  return cell
    .trim()
    .replaceAll(String.raw`\|`, '|')
    .replace(/^`(.*)`$/s, '$1');
}

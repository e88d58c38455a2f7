import { Email } from '@promenade/contract/email';
import { LINE_MAX } from '@promenade/contract/limits';
import {
  type Imported,
  LIST_NOTE_MAX,
  LIST_ROWS_MAX,
  LIST_TAGS_MAX,
  PersonField,
} from '@promenade/contract/lists/lists';
import { findField, isThunderbird } from './headings.ts';
import { isPastedList, readPastedList } from './pastedPeople.ts';
import type { ReadTable, TableRow } from './table.ts';

/** A person as a row of a table has it; fields that it does not have are empty. */
export interface ReadPerson {
  row: number;
  isHidden: boolean;
  /** Empty: the row has no address that is valid. */
  address: string;
  also: string[];
  name: string;
  firstname: string;
  lastname: string;
  company: string;
  role: string;
  country: string;
  note: string;
  tags: string[];
  /** Cells of the columns that are no field, by heading. */
  cells: Record<string, string>;
  /** What was there instead of an address. */
  wrong: string;
}

type Column = Imported['columns'][number];

export interface ReadPeople extends Pick<Imported, 'columns' | 'notes' | 'charset'> {
  people: ReadPerson[];
}

const VALUES = / ::: |[;\n]/;

/**
 * Finds the columns of a table and reads its people.
 * @param chosen what each column is, instead of what its heading says
 */
export function readPeople(table: ReadTable, chosen: readonly (PersonField | null)[] | undefined): ReadPeople {
  const hasHeading = isHeading(table.rows);
  const isList = table.text !== undefined && !hasHeading && isPastedList(table.text, table.rows);
  const all = isList ? readPastedList(table.text ?? '') : table.rows;
  const rows = all.slice(hasHeading ? 1 : 0, LIST_ROWS_MAX + (hasHeading ? 1 : 0));
  const headings = hasHeading ? (table.rows[0]?.cells ?? []) : [];
  const found = isList ? (['address', 'name'] as const) : findColumns(headings, rows);
  const fields = chosen ? found.map((_field, index) => chosen[index] ?? null) : found;
  const columns = fields.map(
    (field, index): Column => ({
      heading: headings[index] ?? '',
      field,
      example: (rows.find(({ cells }) => cells[index])?.cells[index] ?? '').slice(0, LINE_MAX),
    }),
  );
  const people = rows.flatMap((row) => readRow(row, columns));
  const isCut = table.isCut || all.length - (hasHeading ? 1 : 0) > LIST_ROWS_MAX;
  return {
    columns,
    people,
    charset: table.charset,
    notes: [
      ...(table.isGuessed ? (['charset'] as const) : []),
      ...(table.isMerged ? (['merged'] as const) : []),
      ...(isThunderbird(headings) ? (['vcard-has-more'] as const) : []),
      ...(isCut ? (['cut'] as const) : []),
    ],
  };
}

/** The first row names the columns: it has a known heading, and no address while others have one. */
function isHeading([first, ...rest]: readonly TableRow[]): boolean {
  if (!first || first.cells.some((cell) => cell.includes('@'))) return false;
  const isKnown = first.cells.some((cell) => findField(cell) !== undefined);
  return isKnown || (first.cells.length > 1 && rest.some(({ cells }) => cells.some((cell) => cell.includes('@'))));
}

function findColumns(headings: readonly string[], rows: readonly TableRow[]): (PersonField | null)[] {
  const sample = rows.slice(0, 200);
  const width = Math.max(headings.length, ...sample.map(({ cells }) => cells.length), 0);
  const taken = new Set<PersonField>();
  const fields = Array.from({ length: width }, (_one, index): PersonField | null => {
    const filled = sample.map(({ cells }) => cells[index] ?? '').filter((cell) => cell !== '');
    // Most cells are addresses, whatever the heading says.
    if (filled.length > 0 && filled.filter((cell) => cell.includes('@')).length * 2 > filled.length) return 'address';
    const field = findField(headings[index] ?? '') ?? null;
    const isSecond = field !== null && field !== 'address' && field !== 'tags' && taken.has(field);
    if (field !== null) taken.add(field);
    return isSecond ? null : field;
  });
  if (headings.length === 0) {
    // Without a heading, the first column of words is the name.
    const words = fields.findIndex(
      (field, index) => field === null && sample.some(({ cells }) => /\p{L}{2}/u.test(cells[index] ?? '')),
    );
    if (words >= 0) fields[words] = 'name';
  }
  return fields;
}

function readRow({ row, isHidden, cells }: TableRow, columns: readonly Column[]): ReadPerson[] {
  const of = (field: PersonField) =>
    columns.flatMap((column, index) => (column.field === field && cells[index] ? [cells[index]] : []));
  const line = (field: PersonField) => (of(field)[0] ?? '').replaceAll(/\s+/g, ' ').slice(0, LINE_MAX);
  const written = of('address');
  const found = written.flatMap(findAddresses);
  const addresses = [...new Set(found.map(({ address }) => address))];
  const [first = '', ...also] = addresses;
  const firstname = line('firstname');
  const lastname = line('lastname');
  const name = line('name') || [firstname, lastname].filter(Boolean).join(' ') || found[0]?.name || '';
  const person: ReadPerson = {
    row,
    isHidden,
    address: first,
    also,
    name: name.slice(0, LINE_MAX),
    firstname,
    lastname,
    company: line('company'),
    role: line('role'),
    country: line('country'),
    note: (of('note')[0] ?? '').slice(0, LIST_NOTE_MAX),
    tags: readTags(of('tags')),
    cells: Object.fromEntries(
      columns.flatMap(({ field, heading }, index) =>
        field === null && heading !== '' && cells[index] ? [[heading, cells[index]] as const] : [],
      ),
    ),
    wrong: first === '' ? (written[0] ?? cells.find((cell) => cell !== '') ?? '').slice(0, LINE_MAX) : '',
  };
  const members = found.filter(({ isNamed }) => isNamed);
  // Evolution writes a list as a row with an address and name for each of its members: its name is their tag.
  if (members.length > 1 && members.length === found.length && lastname === '')
    return members.map(({ address, name: own }) => ({
      ...person,
      address,
      also: [],
      name: own,
      firstname: '',
      lastname: '',
      tags: [...new Set([...person.tags, ...readTags([name])])],
    }));
  return [person];
}

interface FoundAddress {
  address: string;
  /** In `Name <address>`. */
  name: string;
  isNamed: boolean;
}

function findAddresses(cell: string): FoundAddress[] {
  return cell.split(/ ::: |[;\n|]/).flatMap((part) => {
    const named = /^\s*"?([^<>"]*?)"?\s*<(?:mailto:)?([^<>\s]+)>\s*$/i.exec(part);
    const name = (named?.[1] ?? '').trim();
    const words = named ? [named[2] ?? ''] : part.split(/[\s,<>()[\]"']+/);
    return words.flatMap((word) => {
      const parsed = word.includes('@') ? Email.safeParse(word.replace(/^mailto:/i, '').split('?')[0]) : undefined;
      return parsed?.success ? [{ address: parsed.data, name, isNamed: name !== '' }] : [];
    });
  });
}

/** Google marks what is no label of the person itself with `* `. */
const readTags = (cells: readonly string[]): string[] => {
  const tags = cells
    .flatMap((cell) => cell.split(cell.includes(' ::: ') || cell.includes(';') ? VALUES : /[,\n]/))
    .map((tag) => tag.replaceAll(/\s+/g, ' ').trim().slice(0, LINE_MAX))
    .filter((tag) => tag !== '' && !tag.startsWith('* '));
  return [...new Set(tags)].slice(0, LIST_TAGS_MAX);
};

/** `columns` of a call: names of fields between commas. Undefined when one is no field. */
export function parseColumns(text: string): (PersonField | null)[] | undefined {
  const parsed = text.split(',').map((name) => (name === '' ? null : (PersonField.safeParse(name).data ?? undefined)));
  return parsed.includes(undefined) ? undefined : (parsed as (PersonField | null)[]);
}

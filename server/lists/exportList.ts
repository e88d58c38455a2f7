import type { CsvCell } from '../platform/http/csv.ts';
import type { ExportedPerson, ListColumn } from './queries.ts';

/** Headings of a pasted list, and of fields that no imported file had. */
const HEADINGS = [
  ['name', 'Name'],
  ['address', 'Email'],
  ['company', 'Company'],
  ['role', 'Role'],
  ['country', 'Country'],
  ['tags', 'Tags'],
  ['note', 'Note'],
] as const;

/** The table of a list: the headings and columns of what was imported, then what came since. */
export function toListTable(columns: readonly ListColumn[], people: ExportedPerson[]): CsvCell[][] {
  const all = [...columns, ...missingColumns(columns, people)];
  const addresses = all.flatMap(({ field }, index) => (field === 'address' ? [index] : []));
  const cellOf = (person: ExportedPerson, { heading, field }: ListColumn, index: number): CsvCell => {
    if (field === null) return person.cells[heading] ?? '';
    if (field === 'tags') return person.tags.join('; ');
    if (field !== 'address') return person[field as 'name'];
    const at = addresses.indexOf(index);
    const own = [person.address, ...person.also];
    return at < addresses.length - 1 ? (own[at] ?? '') : own.slice(at).join(' ::: ');
  };
  return [
    all.map(({ heading }) => heading),
    ...people.map((person) => all.map((column, index) => cellOf(person, column, index))),
  ];
}

function missingColumns(columns: readonly ListColumn[], people: readonly ExportedPerson[]): ListColumn[] {
  const fields = new Set(columns.map(({ field }) => field));
  // First and last name together are the name, unless somebody typed another one.
  const hasHalves = fields.has('lastname') || fields.has('firstname');
  const isNeeded = (field: (typeof HEADINGS)[number][0]): boolean => {
    if (fields.has(field)) return false;
    if (columns.length === 0) return true;
    if (field === 'name' && hasHalves)
      return people.some(({ name, firstname, lastname }) => name !== '' && firstname + lastname === '');
    return people.some((person) => person[field].length > 0);
  };
  return HEADINGS.filter(([field]) => isNeeded(field)).map(([field, heading]) => ({ field, heading }));
}

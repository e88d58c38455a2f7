import { READ_ROWS_MAX, type TableRow } from './table.ts';

// Lists of addresses as people copy them out of mail programs: `Pop, Ana <…>`, `"Pop, Ana" <…>`, `Ana Pop [mailto:…]`,
// `ana@…<mailto:ana@…>`, aliases of mutt. The name of an address is what stands before it since the last separator that
// follows an address: a comma inside a name follows none.

const ADDRESS = /[^\s<>()[\]"',;:|‹›«»“”]+@[^\s<>()[\]"',;|‹›«»“”:]+/g;
/** What may stand behind an address, before the next one. */
const AFTER = /^[>\])›'"”\s]*[,;|\t\n]?/;
const INVISIBLE = /[\u200B-\u200F\u2060\uFEFF\u202A-\u202E]/g;
const NAME_MAX = 200;
/** Characters before an address that are looked at. */
const BEFORE_MAX = 1_000;

/** Whether it is a list of addresses rather than a table. */
export function isPastedList(text: string, rows: readonly TableRow[]): boolean {
  const isAlone = rows.every(({ cells }) => cells.length === 1);
  const hasMany = rows.some(({ cells }) => cells.filter((cell) => cell.includes('@')).length > 2);
  return isAlone || hasMany || /<[^<>\s]+@[^<>\s]+>|\[mailto:/i.test(text);
}

/** Rows of address and name, one for each address. Lines without one are rows without an address. */
export function readPastedList(text: string): TableRow[] {
  const clean = text
    .replaceAll(INVISIBLE, '')
    .replaceAll('\u00A0', ' ')
    .replaceAll('mailto:', '')
    .replaceAll('MAILTO:', '');
  const rows: TableRow[] = [];
  let from = 0;
  let line = 1;
  let former = '';
  for (const { 0: address, index } of clean.matchAll(ADDRESS)) {
    if (rows.length >= READ_ROWS_MAX) break;
    const between = clean.slice(from, index);
    const parts = between.split('\n');
    parts.slice(0, -1).forEach((part, offset) => {
      if (/[\p{L}\p{N}]/u.test(part)) rows.push(toRow(line + offset, '', part));
    });
    line += parts.length - 1;
    const name = cleanName((parts.at(-1) ?? '').slice(-BEFORE_MAX));
    // `ana@a.example<mailto:ana@a.example>`
    const isSame = address.toLowerCase() === former.toLowerCase() && name === '';
    if (!isSame) rows.push(toRow(line, address, name));
    former = address;
    const end = index + address.length;
    const [after = ''] = AFTER.exec(clean.slice(end, end + 50)) ?? [];
    line += after.split('\n').length - 1;
    from = end + after.length;
  }
  const rest = clean.slice(from).trim();
  if (/[\p{L}\p{N}]/u.test(rest)) rows.push(toRow(line, '', rest.slice(0, NAME_MAX)));
  return rows;
}

const toRow = (row: number, address: string, name: string): TableRow => ({
  row,
  cells: [address, name.trim().slice(0, NAME_MAX)],
  isHidden: false,
});

function cleanName(text: string): string {
  const bare = text.trim();
  // The short name of an alias in a mail program is not the person's name.
  const [, alias] = /^alias\s+(?:-group\s+\S+\s+)*\S+\s*(.*)$/i.exec(bare) ?? [];
  return (alias ?? bare)
    .replace(/^(?:to|cc|bcc|from|an|von|à|de|para|da|kopie|kopia|копия|кому)\s*:\s*/i, '')
    .replaceAll(/^[\s<("'‹«“„[*-]+|[\s<("'›»”“[,;|(-]+$/g, '')
    .replaceAll(/["“”]/g, '')
    .trim();
}

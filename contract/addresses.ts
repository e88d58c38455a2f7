import { Email } from './email.ts';

// Lists of mail addresses as people paste them: lines, commas and semicolons, `Name <address>` of mail programs, and tables
// with a column of addresses. Each line is cut into cells, and each cell into words; words with an `@` are addresses.

interface PastedAddresses {
  /** Each once, in the form that is stored. */
  addresses: string[];
  /** Each once, as it was pasted: what has no address or a wrong one. */
  wrong: string[];
}

const SEPARATORS = /[,;\t،、]/;
const QUOTES = new Map([
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
]);
/** Around an address: brackets, quotation marks, punctuation and characters that are not seen. */
const BEFORE = /^[\s"'‘’‚‛“”„‟«»‹›<>()[\]{}`´*,;:.!\p{Cf}]+/u;
const AFTER = /[\s"'‘’‚‛“”„‟«»‹›<>()[\]{}`´*,;:.!\p{Cf}]+$/u;
/** Characters of a word that is looked at: an address with what stands around it. */
const WORD_MAX = 500;
/** An address that lost its `@`, such as `ana.a.example`; no web page, number or initials. */
const LOST_AT = /^[^\s@/]+\.\p{L}{2,}$/u;
const COLUMN_NAME = /mail|address|adress|correo|courriel|direc|indirizz|endere|почт|メール|邮|郵/i;

/** Reads a pasted list. Headings, names and other columns are skipped. Linear in the length of the text. */
export function parseAddresses(text: string): PastedAddresses {
  const rows = splitCells(text.normalize('NFKC')).filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const column = findColumns(rows);
  const addresses = new Set<string>();
  const wrong = new Set<string>();
  for (const cells of column.isNamed ? rows.slice(1) : rows) {
    const read = cells.map((cell, index) => ({ cell, ...readCell(cell, column.has(index)) }));
    const found = read.flatMap((one) => one.addresses);
    for (const address of found) addresses.add(address);
    if (found.length === 0) {
      const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
      wrong.add(filled.join(', '));
    }
    // `@name` beside an address is a name elsewhere.
    else for (const word of read.flatMap((one) => one.wrong)) if (!word.startsWith('@')) wrong.add(word);
  }
  return { addresses: [...addresses], wrong: [...wrong] };
}

/** The columns of a table that hold addresses, by its first line when that is a heading. */
function findColumns([first = [], ...rest]: string[][]) {
  const isHeading =
    !first.some((cell) => cell.includes('@') || LOST_AT.test(cell.trim().slice(0, WORD_MAX))) &&
    rest.some((cells) => cells.some((cell) => cell.includes('@'))) &&
    (first.length > 1 ? rest.every((cells) => cells.length > 1) : COLUMN_NAME.test(first[0] ?? ''));
  const named = isHeading ? first.flatMap((cell, index) => (COLUMN_NAME.test(cell) ? [index] : [])) : [];
  const holdsAddress = named.filter((index) => rest.some((cells) => cells[index]?.includes('@')));
  return {
    isNamed: isHeading,
    has: (index: number) => holdsAddress.length === 0 || holdsAddress.includes(index),
  };
}

function readCell(cell: string, isMeant: boolean): PastedAddresses {
  if (!isMeant) return { addresses: [], wrong: [] };
  const inBrackets = [...cell.matchAll(/[<‹]([^<>‹›]*@[^<>‹›]*)[>›]?/g)].map(([, inside = '']) => inside);
  const words = (inBrackets.length > 0 ? inBrackets : [cell])
    .flatMap((part) => part.split(/[\s,;|]+/))
    .filter((word) => /@|%40/.test(word) || (word.length < WORD_MAX && LOST_AT.test(word.replace(BEFORE, ''))));
  const addresses: string[] = [];
  const wrong: string[] = [];
  for (const word of words) {
    const bare = word.length < WORD_MAX ? trimWord(word) : word;
    const email = Email.safeParse(bare);
    if (email.success) addresses.push(email.data);
    else wrong.push(bare);
  }
  return { addresses, wrong };
}

/** Without `mailto:`, its fields and what stands around an address. */
function trimWord(word: string): string {
  const link = word.replace(/^.*mailto:/i, '');
  const address = link === word ? word : decode(link.split('?')[0] ?? '');
  return address.replace(BEFORE, '').replace(AFTER, '');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Lines and their cells. A quotation mark holds a cell together, also over lines, when it has its second half. */
function splitCells(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isBlank = true;
  const lastOf = new Map([...QUOTES.values()].map((mark) => [mark, text.lastIndexOf(mark)]));
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = '';
    isBlank = true;
  };
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    const closing = QUOTES.get(character);
    if (closing && isBlank && (lastOf.get(closing) ?? -1) > index) {
      const end = text.indexOf(closing, index + 1);
      cell += text.slice(index + 1, end);
      isBlank = false;
      index = end;
    } else if (SEPARATORS.test(character)) endCell();
    else if (character === '\n' || character === '\r') {
      endCell();
      rows.push([]);
    } else {
      cell += character;
      isBlank &&= character.trim() === '';
    }
  }
  endCell();
  return rows;
}

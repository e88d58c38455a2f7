import { getDocumentProxy } from 'unpdf';

/** A document as a reader program finds it. */
export interface ReadPdf {
  pages: string[];
  /** Of all pages. */
  text: string;
  /** Where the text ends that reaches farthest to the right, in points. */
  widest: number;
  title: string;
  author: string;
  language: string;
  isTagged: boolean;
  /** Of the tags of the first page. */
  roles: string[];
  /** How many pictures the first page shows. */
  pictures: number;
}

interface Node {
  role?: string;
  children?: Node[];
}

/** Reads what a PDF shows and says of itself. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await getDocumentProxy(bytes);
  const pages: string[] = [];
  let widest = 0;
  for (let n = 1; n <= pdf.numPages; n++) {
    const { items } = await (await pdf.getPage(n)).getTextContent();
    let text = '';
    for (const item of items) {
      if (!('str' in item)) continue;
      text += item.str + (item.hasEOL ? '\n' : '');
      widest = Math.max(widest, Number(item.transform[4]) + item.width);
    }
    pages.push(text);
  }
  const { info } = (await pdf.getMetadata()) as { info: { Title?: string; Author?: string; Language?: string } };
  const first = await pdf.getPage(1);
  const drawn = await first.getOperatorList();
  const tree = (await first.getStructTree()) as Node | null;
  return {
    pages,
    text: pages.join('\n'),
    widest,
    title: info.Title ?? '',
    author: info.Author ?? '',
    language: info.Language ?? '',
    isTagged: (await pdf.getMarkInfo())?.Marked === true,
    roles: tree ? rolesOf(tree) : [],
    pictures: drawn.fnArray.filter((operation) => operation === PAINT_IMAGE).length,
  };
}

/** The reader's number for "show a picture". */
const PAINT_IMAGE = 85;

const rolesOf = ({ role, children = [] }: Node): string[] => [...(role ? [role] : []), ...children.flatMap(rolesOf)];

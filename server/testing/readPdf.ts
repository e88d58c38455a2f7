import { getDocumentProxy } from 'unpdf';

export interface ReadPdf {
  pages: string[];
  text: string;
  /** The right edge of all text, in points. */
  widest: number;
  title: string;
  author: string;
  language: string;
  isTagged: boolean;
  /** The tags of the first page. */
  roles: string[];
  /** The number of pictures on the first page. */
  pictures: number;
}

interface Node {
  role?: string;
  children?: Node[];
}

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await getDocumentProxy(bytes);
  const pages: string[] = [];
  let widest = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
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
  const operators = await first.getOperatorList();
  const tree = (await first.getStructTree()) as Node | null;
  return {
    pages,
    text: pages.join('\n'),
    widest,
    title: info.Title ?? '',
    author: info.Author ?? '',
    language: info.Language ?? '',
    isTagged: (await pdf.getMarkInfo())?.Marked === true,
    roles: tree ? listRoles(tree) : [],
    pictures: operators.fnArray.filter((operation) => operation === PAINT_IMAGE).length,
  };
}

/** `OPS.paintImageXObject` of pdf.js. */
const PAINT_IMAGE = 85;

const listRoles = ({ role, children = [] }: Node): string[] => [
  ...(role ? [role] : []),
  ...children.flatMap(listRoles),
];

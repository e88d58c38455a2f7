import PDFDocument from 'pdfkit';
import { createTypesetter, MISSING_TEXT, type TextLine, type TextStyle } from './sheetText.ts';

// Pages of A4, filled from the top. All measures are points.

const PAGE_HEIGHT = 842;
const TOP = 72;
const BOTTOM = PAGE_HEIGHT - 62;
export const LEFT = 48;
export const RIGHT = 595.28 - 48;
/** Line height and ascent per point of font size. */
const LINE_HEIGHT = 1.36;
export const ASCENT = 1.04;

export const INK = '#1c1714';
export const QUIET = '#6e645c';
const HAIRLINE = '#d9d2ca';
const NOTE = 'Promotional copy · not for sale';
export const COLUMN_GAP = 24;

export const title: TextStyle = { size: 26, weight: 700, color: INK };
export const heading: TextStyle = { size: 15, weight: 700, color: INK };
export const body: TextStyle = { size: 9.5, weight: 400, color: INK };
export const strong: TextStyle = { ...body, weight: 700 };
export const quiet: TextStyle = { size: 8, weight: 400, color: QUIET };
export const small: TextStyle = { ...quiet, size: 7.5 };

export interface LayoutOptions {
  title: string;
  author: string;
  footer: string;
  createdAt: Date;
  /** At the top of each page. */
  note?: string;
}

export type Layout = ReturnType<typeof createLayout>;

export const heightOfLines = (lines: TextLine[]): number =>
  lines.reduce((sum, { style }) => sum + style.size * LINE_HEIGHT, 0);

/** Creates a tagged PDF with one empty page. */
export function createLayout({ title, author, footer, createdAt, note = NOTE }: LayoutOptions) {
  const creator = { Creator: 'Promenade', Producer: 'Promenade', CreationDate: createdAt, ModDate: createdAt };
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    lang: 'en',
    info: { Title: title, Author: author, ...creator },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  const typesetter = createTypesetter(doc);
  const root = doc.struct('Document');
  doc.addStructure(root);
  const addTagged = (tag: string, options: { alt?: string; lang?: string; actual?: string }, draw: () => void) => {
    const element = doc.struct(tag, options);
    root.add(element);
    const content = doc.markStructureContent(tag);
    draw();
    doc.endMarkedContent();
    element.add(content);
    element.end();
  };
  const addArtifact = (options: Parameters<typeof doc.markContent>[1], draw: () => void) => {
    doc.markContent('Artifact', options);
    draw();
    doc.endMarkedContent();
  };

  const layout = {
    doc,
    typesetter,
    y: TOP,
    /** Called at the top of each new page. */
    drawPageHeading: undefined as (() => void) | undefined,
    /** Begins a page unless this height fits on the current one. */
    ensureSpace(height: number): void {
      if (layout.y + Math.min(height, BOTTOM - TOP) > BOTTOM) beginPage();
    },
    /** Adds lines from `y` on, over several pages if necessary. `tag` is the structure type for assistive technology. */
    addText(tag: string, lines: TextLine[], x: number, lang?: string): void {
      layout.ensureSpace(heightOfLines(lines.slice(0, 1)));
      for (let remaining = lines; remaining.length > 0; ) {
        let count = 1;
        while (count < remaining.length && layout.y + heightOfLines(remaining.slice(0, count + 1)) <= BOTTOM) count++;
        // Leaves at least two lines for the next page.
        if (count > 2 && count === remaining.length - 1) count--;
        const pageLines = remaining.slice(0, count);
        const needsActualText = pageLines.some((line) => line.needsActualText);
        const actual = pageLines.map(({ text }) => text).join('\n');
        addTagged(tag, { ...(lang !== undefined && { lang }), ...(needsActualText && { actual }) }, () => {
          for (const line of pageLines) {
            typesetter.draw(line, x, layout.y + line.style.size * ASCENT);
            layout.y += line.style.size * LINE_HEIGHT;
          }
        });
        remaining = remaining.slice(count);
        if (remaining.length > 0) beginPage();
      }
    },
    /** Adds a figure with alternative text, or a decoration without. */
    addFigure(alt: string | undefined, draw: () => void): void {
      if (alt === undefined) addArtifact({ type: 'Layout' }, draw);
      else addTagged('Figure', { alt }, draw);
    },
    finish(): Promise<Buffer> {
      root.end();
      addFooters();
      doc.end();
      return ended;
    },
  };

  const beginPage = () => {
    const isFirst = doc.bufferedPageRange().count === 0;
    doc.addPage();
    const text = isFirst ? 'Promenade' : `${author} – ${title}`;
    addArtifact({ type: 'Pagination', attached: ['Top'] }, () => {
      const style = { ...small, weight: 700 as const, color: INK };
      typesetter.draw(typesetter.line(text, style, RIGHT - LEFT - 170), LEFT, 42);
      drawAtRight(note, 42);
      drawHairline(doc, 50);
    });
    layout.y = TOP;
    layout.drawPageHeading?.();
  };
  const addFooters = () => {
    const { count } = doc.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      doc.switchToPage(page);
      addArtifact({ type: 'Pagination', attached: ['Bottom'] }, () => {
        drawHairline(doc, PAGE_HEIGHT - 50);
        typesetter.draw(typesetter.line(footer, small, RIGHT - LEFT - 80), LEFT, PAGE_HEIGHT - 37);
        drawAtRight(`Page ${page + 1} of ${count}`, PAGE_HEIGHT - 37);
      });
    }
  };
  const drawAtRight = (text: string, baseline: number) => {
    const line = typesetter.line(text, small);
    typesetter.draw(line, RIGHT - line.width, baseline);
  };

  beginPage();
  return layout;
}

export function drawHairline(doc: PDFKit.PDFDocument, y: number): void {
  doc.lineWidth(0.5).strokeColor(HAIRLINE).moveTo(LEFT, y).lineTo(RIGHT, y).stroke();
}

/** Adds a title with an E after its last letter when it is explicit. */
export function addTitle(layout: Layout, tag: 'H1' | 'H3', lines: TextLine[], x: number, isExplicit: boolean): void {
  const { doc, typesetter } = layout;
  layout.addText(tag, lines, x);
  const last = lines.at(-1);
  if (!isExplicit || !last) return;
  const { size } = last.style;
  const badgeSize = Math.max(8, size * 0.5);
  const baseline = layout.y - (LINE_HEIGHT - ASCENT) * size;
  const [left, top] = [x + last.width + size * 0.35, baseline - size * 0.36 - badgeSize / 2];
  const letter = typesetter.line('E', { size: badgeSize * 0.72, weight: 700, color: '#ffffff' });
  layout.addFigure('Explicit', () => {
    doc.roundedRect(left, top, badgeSize, badgeSize, badgeSize * 0.2).fill(QUIET);
    typesetter.draw(letter, left + (badgeSize - letter.width) / 2, top + badgeSize * 0.76);
  });
}

export function addBar(layout: Layout, color: string): void {
  layout.addFigure(undefined, () => {
    layout.doc.rect(LEFT, layout.y, RIGHT - LEFT, 2).fill(color);
  });
  layout.y += 18;
}

/** Adds names and values in two columns; leaves out empty values. */
export function addFacts(layout: Layout, facts: [name: string, value: string | null][]): void {
  const { typesetter } = layout;
  const width = (RIGHT - LEFT - COLUMN_GAP) / 2;
  const known = facts.flatMap(([name, value]) => (value ? [{ name, value }] : []));
  for (let index = 0; index < known.length; index += 2) {
    const columns = known
      .slice(index, index + 2)
      .map(({ name, value }) => [...typesetter.lines(name, small, width), ...typesetter.lines(value, body, width)]);
    layout.ensureSpace(Math.max(...columns.map(heightOfLines)));
    const top = layout.y;
    let bottom = top;
    for (const [column, lines] of columns.entries()) {
      layout.y = top;
      layout.addText('P', lines, LEFT + column * (width + COLUMN_GAP));
      bottom = Math.max(bottom, layout.y);
    }
    layout.y = bottom + 7;
  }
}

/** Says what stands for letters without a font, if there are any, and where to see them. */
export function addMissingNote(layout: Layout, source: string): void {
  if (!layout.typesetter.hasMissingGlyphs()) return;
  layout.y += 14;
  const note = `${MISSING_TEXT} stands for letters that this sheet has no font for. ${source}`;
  layout.addText('Note', layout.typesetter.lines(note, quiet, RIGHT - LEFT), LEFT);
}

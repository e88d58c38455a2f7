import PDFDocument from 'pdfkit';
import { ASCENT, HAIRLINE, INK, LEFT, LINE_HEIGHT, QUIET, RIGHT, small } from './reportStyle.ts';
import { type Line, type Setter, setterOn } from './reportText.ts';

/** What stands on every page. */
export interface Frame {
  title: string;
  author: string;
  /** At the foot: for whom it was made, and when. */
  madeFor: string;
  at: Date;
}

/** Pages of A4 that are filled from the top; all measures are points. */
export interface Sheet {
  doc: PDFKit.PDFDocument;
  setter: Setter;
  /** Where the next thing begins. */
  y: number;
  /** Begins a page unless so much room is left on this one, or no page has so much. */
  keep(height: number): void;
  /** Lines under each other from `y`, over as many pages as it takes. `tag` says what they are to who reads by ear. */
  put(tag: string, lines: Line[], x: number, lang?: string): void;
  /** What else is drawn, said as `alt` to who reads by ear; nothing when it is an ornament. */
  figure(alt: string | undefined, draw: () => void): void;
  /** What stands on top of each page that begins while it is set. */
  heading: (() => void) | undefined;
  /** Numbers the pages and ends the document. */
  finish(): Promise<Buffer>;
}

const [TOP, BOTTOM] = [72, 842 - 62];

/** How high these lines stand. */
export const heightOf = (lines: Line[]): number => lines.reduce((sum, { style }) => sum + style.size * LINE_HEIGHT, 0);

/** A document with one page, its parts told by tags. */
export function openSheet({ title, author, madeFor, at }: Frame): Sheet {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    lang: 'en',
    info: { Title: title, Author: author, Creator: 'Promenade', Producer: 'Promenade', CreationDate: at, ModDate: at },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  const setter = setterOn(doc);
  const root = doc.struct('Document');
  doc.addStructure(root);
  const tagged = (tag: string, options: { alt?: string; lang?: string; actual?: string }, draw: () => void) => {
    const element = doc.struct(tag, options);
    root.add(element);
    const content = doc.markStructureContent(tag);
    draw();
    doc.endMarkedContent();
    element.add(content);
    element.end();
  };

  const sheet: Sheet = {
    doc,
    setter,
    y: TOP,
    heading: undefined,
    keep(height) {
      if (sheet.y + Math.min(height, BOTTOM - TOP) > BOTTOM) begin();
    },
    put(tag, lines, x, lang) {
      sheet.keep(heightOf(lines.slice(0, 1)));
      for (let rest = lines; rest.length > 0; ) {
        let count = 1;
        while (count < rest.length && sheet.y + heightOf(rest.slice(0, count + 1)) <= BOTTOM) count++;
        // No line stands alone on the next page.
        if (count > 2 && count === rest.length - 1) count--;
        const put = rest.slice(0, count);
        const isRedrawn = put.some((line) => line.isRedrawn);
        const actual = put.map(({ text }) => text).join('\n');
        tagged(tag, { ...(lang !== undefined && { lang }), ...(isRedrawn && { actual }) }, () => {
          for (const line of put) {
            setter.draw(line, x, sheet.y + line.style.size * ASCENT);
            sheet.y += line.style.size * LINE_HEIGHT;
          }
        });
        rest = rest.slice(count);
        if (rest.length > 0) begin();
      }
    },
    figure(alt, draw) {
      if (alt !== undefined) return tagged('Figure', { alt }, draw);
      doc.markContent('Artifact', { type: 'Layout' });
      draw();
      doc.endMarkedContent();
    },
    finish() {
      root.end();
      number();
      doc.end();
      return ended;
    },
  };

  const begin = () => {
    const isFirst = doc.bufferedPageRange().count === 0;
    doc.addPage();
    const about = isFirst ? 'Promenade' : `${author} – ${title}`;
    around('Top', () => {
      setter.draw(setter.line(about, { ...small, weight: 700, color: INK }, RIGHT - LEFT - 170), LEFT, 42);
      atRight('Promotional copy · not for sale', 42);
      hairline(doc, 50);
    });
    sheet.y = TOP;
    sheet.heading?.();
  };
  const number = () => {
    const { count } = doc.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      doc.switchToPage(page);
      around('Bottom', () => {
        hairline(doc, 842 - 50);
        setter.draw(setter.line(madeFor, small, RIGHT - LEFT - 80), LEFT, 842 - 37);
        atRight(`Page ${page + 1} of ${count}`, 842 - 37);
      });
    }
  };
  const around = (attached: 'Top' | 'Bottom', draw: () => void) => {
    doc.markContent('Artifact', { type: 'Pagination', attached: [attached] });
    draw();
    doc.endMarkedContent();
  };
  const atRight = (text: string, baseline: number) => {
    const line = setter.line(text, small);
    setter.draw(line, RIGHT - line.width, baseline);
  };

  begin();
  return sheet;
}

/** From margin to margin. */
export function hairline(doc: PDFKit.PDFDocument, y: number): void {
  doc.lineWidth(0.5).strokeColor(HAIRLINE).moveTo(LEFT, y).lineTo(RIGHT, y).stroke();
}

/** A title, and behind its last letter the E of what is not for every hour. */
export function putMarked(sheet: Sheet, tag: 'H1' | 'H3', lines: Line[], x: number, isExplicit: boolean): void {
  const { doc, setter } = sheet;
  sheet.put(tag, lines, x);
  const last = lines.at(-1);
  if (!isExplicit || !last) return;
  const { size } = last.style;
  const high = Math.max(8, size * 0.5);
  const baseline = sheet.y - (LINE_HEIGHT - ASCENT) * size;
  const [left, top] = [x + last.width + size * 0.35, baseline - size * 0.36 - high / 2];
  const letter = setter.line('E', { size: high * 0.72, weight: 700, color: '#ffffff' });
  sheet.figure('Explicit', () => {
    doc.roundedRect(left, top, high, high, high * 0.2).fill(QUIET);
    setter.draw(letter, left + (high - letter.width) / 2, top + high * 0.76);
  });
}

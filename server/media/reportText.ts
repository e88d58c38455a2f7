import { directionOf, isAttached, isRtl, isStrong, ordered, type Run } from './reportDirection.ts';
import { openFonts, type Weight } from './reportFonts.ts';

/** How a text looks: size in points, colour as #rrggbb. */
export interface Style {
  size: number;
  weight: Weight;
  color: string;
}

/** A line, its runs from left to right as they are seen. */
export interface Line {
  runs: Run[];
  /** Points. */
  width: number;
  style: Style;
  /** As it is read. */
  text: string;
  /** What is drawn is not, letter by letter, what is read. */
  isRedrawn: boolean;
}

/** Sets text in the fonts of the report. */
export interface Setter {
  /** Lines no wider than `width` points; line breaks of the text are kept. */
  lines(text: string, style: Style, width: number): Line[];
  /** One line, cut with an ellipsis where it would be wider. */
  line(text: string, style: Style, width?: number): Line;
  draw(line: Line, x: number, baseline: number): void;
  /** Whether something had to be left out because no font has it. */
  lacked(): boolean;
}

/** Stands for characters that no font has. */
export const LACKING = '[…]';
const CIRCLED = 'circled';
const REDRAWN = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}℗]/u;
/** Of the drawn ℗, per point of size. */
const CIRCLE = { radius: 0.36, width: 0.83, middle: 0.36, letter: 0.5 };

/** For one document; its fonts are embedded as far as they are used. */
export function setterOn(doc: PDFKit.PDFDocument): Setter {
  const fonts = openFonts(doc);
  let lacked = false;

  const canSet = (text: string, font: string) => {
    try {
      return text !== '' && doc.font(font).widthOfString(text) >= 0;
    } catch {
      return false;
    }
  };
  /** The reader of fonts stumbles over a few Arabic letters and marks: a word less is better than no sheet. */
  const settable = (run: Run, weight: Weight): Run => {
    const text = [run.text, run.text.replace(/\p{M}/gu, '')].find((text) => canSet(text, run.font));
    lacked ||= text === undefined;
    return text === undefined
      ? { text: LACKING, font: fonts.fileFor('[', weight) ?? '', rtl: false }
      : { ...run, text };
  };

  const runsOf = (text: string, { weight }: Style): Run[] => {
    const runs: Run[] = [];
    const isMixed = isRtl(text);
    for (const character of text) {
      const last = runs.at(-1);
      const along = isStrong(character) ? undefined : fontOf(last);
      const file = character === '℗' ? CIRCLED : fonts.fileFor(character, weight, along);
      lacked ||= file === undefined;
      const font = file ?? fonts.fileFor('[', weight) ?? '';
      const shown = file === undefined ? LACKING : character;
      const rtl = isAttached(character) ? last?.rtl : isMixed ? directionOf(character) : false;
      if (last?.font === font && last.rtl === rtl && font !== CIRCLED) {
        if (shown !== LACKING || !last.text.endsWith(LACKING)) last.text += shown;
      } else runs.push({ text: shown, font, rtl });
    }
    if (isMixed) return runs.map((run) => (run.rtl ? settable(run, weight) : run));
    return runs;
  };

  const widthOf = (runs: Run[], { size }: Style) =>
    runs.reduce(
      (sum, { text, font }) =>
        sum + (font === CIRCLED ? CIRCLE.width * size : doc.font(font, size).widthOfString(text)),
      0,
    );
  const measured = (text: string, style: Style) => widthOf(runsOf(text, style), style);

  const lineOf = (text: string, style: Style): Line => {
    const runs = runsOf(text.trimEnd(), style);
    return {
      runs: ordered(runs),
      width: widthOf(runs, style),
      style,
      text,
      isRedrawn: REDRAWN.test(text),
    };
  };

  const broken = (text: string, style: Style, width: number): string[] => {
    const lines: string[] = [];
    let line = '';
    let used = 0;
    for (const word of text.split(/(?<=[\s–—/-])/u)) {
      if (line !== '' && used + measured(word.trimEnd(), style) > width) {
        lines.push(line);
        line = '';
        used = 0;
      }
      line += word;
      used += measured(word, style);
      // A word wider than the line is cut where it must be.
      while (used > width && measured(line.trimEnd(), style) > width) {
        const fits = fitting(line, (part) => measured(part, style) <= width);
        lines.push(fits);
        line = line.slice(fits.length);
        used = measured(line, style);
      }
    }
    return [...lines, line];
  };

  return {
    lines: (text, style, width) =>
      clean(text)
        .split('\n')
        .flatMap((paragraph) => broken(paragraph, style, width))
        .map((line) => lineOf(line, style)),
    line(text, style, width = Number.POSITIVE_INFINITY) {
      const one = clean(text).replaceAll('\n', ' ');
      if (measured(one, style) <= width) return lineOf(one, style);
      return lineOf(`${fitting(one, (part) => measured(`${part}…`, style) <= width).trimEnd()}…`, style);
    },
    draw({ runs, style }, x, baseline) {
      const { size, color } = style;
      let at = x;
      for (const run of runs) {
        const isCircled = run.font === CIRCLED;
        if (isCircled) drawCircled(doc, fonts.fileFor('P', 700) ?? '', style, at, baseline);
        else
          doc
            .font(run.font, size)
            .fillColor(color)
            .text(run.text, at, baseline, { baseline: 'alphabetic', lineBreak: false });
        at += widthOf([run], style);
      }
    },
    lacked: () => lacked,
  };
}

function drawCircled(doc: PDFKit.PDFDocument, font: string, { size, color }: Style, x: number, baseline: number): void {
  const middle = x + (CIRCLE.width * size) / 2;
  const letter = CIRCLE.letter * size;
  doc.font(font, letter);
  const left = middle - doc.widthOfString('P') / 2;
  doc
    .fillColor(color)
    .text('P', left, baseline - (CIRCLE.middle - 0.18) * size, { baseline: 'alphabetic', lineBreak: false });
  doc
    .lineWidth(size * 0.06)
    .strokeColor(color)
    .circle(middle, baseline - CIRCLE.middle * size, CIRCLE.radius * size)
    .stroke();
}

const fontOf = (run: Run | undefined) => (run?.font === CIRCLED ? undefined : run?.font);

/** Composed letters, no control characters, plain line breaks and spaces. */
const clean = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\S\n]/gu, ' ')
    .replace(/(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\ufe0e\ufe0f]/gu, '');

/** The longest beginning that fits, at least one character. */
function fitting(text: string, fits: (part: string) => boolean): string {
  const characters = [...text];
  let [least, most] = [1, characters.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(characters.slice(0, middle).join(''))) least = middle;
    else most = middle - 1;
  }
  return characters.slice(0, least).join('');
}

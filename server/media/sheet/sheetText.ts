import createBidi, { type Bidi } from 'bidi-js';
import { CIRCLED, createFontSet, type Weight } from './sheetFonts.ts';

// Text is split into runs of one font and one direction, which are drawn in visual order (Unicode UAX #9).

export interface TextStyle {
  size: number;
  weight: Weight;
  color: string;
}

interface TextRun {
  text: string;
  /** Name of the font, or `CIRCLED` for ℗, which no font has. */
  font: string;
  /** Embedding level: right-to-left when odd. */
  level: number;
}

export interface TextLine {
  runs: TextRun[];
  width: number;
  style: TextStyle;
  text: string;
  /** True when readers need `text`, because the drawn glyphs differ from it. */
  needsActualText: boolean;
}

export type Typesetter = ReturnType<typeof createTypesetter>;

/** Drawn in place of characters that no font has. */
export const MISSING_TEXT = '[…]';
/** Keeps pdfkit from laying out right-to-left text word by word from the left. */
const WHOLE_RUN = { features: [] };
/** Shape of the drawn ℗, relative to the font size. */
const CIRCLE = { radius: 0.36, width: 0.83, middle: 0.36, letter: 0.5 };
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const RESHAPED = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}]/u;
const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
// The types describe the ES module of the package, but Node loads its CommonJS build.
const bidi = (createBidi as unknown as () => Bidi)();

export function createTypesetter(doc: PDFKit.PDFDocument) {
  const fonts = createFontSet(doc);
  let hasMissing = false;

  const canDraw = (text: string, font: string) => {
    try {
      return text !== '' && doc.font(font).widthOfString(text, WHOLE_RUN) >= 0;
    } catch {
      return false;
    }
  };
  /** Removes marks or the whole text where fontkit fails, which happens with a few Arabic letters. */
  const withDrawableText = (run: TextRun, weight: Weight): TextRun => {
    const text = [run.text, run.text.replace(/\p{M}/gu, '')].find((candidate) => canDraw(candidate, run.font));
    if (text !== undefined) return { ...run, text };
    hasMissing = true;
    return { ...run, text: MISSING_TEXT, font: fonts.findFont('[', weight) ?? '' };
  };

  /** Gives the letters that a compatibility character such as `ﬁ` stands for, where no font has it. */
  const toDrawable = (text: string, { weight }: TextStyle) =>
    text.replace(/[^\p{ASCII}℗]/gu, (character) => {
      if (fonts.findFont(character, weight)) return character;
      const letters = character.normalize('NFKC');
      return [...letters].every((letter) => fonts.findFont(letter, weight)) ? letters : character;
    });

  const splitRuns = (text: string, { weight }: TextStyle): TextRun[] => {
    const levels = RIGHT_TO_LEFT.test(text) ? bidi.getEmbeddingLevels(text).levels : undefined;
    const runs: TextRun[] = [];
    let index = 0;
    for (const character of text) {
      const level = levels?.[index] ?? 0;
      index += character.length;
      const last = runs.at(-1);
      const preferred = LETTER_OR_DIGIT.test(character) || last?.font === CIRCLED ? undefined : last?.font;
      const mirrored = mirror(character, level);
      const found = character === '℗' ? CIRCLED : fonts.findFont(mirrored, weight, preferred);
      hasMissing ||= found === undefined;
      const font = found ?? fonts.findFont('[', weight) ?? '';
      const drawn = found === undefined ? mirror(MISSING_TEXT, level) : mirrored;
      if (last?.font !== font || last.level !== level || font === CIRCLED) runs.push({ text: drawn, font, level });
      else if (found !== undefined || !last.text.endsWith(drawn)) last.text += drawn;
    }
    return runs.map((run) => {
      // Fontkit reverses runs with Arabic digits, which are written from the left.
      if (run.level % 2 === 0) return ARABIC_DIGITS.test(run.text) ? { ...run, text: reverse(run.text) } : run;
      // Fontkit reverses runs with right-to-left letters itself.
      if (RIGHT_TO_LEFT.test(run.text)) return withDrawableText(run, weight);
      return { ...run, text: reverse(run.text) };
    });
  };

  const widthOf = (runs: TextRun[], { size }: TextStyle) => {
    const widths = runs.map(({ text, font, level }) =>
      font === CIRCLED ? CIRCLE.width * size : doc.font(font, size).widthOfString(text, optionsFor(level)),
    );
    return widths.reduce((sum, width) => sum + width, 0);
  };
  const measure = (text: string, style: TextStyle) => widthOf(splitRuns(text, style), style);

  const buildLine = (text: string, style: TextStyle): TextLine => {
    // The space at its end parts its last word from the next line, for readers that join them.
    const runs = splitRuns(RIGHT_TO_LEFT.test(text) ? text.trimEnd() : text, style);
    return {
      runs: toVisualOrder(runs),
      width: measure(text.trimEnd(), style),
      style,
      text,
      needsActualText: RESHAPED.test(text),
    };
  };

  const breakLines = (text: string, style: TextStyle, width: number): string[] => {
    const lines: string[] = [];
    let line = '';
    let lineWidth = 0;
    for (const word of text.split(/(?<=[\s–—/-])/u)) {
      if (line !== '' && lineWidth + measure(word.trimEnd(), style) > width) {
        lines.push(line);
        line = '';
        lineWidth = 0;
      }
      line += word;
      lineWidth += measure(word, style);
      while (lineWidth > width && measure(line.trimEnd(), style) > width) {
        const start = longestStart(line, (part) => measure(part, style) <= width);
        lines.push(start);
        line = line.slice(start.length);
        lineWidth = measure(line, style);
      }
    }
    return [...lines, `${line} `];
  };

  const drawCircled = ({ size, color }: TextStyle, x: number, baseline: number) => {
    const middle = x + (CIRCLE.width * size) / 2;
    const { outline, unitsPerEm } = fonts.getCircledLetter();
    const scale = (CIRCLE.letter * size) / unitsPerEm;
    const letterWidth = doc.font(CIRCLED, size).widthOfString('P');
    doc.save().translate(middle - (CIRCLE.letter * letterWidth) / 2, baseline - (CIRCLE.middle - 0.18) * size);
    doc.scale(scale, -scale).path(outline).fill(color).restore();
    doc.lineWidth(size * 0.06).strokeColor(color);
    doc.circle(middle, baseline - CIRCLE.middle * size, CIRCLE.radius * size).stroke();
    // Invisible, and as large as its neighbours, so that poppler copies them together.
    doc.save().addContent('3 Tr');
    doc.text('P', x + CIRCLE.width * size - letterWidth, baseline, { baseline: 'alphabetic', lineBreak: false });
    doc.restore();
  };

  return {
    /** Breaks text into lines of at most `width` points and keeps its line breaks. */
    lines: (text: string, style: TextStyle, width: number): TextLine[] =>
      toDrawable(cleanText(text), style)
        .split('\n')
        .flatMap((paragraph) => breakLines(paragraph, style, width))
        .map((line) => buildLine(line, style)),
    /** Gives one line, cut with an ellipsis at `width` points. */
    line(text: string, style: TextStyle, width = Number.POSITIVE_INFINITY): TextLine {
      const oneLine = toDrawable(cleanText(text), style).replaceAll('\n', ' ');
      if (measure(oneLine, style) <= width) return buildLine(`${oneLine} `, style);
      const start = longestStart(oneLine, (part) => measure(`${part}…`, style) <= width);
      return buildLine(`${start.trimEnd()}… `, style);
    },
    draw({ runs, style }: TextLine, x: number, baseline: number): void {
      const { size, color } = style;
      let left = x;
      for (const run of runs) {
        if (run.font === CIRCLED) drawCircled(style, left, baseline);
        else {
          doc.font(run.font, size).fillColor(color);
          doc.text(run.text, left, baseline, { baseline: 'alphabetic', lineBreak: false, ...optionsFor(run.level) });
        }
        left += widthOf([run], style);
      }
    },
    hasMissingGlyphs: () => hasMissing,
  };
}

const optionsFor = (level: number) => (level % 2 === 1 ? WHOLE_RUN : {});

const reverse = (text: string) => [...text].reverse().join('');

const mirror = (text: string, level: number) =>
  level % 2 === 0 ? text : [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join('');

/** Reverses sequences of runs from the highest embedding level down (rule L2 of UAX #9). */
function toVisualOrder(runs: TextRun[]): TextRun[] {
  const ordered = [...runs];
  for (let level = Math.max(...runs.map((run) => run.level), 0); level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end++;
      if (end === start) continue;
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  }
  return ordered;
}

/** Gives composed letters, plain spaces and line breaks, without control and format characters. */
const cleanText = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\S\n]/gu, ' ')
    .replace(/(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\ufe0e\ufe0f]/gu, '');

function longestStart(text: string, fits: (part: string) => boolean): string {
  const characters = [...text];
  let [shortest, longest] = [1, characters.length];
  while (shortest < longest) {
    const middle = Math.ceil((shortest + longest) / 2);
    if (fits(characters.slice(0, middle).join(''))) shortest = middle;
    else longest = middle - 1;
  }
  return characters.slice(0, shortest).join('');
}

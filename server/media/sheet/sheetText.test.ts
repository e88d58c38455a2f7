import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { createTypesetter } from './sheetText.ts';

const typesetter = createTypesetter(new PDFDocument());

test.each([
  ['Album שלום (2024) end', ['Album ', '(', '2024', ')', 'שלום ', ' end']],
  ['שלום (Live 2024)', ['(', 'Live 2024', ')', 'שלום ']],
  ['مرحبا 2024 - Radio edit', ['Radio edit', ' - ', '2024', 'مرحبا ']],
  // Fontkit reverses Arabic digits.
  ['أغنية ١٢٣', ['٣٢١', 'أغنية ']],
  ['Zoë feat. Ørjan', ['Zoë feat. Ørjan']],
])('the parts of %s are drawn in visual order', (text, parts) => {
  const { runs } = typesetter.line(text, { size: 10, weight: 400, color: '#000000' });
  expect(runs.map((run) => run.text.trimEnd())).toEqual(parts.map((part) => part.trimEnd()));
});

test('a bracket that is mirrored has a font that draws it', () => {
  const line = typesetter.line('أغنية (Live)', { size: 10, weight: 700, color: '#000000' });
  expect(line.runs.map(({ text, font }) => [text.trim(), /fontsource\/([a-z-]+)/.exec(font)?.[1]])).toEqual([
    ['(', 'noto-sans'],
    ['Live', 'noto-sans'],
    [')', 'noto-sans'],
    ['أغنية', 'amiri'],
  ]);
});

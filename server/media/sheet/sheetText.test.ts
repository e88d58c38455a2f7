import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { createTypesetter } from './sheetText.ts';

const typesetter = createTypesetter(new PDFDocument());

test.each([
  ['Album שלום (2024) end', ['Album ', '(', '2024', ')', 'שלום ', ' end']],
  ['שלום (Live 2024)', ['(', 'Live 2024', ')', 'שלום ']],
  ['مرحبا 2024 - Radio edit', ['Radio edit', ' - ', '2024', 'مرحبا ']],
  ['Zoë feat. Ørjan', ['Zoë feat. Ørjan']],
])('the parts of %s are drawn in visual order', (text, parts) => {
  const { runs } = typesetter.line(text, { size: 10, weight: 400, color: '#000000' });
  expect(runs.map((run) => run.text.trimEnd())).toEqual(parts.map((part) => part.trimEnd()));
});

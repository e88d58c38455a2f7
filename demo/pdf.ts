export interface TextLine {
  text: string;
  /** Points. */
  size: number;
  bold?: boolean;
}

/** Creates an A4 page in Helvetica, a standard PDF font. Characters outside Latin-1 become question marks. */
export function createPdfPage(lines: TextLine[]): Buffer {
  let y = 770;
  const operators = lines
    .flatMap((line) => wrapLine(line))
    .map(({ text, size, bold }) => {
      y -= size * 1.45;
      return `BT /${bold ? 'B' : 'R'} ${size} Tf 60 ${y.toFixed(1)} Td (${escapePdfText(text)}) Tj ET`;
    });
  const content = operators.join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /R 5 0 R /B 6 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  ];
  let file = '%PDF-1.4\n';
  const xrefEntries = objects.map((object, index) => {
    const offset = Buffer.byteLength(file, 'latin1');
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const xrefOffset = Buffer.byteLength(file, 'latin1');
  file += `xref\n0 7\n0000000000 65535 f \n${xrefEntries.join('')}trailer\n<< /Size 7 /Root 1 0 R >>\nstartxref\n${xrefOffset}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** Wraps at spaces; a Helvetica character is about half as wide as its size. */
function wrapLine({ text, size, bold }: TextLine): TextLine[] {
  const maxCharacters = Math.floor(475 / (size * 0.5));
  const lines: TextLine[] = [];
  let current = '';
  for (const word of text.split(' ')) {
    if (current && current.length + word.length >= maxCharacters) {
      lines.push({ text: current, size, bold: bold ?? false });
      current = word;
    } else current = current ? `${current} ${word}` : word;
  }
  return [...lines, { text: current, size, bold: bold ?? false }];
}

function escapePdfText(text: string): string {
  const latin1 = text
    .replaceAll('’', "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll('–', '-')
    .replaceAll('℗', '(P)')
    .replaceAll('…', '...');
  return latin1.replaceAll(/[^\u0020-\u00ff]/g, '?').replaceAll(/[\\()]/g, (character) => `\\${character}`);
}

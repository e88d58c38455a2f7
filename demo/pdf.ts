/** A line of a page; sizes are points. */
export interface Line {
  text: string;
  size: number;
  bold?: boolean;
}

/** One page, A4, in the fonts that every reader brings along. Signs outside of Latin-1 become question marks. */
export function onePage(lines: Line[]): Buffer {
  let y = 770;
  const shown = lines
    .flatMap((line) => wrap(line))
    .map(({ text, size, bold }) => {
      y -= size * 1.45;
      return `BT /${bold ? 'B' : 'R'} ${size} Tf 60 ${y.toFixed(1)} Td (${escaped(text)}) Tj ET`;
    });
  const content = shown.join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /R 5 0 R /B 6 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, nth) => {
    const place = Buffer.byteLength(file, 'latin1');
    file += `${nth + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = Buffer.byteLength(file, 'latin1');
  file += `xref\n0 7\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size 7 /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** Breaks a long line at spaces; Helvetica takes about half of its size per letter. */
function wrap({ text, size, bold }: Line): Line[] {
  const most = Math.floor(475 / (size * 0.5));
  const lines: Line[] = [];
  let current = '';
  for (const word of text.split(' ')) {
    if (current && current.length + word.length >= most) {
      lines.push({ text: current, size, bold: bold ?? false });
      current = word;
    } else current = current ? `${current} ${word}` : word;
  }
  return [...lines, { text: current, size, bold: bold ?? false }];
}

function escaped(text: string): string {
  const plain = text
    .replaceAll('’', "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll('–', '-')
    .replaceAll('℗', '(P)')
    .replaceAll('…', '...');
  return plain.replaceAll(/[^\u0020-\u00ff]/g, '?').replaceAll(/[\\()]/g, (sign) => `\\${sign}`);
}

/** Hyphens of every kind, spaces and points, as printed in codes. */
const SEPARATORS = /[\s\p{Pd}\u00AD\u2212.]/gu;

/** Finds the first ISRC of a text, without separators and in capitals: `ISRC US-QX9-13-00108`. */
export function parseIsrc(text: string): string | undefined {
  for (const part of text.split(/[/;,|]/)) {
    const code = part.replace(SEPARATORS, '').toUpperCase();
    const found = /^(?:.*:)?(?:ISRC)?([A-Z]{2}[A-Z0-9]{3}\d{7})$/.exec(code)?.[1];
    if (found) return found;
  }
  return undefined;
}

/** Gives the 8 to 14 digits of a UPC, EAN or GTIN: `UPC 6 02445 79012 8`. Only zeros are a placeholder. */
export function parseBarcode(text: string): string | undefined {
  const code = text.replace(SEPARATORS, '').replace(/^(UPC|EAN|GTIN|BARCODE)?:?/i, '');
  return /^(?!0+$)\d{8,14}$/.test(code) ? code : undefined;
}

/** The last digit of a UPC, EAN or GTIN that follows from the others (GS1 General Specifications §7.9). */
export function getCheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

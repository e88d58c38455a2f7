const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** For a text or an attribute; signs that XML 1.0 forbids are left out. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? '')
    .replace(/[\t\n\r]+/g, ' ');

type Attribute = string | number | null | undefined;

/** An element with attributes; those without a value are left out. */
export function xmlElement(name: string, attributes: Record<string, Attribute>, children?: string[]): string {
  const texts = Object.entries(attributes).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [` ${key}="${escapeXml(String(value))}"`],
  );
  const head = `<${name}${texts.join('')}`;
  return children ? `${head}>${children.length > 0 ? `\n${children.join('\n')}\n` : ''}</${name}>` : `${head}/>`;
}

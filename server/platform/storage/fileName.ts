import anyAscii from 'any-ascii';

const DEVICES = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i;

/** In characters, with the extension. */
export const FILE_NAME_MAX = 150;
/** File systems allow 255 bytes of UTF-8; some are left for " (2)" and "_". */
export const FILE_NAME_BYTES_MAX = 240;

/**
 * Separators, control characters and invisible ones. Persian and Devanagari spell words with U+200C and U+200D between
 * letters, and one of them joins the parts of an emoji.
 */
const ILLEGAL =
  /(?!(?<=[\p{L}\p{M}\p{Emoji_Modifier}\p{Extended_Pictographic}])[\u200c\u200d][\p{L}\p{M}\p{Extended_Pictographic}])[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A file name that every operating system accepts: no separators, control characters or leading dots. */
export function sanitizeFileName(name: string): string {
  const short = name.normalize('NFC').slice(-FILE_NAME_MAX).toWellFormed();
  const clean = endOf(short, FILE_NAME_BYTES_MAX)
    .normalize('NFC')
    .replace(ILLEGAL, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  return clean === '' || DEVICES.test(clean) ? `_${clean}` : clean;
}

/** Drops characters at the start until the text has at most so many bytes of UTF-8. */
function endOf(text: string, bytes: number): string {
  const all = Buffer.from(text);
  let start = Math.max(0, all.length - bytes);
  // Not within a character.
  while (((all[start] ?? 0) & 0xc0) === 0x80) start++;
  return all.toString('utf8', start);
}

/** Drops characters at the end until the text has at most so many bytes of UTF-8. */
export const cutToBytes = (text: string, bytes: number): string =>
  // An incomplete last character is kept back.
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(text).subarray(0, bytes), { stream: true });

/**
 * The Content-Disposition of a download with a safe form of the name (RFC 6266). Programs that read `filename` alone,
 * such as `curl -OJ`, save the transliterated name.
 */
export function attachmentDisposition(name: string): string {
  const safe = sanitizeFileName(name);
  const plain = sanitizeFileName(anyAscii(safe)).replace(/[^\x20-\x7e]|%/gu, '_');
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

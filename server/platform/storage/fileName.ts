/** Reserved device names of Windows. */
const DEVICES = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i;

/** In characters, with the extension. */
export const FILE_NAME_MAX = 150;

/** A file name that every operating system accepts: no separators, control characters or leading dots. */
export function sanitizeFileName(name: string): string {
  const clean = name
    .normalize('NFC')
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '_')
    .slice(-FILE_NAME_MAX)
    .toWellFormed()
    .replace(/^[.\s]+|[.\s]+$/g, '');
  return clean === '' || DEVICES.test(clean) ? `_${clean}` : clean;
}

/** The Content-Disposition of a download with a safe form of the name (RFC 6266). */
export function attachmentDisposition(name: string): string {
  const safe = sanitizeFileName(name);
  const plain = safe.replace(/[^\x20-\x7e]|%/gu, '_');
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

const DEVICES = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i;

/** Longest name kept, in characters, its ending included. */
export const NAME_MAX = 150;

/** A name that every system can save: no separators, marks or hidden names, at most 151 characters. */
export function safeName(name: string): string {
  const clean = name
    .normalize('NFC')
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '_')
    .slice(-NAME_MAX)
    .toWellFormed()
    .replace(/^[.\s]+|[.\s]+$/g, '');
  return clean === '' || DEVICES.test(clean) ? `_${clean}` : clean;
}

/** A Content-Disposition that makes a browser save the bytes and never show them, with a safe form of this name. */
export function savedAs(name: string): string {
  const safe = safeName(name);
  const plain = safe.replace(/[^\x20-\x7e]|%/gu, '_');
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

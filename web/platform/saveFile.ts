/** By then the browser has read the object URL. */
const REVOKE_DELAY_MS = 60_000;

/** Saves bytes through the download of the browser. */
export function saveFile(bytes: Blob, name: string): void {
  const href = URL.createObjectURL(bytes);
  const link = Object.assign(document.createElement('a'), { href, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), REVOKE_DELAY_MS);
}

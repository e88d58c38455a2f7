/** Long enough for a browser to take the bytes over, in milliseconds. */
const KEEP_MS = 60_000;

/** Hands bytes to the browser's own saving, under a name; it asks where, or not, as the person set it. */
export function saveFile(bytes: Blob, name: string): void {
  const href = URL.createObjectURL(bytes);
  const link = Object.assign(document.createElement('a'), { href, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), KEEP_MS);
}

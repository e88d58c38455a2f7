export function logError(message: string, failure: unknown): void {
  // oxlint-disable-next-line no-console -- support staff look for errors in the browser's console
  console.error(message, failure);
}

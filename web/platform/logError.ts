/** For failures that the specification only logs: the person sees nothing, the console keeps it. */
export function logged(what: string, failure: unknown): void {
  // oxlint-disable-next-line no-console -- the browser's console is where a person who helps would look
  console.error(what, failure);
}

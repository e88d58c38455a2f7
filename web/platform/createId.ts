/** A random unique id. `crypto.randomUUID` is missing on plain http. */
export const createId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

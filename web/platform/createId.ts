/** A random UUID (RFC 9562 §5.4); `crypto.randomUUID` is missing on plain http. */
export const createUuid = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0'))
    .join('')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-');

/** A random unique id. `crypto.randomUUID` is missing on plain http. */
export const createId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

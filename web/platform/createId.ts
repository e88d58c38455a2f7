/** An id that was never there before; `randomUUID` exists on secure origins only, a studio's plain http is none. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

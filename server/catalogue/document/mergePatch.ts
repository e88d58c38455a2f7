import { isDeepStrictEqual } from 'node:util';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Applies a JSON merge patch (RFC 7396) to an object; neither is changed. */
export function mergePatch(target: object, patch: object): Json {
  const result = new Map<string, unknown>(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    const before = result.get(name);
    if (value === null) result.delete(name);
    else result.set(name, isObject(value) ? mergePatch(isObject(before) ? before : {}, value) : value);
  }
  return Object.fromEntries(result);
}

/** The merge patch that makes `after` of `before`; empty when they are equal. */
export function diffPatch(before: object, after: object): Json {
  const old = new Map<string, unknown>(Object.entries(before));
  const now = new Map<string, unknown>(Object.entries(after));
  const patch = new Map<string, unknown>();
  for (const name of old.keys()) if (!now.has(name)) patch.set(name, null);
  for (const [name, value] of now) {
    const former = old.get(name);
    if (isObject(value) && isObject(former)) {
      const inner = diffPatch(former, value);
      if (Object.keys(inner).length > 0) patch.set(name, inner);
    } else if (!isDeepStrictEqual(value, former)) patch.set(name, value);
  }
  return Object.fromEntries(patch);
}

import { useState } from 'react';
import * as z from 'zod/mini';
import { createAccountStore } from '../platform/accountStore.ts';

// What was typed and not saved, by a key of its field, as slice `typed` of the account: it survives a reload, and an expired
// session until the next sign-in. A text that was saved or dropped stays as null, so that no other tab brings it back.

const Texts = z.record(z.string(), z.object({ text: z.nullable(z.string()), at: z.number() }));
type Texts = z.infer<typeof Texts>;

const ENTRIES_MAX = 100;
/** Characters of all typed texts together. Browsers keep about five million for everything that the app stores. */
const LENGTH_MAX = 1_000_000;

/** The latest ones, as many as may be kept. */
function trim(texts: Texts): Texts {
  let length = 0;
  const kept = Object.entries(texts)
    .toSorted(([, a], [, b]) => b.at - a.at)
    .slice(0, ENTRIES_MAX)
    .filter(([, { text }]) => (length += text?.length ?? 0) <= LENGTH_MAX);
  return Object.fromEntries(kept);
}

const useTexts = createAccountStore<{ texts: Texts }>({
  slice: 'typed',
  load: (stored) => ({ texts: Texts.safeParse(stored).data ?? {} }),
  save: ({ texts }) => texts,
  merge: ({ texts }, stored) => {
    const others = Object.entries(Texts.safeParse(stored).data ?? {});
    const later = others.filter(([key, { at }]) => at > (texts[key]?.at ?? 0));
    return { state: { texts: { ...texts, ...Object.fromEntries(later) } }, hasMore: false };
  },
  isLarge: true,
});

/** The texts whose keys begin so, by the rest of the key. */
export function readTyped(prefix: string): Record<string, string> {
  const all = Object.entries(useTexts.getState().texts);
  return Object.fromEntries(
    all.flatMap(([key, { text }]) =>
      key.startsWith(prefix) && text !== null ? [[key.slice(prefix.length), text]] : [],
    ),
  );
}

/** Keeps a text until it is undefined. */
export function keepTyped(key: string, text: string | undefined): void {
  const { texts } = useTexts.getState();
  if ((texts[key]?.text ?? undefined) === text) return;
  useTexts.setState({ texts: trim({ ...texts, [key]: { text: text ?? null, at: Date.now() } }) });
}

/**
 * State of a field: undefined, or what was typed and is not saved, also before a reload or another sign-in.
 * @param key of the field, the same while it is mounted
 */
export function useTypedText(key: string): [string | undefined, (text: string | undefined) => void] {
  const [typed, setTyped] = useState(() => readTyped(key)['']);
  const set = (text: string | undefined) => {
    setTyped(text);
    keepTyped(key, text);
  };
  return [typed, set];
}

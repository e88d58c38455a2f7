import { createInstance } from 'i18next';
import { useSyncExternalStore } from 'react';
import type english from '../public/players/musicsite/en.json';
import { logged } from './logged.ts';

type Leaves<Node, Path extends string = ''> = {
  [Key in keyof Node & string]: Node[Key] extends string ? `${Path}${Key}` : Leaves<Node[Key], `${Path}${Key}.`>;
}[keyof Node & string];
type WithoutPlural<Key> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key;

/** Every text of the player: a key of en.json. A plural is asked for by its stem and `count`. */
export type TextKey = WithoutPlural<Leaves<typeof english>>;
export type Texts = typeof english;
/** Says a text; `values` fill its {{places}}. */
export type Translate = (key: TextKey, values?: Record<string, string | number>) => string;

/** A language that can be chosen. */
export interface Language {
  code: string;
  name: string;
}

const FALLBACK: Language[] = [{ code: 'en', name: 'English' }];
const HOST = '/players/musicsite';

const texts = createInstance();
// Synchronous: there is no backend, what is shown first is already here.
void texts.init({ lng: 'en', fallbackLng: 'en', initAsync: false, interpolation: { escapeValue: false } });

function translate(): Translate {
  const say = texts.getFixedT(texts.language);
  // A row of cards says the same few texts twenty times, and to look one up takes 15 µs.
  const said = new Map<TextKey, string>();
  return (key, values) => {
    if (values) return say(key, values);
    const text = said.get(key) ?? say(key);
    said.set(key, text);
    return text;
  };
}

let current: Translate = translate();
const listeners = new Set<() => void>();

/** Fetches a language's file and speaks it from now on; English is what the rest falls back to. */
export async function loadText(code: string): Promise<void> {
  const answer = await fetch(`${HOST}/${code}.json`);
  speak(code, (await answer.json()) as Texts);
}

/** Speaks these texts from now on. */
export function speak(code: string, resources: Texts): void {
  texts.addResourceBundle(code, 'translation', resources, true, true);
  void texts.changeLanguage(code);
  document.documentElement.lang = code;
  current = translate();
  for (const heard of listeners) heard();
}

/** The languages on offer; English alone when the list cannot be had (A-GEN-09). */
export async function languages(): Promise<Language[]> {
  try {
    const answer = await fetch(`${HOST}/languages.json`);
    const { lang } = (await answer.json()) as { lang: Language[] };
    return lang.length > 0 ? lang : FALLBACK;
  } catch (failure) {
    logged('The list of languages could not be read', failure);
    return FALLBACK;
  }
}

/** Says texts in the language that is spoken now; the component follows a change of it. */
export function useText(): Translate {
  return useSyncExternalStore(listen, () => current);
}

/** The code of the language that is spoken now, for dates and numbers. */
export const language = (): string => texts.language;

function listen(heard: () => void): () => void {
  listeners.add(heard);
  return () => listeners.delete(heard);
}

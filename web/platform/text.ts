import { createInstance } from 'i18next';
import { useSyncExternalStore } from 'react';
import type english from '../public/players/musicsite/en.json';
import { logError } from './logError.ts';

type Leaves<Node, Path extends string = ''> = {
  [Key in keyof Node & string]: Node[Key] extends string ? `${Path}${Key}` : Leaves<Node[Key], `${Path}${Key}.`>;
}[keyof Node & string];
type WithoutPlural<Key> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key;

/** A key of en.json; plurals are requested by their stem and `count`. */
export type TextKey = WithoutPlural<Leaves<typeof english>>;
export type Texts = typeof english;
/** `values` replace the {{variables}} of the text. */
export type Translate = (key: TextKey, values?: Record<string, string | number>) => string;

export interface Language {
  code: string;
  name: string;
}

/** The list of languages before it is loaded. */
export const ENGLISH_ONLY: Language[] = [{ code: 'en', name: 'English' }];
const TEXTS_PATH = '/players/musicsite';
const FALLBACK = 'en';

const i18n = createInstance();
// `initAsync: false` initialises synchronously.
void i18n.init({
  lng: FALLBACK,
  fallbackLng: FALLBACK,
  initAsync: false,
  cacheInBuiltFormats: true,
  interpolation: { escapeValue: false },
});

const UNIT_AFTER_NUMBER = /(?<=\d) (?=(%|[kMG]?B|k?Hz|dB\w*|LUFS|BPM|kbit\/s|px|m?s|min|h)(?![\p{L}\p{N}]))/gu;

/** Joins each number with the unit after it by a no-break space. */
const bindUnits = (text: string): string => text.replaceAll(UNIT_AFTER_NUMBER, '\u00A0');

function createTranslate(): Translate {
  const getText = i18n.getFixedT(i18n.language);
  // i18next takes 15 µs for a text; a gallery shows the same few texts hundreds of times.
  const cache = new Map<TextKey, string>();
  return (key, values) => {
    if (values) return bindUnits(getText(key, values));
    const text = cache.get(key) ?? bindUnits(getText(key));
    cache.set(key, text);
    return text;
  };
}

let translate = createTranslate();
const listeners = new Set<() => void>();

/**
 * Loads the texts of a language and makes it the current one; missing texts are English.
 * @throws when the texts of another language than English cannot be loaded
 */
export async function loadLanguage(code: string): Promise<void> {
  try {
    const response = await fetch(`${TEXTS_PATH}/${code}.json`);
    if (!response.ok) throw new Error(`The texts were answered with ${response.status}.`);
    setTexts(code, (await response.json()) as Texts);
  } catch (failure) {
    if (code !== FALLBACK) throw failure;
    logError('Could not load the texts', failure);
    // A copy in a script of its own: without it, the screens would show keys.
    setTexts(code, (await import('../public/players/musicsite/en.json')).default);
  }
}

export function setTexts(code: string, resources: Texts): void {
  i18n.addResourceBundle(code, 'translation', resources, true, true);
  void i18n.changeLanguage(code);
  document.documentElement.lang = code;
  document.documentElement.dir = i18n.dir(code);
  translate = createTranslate();
  for (const listener of listeners) listener();
}

/** The available languages; only English when the list cannot be loaded (requirement A-GEN-09). */
export async function fetchLanguages(): Promise<Language[]> {
  try {
    const response = await fetch(`${TEXTS_PATH}/languages.json`);
    const { lang } = (await response.json()) as { lang: Language[] };
    return lang.length > 0 ? lang : ENGLISH_ONLY;
  } catch (failure) {
    logError('Could not load the list of languages', failure);
    return ENGLISH_ONLY;
  }
}

/** Translates into the current language; the component rerenders when it changes. */
export function useText(): Translate {
  return useSyncExternalStore(subscribe, () => translate);
}

/** Translates into the current language, outside components. */
export const getTranslate = (): Translate => translate;

/** Code of the current language, for dates and numbers. */
export const getLanguage = (): string => i18n.language;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

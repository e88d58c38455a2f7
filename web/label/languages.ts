import { nameLanguages } from '@promenade/contract/languages';
import { foldText } from '../platform/format.ts';
import { getLanguage, getTranslate } from '../platform/text.ts';

/** ISO 639: songs without words have this code instead of a language. */
const WORDLESS = 'zxx';
const SEPARATOR = /[,;/]\s*/;

/** The names of the languages of a text, which may be codes: `de` is "German". Other text is unchanged. */
export const formatLanguages = (text: string): string =>
  text === WORDLESS ? getTranslate()('track.wordless') : nameLanguages(text, getLanguage());

/** The codes of languages that are typed by name or code; other text is unchanged. */
export function parseLanguages(text: string): string {
  const languages = listLanguages();
  const find = (part: string) => languages.find(({ name }) => foldText(name) === foldText(part))?.code;
  // A name may have a comma in it.
  return (
    find(text) ??
    text
      .split(SEPARATOR)
      .map((part) => find(part) ?? part)
      .join(', ')
  );
}

interface NamedLanguage {
  /** ISO 639-1, or of what has no words. */
  code: string;
  name: string;
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const known = new Map<string, NamedLanguage[]>();

/** All languages with a code of two letters, by name; first what has no words. */
export function listLanguages(): readonly NamedLanguage[] {
  const locale = getLanguage();
  const former = known.get(locale);
  if (former) return former;
  const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' });
  const languages = letters
    .flatMap((first) => letters.map((second) => first + second))
    // A code may be an older one of another.
    .filter((code) => Intl.getCanonicalLocales(code)[0] === code)
    .map((code) => ({ code, name: names.of(code) ?? '' }))
    .filter(({ name }) => name !== '')
    .toSorted((a, b) => a.name.localeCompare(b.name, locale));
  const all = [{ code: WORDLESS, name: getTranslate()('track.wordless') }, ...languages];
  known.set(locale, all);
  return all;
}

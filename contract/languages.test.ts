import { expect, test } from 'vitest';
import { nameLanguages, parseLanguageTag } from './languages.ts';

test.each([
  ['ar', 'Arabic'],
  ['pt-BR', 'Brazilian Portuguese'],
  ['Instrumental', 'Instrumental'],
  ['English/French', 'English/French'],
  ['', ''],
  // Extended language subtags (RFC 5646 §2.2.2), for which `Intl.Locale` throws.
  ['zh-yue', 'Cantonese'],
  ['zh-cmn-Hant', 'Traditional Chinese'],
  ['sgn-ase', 'American Sign Language'],
  ['en-u-ca-buddhist', 'English'],
  ['sl-rozaj', 'Slovenian (Resian)'],
  ['pt_BR', 'Brazilian Portuguese'],
  ['und', ''],
  ['sh', 'Serbo-Croatian'],
  ['en, fr', 'English, French'],
  ['eng/fre', 'English, French'],
  ['x-klingon', 'x-klingon'],
  ['en-', 'en-'],
])('the language %s is called "%s"', (text, name) => {
  expect(nameLanguages(text, 'en')).toBe(name);
});

test('a text is no language tag', () => {
  for (const text of ['Instrumental', 'en fr', 'a', 'en-toolongasubtag', ''])
    expect(parseLanguageTag(text)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { allowsTypo, fold, foldCode, foldWords, isOneEditApart, parseSearchText, spellingsOf } from './searchText.ts';

test('accents, case and punctuation are folded in every script', () => {
  const texts = {
    Ñandú: 'nandu',
    Ærø: 'aero',
    ŁÓDŹ: 'lodz',
    Đorđe: 'dorde',
    'İstanbul ıI': 'istanbul ii',
    STRAẞE: 'strasse',
    محمّد: 'محمد',
    Ёлка: 'елка',
    ＦＵＬＬ: 'full',
    'Salt & Sea': 'salt and sea',
    ' -!- ': '',
    '😀': '',
  };
  for (const [text, folded] of Object.entries(texts)) expect(fold(text)).toBe(folded.normalize('NFKD'));
});

test('parts joined by punctuation are also one word', () => {
  expect(foldWords("R.E.M. don't", 'AC/DC')).toEqual(['r', 'e', 'm', 'rem', 'don', 't', 'dont', 'ac', 'dc', 'acdc']);
});

test('a code is normalized', () => {
  expect(['GB-ABC-26-00001', 'gb abc 26 00001', 'GBABC2600001'].map(foldCode)).toEqual(Array(3).fill('gbabc2600001'));
  expect(foldCode('0012345')).toBe('12345');
  expect([foldCode(null), foldCode(''), foldCode('--'), foldCode('Fato Soke')]).toEqual([null, null, null, null]);
});

test('a query has at most twelve distinct words', () => {
  const words = Array.from({ length: 20 }, (_, n) => `w${n}`);
  expect(parseSearchText(`${words.join(' ')} w1`).words).toEqual(words.slice(0, 12));
  expect(parseSearchText('la la la').words).toEqual(['la']);
});

test('one edit is an insertion, deletion, replacement or swap of neighbours', () => {
  for (const [one, other] of [
    ['harbuor', 'harbour'],
    ['harbor', 'harbour'],
    ['harbourr', 'harbour'],
    ['hatbour', 'harbour'],
    ['東京タワ', '東京タワー'],
  ] as const) {
    expect([isOneEditApart(one, other), isOneEditApart(other, one)]).toEqual([true, true]);
    expect(spellingsOf(one).some((spelling) => spellingsOf(other).includes(spelling))).toBe(true);
  }
  for (const [one, other] of [
    ['harbxxr', 'harbour'],
    ['badcef', 'abcdef'],
    ['abcd', 'cbad'],
    ['hour', 'harbour'],
  ] as const)
    expect(isOneEditApart(one, other)).toBe(false);
  expect(['moon', 'owl', '2024', 'b2024'].map(allowsTypo)).toEqual([true, false, false, true]);
});

import { expect, test } from 'vitest';
import {
  allowsTypo,
  fold,
  foldCode,
  foldTitle,
  foldWords,
  isOneEditApart,
  parseSearchText,
  spellingsOf,
} from './searchText.ts';

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
  expect(foldCode('00602557123456')).toBe(foldCode('602557123456'));
  expect([foldCode(null), foldCode(''), foldCode('--'), foldCode('Fato Soke')]).toEqual([null, null, null, null]);
});

test('a name of signs alone keeps them, and signs beside letters do not count', () => {
  expect(foldWords('!!!')[0]?.startsWith(foldTitle('!!'))).toBe(true);
  expect(foldTitle('???')).not.toBe(foldTitle('!!!'));
  expect(foldWords('Salt - Sea')).toEqual(['salt', 'sea']);
  expect(foldWords('  ')).toEqual([]);
});

test('a code is found with what label copy writes before it', () => {
  for (const text of ['ISRC US-QX9-13-00108', 'isrc:USQX91300108', '(ISRC: US-QX9-13-00108)', 'US–QX9–13–00108'])
    expect(parseSearchText(text).code?.from).toBe('usqx91300108');
  expect(parseSearchText('UPC 602445790128').code?.from).toBe('602445790128');
  expect(parseSearchText('Cat. No. CAT 001').code?.from).toBe('cat001');
  expect(parseSearchText('CAT 001').code?.from).toBe('cat001');
});

test('an Arabic word is also indexed without its article, a Japanese one by all its endings', () => {
  expect(foldWords('المساء')).toEqual(['المساء', 'مساء']);
  expect(foldWords('الم')).toEqual(['الم']);
  expect(foldWords('DJ東京タワー')).toEqual(['dj東京タワー', '東京タワー', '京タワー', 'タワー', 'ワー']);
  expect(parseSearchText('المساء').words).toEqual(['مساء']);
});

test('the beginning of a code has four characters, and without a digit no spaces', () => {
  const from = (text: string) => parseSearchText(text).code?.from;
  expect(['GB-AB', '0602', 'parl', 'PAR 1'].map(from)).toEqual(['gbab', '602', 'parl', 'par1']);
  expect(['GBA', 'par', 'gb abc', ''].map(from)).toEqual([undefined, undefined, undefined, undefined]);
  expect(parseSearchText('602').code).toEqual({ from: '602', to: '602' });
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
  expect(['moon', 'owl', '2024', 'b2024', '東京タワー'].map(allowsTypo)).toEqual([true, false, false, true, false]);
});

import { expect, test } from 'vitest';
import { parseAddresses } from './addresses.ts';
import { Email } from './email.ts';

const both = ['ana@a.example', 'bo@b.example'];

test.each([
  ['ana@a.example, bo@b.example'],
  ['Ana@A.example;bo@b.example;'],
  ['ana@a.example bo@b.example'],
  ['ana@a.example\nbo@b.example\n'],
  ['ana@a.example\r\n\r\n  bo@b.example.\r\nana@a.example'],
  ['Ana Pop <ana@a.example>, Bo Low <bo@b.example>'],
  ['"Pop, Ana" <ana@a.example>; "Low, Bo" <bo@b.example>'],
  ['Pop, Ana <ana@a.example>; Low, Bo <bo@b.example>;'],
  ["ana@a.example <ana@a.example>\n'bo@b.example' <bo@b.example>"],
  ['mailto:ana@a.example?subject=Hello\n<MAILTO:bo%40b.example>'],
  ['Ana ‹ana@a.example›, «bo@b.example»'],
  ['‘ana@a.example’ “bo@b.example”'],
  ["'ana@a.example\nbo@b.example'"],
  ['"ana@a.example, bo@b.example'],
  ['[Ana](mailto:ana@a.example), bo@b.example (Bo Low)'],
  ['Friends: ana@a.example, bo@b.example;'],
  ['\u200bana@a.example,\u00a0bo＠b.example\ufeff'],
  ['Name,Email,Company\n"Pop, Ana",ana@a.example,Acme\nBo Low,bo@b.example,'],
  ['Name;E-Mail-Adresse\nAna;ana@a.example\nBo;bo@b.example'],
  ['Nimi\tSähköposti\nAna\tana@a.example\nBo\tbo@b.example'],
  ['Email\nana@a.example\nbo@b.example'],
  ['Name,Email,Site,Note\nAna,ana@a.example,a.example,"two\nlines"\nBo,bo@b.example,b.example,ask cy@c.example'],
  ['E-mail 1 - Type,E-mail 1 - Value\nWork,ana@a.example ::: bo@b.example'],
  ['Ana,ana@a.example,@anapop\nBo,bo@b.example,@bolow'],
])('%j is two addresses', (text) => {
  expect(parseAddresses(text)).toEqual({ addresses: both, wrong: [] });
});

test.each([
  ['ana@a.example, bo@, bo.b.example', ['bo@', 'bo.b.example']],
  ['ana.a.example\nana@a.example', ['ana.a.example']],
  ['ana@a.example\nBo Low', ['Bo Low']],
  ['Name,Email\nAna,ana@a.example\nBo Low,', ['Bo Low']],
  ['ana@a.example\nbo@@b.example', ['bo@@b.example']],
  ['ana@a.example, bo@b..example', ['bo@b..example']],
  [`ana@a.example,${'x'.repeat(300)}@b.example`, [`${'x'.repeat(300)}@b.example`]],
])('%j keeps what is wrong', (text, wrong) => {
  expect(parseAddresses(text)).toEqual({ addresses: ['ana@a.example'], wrong });
});

test('a text without addresses is wrong, and nothing is nothing', () => {
  expect(parseAddresses('Ana Pop')).toEqual({ addresses: [], wrong: ['Ana Pop'] });
  expect(parseAddresses(' \n;,\t')).toEqual({ addresses: [], wrong: [] });
});

test('a domain beyond ASCII has one form, however it is written', () => {
  const stored = 'ana@xn--bcher-kva.example';
  for (const text of ['Ana@Bücher.example', ' ana@BÜCHER.example ', 'ana@bu\u0308cher.example', stored.toUpperCase()])
    expect(Email.parse(text)).toBe(stored);
  expect(parseAddresses('Ana <ana@bücher.example>, ana@xn--bcher-kva.example').addresses).toEqual([stored]);
  expect(Email.parse('ana@почта.рф')).toBe('ana@xn--80a1acny.xn--p1ai');
});

test('half of a quoted address and a host that is no domain are refused', () => {
  for (const text of ["'bo@b.example", "bo'@b.example", 'bo@bü/cher.example', 'bo@ü:1.example', 'bo@１.２', 'bo@ü'])
    expect(Email.safeParse(text).success, text).toBe(false);
  expect(Email.parse("o'brien@b.example")).toBe("o'brien@b.example");
});

test('a long text of separators and marks has no addresses', () => {
  for (const piece of ['"', "' ", '<', '<a@', '" "x', '\t', ' ', '@', 'a.', ',"'])
    expect(parseAddresses(`${' '.repeat(20_000)}x${piece.repeat(20_000)}`).addresses, piece).toEqual([]);
});

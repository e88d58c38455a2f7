import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import writeExcel from 'write-excel-file/node';
import { findField } from './headings.ts';
import { readPeople } from './listedRows.ts';
import { readTextTable } from './readText.ts';
import { readWorkbook } from './readWorkbook.ts';

const read = (text: string | Buffer, charset?: string) =>
  readPeople(readTextTable(Buffer.isBuffer(text) ? text : Buffer.from(text), charset), undefined);
const named = (text: string) => read(text).people.map(({ name, address }) => [name, address]);

/** A workbook of one sheet, by its parts. */
const workbook = (sheet: string, parts: Record<string, string> = {}) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries({
          'xl/workbook.xml':
            '<workbook xmlns:r="r"><sheets><sheet name="Old" state="hidden" r:id="rId1"/><sheet name="People" r:id="rId2"/></sheets></workbook>',
          'xl/_rels/workbook.xml.rels':
            '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
          'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>',
          'xl/worksheets/sheet2.xml': `<worksheet xmlns:r="r">${sheet}</worksheet>`,
          ...parts,
        }).map(([name, text]) => [name, strToU8(text)]),
      ),
    ),
  );
const cell = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`;

test('headings of nineteen languages, of Outlook, Google and Evolution are recognised', () => {
  const headings = {
    firstname: ['First Name', 'Vorname', 'Prénom', 'Křestní jméno', 'Όνομα', 'Imię', 'Имя', 'Adı', "Ім'я", '名字'],
    lastname: [
      'NACHNAME',
      'Nom de famille',
      'Apellidos',
      'Sukunimi',
      'Vezetéknév',
      '姓',
      'Фамилия',
      'Прізвище',
      'family_name',
    ],
    name: ['Display Name', 'full_name', 'Anzeigename', '表示名', 'Görüntülenecek ad'],
    address: [
      'E-mail 1 - Value',
      'E-Mail 2: Adresse',
      'email_3',
      'Primäre E-Mail-Adresse',
      'Dirección de correo electrónico 2',
      'メールアドレス',
      'E-postadress',
      '電子郵件地址',
      'Ηλεκτρονική διεύθυνση',
    ],
    company: ['Organization Name', 'org', 'Société', 'Firma/Organizacja', '組織', 'Kurum', 'Station'],
    tags: ['Group Membership', 'Categories', 'Kategorien', '類別'],
    note: ['Notes', 'Notizen', 'Poznámky', 'メモ', 'Примітки'],
  };
  for (const [field, names] of Object.entries(headings))
    for (const name of names) expect([name, findField(name)]).toEqual([name, field]);
  for (const name of ['E-mail 1 - Label', 'E-mail 1 - Type', 'Phone', 'Birthday', ''])
    expect(findField(name)).toBeUndefined();
});

test('the separator is that of the heading, and quotes may be closed, doubled, over lines or stray', () => {
  expect(named('Name;E-Mail\nPop, Ana;ana@a.example\n')).toEqual([['Pop, Ana', 'ana@a.example']]);
  expect(named('Name\tEmail\nAna\tana@a.example')).toEqual([['Ana', 'ana@a.example']]);
  const quoted = read('Name,Email,Note\n"Ana ""A"" Pop",ana@a.example,"one\ntwo, three"\nBo,bo@b.example,\n').people;
  expect(quoted).toMatchObject([
    { row: 2, name: 'Ana "A" Pop', note: 'one\ntwo, three' },
    { row: 4, name: 'Bo' },
  ]);
  // abook: no heading, quotes that are not doubled.
  expect(named('"Ana "DJ" Pop","ana@a.example","",""\n"5" Man","man@b.example","",""\n')).toEqual([
    ['Ana "DJ" Pop', 'ana@a.example'],
    ['5" Man', 'man@b.example'],
  ]);
});

test('letters are read as UTF-8, UTF-16, or the chosen charset, and a guess is said', () => {
  const latin = Buffer.from('Name,Email\nJ\xfcrgen,j@a.example', 'latin1');
  expect(read(latin)).toMatchObject({ charset: 'windows-1252', notes: ['charset'], people: [{ name: 'Jürgen' }] });
  const cyrillic = Buffer.concat([
    Buffer.from('Name,Email\n'),
    Buffer.from([0xc8, 0xe2, 0xe0, 0xed]),
    Buffer.from(',i@a.example'),
  ]);
  expect(read(cyrillic, 'windows-1251')).toMatchObject({ notes: [], people: [{ name: 'Иван' }] });
  expect(read(Buffer.from('\ufeffName,Email\nÅsa,a@a.example', 'utf16le')).people).toMatchObject([{ name: 'Åsa' }]);
  expect(read('\ufeffName,Email\nÅsa,a@a.example').columns[0]).toMatchObject({ heading: 'Name', field: 'name' });
});

test('several addresses are one person, labels of Google are tags without its own, a list of Evolution is its members', () => {
  const google =
    'First Name,Last Name,Organization Name,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Value\n' +
    'Ana,Pop,Nord,* myContacts ::: DJs ::: Press,Work,ana@a.example ::: ana@b.example,ana@c.example\n';
  expect(read(google).people).toMatchObject([
    { address: 'ana@a.example', also: ['ana@b.example', 'ana@c.example'], tags: ['DJs', 'Press'], company: 'Nord' },
  ]);
  const evolution =
    '"full_name","family_name","email_1","email_2","org"\n"DJs","","Ana <ana@a.example>","Bo <bo@b.example>",""\n';
  expect(read(evolution).people).toMatchObject([
    { name: 'Ana', address: 'ana@a.example', tags: ['DJs'] },
    { name: 'Bo', address: 'bo@b.example', tags: ['DJs'] },
  ]);
});

test('addresses that are pasted from mail programs have the name that stands before them', () => {
  expect(named('Pop, Ana <ana@a.example>; "Quay, Bo" <bo@b.example>, \'c@c.example\' <c@c.example>')).toEqual([
    ['Pop, Ana', 'ana@a.example'],
    ['Quay, Bo', 'bo@b.example'],
    ['', 'c@c.example'],
  ]);
  expect(
    named('To: Ana Pop [mailto:ana@a.example]; bo@b.example<mailto:bo@b.example>\nCc: c@c.example | d@d.example'),
  ).toEqual([
    ['Ana Pop', 'ana@a.example'],
    ['', 'bo@b.example'],
    ['', 'c@c.example'],
    ['', 'd@d.example'],
  ]);
  expect(named('alias -group djs ana Ana Pop <ana@a.example>\nalias bo bo@b.example')).toEqual([
    ['Ana Pop', 'ana@a.example'],
    ['', 'bo@b.example'],
  ]);
  const { people } = read('nobody at all\n\u200bana@a.example\u00a0\nbroken@@x');
  expect(people.map(({ address, wrong }) => [address, wrong])).toEqual([
    ['', 'nobody at all'],
    ['ana@a.example', ''],
    ['', expect.stringContaining('broken')],
  ]);
});

test('a workbook is read as it is shown: links, formulas, rich text, merged cells, hidden rows', async () => {
  const sheet =
    `<sheetData><row r="1">${cell('A1', 'Company')}${cell('B1', 'Name')}${cell('C1', 'Mail')}</row>` +
    `<row r="2"><c r="A2" t="s"><v>0</v></c>${cell('B2', 'Ana_x000D_')}${cell('C2', 'write to her')}</row>` +
    `<row r="3" hidden="1">${cell('B3', 'Bo')}<c r="C3" t="str"><f>HYPERLINK("mailto:bo@b.example?subject=x","mail")</f><v>mail</v></c></row>` +
    `<row r="5">${cell('B5', 'Cy')}${cell('C5', 'shown@c.example')}</row></sheetData>` +
    '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>' +
    '<hyperlinks><hyperlink ref="C2" r:id="l1"/><hyperlink ref="C5" r:id="l2"/></hyperlinks>';
  const table = await readWorkbook(
    workbook(sheet, {
      'xl/sharedStrings.xml': '<sst><si><r><t>Radio </t></r><r><t>Nord</t></r><rPh><t>reading</t></rPh></si></sst>',
      'xl/worksheets/_rels/sheet2.xml.rels':
        '<Relationships><Relationship Id="l1" Target="mailto:ana%40a.example?subject=Hi"/><Relationship Id="l2" Target="mailto:other@c.example"/></Relationships>',
    }),
  );
  const { people, notes } = readPeople(table, undefined);
  expect(people).toMatchObject([
    { row: 2, name: 'Ana', company: 'Radio Nord', address: 'ana@a.example', isHidden: false },
    { row: 3, name: 'Bo', company: 'Radio Nord', address: 'bo@b.example', isHidden: true },
    { row: 5, name: 'Cy', company: '', address: 'shown@c.example' },
  ]);
  expect(notes).toEqual(['merged']);
});

test('a workbook of another program is read, and one that unpacks to too much is not', async () => {
  const bytes = await writeExcel([
    [{ value: 'Name' }, { value: 'Email' }],
    [{ value: 'Ana & Bo' }, { value: 'ana@a.example' }],
  ]).toBuffer();
  const { people } = readPeople(await readWorkbook(bytes), undefined);
  expect(people).toMatchObject([{ name: 'Ana & Bo', address: 'ana@a.example' }]);
  const bomb = workbook(`<sheetData>${'<row/>'.repeat(6_000_000)}</sheetData>`);
  await expect(readWorkbook(bomb)).rejects.toThrow('too large');
  const entities = { 'xl/worksheets/sheet2.xml': '<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>' };
  await expect(readWorkbook(workbook('', entities))).rejects.toBeInstanceOf(Error);
  await expect(readWorkbook(workbook('<sheetData><row'))).rejects.toBeInstanceOf(Error);
});

test('rows and cells beyond the limits are cut, and quotes without an end cost no more than their length', () => {
  const rows = Array.from({ length: 25_000 }, (_one, index) => `N,${index}@a.example`).join('\n');
  const { people, notes } = read(`Name,Email\n${rows}`);
  expect([people.length, notes]).toEqual([20_000, ['cut']]);
  expect(read(`Name,Email\n${'"a,'.repeat(300_000)}\nAna,ana@a.example`).people.at(-1)).toMatchObject({ name: 'Ana' });
});

import { expect, test } from 'vitest';
import { isHidden, readStyleSheets } from './catalogue/document/promoStyle.ts';
import { parseArtists } from './catalogue/names/artistNames.ts';
import { foldTitle, parseSearchText } from './catalogue/search/searchText.ts';
import { listFiles } from './ingest/ern/files.ts';
import { listPersonalData } from './ingest/pictures/personalData.ts';
import { parseTitle } from './ingest/read/parseNames.ts';
import { formatCsv } from './platform/http/csv.ts';
import { parseRangeHeader } from './platform/http/ranges.ts';
import { removePorts } from './platform/http/rateLimit.ts';
import { classifyReply, getSharedWords } from './platform/mail/classifyReply.ts';
import { openLog } from './platform/process/log.ts';
import { sanitizeFileName } from './platform/storage/fileName.ts';

// Text of strangers that repeats what a pattern begins with. A search that begins again at each place takes minutes for
// these, a linear one milliseconds: the time limit of a test tells them apart.

const LENGTH = 100_000;
const PIECES = [
  ...' .,;:/-([<"\\=@&0\t\n',
  'a@',
  '[a',
  '(feat x ',
  ' feat. ',
  ' - ',
  '<a ',
  '</',
  '<style ',
  '/*',
  '<!--[if',
  '/Author (',
  '{\\author ',
  'Exif\0\0',
  'eyJ',
  'eyJa.',
  '1.1.1.1:',
  'sender ',
  'account ',
  '5.1.',
  '550 ',
];
const texts = PIECES.flatMap((piece) => {
  const text = piece.repeat(LENGTH / piece.length);
  return [text, `x${text}\u0001`];
});

const log = openLog('info', true, { personal: true, destination: { write: () => {} } });
const element = (name: string, text: string, children: ReturnType<typeof create>[] = []) =>
  create(name, text, children);
function create(name: string, text: string, children: object[]) {
  return { name, text, attributes: {}, children } as unknown as Parameters<typeof listFiles>[0];
}
const deliverFile = (path: string) =>
  element('SoundRecording', '', [
    element('SoundRecordingDetailsByTerritory', '', [
      element('TechnicalSoundRecordingDetails', '', [element('File', '', [element('FilePath', path)])]),
    ]),
  ]);

test.each<[string, (text: string) => unknown]>([
  ['the addresses of proxies', removePorts],
  ['a range', (text) => parseRangeHeader(`bytes=${text}`, 1000)],
  ['a log line', (text) => log.info({ url: text }, 'x')],
  ['a cell of a table', (text) => formatCsv([[text]])],
  ['the name of a file', sanitizeFileName],
  ['a query', parseSearchText],
  ['a title in the index', foldTitle],
  ['a title', (text) => parseTitle(text.replaceAll(/\s+/g, ' '))],
  ['a credit', parseArtists],
  ['the path of a file in a message', (text) => listFiles(deliverFile(text))],
  ['style sheets', readStyleSheets],
  ['a length of a style', (text) => isHidden('p', {}, { opacity: text })],
  ['a PDF', (text) => listPersonalData(Buffer.from(`%PDF-${text}`, 'latin1'))],
  ['XMP', (text) => listPersonalData(Buffer.from(`<x:xmpmeta>${text}</x:xmpmeta>`))],
  ['RTF', (text) => listPersonalData(Buffer.from(`{\\rtf${text}`))],
  ['the reply of a mail server', classifyReply],
  ['the words of a reply', getSharedWords],
])('%s that repeats itself is read in linear time', (_name, read) => {
  for (const text of texts) expect(() => read(text)).not.toThrow();
});

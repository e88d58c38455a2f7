import { ernMessage } from './ernMessages.ts';

/** A file of a shape; without content, what its ending says: a song, a picture, a text that names its path, or some bytes. */
export type ShapeFile = string | [path: string, content: ShapeContent];
type ShapeContent =
  | { fixture: string }
  | { text: string }
  /** Pixels on each side. */
  | { picture: number }
  | { zip: ShapeFile[]; separator?: '\\' };

export interface FolderShape {
  /** What is special about it. */
  title: string;
  /** Name of the folder, or of what is dropped. */
  root?: string;
  files: ShapeFile[];
}

const zip = (...files: ShapeFile[]): ShapeContent => ({ zip: files });
const sidecar = (fields: object = {}): ShapeFile => [
  'release.json',
  { text: JSON.stringify({ title: 'Told', ...fields }) },
];
const message = ernMessage('43', { files: ['one.ogg', 'two.mp3'], cover: '' }).replaceAll(/<!--.*?-->/g, '');

/** How labels deliver. Their outcomes, as the importer makes them, are the table of docs/delivery.md. */
export const folderShapes: FolderShape[] = [
  // Where things stand.
  { title: 'All beside the audio', files: ['01 First.wav', '02 Second.wav', 'cover.jpg', 'promo.html'] },
  { title: 'Folders beside each other', files: ['WAV/01 First.wav', 'Artwork/cover.jpg', 'promo.html'] },
  { title: 'Folders below the audio', files: ['01 First.wav', 'Artwork/cover.jpg', 'Press/promo.html'] },
  { title: 'Audio below', files: ['WAV/01 First.wav', 'cover.jpg', 'promo.html'] },
  { title: 'Audio far below', files: ['Final/Masters/01 First.wav', 'Graphics/2026/cover.png', 'Text/EN/promo.txt'] },
  { title: 'A folder and a picture dropped together', files: ['Night Pier/01 First.wav', 'cover.jpg'] },
  {
    title: 'A folder for each kind',
    files: ['01 Audio/01 First.wav', '02 Artwork/front.jpg', '03 Press/Press sheet.pdf', '04 Lyrics/01 First.txt'],
  },
  // Discs and formats.
  { title: 'Discs', files: ['Disc 1/01 First.wav', 'Disc 2/01 Second.wav', 'Artwork/cover.jpg'] },
  { title: 'Sides', files: ['Side A/01 First.wav', 'Side B/01 Second.wav', 'cover.jpg'] },
  { title: 'Two formats', files: ['WAV/01 First.wav', 'MP3/01 First.mp3', 'Artwork/cover.jpg'] },
  {
    title: 'Two formats of each disc',
    files: [
      'CD1/WAV/01 First.wav',
      'CD1/MP3/01 First.mp3',
      'CD2/WAV/01 Second.wav',
      'CD2/MP3/01 Second.mp3',
      'cover.jpg',
    ],
  },
  {
    title: 'Discs of each format',
    files: ['WAV/CD1/01 First.wav', 'WAV/CD2/01 Second.wav', 'MP3/CD1/01 First.mp3', 'MP3/CD2/01 Second.mp3'],
  },
  {
    title: 'The format behind the name',
    root: 'Drop',
    files: ['Night Pier (WAV)/01 First.wav', 'Night Pier (MP3 320)/01 First.mp3', 'cover.jpg'],
  },
  { title: 'Two formats side by side', files: ['01 First.wav', '01 First.mp3', '02 Second.wav'] },
  { title: 'Two formats with other names', files: ['WAV/01 First.wav', 'MP3/Slow Harbour - First.mp3'] },
  { title: 'A track in one format only', files: ['WAV/01 First.wav', 'MP3/01 First.mp3', 'MP3/02 Second.mp3'] },
  {
    title: 'Two qualities',
    files: [
      ['16 bit/01 First.wav', { fixture: 'wav16.wav' }],
      ['24 bit/01 First.wav', { fixture: 'wav24.wav' }],
    ],
  },
  {
    title: 'The better file is broken',
    files: [['WAV/01 First.wav', { fixture: 'wav-cut-off.wav' }], 'MP3/01 First.mp3'],
  },
  {
    title: 'A format that is not taken beside one that is',
    files: ['WAV/01 First.wav', 'WMA/01 First.wma', 'WMA/02 Second.wma'],
  },
  { title: 'Covers that are not taken', files: ['01 First.wav', 'Artwork/cover.psd', 'IMG_0001.heic', 'cover.pdf'] },
  { title: 'A video', files: ['01 First.wav', ['Video/First.mp4', { fixture: 'clip.mp4' }]] },
  // Zips.
  {
    title: 'A zip and a cover',
    root: 'Drop',
    files: [['Night Pier.zip', zip('Night Pier/01 First.wav')], 'cover.jpg', 'promo.html'],
  },
  {
    title: 'Zips of each kind with one top folder',
    root: 'Drop',
    files: [
      ['audio.zip', zip('Night Pier/01 First.wav')],
      ['artwork.zip', zip('Night Pier/cover.jpg', 'Night Pier/Press sheet.pdf')],
    ],
  },
  {
    title: 'Halves of a cloud drive',
    root: 'Drop',
    files: [
      ['Night Pier-001.zip', zip('Night Pier/01 First.wav', ['Night Pier/cover.jpg', { picture: 400 }])],
      ['Night Pier-002.zip', zip('Night Pier/02 Second.wav', ['Night Pier/cover.jpg', { picture: 400 }])],
    ],
  },
  {
    title: 'Halves with the time of a download, without a folder',
    root: 'Drop',
    files: [
      ['Night Pier-20261129T010000Z-001.zip', zip('01 First.wav')],
      ['Night Pier-20261129T010000Z-002.zip', zip('02 Second.wav', 'cover.jpg')],
    ],
  },
  {
    title: 'Zips numbered as a catalogue are releases',
    root: 'Drop',
    files: [
      ['QUAY-001.zip', zip('01 First.wav', 'cover.jpg')],
      ['QUAY-002.zip', zip('01 Second.wav')],
    ],
  },
  {
    title: 'A zip of Windows PowerShell 5',
    root: 'Drop',
    files: [
      ['Night Pier.zip', { zip: ['Night Pier/CD1/01 First.wav', 'Night Pier/CD2/01 Second.wav'], separator: '\\' }],
    ],
  },
  {
    title: 'A zip inside a zip',
    root: 'Drop',
    files: [['Night Pier.zip', zip('Night Pier/01 First.wav', ['Night Pier/Artwork.zip', zip('cover.jpg')])]],
  },
  { title: 'Another archive', files: ['01 First.wav', 'Artwork.rar'] },
  // Documents and texts.
  { title: 'Documents', files: ['01 First.wav', 'Press sheet.pdf', 'Bio.docx', 'Credits.txt'] },
  {
    title: 'A press text and lyrics by their names',
    files: ['01 Harbour.wav', '03 Lantern.wav', '03 Lantern lyrics.txt', 'promo.txt'],
  },
  {
    title: 'Lyrics by name, number and title',
    files: [
      '01 First.wav',
      '02 Second.wav',
      '03 Third.wav',
      'Lyrics/01 First.txt',
      'Lyrics/2.txt',
      'Lyrics/Third.lrc',
      'Lyrics/Fourth.txt',
    ],
  },
  { title: 'A text beside its track', files: ['01 First.wav', '01 First.txt', '02 Second.wav', 'Lyrics.txt'] },
  {
    title: 'Several press texts',
    files: ['01 First.wav', 'Press/Press release.txt', 'Press/promo.html', 'Press/about.html'],
  },
  { title: 'A press text of a word processor', files: ['01 First.wav', 'promo.docx'] },
  {
    title: 'A press kit',
    files: ['01 First.wav', 'cover.jpg', 'Press/Band photo.jpg', 'Press/Slow Harbour.jpg', 'Press/One sheet.pdf'],
  },
  {
    title: 'Notes and contracts',
    files: ['01 First.wav', '_notes.docx', 'Internal budget.pdf', 'Remix agreement.docx', 'ISRCs.xlsx'],
  },
  {
    title: 'Attachments go out as they are',
    files: [
      '01 First.wav',
      ['attachments/Stems.zip', zip('Drums.wav')],
      'attachments/Band.jpg',
      'attachments/_notes.docx',
    ],
  },
  {
    title: 'Attachments that release.json lists',
    files: [
      '01 First.wav',
      'Sheet.pdf',
      'Other.pdf',
      sidecar({ attachments: [{ file: 'Sheet.pdf', title: 'Sheet' }] }),
    ],
  },
  // Pictures.
  {
    title: 'A cover in several sizes',
    files: [
      '01 First.wav',
      ['Artwork/cover.jpg', { picture: 500 }],
      ['Artwork/cover 3000x3000.jpg', { picture: 900 }],
      ['Artwork/cover_web.png', { picture: 300 }],
    ],
  },
  {
    title: 'Scans',
    files: ['01 First.wav', 'Scans/front.jpg', 'Scans/back.jpg', 'Scans/page 1.jpg', 'Scans/booklet.pdf'],
  },
  { title: 'One picture without a name', files: ['01 First.wav', 'Night Pier 1500px.jpg', 'back.jpg'] },
  {
    title: 'Pictures of the press text',
    files: [
      '01 First.wav',
      [
        'Press/promo.html',
        { text: '<p>Text of Press/promo.html <img src="band.jpg"> <img src="../Artwork/back.jpg"></p>' },
      ],
      'Press/band.jpg',
      'Artwork/back.jpg',
      'Artwork/cover.jpg',
    ],
  },
  // What systems and programs leave.
  {
    title: 'What systems leave',
    files: ['01 First.wav', '.DS_Store', 'Thumbs.db', '__MACOSX/._01 First.wav', '@eaDir/01 First.wav'],
  },
  {
    title: 'What programs leave',
    files: ['01 First.wav', 'Night Pier.cue', 'Night Pier.log', 'Night Pier.m3u', 'Night Pier.nfo'],
  },
  {
    title: 'Names that look like drives',
    files: ['A:B Sides/C: Intro.wav', 'A:B Sides/01 I:O.wav', 'Artwork/cover.jpg'],
  },
  // Several releases.
  {
    title: 'Two releases with a shared artwork folder',
    root: 'Drop',
    files: [
      'Night Pier/01 First.wav',
      'Day Pier/01 Second.wav',
      'Artwork/Night Pier.jpg',
      'Artwork/Day Pier/cover.jpg',
      'Label news.pdf',
    ],
  },
  {
    title: 'Two releases in two formats',
    root: 'Drop',
    files: [
      'WAV/Night Pier/01 First.wav',
      'WAV/Day Pier/01 Second.wav',
      'MP3/Night Pier/01 First.mp3',
      'MP3/Day Pier/01 Second.mp3',
    ],
  },
  {
    title: 'A folder without audio beside a release',
    root: 'Drop',
    files: ['Night Pier/01 First.wav', 'Other stuff/cover.jpg', 'Other stuff/Press sheet.pdf'],
  },
  {
    title: 'A folder of its own inside a release',
    files: ['01 First.wav', 'cover.jpg', 'Bonus/01 Second.wav', 'Bonus/cover.jpg'],
  },
  {
    title: 'Discs whose folders begin with the name of the album',
    files: ['Night Pier (Disc 1)/01 First.wav', 'Night Pier (Disc 2)/01 Second.wav', 'cover.jpg'],
  },
  {
    title: 'Zips of discs',
    files: [
      ['Night Pier CD1.zip', { zip: ['01 First.wav'] }],
      ['Night Pier CD2.zip', { zip: ['01 Second.wav'] }],
      'cover.jpg',
    ],
  },
  {
    title: 'Halves of a folder from OneDrive',
    files: [
      ['OneDrive_1_29-11-2026.zip', { zip: ['Night Pier/01 First.wav'] }],
      ['OneDrive_2_29-11-2026.zip', { zip: ['Night Pier/02 Second.wav'] }],
    ],
  },
  {
    title: 'Halves that were downloaded twice',
    files: [
      ['Night Pier-001 (1).zip', { zip: ['Night Pier/01 First.wav'] }],
      ['Night Pier-002 (1).zip', { zip: ['Night Pier/02 Second.wav'] }],
    ],
  },
  {
    title: 'A title with a word of business',
    root: 'Social Contract',
    files: [
      'Social Contract/02 Invoice.wav',
      'Social Contract/02 Invoice.txt',
      'Social Contract/Social Contract.pdf',
      'Social Contract/Artist contract - signed.pdf',
      'Social Contract/Invoice 17.pdf',
    ],
  },
  { title: 'No audio', files: ['cover.jpg', 'Press sheet.pdf'] },
  // With a document of their own.
  {
    title: 'release.json above the audio',
    files: [sidecar({ tracks: [{ file: 'WAV/01 First.wav', title: 'Named' }] }), 'WAV/01 First.wav', 'cover.jpg'],
  },
  {
    title: 'release.json beside audio that is below',
    files: [
      [
        'WAV/release.json',
        {
          text: JSON.stringify({
            title: 'Told',
            cover: '../Artwork/b.jpg',
            tracks: [{ file: '01 First.wav', title: 'Named' }],
          }),
        },
      ],
      'WAV/01 First.wav',
      'Artwork/a.jpg',
      'Artwork/b.jpg',
    ],
  },
  {
    title: 'A file that release.json names is no second source',
    files: [
      sidecar({ tracks: [{ file: 'MP3/01 First.mp3', stream_only: true }] }),
      'WAV/01 First.wav',
      'MP3/01 First.mp3',
    ],
  },
  { title: 'Two release.json', files: [sidecar(), ['WAV/release.json', { text: '{}' }], 'WAV/01 First.wav'] },
  {
    title: 'A message of DDEX ERN',
    files: [
      ['message.xml', { text: message }],
      ['resources/one.ogg', { fixture: 'vorbis.ogg' }],
      ['resources/two.mp3', { fixture: 'cbr320.mp3' }],
      'resources/extra.mp3',
      'Artwork/cover.jpg',
      'Press sheet.pdf',
      'promo.txt',
    ],
  },
  {
    title: 'A message in a folder of its own',
    files: [
      [
        'XML/message.xml',
        { text: message.replaceAll('one.ogg', '../Audio/one.ogg').replaceAll('two.mp3', '../Audio/two.mp3') },
      ],
      ['Audio/one.ogg', { fixture: 'vorbis.ogg' }],
      ['Audio/two.mp3', { fixture: 'cbr320.mp3' }],
      'Artwork/cover.jpg',
    ],
  },
];

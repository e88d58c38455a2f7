import { languageName, longDate, playingTime } from './reportFacts.ts';
import type { ReportPicture } from './reportPictures.ts';
import type { ReportedRelease } from './reportQueries.ts';
import { heightOf, putMarked, type Sheet } from './reportSheet.ts';
import { body, heading, INK, LEFT, quiet, RIGHT, small, strong, title } from './reportStyle.ts';

/** A release and its pictures. */
export interface Shown {
  release: ReportedRelease;
  cover: ReportPicture | undefined;
  /** Of the labels that have one, by name. */
  logos: Record<string, ReportPicture>;
}

const COVER = 168;
const LOGO = 20;

/** Cover, title, artist and labels. */
export function putHead(sheet: Sheet, { release, cover, logos }: Shown): void {
  const { doc, setter } = sheet;
  const top = sheet.y;
  sheet.figure(cover ? `Cover of ${release.title}` : undefined, () => {
    if (cover) doc.image(cover.bytes as Buffer, LEFT, top, { width: COVER, height: COVER });
    else drawRecord(doc, release.color, LEFT, top);
  });
  const x = LEFT + COVER + 24;
  const width = RIGHT - x;
  const songs = release.tracks.length === 1 ? '1 track' : `${release.tracks.length} tracks`;
  const kind = `${release.release_type} · ${songs} · ${playingTime(release.duration)}`;
  const size = [26, 21].find((size) => setter.lines(release.title, { ...title, size }, width - size).length < 4) ?? 16;
  sheet.put('P', setter.lines(kind, quiet, width), x);
  sheet.y += 4;
  putMarked(sheet, 'H1', setter.lines(release.title, { ...title, size }, width - size), x, release.explicit);
  sheet.y += 2;
  sheet.put('P', setter.lines(release.artist, { ...heading, weight: 400 }, width), x);
  sheet.y += 10;
  for (const { name } of release.labels) putLabel(sheet, name, logos[name], x);
  sheet.y = Math.max(sheet.y, top + COVER) + 16;
  sheet.figure(undefined, () => {
    doc.rect(LEFT, sheet.y, RIGHT - LEFT, 2).fill(release.color);
  });
  sheet.y += 18;
}

function putLabel(sheet: Sheet, name: string, logo: ReportPicture | undefined, x: number): void {
  const { doc, setter } = sheet;
  const width = logo ? Math.min(logo.ratio * LOGO, 4 * LOGO) : 0;
  if (logo) {
    sheet.figure(undefined, () => {
      if (logo.needsDark) doc.roundedRect(x - 3, sheet.y - 3, width + 6, LOGO + 6, 3).fill(INK);
      doc.image(logo.bytes as Buffer, x, sheet.y, { fit: [width, LOGO], align: 'center', valign: 'center' });
    });
    sheet.y += 3;
  }
  const beside = logo ? width + 10 : 0;
  sheet.put('P', setter.lines(name, strong, RIGHT - x - beside), x + beside);
  sheet.y += logo ? 10 : 2;
}

/** In place of a cover: a record in the colour of the release. */
function drawRecord(doc: PDFKit.PDFDocument, color: string, x: number, y: number): void {
  const [middleX, middleY] = [x + COVER / 2, y + COVER / 2];
  doc.rect(x, y, COVER, COVER).fill('#efeae4');
  doc.circle(middleX, middleY, COVER * 0.42).fill(INK);
  doc.lineWidth(0.4).strokeColor('#4a413a');
  for (const share of [0.38, 0.34, 0.3, 0.26, 0.22]) doc.circle(middleX, middleY, COVER * share).stroke();
  doc.circle(middleX, middleY, COVER * 0.15).fill(color);
  doc.circle(middleX, middleY, COVER * 0.015).fill('#efeae4');
}

/** Name and value, two beside each other; what is not known is left out. */
export function putFacts(sheet: Sheet, release: ReportedRelease): void {
  const { setter } = sheet;
  const { impact_date, copyrightyear } = release;
  const facts: [name: string, value: string | null][] = [
    ['Available', longDate(release.available_at)],
    ['Impact date', impact_date && longDate(new Date(impact_date))],
    ['Catalogue number', release.catalognumber],
    ['UPC', release.upc],
    ['Genres', release.genres.join(', ')],
    ['Markets', release.markets.join(', ')],
    ['Moods', release.moods.join(', ')],
    ['Instruments', release.instruments.join(', ')],
    ['P-line', release.p_line],
    ['C-line', release.c_line],
    ['Copyright year', copyrightyear === null ? null : String(copyrightyear)],
    ['Language', release.language && languageName(release.language)],
  ];
  const width = (RIGHT - LEFT - 24) / 2;
  const known = facts.flatMap(([name, value]) => (value ? [{ name, value }] : []));
  for (let n = 0; n < known.length; n += 2) {
    const pair = known
      .slice(n, n + 2)
      .map(({ name, value }) => [...setter.lines(name, small, width), ...setter.lines(value, body, width)]);
    sheet.keep(Math.max(...pair.map(heightOf)));
    const top = sheet.y;
    let end = top;
    for (const [place, lines] of pair.entries()) {
      sheet.y = top;
      sheet.put('P', lines, LEFT + place * (width + 24));
      end = Math.max(end, sheet.y);
    }
    sheet.y = end + 7;
  }
}

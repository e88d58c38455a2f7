import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { type DemoRelease, labels } from './release.ts';

/** Creates `promo.html`; undefined for a release without a story. */
export function createPromoHtml(release: DemoRelease): string | undefined {
  const { story, pressPicturePeople, artist, title, tracks } = release;
  if (!story) return undefined;
  const label = labels[release.label];
  const rows = tracks.map(
    (track) => `<li>${escapeHtml(track.title)}${track.version ? ` <em>(${escapeHtml(track.version)})</em>` : ''}</li>`,
  );
  const picture = pressPicturePeople
    ? `<figure><img src="attachments/press-picture.jpg" alt="${escapeHtml(artist)}"><figcaption>${escapeHtml(artist)}. Picture: ${label.name}</figcaption></figure>`
    : release.cover
      ? `<p><img src="cover.jpg" alt="Cover of ${escapeHtml(title)}" width="320"></p>`
      : '';
  return `<h2>${escapeHtml(artist)}: ${escapeHtml(title)}</h2>
${picture}
<p>${story}</p>
<ol>${rows.join('')}</ol>
<p>Radio and press: <a href="mailto:${label.contact}">${label.contact}</a></p>
`;
}

/** Creates `one-sheet.pdf`, an A4 page. */
export function createOneSheet(
  release: DemoRelease,
  { upc, impactdate }: { upc?: string | undefined; impactdate?: string | undefined },
): Promise<Buffer> {
  const label = labels[release.label];
  const doc = new PDFDocument({ size: 'A4', margin: 60 });
  for (const { text, size, bold } of [
    { text: release.artist, size: 30, bold: true },
    { text: `${release.title} (${release.type})`, size: 17 },
    { text: ' ', size: 10 },
    { text: `${label.name}, ${label.city} · UPC ${upc ?? ''}${impactdate ? ` · Impact ${impactdate}` : ''}`, size: 11 },
    { text: ' ', size: 10 },
    { text: (release.story ?? `New music by ${release.artist}.`).replaceAll(/<[^>]+>/g, ''), size: 12 },
    { text: ' ', size: 10 },
    { text: 'Tracks', size: 13, bold: true },
    ...release.tracks.map((track, index) => ({
      text: `${index + 1}. ${track.title}${track.version ? ` (${track.version})` : ''}`,
      size: 12,
    })),
    { text: ' ', size: 10 },
    { text: `Written by ${release.credits.writers}. Produced by ${release.credits.producer}.`, size: 11 },
    { text: `Contact: ${label.contact}`, size: 11 },
    { text: 'Promotional copy. Not for sale.', size: 9 },
  ])
    doc
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size)
      .text(text, { lineGap: size * 0.3 });
  doc.end();
  return buffer(doc);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

import type { Line } from './pdf.ts';
import { type DemoRelease, labels } from './release.ts';

/** What the label writes to the programmer, as `promo.html`; undefined where it wrote nothing. */
export function promoHtml(release: DemoRelease): string | undefined {
  const { story, pressPicture, artist, title, tracks } = release;
  if (!story) return undefined;
  const label = labels[release.label];
  const rows = tracks.map(
    (track) => `<li>${escaped(track.title)}${track.version ? ` <em>(${escaped(track.version)})</em>` : ''}</li>`,
  );
  const picture = pressPicture
    ? `<figure><img src="attachments/press-picture.jpg" alt="${escaped(artist)}"><figcaption>${escaped(artist)}. Picture: ${label.name}</figcaption></figure>`
    : release.cover
      ? `<p><img src="cover.jpg" alt="Cover of ${escaped(title)}" width="320"></p>`
      : '';
  return `<h2>${escaped(artist)}: ${escaped(title)}</h2>
${picture}
<p>${story}</p>
<ol>${rows.join('')}</ol>
<p>Radio and press: <a href="mailto:${label.contact}">${label.contact}</a></p>
`;
}

/** The one-sheet's lines. */
export function oneSheet(
  release: DemoRelease,
  { upc, impactdate }: { upc?: string | undefined; impactdate?: string | undefined },
): Line[] {
  const label = labels[release.label];
  return [
    { text: release.artist, size: 30, bold: true },
    { text: `${release.title} (${release.type})`, size: 17 },
    { text: ' ', size: 10 },
    { text: `${label.name}, ${label.city} · UPC ${upc ?? ''}${impactdate ? ` · Impact ${impactdate}` : ''}`, size: 11 },
    { text: ' ', size: 10 },
    { text: (release.story ?? `New music by ${release.artist}.`).replaceAll(/<[^>]+>/g, ''), size: 12 },
    { text: ' ', size: 10 },
    { text: 'Tracks', size: 13, bold: true },
    ...release.tracks.map((track, nth) => ({
      text: `${nth + 1}. ${track.title}${track.version ? ` (${track.version})` : ''}`,
      size: 12,
    })),
    { text: ' ', size: 10 },
    { text: `Written by ${release.by.writers}. Produced by ${release.by.producer}.`, size: 11 },
    { text: `Contact: ${label.contact}`, size: 11 },
    { text: 'Promotional copy. Not for sale.', size: 9 },
  ];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

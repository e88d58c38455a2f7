import type { Explicit, ReleaseDetail, Track } from '@promenade/contract/catalogue';

/** Of all tracks together: explicit if one is, clean if each is. */
export function getAdvisory({ songs }: Pick<ReleaseDetail, 'songs'>): Explicit {
  const all = songs.map(({ advisory }: Track) => advisory);
  if (all.includes('explicit')) return 'explicit';
  return all.length > 0 && all.every((advisory) => advisory === 'clean') ? 'clean' : 'unknown';
}

/** The words of a press text, which is HTML, without headings and captions. Nothing in it is loaded or run. */
export function toPlainText(html: string): string {
  const { body } = new DOMParser().parseFromString(
    html.replaceAll(/<(br|\/p|\/div|\/li|\/h\d)\b/gi, ' <$1'),
    'text/html',
  );
  for (const element of body.querySelectorAll('style, script, title, h1, h2, h3, h4, h5, h6, figcaption, caption'))
    element.remove();
  return (body.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}

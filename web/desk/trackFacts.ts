import { type Explicit, musicalKeys, type ReleaseDetail, type Track } from '@promenade/contract/catalogue';

/** `A minor · 8A`: the key and its number on the Camelot wheel. */
export function formatKey(key: string): string {
  const index = musicalKeys.findIndex((known) => known === key);
  if (index < 0) return key;
  const number = ((7 + Math.floor(index / 2)) % 12) + 1;
  return `${key} · ${number}${index % 2 === 0 ? 'B' : 'A'}`;
}

/** Of all tracks together: explicit if one is, clean if each is. */
export function getAdvisory({ songs }: Pick<ReleaseDetail, 'songs'>): Explicit {
  const all = songs.map(({ advisory }: Track) => advisory);
  if (all.includes('explicit')) return 'explicit';
  return all.length > 0 && all.every((advisory) => advisory === 'clean') ? 'clean' : 'unknown';
}

/** The words of a press text, which is HTML. Nothing in it is loaded or run. */
export function toPlainText(html: string): string {
  const { body } = new DOMParser().parseFromString(
    html.replaceAll(/<(br|\/p|\/div|\/li|\/h\d)\b/gi, ' <$1'),
    'text/html',
  );
  for (const element of body.querySelectorAll('style, script, title')) element.remove();
  return (body.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}

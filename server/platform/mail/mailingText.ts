import type { MailPieces } from './mailLayout.ts';
import type { ShownRelease } from './mailReleases.ts';

/** A release that a mail tells of. */
export interface MailRelease extends Omit<ShownRelease, 'facts'> {
  explicit: boolean;
  /** Empty without one. */
  label: string;
  type: string;
  /** `YYYY-MM-DD` */
  impact: string | null;
}

/** A mail that comes again and again: the releases it tells of, why it came, and how that ends. */
export interface Mailing {
  releases: MailRelease[];
  /** How many more there are than the mail shows, and where. */
  more: { count: number; url: string };
  why: 'daily' | 'weekly' | 'per-release';
  /** Whose mail it is. */
  email: string;
  /** Where its reader changes how often it comes, and where it ends. */
  settings: string;
  stop: string;
  /** Where a mail program ends it by itself (RFC 8058). */
  oneClick: string;
}

/** What a language says about it. */
type Say = (key: string, values?: Record<string, string | number>) => string;

/** The title as lists show it. */
const titleOf = ({ title, explicit }: Pick<MailRelease, 'title' | 'explicit'>): string =>
  explicit ? `${title} [E]` : title;

/** What fills the words of such a mail: a single release is named, several are counted. */
export function valuesOf({ releases, more }: Mailing): Record<string, string> {
  const [only] = releases;
  const count = String(releases.length + more.count);
  return { count, title: only ? titleOf(only) : '', artist: only?.artist ?? '' };
}

/** Its pieces in a language. */
export function sayMailing(
  say: Say,
  language: string,
  { releases, more, why, email, settings, stop }: Mailing,
): Pick<MailPieces, 'releases' | 'more' | 'links'> & { reason: string } {
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const impactOf = (day: string) => say('impact', { date: days.format(Date.parse(day)) });
  return {
    releases: releases.map(({ label, type, impact, ...release }) => ({
      ...release,
      title: oneLine(titleOf(release)),
      artist: oneLine(release.artist),
      facts: [oneLine(label), type, impact === null ? '' : impactOf(impact)].filter(Boolean),
    })),
    ...(more.count > 0 && { more: { words: say('more', { count: more.count }), url: more.url } }),
    reason: say(`why-${why}`, { email }),
    links: [
      { words: say('settings'), url: settings },
      { words: say('stop'), url: stop },
    ],
  };
}

/** A name with line breaks must not write paragraphs or headers of its own. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

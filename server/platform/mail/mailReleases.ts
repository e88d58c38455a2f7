import { AMBER, escape, FONT, SOFT, soft, TEXT, table, words } from './mailElements.ts';
import { cidOf } from './mailPictures.ts';

/** A release as a mail shows it; plain text. */
export interface ShownRelease {
  title: string;
  artist: string;
  /** Label, type, date: whatever there is. */
  facts: string[];
  /** Where it is heard. */
  url: string;
  /** Key in storage of a square JPEG; without one its colour stands there. */
  picture: string | undefined;
  /** #rrggbb */
  color: string;
}

const ROW_PX = 64;
/** As much as a window of 320 px leaves. */
const SINGLE_PX = 220;

/** Releases one below the other, each with its cover; the whole row leads to it. */
export const releaseRows = (releases: readonly ShownRelease[]): string =>
  releases
    .map((release) =>
      table(
        'width="100%" style="margin:0 0 20px"',
        `<td width="${ROW_PX}" valign="top" style="width:${ROW_PX}px">${cover(release, ROW_PX, 8)}</td>
<td valign="top" style="padding-left:16px">
<a class="words" href="${escape(release.url)}" rel="noopener" style="display:block;${FONT};font-size:17px;line-height:22px;font-weight:700;color:${TEXT};text-decoration:none;overflow-wrap:anywhere">${escape(release.title)}</a>
<span class="words" style="display:block;${FONT};font-size:15px;line-height:21px;color:${TEXT};overflow-wrap:anywhere">${escape(release.artist)}</span>
<span class="soft" style="display:block;${FONT};font-size:13px;line-height:19px;color:${SOFT};overflow-wrap:anywhere">${factsOf(release)}</span></td>`,
      ),
    )
    .join('\n');

/** One release, large: its cover, who made it, what is known of it. */
export const singleRelease = (release: ShownRelease): string =>
  `${table('style="margin:0 0 20px"', `<td width="${SINGLE_PX}">${cover(release, SINGLE_PX, 14)}</td>`)}
${words('p', 'margin:0 0 4px', escape(release.artist))}
${soft(factsOf(release))}`;

/** In plain text: what each is, and where; a single one has its title and its address elsewhere in the mail. */
export function releaseTexts(releases: readonly ShownRelease[]): string[] {
  return releases.map(({ title, artist, facts, url }) => {
    const known = facts.length > 0 ? [facts.join(' · ')] : [];
    return (releases.length > 1 ? [`${title} – ${artist}`, ...known, url] : [artist, ...known]).join('\n');
  });
}

const factsOf = ({ facts }: ShownRelease) => escape(facts.join(' · '));

/** Beside its title the cover says nothing more; where pictures are not shown, the colour is. */
function cover({ title, url, picture, color }: ShownRelease, px: number, radius: number): string {
  const square = `width:${px}px;height:${px}px;border-radius:${radius}px`;
  const shown = picture
    ? `<a href="${escape(url)}" rel="noopener" style="display:block;${square};overflow:hidden;text-decoration:none"><img src="cid:${escape(cidOf(picture))}" width="${px}" height="${px}" alt="${escape(title)}" style="display:block;${square};border:0;${FONT};font-size:11px;color:${AMBER}"></a>`
    : '&nbsp;';
  return table(
    `width="${px}"`,
    `<td width="${px}" height="${px}" bgcolor="${escape(color)}" style="${square};background:${escape(color)};line-height:0;font-size:0">${shown}</td>`,
  );
}

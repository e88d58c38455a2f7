import type { Release } from '@promenade/contract/catalogue';
import type { Found, SearchSection } from '@promenade/contract/search';
import { Link } from 'react-router';
import { classNames } from '../design/classNames.ts';
import { Sleeve } from '../design/Sleeve.tsx';
import { pressInstead } from '../gallery/pressInstead.ts';
import { profilePath, releasePath } from '../platform/paths.ts';
import { type Translate, useText } from '../platform/text.ts';
import { ExplicitMark } from '../releases/ExplicitMark.tsx';
import { smallCover } from '../releases/smallCover.ts';
import { trackName } from '../releases/trackName.ts';
import styles from './TopResult.module.css';

interface Props {
  found: Found;
  section: SearchSection;
  id: string;
  onOpen: ((release: Release) => void) | undefined;
}

/** One of the best results as a small card that leads to it. */
export function TopResult({ found, section, id, onOpen }: Props) {
  const t = useText();
  const shown = resultOf(found, section, id, t);
  if (!shown) return null;
  const { release } = shown;
  return (
    <Link to={shown.to} className={styles.result} onClick={pressInstead(release && onOpen && (() => onOpen(release)))}>
      <Sleeve
        src={shown.picture}
        color={shown.color}
        pixels={160}
        className={classNames(styles.picture, section === 'artists' && styles.round)}
      />
      <span className={styles.words}>
        <span className={styles.name}>
          <bdi>{shown.name}</bdi> {shown.isExplicit && <ExplicitMark />}
        </span>
        <span className={styles.kind}>
          {t(`search.kind-${section}`)} · <bdi>{shown.note}</bdi>
        </span>
      </span>
    </Link>
  );
}

interface Shown {
  to: string;
  name: string;
  note: string;
  picture: string | null;
  color?: string;
  isExplicit?: boolean;
  release?: Release;
}

function resultOf(found: Found, section: SearchSection, id: string, t: Translate): Shown | undefined {
  if (section === 'tracks') {
    const track = found.tracks.find(({ trackid }) => trackid === id);
    if (!track) return undefined;
    const name = trackName(track);
    const { releaseid, artist, coverart, explicit } = track;
    return {
      to: releasePath(releaseid),
      name,
      note: artist,
      picture: coverart && smallCover(coverart),
      isExplicit: explicit,
    };
  }
  if (section === 'releases') {
    const release = found.releases.find(({ releaseid }) => releaseid === id);
    if (!release) return undefined;
    const { title: name, artist: note, color, explicit: isExplicit, thumbnail } = release;
    return { to: releasePath(id), name, note, picture: thumbnail && smallCover(thumbnail), color, isExplicit, release };
  }
  if (section === 'artists') {
    const artist = found.artists.find(({ artistid }) => artistid === id);
    if (!artist) return undefined;
    const { artist: name, thumbnail, releases: count } = artist;
    return { to: profilePath('artist', name), name, note: t('search.releases-count', { count }), picture: thumbnail };
  }
  const label = found.labels.find(({ labelid }) => labelid === id);
  if (!label) return undefined;
  const { label: name, logo: picture, releases: count } = label;
  return { to: profilePath('label', name), name, note: t('search.releases-count', { count }), picture };
}

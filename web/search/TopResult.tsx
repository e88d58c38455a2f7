import type { Release } from '@promenade/contract/catalogue';
import type { SearchResults, SearchSection } from '@promenade/contract/search';
import { Link } from 'react-router';
import { getSmallCover } from '../catalogue/format.ts';
import { ExplicitMark } from '../catalogue/Marks.tsx';
import { VersionedTitle } from '../catalogue/VersionedTitle.tsx';
import { CoverArt } from '../design/CoverArt.tsx';
import { classNames } from '../design/classNames.ts';
import { onPlainClick } from '../gallery/plainClick.ts';
import { artistPath, labelPath, releasePath } from '../platform/paths.ts';
import { type Translate, useText } from '../platform/text.ts';
import styles from './TopResult.module.css';

interface Props {
  results: SearchResults;
  section: SearchSection;
  id: string;
  onOpen: ((release: Release) => void) | undefined;
}

/** One of the best results as a card that links to it. */
export function TopResult({ results, section, id, onOpen }: Props) {
  const t = useText();
  const result = getSummary(results, section, id, t);
  if (!result) return null;
  const { release } = result;
  return (
    <Link to={result.to} className={styles.result} onClick={onPlainClick(release && onOpen && (() => onOpen(release)))}>
      <CoverArt
        src={result.picture}
        color={release?.color}
        pixels={160}
        className={classNames(styles.picture, section === 'artists' && styles.round)}
      />
      <span className={styles.text}>
        <span className={styles.name}>
          <bdi className="ellipsis">
            <VersionedTitle title={result.title} version={result.version} />
          </bdi>
          {result.isExplicit && <ExplicitMark />}
        </span>
        <span className={classNames('ellipsis', styles.kind)}>
          <span>{t(`search.kind-${section}`)} · </span>
          <bdi>{result.note}</bdi>
        </span>
      </span>
    </Link>
  );
}

interface ResultSummary {
  to: string;
  title: string;
  version: string;
  note: string;
  picture: string | null;
  isExplicit?: boolean;
  release?: Release;
}

function getSummary(
  results: SearchResults,
  section: SearchSection,
  id: string,
  t: Translate,
): ResultSummary | undefined {
  if (section === 'tracks') {
    const track = results.tracks.find(({ trackid }) => trackid === id);
    if (!track) return undefined;
    const { releaseid, title, version, artist: note, coverart, explicit: isExplicit } = track;
    const picture = coverart && getSmallCover(coverart);
    return { to: releasePath(releaseid), title, version, note, picture, isExplicit };
  }
  if (section === 'releases') {
    const release = results.releases.find(({ releaseid }) => releaseid === id);
    if (!release) return undefined;
    const { title, artist: note, thumbnail, explicit: isExplicit } = release;
    const picture = thumbnail && getSmallCover(thumbnail);
    return { to: releasePath(id), title, version: '', note, picture, isExplicit, release };
  }
  if (section === 'artists') {
    const artist = results.artists.find(({ artistid }) => artistid === id);
    if (!artist) return undefined;
    const { artist: title, thumbnail: picture, releases: count } = artist;
    return { to: artistPath(id), title, version: '', note: t('search.releases-count', { count }), picture };
  }
  const label = results.labels.find(({ labelid }) => labelid === id);
  if (!label) return undefined;
  const { label: title, logo: picture, releases: count } = label;
  return { to: labelPath(id), title, version: '', note: t('search.releases-count', { count }), picture };
}

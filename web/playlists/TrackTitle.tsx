import type { PlaylistTrack } from '@promenade/contract/playlists';
import { Flag } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../design/Icon.tsx';
import { releasePath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { ExplicitMark } from '../player/ExplicitMark.tsx';
import styles from './TrackCells.module.css';

interface Props {
  track: PlaylistTrack;
  /** The artist stands below. */
  isCompact: boolean;
  tabIndex: number;
  /** Before the words. */
  children: ReactNode;
}

/** The title as the link to its release that fills the row, with the marks of the track. */
export function TrackTitle({ track, isCompact, tabIndex, children }: Props) {
  const t = useText();
  const { releaseid, title, version, artist, explicit, flagged } = track;
  return (
    <div className={styles.cell}>
      {children}
      <div className={styles.words}>
        <p className={styles.line}>
          <Link to={releasePath(releaseid)} data-stop className={styles.title} title={title} tabIndex={tabIndex}>
            <bdi>{title}</bdi>
            {version && <span className={styles.version}>{` (${version})`}</span>}
          </Link>
          {explicit && <ExplicitMark />}
          {flagged && (
            <span className={styles.flag} role="img" aria-label={t('gallery.flagged')} title={t('gallery.flagged')}>
              <Icon of={Flag} size={13} filled />
            </span>
          )}
        </p>
        {isCompact && (
          <p className={styles.artist}>
            <bdi>{artist}</bdi>
          </p>
        )}
      </div>
    </div>
  );
}

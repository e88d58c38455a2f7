import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '../design/classNames.ts';
import { formatTooltip, formatTrackTitle } from './format.ts';
import { ExplicitMark, FlaggedMark, NewRecordingMark } from './Marks.tsx';
import { ArtistLinks, type Credited } from './NameLinks.tsx';
import styles from './TitleCell.module.css';
import { VersionedTitle } from './VersionedTitle.tsx';

interface LinkProps extends ComponentProps<typeof Link> {
  title: string;
  version?: string;
  artist?: string | undefined;
}

interface Props extends LinkProps {
  /** Below the title, on phones, which have no column for it. */
  credit?: Credited | undefined;
  isExplicit: boolean;
  /** The person downloaded a former recording. */
  isNewRecording?: boolean | undefined;
  /** The dot before the title; false keeps its space. */
  dot?: ReactNode;
  isFlagged: boolean;
  children?: ReactNode;
  /** Below title and artist. */
  note?: ReactNode;
}

/** The title as the link that covers its row, with its marks. */
export function TitleCell({ credit, isExplicit, isNewRecording, dot, isFlagged, children, note, ...link }: Props) {
  return (
    <div className={styles.cell}>
      {children}
      <div className={styles.words}>
        <p className={styles.line}>
          {dot !== undefined && <span className={styles.dot}>{dot}</span>}
          <RowLink {...link} artist={credit?.artist} />
          {isExplicit && <ExplicitMark />}
          {isNewRecording && <NewRecordingMark />}
          {isFlagged && <FlaggedMark />}
        </p>
        {credit && (
          <p className={classNames('ellipsis', styles.artist)}>
            <ArtistLinks of={credit} tabIndex={link.tabIndex} />
          </p>
        )}
        {note}
      </div>
    </div>
  );
}

/** A name as the link that covers its row. */
export function RowLink({ title, version, artist, ...rest }: LinkProps) {
  const tooltip = formatTooltip(formatTrackTitle({ title, version: version ?? '' }), artist);
  return (
    <Link {...rest} data-stop dir="auto" className={classNames('ellipsis', styles.link)} data-tooltip={tooltip}>
      <VersionedTitle title={title} version={version} />
    </Link>
  );
}

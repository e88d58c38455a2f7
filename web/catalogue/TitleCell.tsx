import { Flag } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import { ExplicitMark } from '../player/ExplicitMark.tsx';
import type { Dwell } from './dwell.ts';
import { isPlainClick } from './plainClick.ts';
import styles from './TitleCell.module.css';

interface Props {
  /** Where the row leads. */
  to: string;
  title: string;
  version?: string;
  /** Below the title, where a phone has no column for it. */
  artist?: string | undefined;
  isExplicit: boolean;
  isUnheard: boolean;
  isFlagged: boolean;
  tabIndex: number;
  /** Instead of following the link. */
  onOpen?: (() => void) | undefined;
  /** Pointer or focus is there: what a press needs may be fetched. */
  near?: Dwell;
  /** Before the words. */
  children?: ReactNode;
}

/** The title as the link that fills its row, with the marks of what it names. */
export function TitleCell(props: Props) {
  const { to, title, version, artist, isExplicit, isUnheard, isFlagged, tabIndex, onOpen, near, children } = props;
  const t = useText();
  function open(event: MouseEvent) {
    if (!onOpen || !isPlainClick(event)) return;
    event.preventDefault();
    onOpen();
  }
  return (
    <div className={styles.cell}>
      {children}
      <div className={styles.words}>
        <p className={styles.line}>
          {isUnheard && (
            <span
              className={styles.unheard}
              role="img"
              aria-label={t('gallery.unheard')}
              title={t('gallery.unheard')}
            />
          )}
          <Link
            to={to}
            data-stop
            className={styles.title}
            title={title}
            tabIndex={tabIndex}
            aria-haspopup={onOpen && 'dialog'}
            onClick={open}
            {...near}
          >
            <bdi>{title}</bdi>
            {version && <span className={styles.version}>{` (${version})`}</span>}
          </Link>
          {isExplicit && <ExplicitMark />}
          {isFlagged && (
            <span className={styles.flag} role="img" aria-label={t('gallery.flagged')} title={t('gallery.flagged')}>
              <Icon of={Flag} size={13} filled />
            </span>
          )}
        </p>
        {artist !== undefined && (
          <p className={styles.artist}>
            <bdi>{artist}</bdi>
          </p>
        )}
      </div>
    </div>
  );
}

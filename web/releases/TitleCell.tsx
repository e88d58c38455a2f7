import { Flag } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import { ExplicitMark } from './ExplicitMark.tsx';
import styles from './TitleCell.module.css';

interface LinkProps extends ComponentProps<typeof Link> {
  title: string;
  version?: string;
}

interface Props extends LinkProps {
  /** Below the title, where a phone has no column for it. */
  artist?: string | undefined;
  isExplicit: boolean;
  isUnheard?: boolean;
  isFlagged: boolean;
  /** Before the words. */
  children?: ReactNode;
}

/** The title as the link that fills its row, with the marks of what it names. */
export function TitleCell({ artist, isExplicit, isUnheard, isFlagged, children, ...link }: Props) {
  const t = useText();
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
          <RowLink {...link} />
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

/** A name as the link that fills its row. */
export function RowLink({ title, version, ...rest }: LinkProps) {
  return (
    <Link {...rest} data-stop className={styles.link} title={title}>
      <bdi>{title}</bdi>
      {version && <span className={styles.version}>{` (${version})`}</span>}
    </Link>
  );
}

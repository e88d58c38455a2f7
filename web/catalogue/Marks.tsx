import type { Heard, ToHear } from '@promenade/contract/catalogue';
import { Flag, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames, nameWithTooltip } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import styles from './Marks.module.css';

interface Props {
  label: string;
  className?: string | undefined;
  children?: ReactNode;
}

/** An icon or shape that has a tooltip and is read aloud as its label. */
export function Mark({ label, className, children }: Props) {
  return (
    <span className={classNames(styles.mark, className)} role="img" {...nameWithTooltip(label)}>
      {children}
    </span>
  );
}

export function ExplicitMark() {
  const t = useText();
  return (
    <Mark label={t('release.explicit')} className={styles.explicit}>
      {t('release.explicit-mark')}
    </Mark>
  );
}

/** The person downloaded a recording of the track that was replaced since. */
export function NewRecordingMark() {
  const t = useText();
  return <span className={styles.recording}>{t('track.new-recording')}</span>;
}

/** How much of a track was heard: a dot for nothing, half a dot for a part, an empty space for all of it. */
export function HeardMark({ heard }: { heard: Heard }) {
  const t = useText();
  return <Mark label={t(`track.heard-${heard}`)} className={classNames(styles.dot, styles[heard])} />;
}

/** Whether a release is to hear: a dot for all of it, half a dot for a part. */
export function ToHearMark({ tohear }: { tohear: ToHear }) {
  return tohear !== 'none' && <HeardMark heard={tohear === 'all' ? 'unheard' : 'sampled'} />;
}

/** A flagged release or track, or a release with flagged tracks. */
export function FlaggedMark() {
  const t = useText();
  return (
    <Mark label={t('gallery.flagged')} className={styles.accent}>
      <Icon icon={Flag} size={13} filled />
    </Mark>
  );
}

export function TrendingMark() {
  const t = useText();
  return (
    <Mark label={t('release.trending')} className={styles.accent}>
      <Icon icon={TrendingUp} size={15} />
    </Mark>
  );
}

export function CanadianBadge({ className }: { className: string | undefined }) {
  const t = useText();
  return (
    <span className={className} title={t('release.canadian-name')}>
      {t('release.canadian')}
    </span>
  );
}

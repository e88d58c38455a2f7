import { CANCON, type Release } from '@promenade/contract/catalogue';
import { type ReactNode, useState } from 'react';
import { useOptions } from '../catalogue/data.ts';
import { LabelLinks } from '../catalogue/NameLinks.tsx';
import { classNames } from '../design/classNames.ts';
import { formatLongDate, parseImpactDate } from '../platform/format.ts';
import { getLanguage, useText } from '../platform/text.ts';
import { Fact } from './Fact.tsx';
import styles from './Facts.module.css';

export function Facts({ release, className }: { release: Release; className?: string }) {
  const t = useText();
  const { available, impactdate, labels, genres, market_tags } = release;
  return (
    <dl className={classNames(styles.facts, className)}>
      <Fact name={t('release.available')}>{formatLongDate(available, getLanguage())}</Fact>
      {impactdate !== null && (
        <Fact name={t('release.impact')}>{formatLongDate(parseImpactDate(impactdate), getLanguage())}</Fact>
      )}
      {labels.length > 0 && (
        <Fact name={t('release.label')}>
          <LabelNames labels={labels} />
        </Fact>
      )}
      {genres.length > 0 && <Fact name={t('release.genres')}>{genres.join(', ')}</Fact>}
      {release.mark && <Fact name={t('release.mark')}>{t('release.marked')}</Fact>}
      {market_tags.length > 0 && (
        <Fact name={t('release.markets')}>
          <MarketIcons release={release} />
        </Fact>
      )}
    </dl>
  );
}

/** Label names, with logos where there are some (requirement C-POPUP-02). */
function LabelNames({ labels }: Pick<Release, 'labels'>) {
  return labels.map((label) => (
    <span key={label.labelid} className={styles.label}>
      {label.logo && <LabelLogo src={label.logo} />}
      <LabelLinks labels={[label]} />
    </span>
  ));
}

/** The address of each file that was shown first: the same logo has one of its own at each release. */
const shownLogos = new Map<string, string>();

function LabelLogo({ src }: { src: string }) {
  const file = src.slice(src.lastIndexOf('/') + 1);
  const shown = shownLogos.get(file) ?? src;
  shownLogos.set(file, shown);
  const own = <Picture src={src} alt="" height={24} className={styles.logo} />;
  // The release that it was shown of first may be gone.
  return shown === src ? own : <Picture src={shown} alt="" height={24} className={styles.logo} fallback={own} />;
}

/** Market icons with accessible names; short names where there is no icon (requirement C-POPUP-03). */
function MarketIcons({ release }: { release: Release }) {
  const t = useText();
  const { options } = useOptions();
  return (
    <ul className={styles.markets}>
      {release.market_tags.map((id) => {
        const market = options?.markets.find((option) => option.id === id);
        const short = (
          <ShortName name={market?.name}>{id === CANCON ? t('release.canadian') : id.toUpperCase()}</ShortName>
        );
        return (
          <li key={id}>
            {market ? (
              <Picture src={market.icon} alt={market.name} height={20} className={styles.icon} fallback={short} />
            ) : (
              short
            )}
          </li>
        );
      })}
    </ul>
  );
}

function ShortName({ name, children }: { name: string | undefined; children: string }) {
  return (
    <abbr title={name} className={styles.short}>
      {children}
    </abbr>
  );
}

interface Props {
  src: string;
  alt: string;
  /** In pixels; reserves the space while loading. */
  height: number;
  className: string | undefined;
  /** Rendered when the image fails to load. */
  fallback?: ReactNode;
}

function Picture({ src, alt, height, className, fallback = null }: Props) {
  const [failedSrc, setFailedSrc] = useState<string>();
  if (src === failedSrc) return fallback;
  return (
    <img
      src={src}
      alt={alt}
      title={alt || undefined}
      height={height}
      className={className}
      decoding="async"
      onError={() => setFailedSrc(src)}
    />
  );
}

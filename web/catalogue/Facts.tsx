import { CANCON, type Release } from '@promenade/contract/catalogue';
import type { ReactNode } from 'react';
import { classNames } from '../design/classNames.ts';
import { language, useText } from '../platform/text.ts';
import styles from './Facts.module.css';
import { impactMoment, longDate } from './format.ts';

/** What is known of a release beside its music: dates, label, genres, markets. */
export function Facts({ release, className }: { release: Release; className?: string }) {
  const t = useText();
  const { available, impactdate, labels, genres, market_tags } = release;
  return (
    <dl className={classNames(styles.facts, className)}>
      <Fact name={t('release.available')}>{longDate(available, language())}</Fact>
      {impactdate !== null && <Fact name={t('release.impact')}>{longDate(impactMoment(impactdate), language())}</Fact>}
      {labels.length > 0 && (
        <Fact name={t('release.label')}>
          <LabelNames labels={labels} />
        </Fact>
      )}
      {genres.length > 0 && <Fact name={t('release.genres')}>{genres.join(', ')}</Fact>}
      {market_tags.length > 0 && (
        <Fact name={t('release.markets')}>
          <span className={styles.markets}>
            {market_tags.map((market) => (
              <span key={market} className={styles.market}>
                {market === CANCON ? t('release.canadian') : market.toUpperCase()}
              </span>
            ))}
          </span>
        </Fact>
      )}
    </dl>
  );
}

/** The logo of a label, or its name when it has none (C-POPUP-02). */
function LabelNames({ labels }: Pick<Release, 'labels'>) {
  return labels.map(({ name, logo }) =>
    logo ? (
      <img key={name} src={logo} alt={name} title={name} height={28} className={styles.logo} decoding="async" />
    ) : (
      <span key={name} className={styles.name}>
        {name}
      </span>
    ),
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

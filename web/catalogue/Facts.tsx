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

/** The logo of a label with its name in small, or the name alone when it has no logo (C-POPUP-02). */
function LabelNames({ labels }: Pick<Release, 'labels'>) {
  return labels.map(({ name, logo }) => (
    <span key={name} className={styles.label}>
      {logo && <img src={logo} alt="" width={24} height={24} className={styles.logo} decoding="async" />}
      <bdi>{name}</bdi>
    </span>
  ));
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}

import type { Release } from '@promenade/contract/catalogue';
import { classNames } from '../design/classNames.ts';
import { impactMoment, longDate } from '../platform/format.ts';
import { language, useText } from '../platform/text.ts';
import { Fact } from './Fact.tsx';
import styles from './Facts.module.css';
import { MarketIcons } from './MarketIcons.tsx';
import { Picture } from './Picture.tsx';

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
          <MarketIcons release={release} />
        </Fact>
      )}
    </dl>
  );
}

/** The logo of a label with its name in small, or the name alone when it has no logo (C-POPUP-02). */
function LabelNames({ labels }: Pick<Release, 'labels'>) {
  return labels.map(({ name, logo }) => (
    <span key={name} className={styles.label}>
      {logo && <Picture src={logo} alt="" height={24} className={styles.logo} />}
      <bdi>{name}</bdi>
    </span>
  ));
}

import { CANCON, type Release } from '@promenade/contract/catalogue';
import { useText } from '../platform/text.ts';
import { useOptions } from '../releases/optionsData.ts';
import styles from './MarketIcons.module.css';
import { Picture } from './Picture.tsx';

/** The markets of a release by their icons, named for ears and the pointer; where there is no icon, by their short names (C-POPUP-03). */
export function MarketIcons({ release }: { release: Release }) {
  const t = useText();
  const { options } = useOptions();
  return (
    <ul className={styles.markets}>
      {release.market_tags.map((id) => {
        const market = options?.markets.find((one) => one.id === id);
        const short = <Short name={market?.name}>{id === CANCON ? t('release.canadian') : id.toUpperCase()}</Short>;
        return (
          <li key={id}>
            {market ? (
              <Picture src={market.icon} alt={market.name} height={20} className={styles.icon} instead={short} />
            ) : (
              short
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Short({ name, children }: { name: string | undefined; children: string }) {
  return (
    <abbr title={name} className={styles.short}>
      {children}
    </abbr>
  );
}

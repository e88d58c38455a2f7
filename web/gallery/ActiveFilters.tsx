import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import { useOptions } from '../releases/optionsData.ts';
import styles from './ActiveFilters.module.css';
import { activeFilters, countOf, type Filters, noFilters, selectedMarkets, toggle } from './filters.ts';

interface Props {
  filters: Filters;
  onChange: (filters: Filters) => void;
  /** The last one is gone, and with it what had the focus. */
  onGone: () => void;
}

/** What narrows the gallery now: a press takes it away. */
export function ActiveFilters({ filters, onChange, onGone }: Props) {
  const t = useText();
  const { options } = useOptions(filters.chosen.length > 0);
  const icons = options ? selectedMarkets(filters, options) : [];
  const active = options ? activeFilters(filters, options) : [];
  function remove(event: MouseEvent, rest: Filters) {
    const next = event.currentTarget.parentElement?.nextElementSibling?.querySelector('button');
    onChange(rest);
    if (countOf(rest) === 0) onGone();
    else next?.focus();
  }
  return (
    <ul className={styles.chips} aria-label={t('filters.active')}>
      {active.map(({ type, id, label }) => {
        const icon = type === 'market' && icons.find((market) => market.id === id)?.icon;
        return (
          <li key={`${type} ${id}`}>
            <button
              type="button"
              className={styles.chip}
              aria-label={t('filters.remove', { name: label })}
              onClick={(event) => remove(event, toggle(filters, { type, id }))}
            >
              {icon && <img src={icon} alt="" width={16} height={16} />}
              <span className={styles.name}>{label}</span>
              <Icon of={X} size={14} />
            </button>
          </li>
        );
      })}
      <li>
        <button type="button" className={styles.clear} onClick={(event) => remove(event, noFilters)}>
          {t('filters.clear')}
        </button>
      </li>
    </ul>
  );
}

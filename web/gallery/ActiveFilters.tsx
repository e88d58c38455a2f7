import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useOptions } from '../catalogue/data.ts';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import styles from './ActiveFilters.module.css';
import { countFilters, type Filters, listActiveFilters, noFilters, toggleFilter } from './filters.ts';

interface Props {
  filters: Filters;
  onChange: (filters: Filters) => void;
  /** Called after the last filter and its focused button were removed. */
  onCleared: () => void;
}

/** The active filters; a press removes one, and the focus moves to the next. */
export function ActiveFilters({ filters, onChange, onCleared }: Props) {
  const t = useText();
  const { options } = useOptions(filters.selected.length > 0);
  const active = options ? listActiveFilters(filters, options) : [];
  function remove(event: MouseEvent, next: Filters) {
    const nextButton = event.currentTarget.parentElement?.nextElementSibling?.querySelector('button');
    onChange(next);
    if (countFilters(next) === 0) onCleared();
    else nextButton?.focus();
  }
  return (
    <ul className={styles.chips} aria-label={t('filters.active')}>
      {active.map(({ type, id, label, icon }) => (
        <li key={`${type} ${id}`}>
          <button
            type="button"
            className={styles.chip}
            aria-label={t('filters.remove', { name: label })}
            onClick={(event) => remove(event, toggleFilter(filters, { type, id }))}
          >
            {icon && <img src={icon} alt="" width={16} height={16} />}
            <span className="ellipsis">{label}</span>
            <Icon icon={X} size={14} />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={styles.clear} onClick={(event) => remove(event, noFilters)}>
          {t('filters.clear')}
        </button>
      </li>
    </ul>
  );
}

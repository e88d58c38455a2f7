import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useOptions } from '../catalogue/data.ts';
import { getKeyCode } from '../catalogue/musicalKey.ts';
import { Icon } from '../design/Icon.tsx';
import { formatLongDate } from '../platform/format.ts';
import { getLanguage, type Translate, useText } from '../platform/text.ts';
import styles from './ActiveFilters.module.css';
import { countFilters, type Filters, listActiveFilters, noFilters, toggleFilter, toggleKey } from './filters.ts';
import { getLastMonday } from './lastMonday.ts';

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
  const { bpm, keys, fits, since } = filters;
  const chips: { id: string; label: string; icon?: string | undefined; without: Filters }[] = [
    ...active.map(({ type, id, label, icon }) => ({
      id: `${type} ${id}`,
      label,
      icon,
      without: toggleFilter(filters, { type, id }),
    })),
    ...(bpm ? [{ id: 'bpm', label: describeTempo(t, bpm), without: { ...filters, bpm: '' } }] : []),
    ...keys.map((key) => ({
      id: key,
      label: t(fits ? 'filters.key-fits' : 'filters.key-named', { key, code: getKeyCode(key) }),
      without: toggleKey(filters, key),
    })),
    ...(since ? [{ id: 'since', label: describeSince(t, since), without: { ...filters, since: '' } }] : []),
  ];
  return (
    <ul className={styles.chips} aria-label={t('filters.active')}>
      {chips.map(({ id, label, icon, without }) => (
        <li key={id}>
          <button
            type="button"
            className={styles.chip}
            aria-label={t('filters.remove', { name: label })}
            onClick={(event) => remove(event, without)}
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

function describeTempo(t: Translate, bpm: string): string {
  const [from = 0, to = 0] = bpm.split('-').map(Number);
  return t('filters.bpm-range', { from, to });
}

const describeSince = (t: Translate, since: string): string =>
  since === getLastMonday(new Date()).toISOString()
    ? t('filters.since-monday')
    : t('filters.since', { date: formatLongDate(since, getLanguage()) });

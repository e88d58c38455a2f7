import { filterTypes } from '@promenade/contract/options';
import { lazy, memo, Suspense, useRef } from 'react';
import { classNames } from '../design/classNames.ts';
import { useText } from '../platform/text.ts';
import styles from './FilterBar.module.css';
import { FilterButton } from './FilterButton.tsx';
import { countOf, settings, toggleSetting } from './filters.ts';
import type { ChangeChoice } from './galleryChoice.ts';
import type { GalleryChoice } from './galleryUrl.ts';

const ActiveFilters = lazy(async () => ({ default: (await import('./ActiveFilters.tsx')).ActiveFilters }));

interface Props {
  choice: GalleryChoice;
  /** How many releases were found. */
  total: number;
  onChange: ChangeChoice;
}

/** What narrows the gallery, from a tablet on: every press applies at once (C-FILTER-16). */
export const FilterBar = memo(function FilterBar({ choice, total, onChange }: Props) {
  const t = useText();
  const bar = useRef<HTMLDivElement>(null);
  const { filters } = choice;
  const change = (next: typeof filters) => onChange({ ...choice, filters: next });
  return (
    <div ref={bar} className={styles.bar} role="group" aria-label={t('filters.label')} tabIndex={-1}>
      <div className={styles.row}>
        {filterTypes.map((type) => (
          <FilterButton key={type} type={type} filters={filters} total={total} onChange={change} />
        ))}
        {settings.map((setting) => {
          const isOn = filters.additionalFilterSettings[setting];
          return (
            <button
              key={setting}
              type="button"
              className={classNames(styles.button, isOn && styles.on)}
              aria-pressed={isOn}
              onClick={() => change(toggleSetting(filters, setting))}
            >
              {t(`filters.${setting}`)}
            </button>
          );
        })}
      </div>
      {countOf(filters) > 0 && (
        <Suspense fallback={null}>
          <ActiveFilters filters={filters} onChange={change} onGone={() => bar.current?.focus()} />
        </Suspense>
      )}
    </div>
  );
});

import type { FilterType } from '@promenade/contract/options';
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { classNames } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import styles from './FilterBar.module.css';
import { FilterCount } from './FilterCount.tsx';
import { filterNames } from './filterNames.ts';
import { type Filters, idsOf, toggle } from './filters.ts';

interface Props {
  type: FilterType;
  filters: Filters;
  total: number;
  onChange: (filters: Filters) => void;
}

const load = async () => ({ default: (await import('./FilterList.tsx')).FilterList });
const FilterList = lazy(load);

/** Opens what there is of one type; its list comes when the pointer or the focus is near. */
export function FilterButton({ type, filters, total, onChange }: Props) {
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const count = idsOf(filters, type).length;
  const prefetch = () => void load().catch(() => undefined);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classNames(styles.button, count > 0 && styles.on)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setOpen(true)}
      >
        {t(filterNames[type])}
        <FilterCount count={count} />
        <Icon of={ChevronDown} size={16} />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <FilterList
            type={type}
            filters={filters}
            total={total}
            button={button}
            onToggle={(id) => onChange(toggle(filters, { type, id }))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

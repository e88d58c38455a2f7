import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { classNames } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import styles from './FilterBar.module.css';
import { FilterCount } from './FilterCount.tsx';
import { countOf } from './filters.ts';
import type { ChangeChoice } from './galleryChoice.ts';
import type { GalleryChoice } from './galleryUrl.ts';

const load = async () => ({ default: (await import('./FilterPanel.tsx')).FilterPanel });
const FilterPanel = lazy(load);

/** On a phone: how many filters there are, and the way to all of them (C-SHELL-13). */
export function FiltersButton({ choice, onChange }: { choice: GalleryChoice; onChange: ChangeChoice }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const count = countOf(choice.filters);
  const prefetch = () => void load().catch(() => undefined);
  return (
    <>
      <button
        type="button"
        className={classNames(styles.button, count > 0 && styles.on)}
        aria-haspopup="dialog"
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setOpen(true)}
      >
        <Icon of={SlidersHorizontal} size={16} />
        {t('filters.label')}
        <FilterCount count={count} />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <FilterPanel choice={choice} onApply={onChange} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

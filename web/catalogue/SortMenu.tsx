import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import styles from './FilterBar.module.css';
import type { ChangeChoice } from './galleryChoice.ts';
import { chartPeriods, type GalleryChoice, periodOf } from './galleryUrl.ts';
import { orderName } from './orderName.ts';

const load = async () => ({ default: (await import('../design/DropdownList.tsx')).DropdownList });
const DropdownList = lazy(load);
/** Of the list, which is wider than the button: the longest name has its explanation below. */
const WIDTH_PX = 280;

/** In which order the releases come; what it names may also be the column that the list was sorted by. */
export function SortMenu({ choice, onChange }: { choice: GalleryChoice; onChange: ChangeChoice }) {
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const prefetch = () => void load().catch(() => undefined);
  const name = t(orderName(choice));
  const tip = t('filters.sort-trending-tip');
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-label={t('filters.sort-named', { name })}
        title={periodOf(choice) === 'trending' ? tip : undefined}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setOpen(true)}
      >
        {name}
        <Icon of={ChevronDown} size={16} />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <DropdownList
            label={t('filters.sort')}
            value={periodOf(choice) ?? ''}
            options={chartPeriods.map((period) => ({
              value: period.id,
              text: t(orderName(period)),
              tip: period.id === 'trending' ? tip : undefined,
            }))}
            button={button}
            width={WIDTH_PX}
            onChange={(id) => {
              const { sort, days } = chartPeriods.find((period) => period.id === id) ?? chartPeriods[0];
              onChange({ ...choice, sort, days });
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

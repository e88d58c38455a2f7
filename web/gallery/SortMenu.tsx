import { ChevronDown } from 'lucide-react';
import { DropdownButton } from '../design/DropdownButton.tsx';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import styles from './FilterBar.module.css';
import type { ChangeChoice } from './galleryChoice.ts';
import { chartPeriods, type GalleryChoice, periodOf } from './galleryUrl.ts';
import { orderName } from './orderName.ts';

/** Of the list, which is wider than the button: the longest name has its explanation below. */
const WIDTH_PX = 280;

/** In which order the releases come; what it names may also be the column that the list was sorted by. */
export function SortMenu({ choice, onChange }: { choice: GalleryChoice; onChange: ChangeChoice }) {
  const t = useText();
  const name = t(orderName(choice));
  const tipOf = (id: string | undefined) => (id === 'trending' ? t('filters.sort-trending-tip') : undefined);
  return (
    <DropdownButton
      className={styles.button}
      aria-label={t('filters.sort-named', { name })}
      title={tipOf(periodOf(choice))}
      label={t('filters.sort')}
      value={periodOf(choice) ?? ''}
      options={chartPeriods.map((period) => ({ value: period.id, text: t(orderName(period)), tip: tipOf(period.id) }))}
      width={WIDTH_PX}
      onChange={(id) => {
        const { sort, days } = chartPeriods.find((period) => period.id === id) ?? chartPeriods[0];
        onChange({ ...choice, sort, days });
      }}
    >
      {name}
      <Icon of={ChevronDown} size={16} />
    </DropdownButton>
  );
}

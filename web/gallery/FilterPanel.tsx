import { filterTypes } from '@promenade/contract/options';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../design/Button.tsx';
import { Checkbox } from '../design/Checkbox.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { Select } from '../design/Select.tsx';
import { useText } from '../platform/text.ts';
import styles from './FilterPanel.module.css';
import { FilterSection } from './FilterSection.tsx';
import { countOf, noFilters, settings, toggle, toggleSetting } from './filters.ts';
import type { ChangeChoice } from './galleryChoice.ts';
import { chartPeriods, type GalleryChoice, periodOf, writeChoice } from './galleryUrl.ts';
import { orderName } from './orderName.ts';

interface Props {
  choice: GalleryChoice;
  onApply: ChangeChoice;
  onClose: () => void;
}

/** All filters on a whole phone: nothing reaches the gallery before Apply, closing forgets it (C-FILTER-05, C-FILTER-07). */
export function FilterPanel({ choice, onApply, onClose }: Props) {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const [edited, setEdited] = useState(choice);
  useEffect(() => dialog.current?.showModal(), []);
  const { filters } = edited;
  const change = (next: typeof filters) => setEdited({ ...edited, filters: next });
  const period = periodOf(edited);
  const orders = chartPeriods.map((one) => ({ value: one.id as string, text: t(orderName(one)) }));
  function close() {
    // Gives the focus back to what had it.
    dialog.current?.close();
    onClose();
  }
  function apply() {
    onApply(edited);
    close();
  }
  return (
    <dialog ref={dialog} className={styles.panel} aria-labelledby="filter-panel" onClose={onClose}>
      <div className={styles.head}>
        <h2 id="filter-panel" className={styles.title}>
          {t('filters.label')}
        </h2>
        <IconButton icon={X} label={t('common.close')} onClick={close} />
      </div>
      <div className={styles.body}>
        <Select
          label={t('filters.sort')}
          options={period ? orders : [{ value: '', text: t(orderName(edited)) }, ...orders]}
          value={period ?? ''}
          onChange={(event) => {
            const chosen = chartPeriods.find(({ id }) => id === event.target.value);
            if (chosen) setEdited({ ...edited, sort: chosen.sort, days: chosen.days });
          }}
        />
        <div className={styles.settings}>
          {settings.map((setting) => (
            <Checkbox
              key={setting}
              label={t(`filters.${setting}`)}
              checked={filters.additionalFilterSettings[setting]}
              onChange={() => change(toggleSetting(filters, setting))}
            />
          ))}
        </div>
        {filterTypes.map((type) => (
          <FilterSection
            key={type}
            type={type}
            filters={filters}
            onToggle={(id) => change(toggle(filters, { type, id }))}
          />
        ))}
      </div>
      <div className={styles.foot}>
        <Button disabled={countOf(filters) === 0} onClick={() => change(noFilters)}>
          {t('filters.clear-choice')}
        </Button>
        <Button look="primary" wide disabled={writeChoice(edited) === writeChoice(choice)} onClick={apply}>
          {t('filters.apply')}
        </Button>
      </div>
    </dialog>
  );
}

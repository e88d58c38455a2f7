import { type FilterType, filterTypes } from '@promenade/contract/options';
import { ChevronDown, X } from 'lucide-react';
import { useState } from 'react';
import { useOptions } from '../catalogue/data.ts';
import { Button } from '../design/Button.tsx';
import { Checkbox } from '../design/Checkbox.tsx';
import { FullScreen } from '../design/FullScreen.tsx';
import { Icon } from '../design/Icon.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { Select } from '../design/Select.tsx';
import { TextField } from '../design/TextField.tsx';
import { foldText } from '../platform/format.ts';
import { useText } from '../platform/text.ts';
import { FilterCount } from './FilterCount.tsx';
import styles from './FilterPanel.module.css';
import {
  countFilters,
  countMusicFilters,
  type Filters,
  filterLabel,
  filterSwitches,
  listFilterIds,
  listFilterOptions,
  noFilters,
  SEARCHABLE_ABOVE,
  toggleFilter,
  toggleSwitch,
} from './filters.ts';
import {
  type ChangeGalleryParams,
  chartPeriods,
  formatGalleryParams,
  type GalleryParams,
  getChartPeriod,
  getSortName,
} from './galleryParams.ts';
import { MusicFilter } from './MusicFilter.tsx';

interface Props {
  params: GalleryParams;
  onApply: ChangeGalleryParams;
  onClose: () => void;
}

/** All filters on phones; only Apply changes the gallery, closing discards (requirements C-FILTER-05, C-FILTER-07). */
export function FilterPanel({ params, onApply, onClose }: Props) {
  const t = useText();
  const [draft, setDraft] = useState(params);
  const { filters } = draft;
  const change = (next: Filters) => setDraft({ ...draft, filters: next });
  const period = getChartPeriod(draft);
  const orders = chartPeriods.map((order) => ({ value: order.id as string, text: t(getSortName(order)) }));
  return (
    <FullScreen label={t('filters.label')} className={styles.panel} onClose={onClose}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('filters.label')}</h2>
        <IconButton icon={X} label={t('common.close')} onClick={onClose} />
      </div>
      <div className={styles.body}>
        <Select
          label={t('filters.sort')}
          options={period ? orders : [{ value: '', text: t(getSortName(draft)) }, ...orders]}
          value={period ?? ''}
          onChange={(event) => {
            const order = chartPeriods.find(({ id }) => id === event.target.value);
            if (order) setDraft({ ...draft, sort: order.sort, days: order.days });
          }}
        />
        {period && <p className={styles.hint}>{t(`filters.sort-${period}-tip`)}</p>}
        <div className={styles.switches}>
          {filterSwitches.map((name) => (
            <Checkbox
              key={name}
              label={t(`filters.${name}`)}
              hint={name === 'tohear' ? t('filters.tohear-legend') : undefined}
              checked={filters.additionalFilterSettings[name]}
              onChange={() => change(toggleSwitch(filters, name))}
            />
          ))}
        </div>
        {filterTypes.map((type) => (
          <FilterSection
            key={type}
            type={type}
            filters={filters}
            onToggle={(id) => change(toggleFilter(filters, { type, id }))}
          />
        ))}
        <details className={styles.section}>
          <summary className={styles.summary}>
            {t('filters.music')}
            <FilterCount count={countMusicFilters(filters)} />
            <Icon icon={ChevronDown} size={18} />
          </summary>
          <MusicFilter filters={filters} onChange={change} />
        </details>
      </div>
      <div className={styles.foot}>
        <Button disabled={countFilters(filters) === 0} onClick={() => change(noFilters)}>
          {t('filters.clear-choice')}
        </Button>
        <Button
          variant="primary"
          fullWidth
          disabled={formatGalleryParams(draft) === formatGalleryParams(params)}
          onClick={() => {
            onClose();
            onApply(draft);
          }}
        >
          {t('filters.apply')}
        </Button>
      </div>
    </FullScreen>
  );
}

interface SectionProps {
  type: FilterType;
  filters: Filters;
  onToggle: (id: string) => void;
}

/** The choices of one type, folded at first. */
function FilterSection({ type, filters, onToggle }: SectionProps) {
  const t = useText();
  const { options, hasFailed } = useOptions();
  const [searchText, setSearchText] = useState('');
  const selected = listFilterIds(filters, type);
  const choices = options ? listFilterOptions(options, type) : [];
  const matches = choices.filter(({ name }) => foldText(name).includes(foldText(searchText.trim())));
  const emptyText = options ? 'filters.none' : hasFailed ? 'filters.failed' : 'common.loading';
  return (
    <details className={styles.section}>
      <summary className={styles.summary}>
        {t(filterLabel(type))}
        <FilterCount count={selected.length} />
        <Icon icon={ChevronDown} size={18} />
      </summary>
      <div className={styles.choices}>
        {choices.length > SEARCHABLE_ABOVE && (
          <TextField
            label={t('filters.search')}
            type="search"
            autoComplete="off"
            value={searchText}
            onChange={(event) => setSearchText(event.target.value)}
          />
        )}
        {matches.map(({ id, name, icon }) => (
          <div key={id} className={styles.choice}>
            <Checkbox label={name} checked={selected.includes(id)} onChange={() => onToggle(id)} />
            {icon && <img src={icon} alt="" width={20} height={20} loading="lazy" />}
          </div>
        ))}
        {matches.length === 0 && (
          <p className={styles.none}>{t(choices.length > 0 ? 'filters.none-found' : emptyText)}</p>
        )}
      </div>
    </details>
  );
}

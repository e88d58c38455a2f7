import { filterTypes } from '@promenade/contract/options';
import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { memo, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { formatCount, useCount } from '../catalogue/countsData.ts';
import { classNames } from '../design/classNames.ts';
import { DropdownButton } from '../design/DropdownButton.tsx';
import { Icon } from '../design/Icon.tsx';
import { lazyPart } from '../design/lazyPart.ts';
import { type Translate, useText } from '../platform/text.ts';
import styles from './FilterBar.module.css';
import { FilterCount } from './FilterCount.tsx';
import {
  countFilters,
  countMusicFilters,
  type Filters,
  filterLabel,
  filterSwitches,
  listFilterIds,
  toggleFilter,
  toggleSwitch,
} from './filters.ts';
import {
  type ChangeGalleryParams,
  chartPeriods,
  type GalleryParams,
  getChartPeriod,
  getSortName,
} from './galleryParams.ts';

const ActiveFilters = lazyPart(async () => (await import('./ActiveFilters.tsx')).ActiveFilters);
const loadList = async () => (await import('./FilterList.tsx')).FilterList;
const FilterList = lazyPart(loadList);
const loadMusic = async () => (await import('./MusicFilter.tsx')).MusicFilterPopover;
const MusicFilterPopover = lazyPart(loadMusic);
const loadPanel = async () => (await import('./FilterPanel.tsx')).FilterPanel;
const FilterPanel = lazyPart(loadPanel);

/** The list is wider than its button: the longest name has an explanation. */
const SORT_LIST_WIDTH_PX = 280;

interface Props {
  params: GalleryParams;
  onChange: ChangeGalleryParams;
}

/** The filters on tablets and desktops; each change applies at once (requirement C-FILTER-16). */
export const FilterBar = memo(function FilterBar({ params, total, onChange }: Props & { total: number }) {
  const t = useText();
  const bar = useRef<HTMLDivElement>(null);
  const tohear = useCount('tohear');
  const { filters } = params;
  const change = (next: Filters) => onChange({ ...params, filters: next });
  return (
    <div ref={bar} className={styles.bar} role="group" aria-label={t('filters.label')} tabIndex={-1}>
      <div className={styles.row}>
        {filterTypes.map((type) => {
          const count = listFilterIds(filters, type).length;
          return (
            <PopupButton
              key={type}
              count={count}
              load={loadList}
              renderPopup={(close, button) => (
                <FilterList
                  type={type}
                  filters={filters}
                  total={total}
                  button={button}
                  onToggle={(id) => change(toggleFilter(filters, { type, id }))}
                  onClose={close}
                />
              )}
            >
              {t(filterLabel(type))}
              <FilterCount count={count} />
              <Icon icon={ChevronDown} size={16} />
            </PopupButton>
          );
        })}
        <PopupButton
          count={countMusicFilters(filters)}
          load={loadMusic}
          renderPopup={(close, button) => (
            <MusicFilterPopover filters={filters} total={total} button={button} onChange={change} onClose={close} />
          )}
        >
          {t('filters.music')}
          <FilterCount count={countMusicFilters(filters)} />
          <Icon icon={ChevronDown} size={16} />
        </PopupButton>
        {filterSwitches.map((name) => {
          const isOn = filters.additionalFilterSettings[name];
          return (
            <button
              key={name}
              type="button"
              className={classNames(styles.button, isOn && styles.on)}
              aria-pressed={isOn}
              title={name === 'tohear' ? describeToHear(t, tohear) : undefined}
              onClick={() => change(toggleSwitch(filters, name))}
            >
              {t(`filters.${name}`)}
              {name === 'tohear' && tohear !== undefined && <span aria-hidden>{formatCount(tohear)}</span>}
            </button>
          );
        })}
      </div>
      {countFilters(filters) > 0 && (
        <ActiveFilters filters={filters} onChange={change} onCleared={() => bar.current?.focus()} />
      )}
    </div>
  );
});

/** Tooltip: how many releases are left, then what the dots mean. */
const describeToHear = (t: Translate, count: number | undefined): string =>
  `${count === undefined ? '' : `${t('gallery.still-to-hear', { count })}. `}${t('filters.tohear-legend')}`;

interface PopupButtonProps {
  count: number;
  /** Loads the code of the popup on hover and focus. */
  load: () => Promise<unknown>;
  renderPopup: (close: () => void, button: RefObject<HTMLButtonElement | null>) => ReactNode;
  children: ReactNode;
}

function PopupButton({ count, load, renderPopup, children }: PopupButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
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
        {children}
      </button>
      {isOpen && <Suspense fallback={null}>{renderPopup(() => setOpen(false), button)}</Suspense>}
    </>
  );
}

/** On phones: the number of active filters; opens the panel (requirement C-SHELL-13). */
export function FilterPanelButton({ params, onChange }: Props) {
  const t = useText();
  const count = countFilters(params.filters);
  return (
    <PopupButton
      count={count}
      load={loadPanel}
      renderPopup={(close) => <FilterPanel params={params} onApply={onChange} onClose={close} />}
    >
      <Icon icon={SlidersHorizontal} size={16} />
      {t('filters.label')}
      <FilterCount count={count} />
    </PopupButton>
  );
}

/** Names the current order, which may also be one of a column header; offers the chart periods. */
export function SortMenu({ params, onChange }: Props) {
  const t = useText();
  const name = t(getSortName(params));
  const period = getChartPeriod(params);
  return (
    <DropdownButton
      className={styles.button}
      aria-label={t('filters.sort-named', { name })}
      title={period && t(`filters.sort-${period}-tip`)}
      label={t('filters.sort')}
      value={period ?? ''}
      options={chartPeriods.map((order) => ({
        value: order.id,
        text: t(getSortName(order)),
        description: t(`filters.sort-${order.id}-tip`),
      }))}
      width={SORT_LIST_WIDTH_PX}
      onChange={(id) => {
        const { sort, days } = chartPeriods.find((order) => order.id === id) ?? chartPeriods[0];
        onChange({ ...params, sort, days });
      }}
    >
      {name}
      <Icon icon={ChevronDown} size={16} />
    </DropdownButton>
  );
}

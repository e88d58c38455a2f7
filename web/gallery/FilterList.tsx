import type { FilterType } from '@promenade/contract/options';
import type { RefObject } from 'react';
import { useOptions } from '../catalogue/data.ts';
import { MultiSelectList } from '../design/MultiSelectList.tsx';
import { useText } from '../platform/text.ts';
import { type Filters, filterLabel, listFilterIds, listFilterOptions, SEARCHABLE_ABOVE } from './filters.ts';

interface Props {
  type: FilterType;
  filters: Filters;
  total: number;
  button: RefObject<HTMLElement | null>;
  onToggle: (id: string) => void;
  onClose: () => void;
}

/** The choices of one type as a popover; a live region tells the number of releases left. */
export function FilterList({ type, filters, total, button, onToggle, onClose }: Props) {
  const t = useText();
  const { options, hasFailed } = useOptions();
  if (!options && !hasFailed) return null;
  const choices = options ? listFilterOptions(options, type) : [];
  const emptyText = choices.length > 0 ? 'filters.none-found' : options ? 'filters.none' : 'filters.failed';
  return (
    <MultiSelectList
      label={t(filterLabel(type))}
      searchLabel={choices.length > SEARCHABLE_ABOVE ? t('filters.search') : undefined}
      emptyText={t(emptyText)}
      options={choices.map(({ id, name, icon }) => ({ value: id, text: name, icon }))}
      selected={listFilterIds(filters, type)}
      summary={t('gallery.total', { count: total })}
      trigger={button}
      onToggle={onToggle}
      onClose={onClose}
    />
  );
}

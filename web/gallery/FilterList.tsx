import type { FilterType } from '@promenade/contract/options';
import type { RefObject } from 'react';
import { ChoiceList } from '../design/ChoiceList.tsx';
import { useText } from '../platform/text.ts';
import { useOptions } from '../releases/optionsData.ts';
import { filterNames, SEARCH_BEYOND } from './filterNames.ts';
import { choicesOf, type Filters, idsOf } from './filters.ts';

interface Props {
  type: FilterType;
  filters: Filters;
  total: number;
  button: RefObject<HTMLElement | null>;
  onToggle: (id: string) => void;
  onClose: () => void;
}

/** Everything of one type to tick; what a tick leaves is counted below, where it is heard, too. */
export function FilterList({ type, filters, total, button, onToggle, onClose }: Props) {
  const t = useText();
  const { options, hasFailed } = useOptions();
  if (!options && !hasFailed) return null;
  const offered = options ? choicesOf(options, type) : [];
  const nothing = offered.length > 0 ? 'filters.none-found' : options ? 'filters.none' : 'filters.failed';
  return (
    <ChoiceList
      label={t(filterNames[type])}
      search={offered.length > SEARCH_BEYOND ? t('filters.search') : undefined}
      none={t(nothing)}
      options={offered.map((one) => ({ value: one.id, text: one.name, icon: one.icon }))}
      chosen={idsOf(filters, type)}
      note={t('gallery.total', { count: total })}
      button={button}
      onToggle={onToggle}
      onClose={onClose}
    />
  );
}

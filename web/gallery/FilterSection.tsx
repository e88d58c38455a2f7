import type { FilterType } from '@promenade/contract/options';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Checkbox } from '../design/Checkbox.tsx';
import { Icon } from '../design/Icon.tsx';
import { TextField } from '../design/TextField.tsx';
import { useText } from '../platform/text.ts';
import { useOptions } from '../releases/optionsData.ts';
import { FilterCount } from './FilterCount.tsx';
import styles from './FilterPanel.module.css';
import { filterNames, SEARCH_BEYOND } from './filterNames.ts';
import { choicesOf, type Filters, idsOf } from './filters.ts';

interface Props {
  type: FilterType;
  filters: Filters;
  onToggle: (id: string) => void;
}

/** One type of the panel, folded until it is opened. */
export function FilterSection({ type, filters, onToggle }: Props) {
  const t = useText();
  const { options, hasFailed } = useOptions();
  const [letters, setLetters] = useState('');
  const chosen = idsOf(filters, type);
  const offered = options ? choicesOf(options, type) : [];
  const found = offered.filter(({ name }) => plain(name).includes(plain(letters.trim())));
  const none = options ? 'filters.none' : hasFailed ? 'filters.failed' : 'common.loading';
  return (
    <details className={styles.section}>
      <summary className={styles.summary}>
        {t(filterNames[type])}
        <FilterCount count={chosen.length} />
        <Icon of={ChevronDown} size={18} />
      </summary>
      <div className={styles.choices}>
        {offered.length > SEARCH_BEYOND && (
          <TextField
            label={t('filters.search')}
            type="search"
            autoComplete="off"
            value={letters}
            onChange={(event) => setLetters(event.target.value)}
          />
        )}
        {found.map((one) => (
          <div key={one.id} className={styles.choice}>
            <Checkbox label={one.name} checked={chosen.includes(one.id)} onChange={() => onToggle(one.id)} />
            {one.icon && <img src={one.icon} alt="" width={20} height={20} loading="lazy" />}
          </div>
        ))}
        {found.length === 0 && <p className={styles.none}>{t(offered.length > 0 ? 'filters.none-found' : none)}</p>}
      </div>
    </details>
  );
}

/** Without case and accents, as people search. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

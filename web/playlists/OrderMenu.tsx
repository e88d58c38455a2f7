import type { PlaylistSort } from '@promenade/contract/playlists';
import { ChevronDown } from 'lucide-react';
import { DropdownButton } from '../design/DropdownButton.tsx';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import styles from './OrderMenu.module.css';
import { orderOf, orders } from './order.ts';

const WIDTH_PX = 180;

/** In which order the playlists come (C-PLAYLIST-22). */
export function OrderMenu({ sort, onChange }: { sort: PlaylistSort; onChange: (sort: PlaylistSort) => void }) {
  const t = useText();
  const options = orders.map((order) => ({ value: order.sort, text: t(order.name) }));
  const name = options.find(({ value }) => value === sort)?.text ?? '';
  return (
    <DropdownButton
      className={styles.button}
      aria-label={t('playlist.sort-named', { name })}
      label={t('playlist.sort')}
      value={sort}
      options={options}
      width={WIDTH_PX}
      onChange={(chosen) => onChange(orderOf(chosen))}
    >
      {name}
      <Icon of={ChevronDown} size={16} />
    </DropdownButton>
  );
}

import type { PlaylistSort } from '@promenade/contract/playlists';
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import styles from './OrderMenu.module.css';
import { orderOf, orders } from './order.ts';

const load = async () => ({ default: (await import('../design/DropdownList.tsx')).DropdownList });
const DropdownList = lazy(load);
const WIDTH_PX = 180;

/** In which order the playlists come (C-PLAYLIST-22). */
export function OrderMenu({ sort, onChange }: { sort: PlaylistSort; onChange: (sort: PlaylistSort) => void }) {
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const prefetch = () => void load().catch(() => undefined);
  const options = orders.map((order) => ({ value: order.sort, text: t(order.name) }));
  const name = options.find(({ value }) => value === sort)?.text ?? '';
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-label={t('playlist.sort-named', { name })}
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
            label={t('playlist.sort')}
            value={sort}
            options={options}
            button={button}
            width={WIDTH_PX}
            onChange={(chosen) => onChange(orderOf(chosen))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

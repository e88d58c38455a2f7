import { ListPlus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '../design/Button.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import type { ToAdd } from './pickerStore.ts';

const load = async () => ({ default: (await import('./PickerPopover.tsx')).PickerPopover });
const PickerPopover = lazy(load);

interface Props extends ToAdd {
  tabIndex?: number;
  /** `button` says it in words. */
  look?: 'icon' | 'button';
}

/** Opens the choice of playlists for a track or for all of a release; its code comes when the pointer or the focus is near. */
export function AddToPlaylist({ title, tracks, tabIndex, look = 'icon' }: Props) {
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const prefetch = () => void load().catch(() => undefined);
  const close = () => setOpen(false);
  const opener = {
    ref: button,
    tabIndex,
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    onPointerEnter: prefetch,
    onFocus: prefetch,
    onClick: () => setOpen(!isOpen),
  } as const;
  return (
    <>
      {look === 'icon' ? (
        <IconButton {...opener} icon={ListPlus} label={t('playlist.add-named', { title })} />
      ) : (
        <Button {...opener} icon={ListPlus} aria-label={t('playlist.add-named', { title })}>
          {t('playlist.add')}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <PickerPopover toAdd={{ title, tracks }} button={button} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

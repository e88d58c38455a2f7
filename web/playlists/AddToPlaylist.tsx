import { ListPlus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '../design/Button.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import type { TracksToAdd } from './dialogStore.ts';

const load = async () => ({ default: (await import('./PlaylistPicker.tsx')).PickerPopover });
const PickerPopover = lazy(load);

interface Props extends TracksToAdd {
  tabIndex?: number;
  variant?: 'icon' | 'button';
}

/** Opens the playlist picker for a track or a release. The code of the picker loads on hover or focus. */
export function AddToPlaylist({ title, tracks, tabIndex, variant = 'icon' }: Props) {
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const prefetch = () => void load().catch(() => undefined);
  const attributes = {
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
      {variant === 'icon' ? (
        <IconButton {...attributes} icon={ListPlus} label={t('playlist.add-named', { title })} />
      ) : (
        <Button {...attributes} icon={ListPlus} aria-label={t('playlist.add-named', { title })}>
          {t('playlist.add')}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <PickerPopover toAdd={{ title, tracks }} trigger={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

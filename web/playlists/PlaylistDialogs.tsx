import { lazy, Suspense } from 'react';
import { usePlaylistDialogs } from './pickerStore.ts';

const OpenDialog = lazy(async () => ({ default: (await import('./OpenDialog.tsx')).OpenDialog }));

/** The dialogs about playlists, wherever they are opened from; rendered once. Their code comes with the first of them. */
export function PlaylistDialogs() {
  const open = usePlaylistDialogs((dialogs) => dialogs.open);
  return (
    open && (
      <Suspense fallback={null}>
        <OpenDialog dialog={open} />
      </Suspense>
    )
  );
}

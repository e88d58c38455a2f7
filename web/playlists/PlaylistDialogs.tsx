import { lazy, Suspense } from 'react';
import { usePlaylistDialogStore } from './dialogStore.ts';

const OpenDialog = lazy(async () => ({ default: (await import('./OpenDialog.tsx')).OpenDialog }));

/** The open playlist dialog; rendered once for the whole product. Its code loads on first use. */
export function PlaylistDialogs() {
  const open = usePlaylistDialogStore((state) => state.open);
  return (
    open && (
      <Suspense fallback={null}>
        <OpenDialog dialog={open} />
      </Suspense>
    )
  );
}

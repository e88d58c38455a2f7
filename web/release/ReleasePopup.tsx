import { lazy, Suspense } from 'react';
import type { OpenedRelease } from './openedRelease.ts';

const ReleaseDialog = lazy(async () => ({ default: (await import('./ReleaseDialog.tsx')).ReleaseDialog }));

/** The pop-up over a list, while one of its releases is opened. */
export function ReleasePopup({ opened, close }: OpenedRelease) {
  return <Suspense fallback={null}>{opened && <ReleaseDialog release={opened} onClose={close} />}</Suspense>;
}

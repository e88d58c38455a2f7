import type { Release } from '@promenade/contract/catalogue';
import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useBelow } from '../platform/windowWidth.ts';

const ReleaseDialog = lazy(async () => ({ default: (await import('./ReleaseDialog.tsx')).ReleaseDialog }));

/** The release pop-up over a list. */
export function ReleasePopup({ opened, close }: OpenedRelease) {
  return <Suspense fallback={null}>{opened && <ReleaseDialog release={opened} onClose={close} />}</Suspense>;
}

/** The release of a list whose pop-up is open. On phones `onOpen` is undefined and rows link to the page. */
export interface OpenedRelease {
  opened: Release | undefined;
  onOpen: ((release: Release) => void) | undefined;
  close: () => void;
}

export function useOpenedRelease(): OpenedRelease {
  const [opened, setOpened] = useState<Release>();
  const isMobile = useBelow(MOBILE_BELOW_PX);
  const close = useCallback(() => setOpened(undefined), []);
  return { opened, onOpen: isMobile ? undefined : setOpened, close };
}

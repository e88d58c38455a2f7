import type { Release } from '@promenade/contract/catalogue';
import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { useCallback, useState } from 'react';
import { lazyPart } from '../design/lazyPart.ts';
import { useBelow } from '../platform/windowWidth.ts';

const ReleaseDialog = lazyPart(async () => (await import('./ReleaseDialog.tsx')).ReleaseDialog);

/** The release pop-up over a list. */
export function ReleasePopup({ opened, close }: OpenedRelease) {
  return opened && <ReleaseDialog release={opened} onClose={close} />;
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

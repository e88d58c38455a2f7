import type { Release } from '@promenade/contract/catalogue';
import { useCallback, useState } from 'react';
import { useIsMobile } from '../platform/mobile.ts';

/** Which release of a list has its pop-up open; on a phone there is no `onOpen`, rows lead to the page. */
export interface OpenedRelease {
  opened: Release | undefined;
  onOpen: ((release: Release) => void) | undefined;
  close: () => void;
}

/** Nothing is open at first. */
export function useOpenedRelease(): OpenedRelease {
  const [opened, setOpened] = useState<Release>();
  const isMobile = useIsMobile();
  const close = useCallback(() => setOpened(undefined), []);
  return { opened, onOpen: isMobile ? undefined : setOpened, close };
}

import type { RefObject } from 'react';
import { Dialog } from '../design/Dialog.tsx';
import { PopoverPanel } from '../design/Popover.tsx';
import { useIsMobile } from '../platform/mobile.ts';
import { useText } from '../platform/text.ts';
import { DownloadsPanel } from './DownloadsPanel.tsx';

const WIDTH_PX = 400;

interface Props {
  /** What it hangs on. */
  button: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The download manager below its button, or over all of a phone (C-SHELL-15). */
export function DownloadsDropdown({ button, onClose }: Props) {
  const t = useText();
  if (useIsMobile()) {
    return (
      <Dialog label={t('download.title')} onClose={onClose}>
        <DownloadsPanel isFull onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <PopoverPanel label={t('download.title')} button={button} width={WIDTH_PX} onClose={onClose}>
      <DownloadsPanel onClose={onClose} />
    </PopoverPanel>
  );
}

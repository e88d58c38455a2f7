import { ArrowDownToLine, Radio } from 'lucide-react';
import type { MenuItem } from '../design/MenuList.tsx';
import type { Translate } from '../platform/text.ts';
import { addSize } from './bundle.ts';
import type { useDownloadOffer } from './optionsData.ts';

interface MenuDownload {
  format: string;
  label: string;
  /** Of the file, when known. */
  bytes?: number | undefined;
  isDisabled?: boolean;
  onAction: () => void;
}

/** The downloads of a menu, or a disabled item that says that there are none. */
export function downloadMenuItems(
  t: Translate,
  offer: ReturnType<typeof useDownloadOffer>,
  downloads: readonly MenuDownload[],
): MenuItem[] {
  if (offer === undefined) return [];
  if (offer === 'stream-only')
    return [
      { id: 'stream-only', icon: Radio, label: t('download.stream-only'), isDisabled: true, onAction: () => undefined },
    ];
  return downloads.map(({ format, label, bytes, ...item }) => ({
    ...item,
    id: format,
    icon: ArrowDownToLine,
    label: addSize(t, label, bytes),
  }));
}

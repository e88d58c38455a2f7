import { newId } from '../platform/newId.ts';
import { notify } from '../platform/notices.ts';
import { explicitTitle } from '../releases/explicitTitle.ts';
import { added, newDownload, type Wanted } from './downloads.ts';
import { moveDownloads, useDownloads } from './downloadsStore.ts';

/** Puts something into the download manager and says so; what is under way already is not put there twice. */
export function add(wanted: Wanted): void {
  const item = newDownload(wanted, newId());
  const before = useDownloads.getState().items;
  moveDownloads((items) => added(items, item));
  if (useDownloads.getState().items !== before) notify({ category: 'addDownloadQueue', message: explicitTitle(item) });
}

import type { Release, Track } from '@promenade/contract/catalogue';
import type { Pickup } from '@promenade/contract/desk';
import type { VideoFormat, ZipStatus } from '@promenade/contract/downloads';
import type { AudioFormat } from '@promenade/contract/fields';
import type { Playlist } from '@promenade/contract/playlists';
import { getFileBytes } from './bundle.ts';
import type { Media } from './data.ts';
import type { DownloadFailure, DownloadItem } from './downloadItem.ts';

// Reducers of the list of the download manager.

export type DownloadedPlaylist = Pick<Playlist, 'playlistid' | 'name' | 'thumbnail' | 'tracks'>;

/** What to download; the types `track` and `song` mean the same (requirement C-DOWNLOAD-27). */
export type DownloadRequest =
  | { type: 'release'; release: Release; format: AudioFormat }
  | { type: 'pickup'; pickup: Pickup; format: AudioFormat }
  | { type: 'playlist'; playlist: DownloadedPlaylist; format: AudioFormat }
  | { type: 'song' | 'track'; track: Track; format: AudioFormat }
  | { type: 'video'; track: Track; format: VideoFormat };

export type MediaAccess = Pick<Media, 'token' | 'url'>;

const noAccess = { token: '', url: '', isZipping: false, zippingProgress: 0, zipperReady: false } as const;
const initialState = { ...noAccess, status: 'waiting', failure: undefined, progress: 0, percentCompleted: 0 } as const;

/** Builds a waiting item (requirement C-DOWNLOAD-02). */
export function createDownload(request: DownloadRequest, downloadID: string): DownloadItem {
  const base = { ...initialState, downloadID, format: request.format, version: '', ordinal: 0, trackcount: 0 };
  if (request.type === 'release') {
    const { releaseid, artist, title, explicit, trackcount, thumbnail } = request.release;
    return { ...base, type: 'release', mediaID: releaseid, artist, title, explicit, trackcount, coverart: thumbnail };
  }
  if (request.type === 'playlist') {
    const { playlistid, name: title, thumbnail: coverart, tracks: trackcount } = request.playlist;
    return { ...base, type: 'playlist', mediaID: playlistid, artist: '', title, explicit: false, trackcount, coverart };
  }
  if (request.type === 'pickup') {
    const { pickupid: mediaID, name: title, files } = request.pickup;
    const trackcount = files.length;
    return { ...base, type: 'pickup', mediaID, artist: '', title, explicit: false, trackcount, coverart: null };
  }
  const { trackid, artist, title, version, explicit, ordinal, coverart } = request.track;
  const type = request.type === 'video' ? 'video' : 'song';
  return {
    ...base,
    bytes: getFileBytes(request.track.sizes, request.format),
    type,
    mediaID: trackid,
    artist,
    title,
    version,
    explicit,
    ordinal,
    coverart,
  };
}

/** Adds an item at the end. Does nothing if the same media is waiting or loading; restarts it if it failed (requirement C-DOWNLOAD-25). */
export function addItem(items: DownloadItem[], item: DownloadItem): DownloadItem[] {
  const existing = items.find(
    ({ mediaID, type, format, status }) =>
      mediaID === item.mediaID && type === item.type && format === item.format && status !== 'finished',
  );
  if (!existing) return [...items, item];
  return existing.status === 'failed' ? restartItem(items, existing.downloadID) : items;
}

export const findNextWaiting = (items: DownloadItem[]): DownloadItem | undefined =>
  items.find((item) => item.status === 'waiting' && !isWaitingForZip(item));

export const listWaitingForZip = (items: DownloadItem[]): DownloadItem[] => items.filter(isWaitingForZip);

const isWaitingForZip = (item: DownloadItem): boolean =>
  item.status === 'waiting' && isZipped(item) && !item.zipperReady;

/** Releases, playlists and pick-ups are downloaded as one zip (requirement C-DOWNLOAD-11). */
export const isZipped = ({ type }: Pick<DownloadItem, 'type'>): boolean =>
  type === 'release' || type === 'playlist' || type === 'pickup';

export const setLoading = (items: DownloadItem[], id: string, access: MediaAccess) =>
  patchItem(items, id, { ...access, status: 'loading' });

/** Sets the progress in whole percent; gives back the same list if it is unchanged. */
export function setProgress(items: DownloadItem[], id: string, percent: number): DownloadItem[] {
  const progress = Math.max(0, Math.min(100, Math.floor(percent)));
  const hasChanged = items.some((item) => item.downloadID === id && item.progress !== progress);
  return hasChanged ? patchItem(items, id, { progress, percentCompleted: progress }) : items;
}

/** Sets the size of a file unless the catalogue told it: with its tags the file is a little larger than on the button. */
export const setSize = (items: DownloadItem[], id: string, bytes: number) =>
  items.map((item) => (item.downloadID === id ? { ...item, bytes: item.bytes ?? bytes } : item));

/** Progress of a download that another tab runs. */
export interface TabProgress {
  downloadID: string;
  /** Percent while loading. */
  progress?: number;
  /** Percent while waiting. */
  zippingProgress?: number;
}

/** Also continues an item that this tab took for interrupted when it was opened. */
export function applyTabProgress(
  items: DownloadItem[],
  { downloadID: id, progress, zippingProgress }: TabProgress,
): DownloadItem[] {
  const status = progress === undefined ? 'waiting' : 'loading';
  const adopted = items.map((item) =>
    item.downloadID === id && item.failure === 'interrupted'
      ? ({ ...item, status, failure: undefined } as const)
      : item,
  );
  return progress === undefined
    ? patchItem(adopted, id, { zippingProgress: zippingProgress ?? 0 })
    : setProgress(adopted, id, progress);
}

/** Applies a response of the zip status route (requirements C-DOWNLOAD-14, C-DOWNLOAD-29). */
export function setZipStatus(
  items: DownloadItem[],
  id: string,
  { status, progress, bytes, tracks: trackcount, omitted }: ZipStatus,
  access: MediaAccess,
): DownloadItem[] {
  if (status === 'failed') return setFailed(items, id, 'damaged', true);
  const isDone = status === 'done';
  const zip = { isZipping: !isDone, zippingProgress: isDone ? 100 : progress, zipperReady: isDone };
  return patchItem(items, id, { ...access, ...zip, bytes, trackcount, omitted });
}

export const setFinished = (items: DownloadItem[], id: string) =>
  patchItem(items, id, { ...noAccess, status: 'finished', progress: 100, percentCompleted: 100 });

/** Marks an item as failed. If the server refused it, the next attempt gets a new token or zip. */
export const setFailed = (items: DownloadItem[], id: string, failure: DownloadFailure, isRefused = false) =>
  patchItem(items, id, { ...(isRefused ? noAccess : {}), status: 'failed', failure, isZipping: false });

/** Sets a failed item to waiting (requirement C-DOWNLOAD-07). Its token or link is reused while valid. */
export const restartItem = (items: DownloadItem[], id: string) =>
  items.map((item) =>
    item.downloadID === id && item.status === 'failed'
      ? { ...item, ...initialState, token: item.token, url: item.url }
      : item,
  );

export const removeItem = (items: DownloadItem[], id: string) => items.filter(({ downloadID }) => downloadID !== id);

export const removeFinished = (items: DownloadItem[]) => items.filter(({ status }) => status !== 'finished');

/** The displayed state, with percent while loading or zipping (requirement C-DOWNLOAD-15). */
export function getDisplayState(item: DownloadItem): { state: DownloadItem['status'] | 'zipping'; percent: number } {
  const isZipping = isWaitingForZip(item);
  return { state: isZipping ? 'zipping' : item.status, percent: isZipping ? item.zippingProgress : item.progress };
}

const patchItem = (items: DownloadItem[], id: string, change: Partial<DownloadItem>): DownloadItem[] =>
  items.map((item) => (item.downloadID === id ? { ...item, ...change } : item));

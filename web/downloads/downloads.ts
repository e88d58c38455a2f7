import type { Release, Track } from '@promenade/contract/catalogue';
import type { AudioFormat, VideoFormat, ZipStatus } from '@promenade/contract/downloads';
import type { Playlist } from '@promenade/contract/playlists';
import type { Media } from './data.ts';

/** One line of the download manager (C-ENTITY-19). `progress` and `percentCompleted` are always equal, 0 to 100. */
export interface DownloadItem extends Media {
  artist: string;
  title: string;
  version: string;
  explicit: boolean;
  /** Of a song or video in its release; 0 for the others. */
  ordinal: number;
  /** Of a release or playlist; 0 for the others. */
  trackcount: number;
  coverart: string | null;
  downloadID: string;
  status: 'waiting' | 'loading' | 'finished' | 'failed';
  progress: number;
  percentCompleted: number;
  isZipping: boolean;
  /** Percent. */
  zippingProgress: number;
  zipperReady: boolean;
}

/** What is to be downloaded; `track` says the same as `song` (C-DOWNLOAD-27). */
export type Wanted =
  | { type: 'release'; release: Release; format: AudioFormat }
  | { type: 'playlist'; playlist: Pick<Playlist, 'playlistid' | 'name' | 'thumbnail' | 'tracks'>; format: AudioFormat }
  | { type: 'song' | 'track'; track: Track; format: AudioFormat }
  | { type: 'video'; track: Track; format: VideoFormat };

type Pass = Pick<Media, 'token' | 'url'>;
const blank = { token: '', url: '', isZipping: false, zippingProgress: 0, zipperReady: false } as const;
const fresh = { ...blank, status: 'waiting', progress: 0, percentCompleted: 0 } as const;

/** A new line, which waits (C-DOWNLOAD-02). */
export function newDownload(wanted: Wanted, downloadID: string): DownloadItem {
  const { format } = wanted;
  if (wanted.type === 'release') {
    const { releaseid, artist, title, explicit, trackcount, thumbnail } = wanted.release;
    const shown = { artist, title, version: '', explicit, ordinal: 0, trackcount, coverart: thumbnail };
    return { ...fresh, ...shown, type: 'release', mediaID: releaseid, downloadID, format };
  }
  if (wanted.type === 'playlist') {
    const { playlistid, name, thumbnail, tracks } = wanted.playlist;
    const shown = { artist: '', title: name, version: '', explicit: false, ordinal: 0, trackcount: tracks };
    return { ...fresh, ...shown, coverart: thumbnail, type: 'playlist', mediaID: playlistid, downloadID, format };
  }
  const { trackid, artist, title, version, explicit, ordinal, coverart } = wanted.track;
  const shown = { artist, title, version, explicit, ordinal, trackcount: 0, coverart };
  const type = wanted.type === 'video' ? 'video' : 'song';
  return { ...fresh, ...shown, type, mediaID: trackid, downloadID, format };
}

/** Adds a line at the end. One of the same media and format that is under way stays alone, a failed one starts again (C-DOWNLOAD-25). */
export function added(items: DownloadItem[], item: DownloadItem): DownloadItem[] {
  const same = items.find(
    ({ mediaID, type, format, status }) =>
      mediaID === item.mediaID && type === item.type && format === item.format && status !== 'finished',
  );
  if (!same) return [...items, item];
  return same.status === 'failed' ? restarted(items, same.downloadID) : items;
}

/** The next line to start: waiting, its zip ready if it is one. */
export const nextWaiting = (items: DownloadItem[]): DownloadItem | undefined =>
  items.find((item) => item.status === 'waiting' && (!isZipped(item) || item.zipperReady));

/** Those that wait for their zip. */
export const waitingForZip = (items: DownloadItem[]): DownloadItem[] =>
  items.filter((item) => item.status === 'waiting' && isZipped(item) && !item.zipperReady);

/** Releases and playlists come as one zip, the others as themselves (C-DOWNLOAD-11). */
export const isZipped = ({ type }: Pick<DownloadItem, 'type'>): boolean => type === 'release' || type === 'playlist';

/** It is being fetched by this token or zip link (C-DOWNLOAD-03). */
export const loading = (items: DownloadItem[], id: string, pass: Pass) =>
  changed(items, id, { ...pass, status: 'loading' });

/** So much of it is here, in percent; what changes nothing on the screen changes nothing here. */
export function progressed(items: DownloadItem[], id: string, percent: number): DownloadItem[] {
  const progress = Math.max(0, Math.min(100, Math.floor(percent)));
  const isNews = items.some((item) => item.downloadID === id && item.progress !== progress);
  return isNews ? changed(items, id, { progress, percentCompleted: progress }) : items;
}

/** What the zipper said: ready, or on its way, or that it failed (C-DOWNLOAD-14, C-DOWNLOAD-29). */
export function zipTold(
  items: DownloadItem[],
  id: string,
  { status, progress }: ZipStatus,
  pass: Pass,
): DownloadItem[] {
  if (status === 'failed') return failed(items, id, true);
  const isDone = status === 'done';
  const told = { isZipping: !isDone, zippingProgress: isDone ? 100 : progress, zipperReady: isDone };
  return changed(items, id, { ...pass, ...told });
}

/** It was handed to the browser. */
export const finished = (items: DownloadItem[], id: string) =>
  changed(items, id, { ...blank, status: 'finished', progress: 100, percentCompleted: 100 });

/** It came to an end before its end. What was refused needs another token, or another zip. */
export const failed = (items: DownloadItem[], id: string, isRefused = false) =>
  changed(items, id, { ...(isRefused ? blank : {}), status: 'failed', isZipping: false });

/** From waiting on again (C-DOWNLOAD-07); a token or link that is still good is kept, the zip is asked after anew. */
export const restarted = (items: DownloadItem[], id: string) =>
  items.map((item) =>
    item.downloadID === id && item.status === 'failed' ? { ...item, ...fresh, token: item.token, url: item.url } : item,
  );

/** It leaves the list. */
export const removed = (items: DownloadItem[], id: string) => items.filter(({ downloadID }) => downloadID !== id);

/** Without those that are done (C-DOWNLOAD-10). */
export const withoutFinished = (items: DownloadItem[]) => items.filter(({ status }) => status !== 'finished');

/** What its line says: a state, and for one that loads or is zipped how far it is, in percent (C-DOWNLOAD-15). */
export function stateOf(item: DownloadItem): { state: DownloadItem['status'] | 'zipping'; percent: number } {
  const isZipping = item.status === 'waiting' && isZipped(item) && !item.zipperReady;
  return { state: isZipping ? 'zipping' : item.status, percent: isZipping ? item.zippingProgress : item.progress };
}

const changed = (items: DownloadItem[], id: string, change: Partial<DownloadItem>): DownloadItem[] =>
  items.map((item) => (item.downloadID === id ? { ...item, ...change } : item));

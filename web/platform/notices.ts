import { create } from 'zustand';

/** What a toast can be about, and how it looks (A-ERR-27..29); each has its sentence under `notice.` in the texts. */
const kinds = {
  serviceUnavailable: 'error',
  hasError: 'error',
  somethingWrong: 'error',
  settingSaved: 'success',
  profileUpdated: 'success',
  contactRequestSent: 'success',
  connectionAccepted: 'success',
  invitationAlreadyAccepted: 'info',
  invitationNotForUser: 'error',
  emailSuccessfullyLinked: 'success',
  emailSuccessfullyUnlinked: 'success',
  emailLinkingFailed: 'error',
  emailUnlinkingFailed: 'error',
  releaseShared: 'success',
  flag: 'success',
  unFlag: 'success',
  archive: 'success',
  unArchive: 'success',
  addDownloadQueue: 'success',
  downloadFinished: 'success',
  playlistCreated: 'success',
  playlistUpdated: 'success',
  addedToPlaylist: 'success',
  removedFromPlaylist: 'info',
  queueCleared: 'info',
  queueRemoved: 'info',
} as const;
export type NoticeCategory = keyof typeof kinds;

/** A toast (A-ERR-26): `message` fills the sentence of its category. */
export interface Notice {
  id: number;
  category: NoticeCategory;
  message: string;
  notificationType: 'success' | 'error' | 'info';
  /** Id of the thing that it tells of: a newer notice about that takes its place. */
  about?: string;
  /** Takes back what was done; the toast offers it. */
  undo?: () => void;
}

/** The toasts on the screen, oldest first. */
export const useNotices = create<{ notices: Notice[] }>(() => ({ notices: [] }));

let lastId = 0;

/** Shows a toast; it looks as its category does unless said otherwise. Answers its id. */
export function notify({
  category,
  message = '',
  notificationType = kinds[category],
  about,
  undo,
}: Partial<Notice> & Pick<Notice, 'category'>): number {
  lastId += 1;
  const notice: Notice = { id: lastId, category, message, notificationType, about, undo };
  useNotices.setState(({ notices }) => ({
    notices: [...notices.filter((shown) => about === undefined || shown.about !== about), notice],
  }));
  return lastId;
}

/** Takes a toast from the screen. */
export function dismiss(id: number): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}

import { create } from 'zustand';
import { onStateOwnerChange } from './persistedState.ts';

/** The texts are `notice.<category>` in en.json. */
type Success =
  | 'settingSaved'
  | 'profileUpdated'
  | 'contactRequestSent'
  | 'connectionAccepted'
  | 'emailSuccessfullyLinked'
  | 'emailSuccessfullyUnlinked'
  | 'releaseShared'
  | 'flag'
  | 'unFlag'
  | 'archive'
  | 'unArchive'
  | 'addDownloadQueue'
  | 'downloadFinished'
  | 'playlistCreated'
  | 'playlistUpdated'
  | 'addedToPlaylist'
  | 'operatorDone'
  | 'airplayTold';
/** Type of each other category (requirements A-ERR-27 to A-ERR-29). */
const types = {
  serviceUnavailable: 'error',
  hasError: 'error',
  somethingWrong: 'error',
  invitationAlreadyAccepted: 'info',
  invitationNotForUser: 'error',
  emailLinkingFailed: 'error',
  emailUnlinkingFailed: 'error',
  downloadFailed: 'error',
  removedFromPlaylist: 'info',
  queueCleared: 'info',
  queueRemoved: 'info',
  queueReplaced: 'info',
  undone: 'info',
  releaseWithdrawn: 'info',
} as const;
export type NoticeCategory = Success | keyof typeof types;

/** Requirement A-ERR-26. `message` fills the text of the category. */
export interface Notice {
  id: number;
  category: NoticeCategory;
  message: string;
  notificationType: 'success' | 'error' | 'info';
  /** A newer notice with the same subject replaces this one. */
  subject?: string;
  /** Called by the Undo button of the toast. */
  undo?: () => void;
}

/** Oldest first. */
export const useNotices = create<{ notices: Notice[] }>(() => ({ notices: [] }));

// An undo would bring back what belongs to another account.
onStateOwnerChange(() =>
  useNotices.setState(({ notices }) => ({ notices: notices.filter(({ undo }) => undo === undefined) })),
);

/** Subject of the notice that the service is down. */
export const OUTAGE_SUBJECT = 'service';

let lastId = 0;

/** Shows a notice and returns its id. */
export function notify({
  category,
  message = '',
  notificationType = category in types ? types[category as keyof typeof types] : 'success',
  subject: about,
  undo,
}: Partial<Notice> & Pick<Notice, 'category'>): number {
  lastId += 1;
  const notice: Notice = { id: lastId, category, message, notificationType, subject: about, undo };
  useNotices.setState(({ notices }) => ({
    notices: [...notices.filter((other) => about === undefined || other.subject !== about), notice],
  }));
  return lastId;
}

export function dismissNotice(id: number): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}

import { create } from 'zustand';

/** What a toast can be about; each has its sentence under `notice.` in the texts. */
export type NoticeCategory = 'serviceUnavailable' | 'hasError';

/** A toast (A-ERR-26): `message` fills the sentence of its category. */
export interface Notice {
  id: number;
  category: NoticeCategory;
  message: string;
  notificationType: 'success' | 'error' | 'info';
}

/** The toasts on the screen, oldest first. */
export const useNotices = create<{ notices: Notice[] }>(() => ({ notices: [] }));

let lastId = 0;

/** Shows a toast; a success unless said otherwise. */
export function notify({
  category,
  message = '',
  notificationType = 'success',
}: Partial<Notice> & Pick<Notice, 'category'>): void {
  lastId += 1;
  const notice: Notice = { id: lastId, category, message, notificationType };
  useNotices.setState(({ notices }) => ({ notices: [...notices, notice] }));
}

/** Takes a toast from the screen. */
export function dismiss(id: number): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}

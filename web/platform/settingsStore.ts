import { ReleaseSort } from '@promenade/contract/catalogue';
import { create } from 'zustand';
import { readSlice, writeSlice } from './persisted.ts';
import { loadText } from './text.ts';

/** How a person set the player. */
export interface Setting {
  /** Code of the language that the screens speak. */
  language: string;
  view: 'grid' | 'list';
  /** The last order of the gallery; the address says it louder (decision 13). */
  sort: ReleaseSort;
  /** Window of a popular sort, in days; null for the usual one. */
  days: number | null;
  isSidebarOpen: boolean;
  /** The play queue beside the page. */
  isQueueOpen: boolean;
  /** Whether single characters are shortcuts: who dictates, or hits keys by chance, turns them off. */
  hasLetterKeys: boolean;
}

/** The one live copy; kept under `setting`. */
export const useSetting = create<Setting>(() => restored(readSlice('setting')));

useSetting.subscribe((setting) => writeSlice('setting', setting));

/** What was kept; a part that does not make sense is as at first (C-PERSIST-03). */
function restored(kept: unknown): Setting {
  const setting = (kept ?? {}) as Partial<Record<keyof Setting, unknown>>;
  const { language, view, sort, days, isSidebarOpen, isQueueOpen, hasLetterKeys } = setting;
  const known = ReleaseSort.safeParse(sort);
  return {
    language: typeof language === 'string' ? language : 'en',
    view: view === 'list' ? 'list' : 'grid',
    sort: known.success ? known.data : '-date',
    days: typeof days === 'number' ? days : null,
    isSidebarOpen: isSidebarOpen !== false,
    isQueueOpen: isQueueOpen === true,
    hasLetterKeys: hasLetterKeys !== false,
  };
}

/**
 * Speaks a language from now on, and after a reload.
 * @throws when its file cannot be had
 */
export async function chooseLanguage(code: string): Promise<void> {
  await loadText(code);
  useSetting.setState({ language: code });
}

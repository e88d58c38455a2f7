import { ReleaseSort } from '@promenade/contract/catalogue';
import { create } from 'zustand';
import { readSlice, writeSlice } from './persistedState.ts';
import { loadLanguage } from './text.ts';

/** Persisted as `setting`. */
export interface Settings {
  /** Language code. */
  language: string;
  view: 'grid' | 'list';
  /** Last sort order of the gallery; the URL has precedence (requirements decision 13). */
  sort: ReleaseSort;
  /** Window of a popularity sort in days; null is the default. */
  days: number | null;
  isSidebarOpen: boolean;
  isQueueOpen: boolean;
  /** Single-character shortcuts, which can be turned off (WCAG 2.1.4). */
  hasLetterKeys: boolean;
}

export const useSettings = create<Settings>(() => parseSettings(readSlice('setting')));

useSettings.subscribe((settings) => writeSlice('setting', settings));

/** Invalid fields get their default (requirement C-PERSIST-03). */
function parseSettings(slice: unknown): Settings {
  const stored = (slice ?? {}) as Partial<Record<keyof Settings, unknown>>;
  const { language, view, sort, days, isSidebarOpen, isQueueOpen, hasLetterKeys } = stored;
  return {
    language: typeof language === 'string' ? language : 'en',
    view: view === 'list' ? 'list' : 'grid',
    sort: ReleaseSort.safeParse(sort).data ?? '-date',
    days: typeof days === 'number' ? days : null,
    isSidebarOpen: isSidebarOpen !== false,
    isQueueOpen: isQueueOpen === true,
    hasLetterKeys: hasLetterKeys !== false,
  };
}

/** @throws when the texts of the language cannot be loaded */
export async function setLanguage(code: string): Promise<void> {
  await loadLanguage(code);
  useSettings.setState({ language: code });
}

import { DAYS_MAX } from '@promenade/contract/limits';
import { createAccountStore } from './accountStore.ts';
import { readBrowserSlice, writeBrowserSlice } from './persistedState.ts';
import { loadLanguage } from './text.ts';

export type Density = 'comfortable' | 'compact';

/** Where songs are brought to one loudness (requirements decision 40). */
export type LevelMatching = 'desk' | 'always' | 'never';

/** Persisted as `setting`. */
export interface Settings {
  /** Language code. It belongs to the browser, the other settings to the account. */
  language: string;
  view: 'grid' | 'list';
  /** Height of rows. */
  density: Density;
  /** Last sort order of the gallery, which checks it; the URL has precedence (requirements decision 13). */
  sort: string;
  /** Window of a popularity sort in days; null is the default. */
  days: number | null;
  levelMatching: LevelMatching;
  isSidebarOpen: boolean;
  isQueueOpen: boolean;
  /** Single-character shortcuts, which can be turned off (WCAG 2.1.4). */
  hasLetterKeys: boolean;
}

const DEFAULT_LANGUAGE = 'en';

export const useSettings = createAccountStore<Settings>({
  slice: 'setting',
  load: parseSettings,
  save: (settings) => settings,
  // A change in one tab does not turn the view of another.
  merge: (state) => ({ state, hasMore: false }),
});

useSettings.subscribe(({ language }, before) => {
  if (language !== before.language)
    writeBrowserSlice('setting', language === DEFAULT_LANGUAGE ? undefined : { language });
});

/** Invalid fields get their default (requirement C-PERSIST-03). */
function parseSettings(slice: unknown): Settings {
  const stored = (slice ?? {}) as Partial<Record<keyof Settings, unknown>>;
  const { view, density, sort, days, levelMatching, isSidebarOpen, isQueueOpen, hasLetterKeys } = stored;
  return {
    language: readLanguage(),
    view: view === 'list' ? 'list' : 'grid',
    density: density === 'compact' ? 'compact' : 'comfortable',
    sort: typeof sort === 'string' ? sort : '-date',
    days: typeof days === 'number' && days >= 1 && days <= DAYS_MAX ? Math.round(days) : null,
    levelMatching: levelMatching === 'always' || levelMatching === 'never' ? levelMatching : 'desk',
    isSidebarOpen: isSidebarOpen !== false,
    isQueueOpen: isQueueOpen === true,
    hasLetterKeys: hasLetterKeys !== false,
  };
}

function readLanguage(): string {
  const { language } = (readBrowserSlice('setting') ?? {}) as { language?: unknown };
  return typeof language === 'string' && /^[a-z]{2,3}(-\w{2,8})*$/i.test(language) ? language : DEFAULT_LANGUAGE;
}

/** @throws when the texts of the language cannot be loaded */
export async function setLanguage(code: string): Promise<void> {
  await loadLanguage(code);
  useSettings.setState({ language: code });
}

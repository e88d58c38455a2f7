type BrowserInfo = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** Whether this is an iPhone or iPad. An iPad calls itself a Macintosh, but no Macintosh has a touch screen. */
export function isIos({ userAgent, maxTouchPoints }: BrowserInfo = navigator): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

/** Whether audio must be unlocked by a sample during a press: desktop Safari (requirement C-PLAYER-25). */
export function needsAudioUnlock(browser: BrowserInfo = navigator): boolean {
  const isSafari = /Version\/.* Safari\//.test(browser.userAgent) && !/Chrom|Android|Edg/.test(browser.userAgent);
  return isSafari && !isIos(browser);
}

/**
 * Whether audio elements may sound through an audio graph: Chromium and Firefox on desktops. WebKit ignores an element's
 * volume there, and phones may stop a graph in the background (ADR 0026).
 */
export function allowsAudioGraph({ userAgent }: Pick<BrowserInfo, 'userAgent'> = navigator): boolean {
  return /Chrome\/|Firefox\//.test(userAgent) && !/Android|Mobile/.test(userAgent);
}

/** Whether songs can be brought to one loudness, which the graph does (requirements decision 46). */
export const canMatchLevels = (): boolean => 'AudioContext' in window && allowsAudioGraph();

/** Whether single tracks can be saved here: an iPhone or iPad keeps no loose audio files (C-TRACK-03). */
export function platformAllowsTrackDownload(): boolean {
  // An iPad says that it is a Mac; no Mac has a screen for fingers.
  const isIpad = navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1;
  return !isIpad && !/iPhone|iPad|iPod/.test(navigator.userAgent);
}

/** What a browser says of itself. */
type Self = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** Phones and tablets of Apple, also those that call themselves a Macintosh. There the volume belongs to the device. */
export function isIos({ userAgent, maxTouchPoints }: Self = navigator): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

/** Whether sound must be freed by a sample first: the engine of Safari, but not on iOS (C-PLAYER-25). */
export function needsAudioUnlock(self: Self = navigator): boolean {
  const isSafari = /Version\/.* Safari\//.test(self.userAgent) && !/Chrom|Android|Edg/.test(self.userAgent);
  return isSafari && !isIos(self);
}

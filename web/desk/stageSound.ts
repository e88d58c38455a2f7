import type { ReleaseDetail } from '@promenade/contract/catalogue';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useFetchRelease } from '../catalogue/data.ts';
import { getRefusalCode } from '../platform/errorText.ts';
import { logError } from '../platform/logError.ts';
import { openSource } from '../player/source.ts';
import { createDeskSound } from './deskSound.ts';

/** How many releases are loaded before they are shown. */
export const LOADED_AHEAD = 4;
/** Codes of a release that can no longer be heard. */
export const LOST = ['RELEASE_NOT_FOUND', 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE'];

interface Options {
  /** The releases that follow. */
  following: readonly string[];
  /** Another device leads: what it shows is loaded, and does not sound. */
  isSilent: boolean;
  onLost: (releaseid: string, title: string | undefined) => void;
}

/** Plays the release that is shown and loads those that follow. Browsers want a press before the first sound. */
export function useDeskSound(release: ReleaseDetail | undefined, { following, isSilent, onLost }: Options) {
  const [sound] = useState(createDeskSound);
  const [isBegun, setBegun] = useState(() => navigator.userActivation?.hasBeenActive !== false);
  const fetchRelease = useFetchRelease();
  useLayoutEffect(() => openSource(sound.source), [sound]);
  useLayoutEffect(() => {
    if (release && isBegun) sound.start(release, !isSilent);
  }, [sound, release, isBegun, isSilent]);
  const ids = following.join(' ');
  useEffect(() => {
    let isLeft = false;
    const load = async (releaseid: string, index: number) => {
      try {
        const detail = await fetchRelease(releaseid);
        if (index === 0 && !isLeft) sound.prepare(detail);
      } catch (failure) {
        if (isLeft) return;
        if (LOST.includes(getRefusalCode(failure) ?? '')) onLost(releaseid, undefined);
        else logError('A release of the desk could not be loaded ahead', failure);
      }
    };
    // What is shown comes first.
    if (release)
      ids
        .split(' ')
        .filter(Boolean)
        .forEach((releaseid, index) => void load(releaseid, index));
    if (ids === '') sound.prepare(undefined);
    return () => {
      isLeft = true;
    };
  }, [sound, fetchRelease, ids, release, onLost]);
  return { play: sound.play, hold: sound.hold, isWaiting: !isBegun, begin: () => setBegun(true) };
}

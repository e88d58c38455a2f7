import type { ReleaseDetail } from '@promenade/contract/catalogue';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useFetchRelease, useIsReleaseCached } from '../catalogue/data.ts';
import { logError } from '../platform/logError.ts';
import { useLoadWaveform } from '../player/data.ts';
import { openSource } from '../player/source.ts';
import { useFetchReleasesAhead } from './data.ts';
import { createDeskSound, findPlayable } from './deskSound.ts';

/** At least so many releases are loaded before they are shown, and others with them in the same call. */
const LOADED_AHEAD = 4;
export const LOADED_TOGETHER = 2 * LOADED_AHEAD;
/** Codes of a release that can no longer be heard. */
export const LOST = ['RELEASE_NOT_FOUND', 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE'];

interface Options {
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
  const fetchAhead = useFetchReleasesAhead();
  const isCached = useIsReleaseCached();
  const loadWaveform = useLoadWaveform();
  /** Loaded or refused, or on their way. */
  const asked = useRef(new Set<string>());
  const [loads, setLoads] = useState(0);
  useLayoutEffect(() => openSource(sound.source), [sound]);
  useLayoutEffect(() => {
    if (release && isBegun) sound.start(release, !isSilent);
  }, [sound, release, isBegun, isSilent]);
  const ids = following.join(' ');
  useEffect(() => {
    let isLeft = false;
    const listed = ids.split(' ').filter(Boolean);
    const [next] = listed;
    const prepareNext = async () => {
      if (next === undefined) return sound.prepare(undefined);
      const detail = isCached(next) && (await fetchRelease(next));
      if (!detail || isLeft) return;
      sound.prepare(detail);
      const waveform = findPlayable(detail)?.waveform;
      if (waveform) loadWaveform(waveform);
      if (detail.coverart) new Image().src = detail.coverart;
    };
    const load = async () => {
      const missing = listed.filter((releaseid) => !isCached(releaseid) && !asked.current.has(releaseid));
      if (!missing.some((releaseid) => listed.indexOf(releaseid) < LOADED_AHEAD)) return;
      for (const releaseid of missing) asked.current.add(releaseid);
      try {
        const refused = await fetchAhead(missing);
        for (const { releaseid, code } of refused) if (LOST.includes(code)) onLost(releaseid, undefined);
        setLoads((count) => count + 1);
      } catch (failure) {
        logError('Releases of the desk could not be loaded ahead', failure);
        for (const releaseid of missing) asked.current.delete(releaseid);
      }
    };
    // What is shown comes first.
    if (release) void prepareNext().then(load);
    return () => {
      isLeft = true;
    };
  }, [sound, isCached, fetchRelease, fetchAhead, loadWaveform, ids, release, onLost, loads]);
  return { play: sound.play, hold: sound.hold, isWaiting: !isBegun, begin: () => setBegun(true) };
}

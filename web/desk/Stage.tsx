import { type Reaction, ReactionKind } from '@promenade/contract/catalogue';
import type { Decision } from '@promenade/contract/desk';
import { type TouchEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useFetchRelease, useRelease } from '../catalogue/data.ts';
import { formatTrackTitle } from '../catalogue/format.ts';
import { useReportOpening } from '../catalogue/openingData.ts';
import { lazyPart } from '../design/lazyPart.ts';
import { useDownloadActions } from '../downloads/downloadActions.ts';
import { useDownloadOffer } from '../downloads/optionsData.ts';
import { useBrowserState } from '../platform/browserStateStore.ts';
import { getRefusalCode } from '../platform/errorText.ts';
import { onServerEvent } from '../platform/events.ts';
import { logError } from '../platform/logError.ts';
import { releasePath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { createUuid } from '../player/listening/playReports.ts';
import { setKeyHelpOpen } from '../player/panelStore.ts';
import { getMoment, usePlayer } from '../player/playerStore.ts';
import { openSource } from '../player/source.ts';
import { openPicker } from '../playlists/dialogStore.ts';
import { useVersions } from './data.ts';
import { createDeskSound, findPlayable, seekToTenth, toggleHook } from './deskSound.ts';
import type { DeskProps } from './Finished.tsx';
import { ReleaseView } from './ReleaseView.tsx';
import { decide, findUndoable, getRun, goBack, lose, type RunState, undo } from './run.ts';
import { getAdvisory } from './trackFacts.ts';
import { type DeskActions, useDeskKeys } from './useDeskKeys.ts';

const ReactionDialog = lazyPart(async () => (await import('../catalogue/reaction/ReactionForm.tsx')).ReactionDialog);

/** How many releases are loaded before they are shown. */
const LOADED_AHEAD = 2;
/** Codes of a release that can no longer be heard. */
const LOST = ['RELEASE_NOT_FOUND', 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE'];
const SWIPE_PX = 90;
const noReaction = { note: '', trackid: null, second: null, named: false };

/** The playlist that was added to last, for the second press of P. */
let lastPlaylist: { playlistid: string; name: string } | undefined;

interface Props extends DeskProps {
  releaseid: string;
}

/** The release that is to be decided, with its sound and its keys. */
export function Stage({ releaseid, run, desk, stage, act, result, onResult, onSay }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const isOnline = useBrowserState((state) => state.isConnectedWithInternet);
  const { release, known, error, refetch } = useRelease(releaseid);
  useReportOpening(release?.releaseid);
  useAnnouncement({ run, release, result, onSay });
  const onLost = useCallback(
    (lostid: string, title: string | undefined) => {
      onResult(title ? t('desk.lost', { title }) : t('desk.lost-unnamed'));
      act((before) => lose(before, lostid));
    },
    [t, act, onResult],
  );
  const isLost = desk.lost.includes(releaseid) || LOST.includes(getRefusalCode(error) ?? '');
  useEffect(() => {
    if (isLost) onLost(releaseid, known?.title);
  }, [isLost, releaseid, known?.title, onLost]);

  useEffect(
    () =>
      onServerEvent('release-withdrawn', (event) => event.releaseid === releaseid && onLost(releaseid, known?.title)),
    [releaseid, known?.title, onLost],
  );

  const sound = useSound(release, run.order.slice(run.position + 1, run.position + 1 + LOADED_AHEAD), onLost);
  const playing = usePlayer(({ song }) => song?.trackid);
  const track = release && (release.songs.find(({ trackid }) => trackid === playing) ?? findPlayable(release));
  const versions = useVersions(track);
  const heard = versions.find((version) => version.track.trackid === playing)?.track ?? track;

  const [isReacting, setReacting] = useState(false);
  const download = useDownloadActions();
  const offer = useDownloadOffer({ candownload: release?.candownload ?? false });

  function make(kind: Decision['kind'], reaction?: Reaction): void {
    if (!known || !isOnline) return;
    onResult(t(`desk.did-${kind}`, { title: known.title }));
    const made = { id: createUuid(), at: Date.now() };
    const isShown = ({ order, position }: RunState) => order[position] === releaseid;
    act((before) => (isShown(getRun(before)) ? decide(before, { kind, reaction }, made) : before));
  }
  function selectTrack(step: 1 | -1): void {
    const songs = release?.songs.filter(({ assettype }) => assettype === 'audio') ?? [];
    const next = songs[songs.findIndex(({ trackid }) => trackid === track?.trackid) + step];
    if (release && next) sound.play(release, next);
  }
  function playNextVersion(): void {
    const at = versions.findIndex((version) => version.track.trackid === heard?.trackid);
    const next = versions[(at + 1) % versions.length];
    if (!next || versions.length < 2) return onResult(t('desk.no-version'));
    sound.play(next.release, next.track);
    onResult(t('desk.version', { title: formatTrackTitle(next.track) }));
    onSay(t('desk.version', { title: formatTrackTitle(next.track) }));
  }
  const actions: DeskActions = {
    flag: () => make('flag'),
    archive: () => make('archive'),
    later: () => make('later'),
    next: () => make('next'),
    react: () => known && isOnline && setReacting(true),
    back: () => act(goBack),
    undo: () => {
      if (!isOnline || !findUndoable(desk)) return;
      onResult(t('desk.undone'));
      act(undo);
    },
    previousTrack: () => selectTrack(-1),
    nextTrack: () => selectTrack(1),
    version: playNextVersion,
    hook: () => heard && toggleHook(heard.hook ?? 0),
    tenth: seekToTenth,
    download: () => {
      if (release && offer === 'download') void download.release(release);
      else if (release) onResult(t('download.stream-only'));
    },
    playlist: () =>
      release &&
      openPicker({
        title: release.title,
        tracks: release.songs,
        last: lastPlaylist,
        onAdded: (playlist) => {
          lastPlaylist = playlist;
          make('playlist');
          onResult(t('playlist.added', { title: release.title, name: playlist.name }));
        },
      }),
    page: () => void navigate(releasePath(releaseid)),
    help: () => setKeyHelpOpen(true),
  };
  // Whoever types R and a digit at once does not wait for the form.
  const reactions: DeskActions = {
    tenth: (digit) => {
      const kind = ReactionKind.options[digit - 1];
      if (!kind) return;
      setReacting(false);
      const version = kind === 'version' ? (known?.reaction?.version ?? '') : '';
      make('reaction', { ...noReaction, ...known?.reaction, kind, version });
    },
  };
  useDeskKeys(stage, isReacting ? reactions : { ...actions, any: sound.isWaiting ? sound.begin : undefined });
  const { onTouchStart, onTouchEnd } = useSwipe({ right: actions.flag, left: actions.archive });

  return (
    <div onTouchStart={onTouchStart} onTouchEnd={onTouchEnd}>
      <ReleaseView
        release={release}
        known={known}
        failure={release || isLost ? undefined : error}
        onRetry={() => void refetch()}
        playing={heard}
        versions={versions}
        actions={actions}
        isWaiting={sound.isWaiting}
        onBegin={sound.begin}
        canUndo={findUndoable(desk) !== undefined}
        canGoBack={run.position > 0}
        result={result}
        onPlay={sound.play}
      />
      {isReacting && known && (
        <ReactionDialog
          release={known}
          moment={track && getMoment(track)}
          onReact={(reaction) => make('reaction', reaction)}
          onClose={() => setReacting(false)}
        />
      )}
    </div>
  );
}

/** Says what the last key did and which release is there now, in one text: of two, readers may speak the second first. */
function useAnnouncement({
  run,
  release,
  result,
  onSay,
}: Pick<Props, 'run' | 'result' | 'onSay'> & { release: ReturnType<typeof useRelease>['release'] }): void {
  const t = useText();
  const spoken = useRef<string>(undefined);
  const { position, order } = run;
  useEffect(() => {
    const key = `${release?.releaseid} ${position}`;
    if (!release || spoken.current === key) return;
    spoken.current = key;
    const { title, artist, trackcount } = release;
    const shown = t('desk.say', {
      number: position + 1,
      total: order.length,
      title,
      artist,
      tracks: t('desk.tracks', { count: trackcount }),
      advisory: t(`desk.advisory-${getAdvisory(release)}`),
    });
    onSay(`${result} ${shown}`.trim());
  }, [t, release, position, order.length, result, onSay]);
}

/** Plays the release that is shown and loads those that follow. Browsers want a press before the first sound. */
function useSound(
  release: ReturnType<typeof useRelease>['release'],
  following: readonly string[],
  onLost: (releaseid: string, title: string | undefined) => void,
) {
  const [sound] = useState(createDeskSound);
  const [isBegun, setBegun] = useState(() => navigator.userActivation?.hasBeenActive !== false);
  const fetchRelease = useFetchRelease();
  useLayoutEffect(() => openSource(sound.source), [sound]);
  useLayoutEffect(() => {
    if (release && isBegun) sound.start(release);
  }, [sound, release, isBegun]);
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
  return { play: sound.play, isWaiting: !isBegun, begin: () => setBegun(true) };
}

/** A swipe to the right or left, in addition to the buttons. */
function useSwipe({ left, right }: { left: (() => void) | undefined; right: (() => void) | undefined }) {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const touch = touches[0];
      const isOnSlider = target instanceof Element && target.closest('input, button, a') !== null;
      start.current = touch && touches.length === 1 && !isOnSlider ? { x: touch.clientX, y: touch.clientY } : undefined;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!start.current || !touch) return;
      const [x, y] = [touch.clientX - start.current.x, touch.clientY - start.current.y];
      if (Math.abs(x) < SWIPE_PX || Math.abs(y) > Math.abs(x) / 2) return;
      if (x > 0) right?.();
      else left?.();
    },
  };
}

import { type Reaction, ReactionKind, type Track } from '@promenade/contract/catalogue';
import type { Decision } from '@promenade/contract/desk';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useRelease } from '../catalogue/data.ts';
import { formatTrackTitle } from '../catalogue/format.ts';
import { useReportOpening } from '../catalogue/openingData.ts';
import { lazyPart } from '../design/lazyPart.ts';
import { useScroller } from '../design/scroller.ts';
import { useDownloadActions } from '../downloads/downloadActions.ts';
import { useDownloadOffer } from '../downloads/optionsData.ts';
import { useBrowserState } from '../platform/browserStateStore.ts';
import { createUuid } from '../platform/createId.ts';
import { getRefusalCode } from '../platform/errorText.ts';
import { onServerEvent } from '../platform/events.ts';
import { useText } from '../platform/text.ts';
import { setKeyHelpOpen } from '../player/panelStore.ts';
import { getMoment, useIsUnplayable, usePlayer } from '../player/playerStore.ts';
import { closeDialog, openPicker, usePlaylistDialogStore } from '../playlists/dialogStore.ts';
import { useOnAir } from '../shelf/OnAir.tsx';
import styles from './DeskRun.module.css';
import { useVersions } from './data.ts';
import { findPlayable, seekToTenth, toggleHook } from './deskSound.ts';
import type { DeskProps } from './Finished.tsx';
import { ReleaseView } from './ReleaseView.tsx';
import { decide, getRun, goBack, type RunState } from './run.ts';
import { LOADED_TOGETHER, LOST, useDeskSound } from './stageSound.ts';
import { useSwipe } from './swipe.ts';
import { getAdvisory } from './trackFacts.ts';
import { type DeskActions, useDeskActions } from './useDeskKeys.ts';
import { useUndo } from './useUndo.ts';

const ReactionDialog = lazyPart(async () => (await import('../catalogue/reaction/ReactionForm.tsx')).ReactionDialog);
const ReleaseDialog = lazyPart(async () => (await import('../release/ReleaseDialog.tsx')).ReleaseDialog);

const noReaction = { note: '', trackid: null, second: null, named: false };

/** The playlist that was added to last, for the second press of P. */
let lastPlaylist: { playlistid: string; name: string } | undefined;

interface Props extends DeskProps {
  releaseid: string;
}

/** The release that is to be decided, with its sound and its keys. */
export function Stage({ releaseid, run, desk, stage, keys, isFollowing, act, onLose, result, onResult, onSay }: Props) {
  const t = useText();
  const isOnline = useBrowserState((state) => state.isConnectedWithInternet);
  const { release, known, error, refetch } = useRelease(releaseid);
  useReportOpening(release?.releaseid, { canWait: true });
  useAnnouncement({ run, release, result, onSay });
  const onLost = useCallback(
    (lostid: string, title: string | undefined) => {
      onResult(title ? t('desk.lost', { title }) : t('desk.lost-unnamed'));
      onLose(lostid);
    },
    [t, onLose, onResult],
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

  const sound = useDeskSound(release, {
    following: run.order.slice(run.position + 1, run.position + 1 + LOADED_TOGETHER),
    isSilent: isFollowing,
    onLost,
  });
  const playing = usePlayer(({ song }) => song?.trackid);
  const track = release && (release.songs.find(({ trackid }) => trackid === playing) ?? findPlayable(release));
  const versions = useVersions(track);
  const heard = versions.find((version) => version.track.trackid === playing)?.track ?? track;

  useFailedSound(heard, onResult);
  const scroller = useScroller();
  useLayoutEffect(() => {
    if (scroller) scroller.scrollTop = 0;
  }, [scroller, releaseid]);

  const [reacting, setReacting] = useState<{ kind?: Reaction['kind'] }>();
  const [returnFromPage, setReturnFromPage] = useState<() => void>();
  const isPicking = usePlaylistDialogStore(({ open }) => open !== undefined);
  const { tellOnAir, airDialog } = useOnAir();
  const hasDialog = airDialog !== undefined || reacting !== undefined || returnFromPage !== undefined || isPicking;
  useEffect(() => {
    // At once: a dialog gives the focus back later, and keys would be lost.
    if (!hasDialog) stage.current?.focus({ preventScroll: true });
  }, [hasDialog, stage]);
  const download = useDownloadActions();
  const offer = useDownloadOffer({ candownload: release?.candownload ?? false });

  function make(kind: Decision['kind'], { name = '', ...details }: MadeDetails = {}): void {
    const title = known?.title ?? '';
    // What cannot be loaded can still be passed.
    if (!isOnline || (!known && kind !== 'next')) return;
    onResult(t(`desk.did-${kind}`, { title, name }));
    const made = { id: createUuid(), at: Date.now() };
    const isShown = ({ order, position }: RunState) => order[position] === releaseid;
    act((before) => (isShown(getRun(before)) ? decide(before, { kind, ...details }, made) : before));
  }
  function react(kind: Reaction['kind']): void {
    setReacting(undefined);
    make('reaction', { reaction: { ...noReaction, ...known?.reaction, kind, version: '' } });
  }
  function pickPlaylist(title: string, tracks: Track[]): void {
    openPicker({
      title,
      tracks,
      last: lastPlaylist,
      onPick: ({ playlistid, name }, picked) => {
        lastPlaylist = { playlistid, name };
        make('playlist', { name, playlist: { playlistid, tracks: picked.map(({ trackid }) => trackid) } });
      },
    });
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
  const { canUndo, takeBack } = useUndo({ desk, act, onResult });
  const actions: DeskActions = {
    flag: () => make('flag'),
    archive: () => make('archive'),
    later: () => make('later'),
    next: () => make('next'),
    react: () => known && isOnline && setReacting({}),
    back: () => act(goBack),
    undo: takeBack,
    previousTrack: () => selectTrack(-1),
    nextTrack: () => selectTrack(1),
    version: playNextVersion,
    hook: () => heard && toggleHook(heard.hook ?? 0),
    tenth: seekToTenth,
    download: () => {
      if (release && offer === 'download') void download.release(release);
      else if (release) onResult(t('download.stream-only'));
    },
    playlist: () => heard && pickPlaylist(formatTrackTitle(heard), [heard]),
    playlistOfAll: () => release && pickPlaylist(release.title, release.songs),
    air: () => release && heard && isOnline && tellOnAir(release, heard),
    page: () => {
      if (!known) return;
      const comeBack = sound.hold();
      setReturnFromPage(() => comeBack);
    },
    help: () => setKeyHelpOpen(true),
  };
  const keyActions = {
    // Whoever types R and a digit at once does not wait for the form; 4 asks which version.
    reacting: {
      tenth: (digit: number) => {
        const kind = ReactionKind.options[digit - 1];
        if (kind === 'version') setReacting({ kind });
        else if (kind) react(kind);
      },
    },
    picking: { playlist: pickLast, playlistOfAll: pickLast },
    deciding: { ...actions, any: sound.isWaiting ? sound.begin : undefined },
  };
  const isReady = known !== undefined || error !== null;
  const mode = reacting ? 'reacting' : isPicking ? 'picking' : 'deciding';
  useDeskActions(keys, isReady && !returnFromPage ? keyActions[mode] : undefined);
  const { onTouchStart, onTouchEnd } = useSwipe({ right: actions.flag, left: actions.archive });

  return (
    <div className={styles.fill} onTouchStart={onTouchStart} onTouchEnd={onTouchEnd}>
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
        canUndo={canUndo}
        canGoBack={run.position > 0}
        result={result}
        onPlay={sound.play}
      />
      {reacting && known && (
        <ReactionDialog
          // Another kind is another form.
          key={reacting.kind}
          release={known}
          initialKind={reacting.kind}
          moment={track && getMoment(track)}
          onReact={(reaction) => make('reaction', { reaction })}
          onClose={() => setReacting(undefined)}
        />
      )}
      {airDialog}
      {returnFromPage && known && (
        <ReleaseDialog
          release={known}
          onClose={() => {
            setReturnFromPage(undefined);
            returnFromPage();
          }}
        />
      )}
    </div>
  );
}

type MadeDetails = Pick<Decision, 'reaction' | 'playlist'> & {
  /** Of the playlist. */
  name?: string;
};

/** P again, before the picker is there. */
function pickLast(): void {
  const { open } = usePlaylistDialogStore.getState();
  if (open?.kind !== 'picker' || !lastPlaylist) return;
  closeDialog();
  const { tracks, onPick } = open.toAdd;
  if (Array.isArray(tracks)) onPick?.(lastPlaylist, tracks);
}

/** Says that the track cannot be played. */
function useFailedSound(track: Track | undefined, onResult: DeskProps['onResult']): void {
  const t = useText();
  const isUnplayable = useIsUnplayable(track?.trackid);
  const title = track && formatTrackTitle(track);
  useEffect(() => {
    if (isUnplayable && title !== undefined) onResult(t('desk.unplayable', { title }));
  }, [t, isUnplayable, title, onResult]);
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

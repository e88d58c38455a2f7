import type { Release } from '@promenade/contract/catalogue';
import { MARKED_AT_ONCE_MAX } from '@promenade/contract/limits';
import { Archive, ArchiveRestore, ArrowDownToLine, Flag, FlagOff, ListPlus } from 'lucide-react';
import { useFetchAudioTracks } from '../catalogue/data.ts';
import { useMarks } from '../catalogue/marksData.ts';
import { Button } from '../design/Button.tsx';
import { useDownloadActions } from '../downloads/downloadActions.ts';
import { ListButtons } from '../downloads/ListButtons.tsx';
import { useDownloadsEnabled } from '../downloads/optionsData.ts';
import { useText } from '../platform/text.ts';
import { openPicker } from '../playlists/dialogStore.ts';
import { endSelection } from './selectionStore.ts';

/** What can be done with the chosen releases. Flag and Archive become their opposites when nothing is left to change. */
export function SelectionBar({ releases }: { releases: readonly Release[] }) {
  const t = useText();
  const { flagMany, archiveMany } = useMarks();
  const fetchAudioTracks = useFetchAudioTracks();
  const download = useDownloadActions();
  const isDownloadEnabled = useDownloadsEnabled() === true;
  const active = releases.filter(({ archived }) => !archived);
  const isEmpty = releases.length === 0;
  const isFlagging = isEmpty || active.some(({ flagged, flaggedtrackcount }) => !flagged && flaggedtrackcount === 0);
  const isArchiving = isEmpty || active.length > 0;
  const downloadable = isDownloadEnabled ? releases.filter(({ candownload }) => candownload) : [];
  const list = {
    size: 'small',
    source: { kind: 'releases', releaseids: downloadable.map(({ releaseid }) => releaseid) },
    disabled: downloadable.length === 0 || downloadable.length > MARKED_AT_ONCE_MAX,
  } as const;
  function archive() {
    // The list moves the focus on from there when these releases leave it.
    const [first] = releases;
    document.querySelector<HTMLElement>(`[data-key="${first?.releaseid}"] [data-stop]`)?.focus({ preventScroll: true });
    archiveMany(releases, isArchiving);
    endSelection();
  }
  async function fetchAllTracks() {
    const tracks = [];
    for (const { releaseid } of releases) tracks.push(...(await fetchAudioTracks(releaseid)));
    return tracks;
  }
  return (
    <>
      <Button
        size="small"
        icon={isFlagging ? Flag : FlagOff}
        disabled={active.length === 0}
        onClick={() => flagMany(releases, isFlagging)}
      >
        {t(isFlagging ? 'table.flag' : 'table.unflag')}
      </Button>
      <Button size="small" icon={isArchiving ? Archive : ArchiveRestore} disabled={isEmpty} onClick={archive}>
        {t(isArchiving ? 'table.archive' : 'table.restore')}
      </Button>
      <Button
        size="small"
        icon={ListPlus}
        disabled={isEmpty}
        onClick={() => openPicker({ title: t('library.total', { count: releases.length }), tracks: fetchAllTracks })}
      >
        {t('track.add-to')}
      </Button>
      {isDownloadEnabled && (
        <Button
          size="small"
          icon={ArrowDownToLine}
          disabled={downloadable.length === 0}
          onClick={() => void download.releases(downloadable)}
        >
          {t('selection.download')}
        </Button>
      )}
      <ListButtons {...list} />
    </>
  );
}

import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { X } from 'lucide-react';
import { type MouseEvent, type RefObject, useId, useRef } from 'react';
import { Link } from 'react-router';
import { formatTrackTitle, getSmallCover } from '../catalogue/format.ts';
import { ExplicitMark } from '../catalogue/Marks.tsx';
import { VersionedTitle } from '../catalogue/VersionedTitle.tsx';
import { Button, buttonClass } from '../design/Button.tsx';
import { CoverArt } from '../design/CoverArt.tsx';
import { classNames } from '../design/classNames.ts';
import { Dialog } from '../design/Dialog.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { PopoverPanel } from '../design/Popover.tsx';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { formatSize, listOmitted } from './bundle.ts';
import styles from './DownloadsPanel.module.css';
import type { DownloadItem } from './downloadItem.ts';
import { getDisplayState, isZipped, removeFinished, removeItem, restartItem } from './downloads.ts';
import { updateDownloads, useDownloads } from './downloadsStore.ts';

const WIDTH_PX = 400;

/** The download manager in a popover of its button, or in a dialog on a phone (requirement C-SHELL-15). */
export function DownloadsPanel({ button, onClose }: { button: RefObject<HTMLElement | null>; onClose: () => void }) {
  const t = useText();
  return useBelow(MOBILE_BELOW_PX) ? (
    <Dialog label={t('download.title')} onClose={onClose}>
      <Content isFull onClose={onClose} />
    </Dialog>
  ) : (
    <PopoverPanel label={t('download.title')} trigger={button} width={WIDTH_PX} onClose={onClose}>
      <Content onClose={onClose} />
    </PopoverPanel>
  );
}

function Content({ isFull, onClose }: { isFull?: boolean; onClose: () => void }) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const items = useDownloads((downloads) => downloads.items);
  const hasFinished = items.some(({ status }) => status === 'finished');
  function remove(downloadID: string, { currentTarget }: MouseEvent) {
    const row = currentTarget.closest('li');
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
    // The focused button is about to be removed.
    (neighbour?.querySelector<HTMLElement>('button[data-remove]') ?? heading.current)?.focus();
    updateDownloads((all) => removeItem(all, downloadID));
  }
  function clear() {
    heading.current?.focus();
    updateDownloads(removeFinished);
  }
  return (
    <div className={classNames(styles.panel, isFull && styles.full)}>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {t('download.title')}
        </h2>
        {hasFinished && (
          <Button variant="plain" size="small" onClick={clear}>
            {t('download.clear')}
          </Button>
        )}
        {isFull && <IconButton icon={X} label={t('common.close')} onClick={onClose} />}
      </div>
      {items.length === 0 ? (
        <div className={styles.empty}>
          <p>{t('download.empty')}</p>
          <Link to={paths.releases} className={buttonClass({ size: 'small' })} onClick={onClose}>
            {t('release.to-releases')}
          </Link>
        </div>
      ) : (
        <ul className={styles.list} aria-label={t('download.title')}>
          {items.toReversed().map((item) => (
            <Row key={item.downloadID} item={item} onRemove={remove} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** A row of the download manager; a click anywhere on a failed one restarts it (requirements C-DOWNLOAD-08, C-DOWNLOAD-24). */
function Row({ item, onRemove }: { item: DownloadItem; onRemove: (downloadID: string, event: MouseEvent) => void }) {
  const t = useText();
  const { title, version, artist, explicit, trackcount, coverart, downloadID, format, bytes, omitted = [] } = item;
  const details = [
    isZipped(item) && t('download.tracks', { count: trackcount }),
    format.toUpperCase(),
    bytes !== undefined && formatSize(bytes),
  ];
  const tracks = listOmitted(t, omitted, format).join('; ');
  const omittedText = t('download.omitted', { count: omitted.length, total: trackcount, tracks });
  return (
    <li className={styles.row}>
      <CoverArt src={coverart && getSmallCover(coverart)} pixels={160} className={styles.cover ?? ''} />
      <div className={styles.words}>
        <p className={styles.rowTitle}>
          <span dir="auto" className="ellipsis">
            <VersionedTitle title={title} version={version} />
          </span>
          {explicit && <ExplicitMark />}
        </p>
        <p className={styles.facts}>
          {artist && <bdi className="ellipsis">{artist}</bdi>}
          <span className={styles.format}>{details.filter(Boolean).join(' · ')}</span>
        </p>
        <RowState item={item} />
        {omitted.length > 0 && (
          <p className={styles.omitted} title={omittedText}>
            {omittedText}
          </p>
        )}
      </div>
      <IconButton
        icon={X}
        size="small"
        iconSize={18}
        data-remove
        label={t('download.remove', { title: formatTrackTitle(item) })}
        className={styles.remove}
        onClick={(event) => onRemove(downloadID, event)}
      />
    </li>
  );
}

function RowState({ item }: { item: DownloadItem }) {
  const t = useText();
  const { downloadID, failure } = item;
  const title = formatTrackTitle(item);
  const reasonId = useId();
  const { state, percent } = getDisplayState(item);
  if (state === 'failed') {
    return (
      <>
        <button
          type="button"
          className={styles.restart}
          aria-label={t('download.restart', { title })}
          aria-describedby={failure && reasonId}
          onClick={() => updateDownloads((items) => restartItem(items, downloadID))}
        >
          <span>{t('download.failed')}</span> <span className={styles.again}>{t('download.again')}</span>
        </button>
        {failure && (
          <p id={reasonId} className={styles.reason}>
            {t(`download.failure-${failure}`)}
          </p>
        )}
      </>
    );
  }
  const hasProgress = state === 'loading' || state === 'zipping';
  return (
    <p className={styles.state} data-state={state}>
      {hasProgress && <progress max={100} value={percent} aria-label={title} className={styles.bar} />}
      {state === 'loading' ? t('download.percent', { percent }) : t(`download.${state}`)}
    </p>
  );
}

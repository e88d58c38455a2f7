import { ChevronDown, Pause, Play, Volume2, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { formatDuration, formatTooltip, formatTrackTitle } from '../../catalogue/format.ts';
import { ExplicitMark } from '../../catalogue/Marks.tsx';
import { ArtistLinks, type Credited } from '../../catalogue/NameLinks.tsx';
import { VersionedTitle } from '../../catalogue/VersionedTitle.tsx';
import { CoverArt } from '../../design/CoverArt.tsx';
import { classNames } from '../../design/classNames.ts';
import { Icon } from '../../design/Icon.tsx';
import { IconButton } from '../../design/IconButton.tsx';
import { ReorderHandle, useReorderRow } from '../../design/Reorder.tsx';
import { useText } from '../../platform/text.ts';
import { closeQueueDrawer } from '../panelStore.ts';
import { playPause } from '../playback.ts';
import { usePlayer } from '../playerStore.ts';
import { UnplayableNote } from '../UnplayableNote.tsx';
import styles from './QueueListRow.module.css';
import type { QueueItem } from './queue.ts';
import { playFromHistory, playQueueItem, removeRow } from './queueActions.ts';
import type { QueueRow } from './queueRows.ts';

interface Props<Row = QueueRow> {
  row: Row;
  tabIndex: number;
  onOpen: ((id: string, isOpen: boolean) => void) | undefined;
}
type PropsOf<Kind extends QueueRow['kind']> = Props<Extract<QueueRow, { kind: Kind }>>;

export function QueueListRow({ row, ...rest }: Props) {
  const t = useText();
  switch (row.kind) {
    case 'heading':
      return <Heading row={row} {...rest} />;
    case 'empty':
      return <p className={styles.nothing}>{t('queue.nothing-next')}</p>;
    case 'item':
      return row.isMovable ? <MovableItem row={row} {...rest} /> : <Item row={row} {...rest} />;
    case 'song':
      return <ItemSong row={row} {...rest} />;
    case 'history':
      return <HistorySong row={row} {...rest} />;
  }
}

function Heading({ row: { id, count, isOpen }, tabIndex, onOpen }: PropsOf<'heading'>) {
  const t = useText();
  return (
    <div className={styles.heading}>
      <h3 className={styles.headingWords}>{t(`queue.${id}`)}</h3>
      {id !== 'current' && count > 0 && <span className={styles.count}>{count}</span>}
      {id === 'earlier' && (
        <IconButton
          icon={ChevronDown}
          label={t('queue.show-earlier')}
          size="small"
          iconSize={18}
          aria-expanded={isOpen}
          tabIndex={tabIndex}
          data-stop
          className={styles.fold}
          onClick={() => onOpen?.(id, !isOpen)}
        />
      )}
    </div>
  );
}

function MovableItem(props: PropsOf<'item'>) {
  const t = useText();
  const { ref, style, isDragging, handle } = useReorderRow(props.row.id);
  const label = t('queue.move', { title: useEntryName(props.row.item) });
  return (
    <Item {...props} attributes={{ ref, style, 'data-dragging': isDragging || undefined }}>
      <ReorderHandle handle={handle} label={label} tabIndex={props.tabIndex} />
    </Item>
  );
}

/** The name of an entry in its controls: releases and playlists often have the title of one of their songs. */
function useEntryName({ type, title, songs }: QueueItem): string {
  const t = useText();
  const name = formatTrackTitle({ title, version: (type === 'song' && songs[0]?.version) || '' });
  return type === 'song' || songs.length === 1 ? name : t(`queue.named-${type}`, { title });
}

interface ItemProps extends PropsOf<'item'> {
  attributes?: ComponentProps<'div'> & { 'data-dragging'?: boolean | undefined };
  children?: ReactNode;
}

function Item({ row, tabIndex, onOpen, attributes, children }: ItemProps) {
  const t = useText();
  const { item, isCurrent, isOpen } = row;
  const loadedSong = usePlayer(({ song }) => song?.uuid);
  const count = item.songs.length;
  const place = item.songs.findIndex(({ uuid }) => uuid === loadedSong) + 1;
  const isLoaded = isCurrent && place > 0;
  const version = item.type === 'song' ? item.songs[0]?.version : undefined;
  const name = useEntryName(item);
  const shownSong = isOpen ? undefined : (item.songs[place - 1] ?? (count === 1 ? item.songs[0] : undefined));
  const songCount = isLoaded && !isOpen ? t('queue.song-of', { place, count }) : t('queue.songs', { count });
  return (
    <div {...attributes} className={classNames(styles.line, isCurrent && styles.current)}>
      <PlayButton
        name={name}
        title={formatTrackTitle({ title: item.title, version: version ?? '' })}
        artist={item.artist}
        isLoaded={isLoaded}
        tabIndex={tabIndex}
        onPlay={() => playQueueItem({ item: item.uuid })}
        picture={<CoverArt key={item.thumbnail} src={item.thumbnail} color={item.songs[0]?.color ?? ''} />}
      />
      <EntryTitle
        title={item.title}
        version={version}
        explicit={item.explicit}
        credit={{ artist: item.artist, artists: item.songs[0]?.artists ?? [] }}
        tabIndex={tabIndex}
        count={count > 1 ? songCount : ''}
        trackid={shownSong?.trackid}
      />
      <div className={styles.actions}>
        {count > 1 && (
          <IconButton
            icon={ChevronDown}
            label={t('queue.show-songs', { title: item.title })}
            size="small"
            iconSize={18}
            aria-expanded={isOpen}
            tabIndex={tabIndex}
            className={styles.fold}
            onClick={() => onOpen?.(item.uuid, !isOpen)}
          />
        )}
        <RemoveButton row={row} title={name} tabIndex={tabIndex} />
        {children}
      </div>
    </div>
  );
}

function ItemSong({ row, tabIndex }: PropsOf<'song'>) {
  const { item, song, isCurrent } = row;
  const isLoaded = usePlayer((player) => player.song?.uuid === song.uuid);
  const number = <span className={styles.number} data-number={item.songs.indexOf(song) + 1} />;
  return (
    <div className={classNames(styles.line, styles.song, isCurrent && styles.current)}>
      <PlayButton
        title={formatTrackTitle(song)}
        isLoaded={isLoaded}
        tabIndex={tabIndex}
        onPlay={() => playQueueItem({ item: item.uuid, song: song.uuid })}
        picture={isCurrent ? <Icon icon={Volume2} size={16} /> : number}
      />
      <EntryTitle
        title={song.title}
        version={song.version}
        explicit={song.explicit}
        tabIndex={tabIndex}
        trackid={song.trackid}
      />
      <span className={styles.time}>{formatDuration(song.duration)}</span>
      <div className={styles.actions}>
        <RemoveButton row={row} title={formatTrackTitle(song)} tabIndex={tabIndex} />
      </div>
    </div>
  );
}

function HistorySong({ row: { song }, tabIndex }: PropsOf<'history'>) {
  const { title, version, artist, explicit, duration, coverart, color } = song;
  return (
    <div className={styles.line}>
      <PlayButton
        title={formatTrackTitle(song)}
        artist={artist}
        isLoaded={false}
        tabIndex={tabIndex}
        onPlay={() => playFromHistory(song)}
        picture={<CoverArt key={coverart} src={coverart} color={color} />}
      />
      <EntryTitle
        title={title}
        version={version}
        explicit={explicit}
        credit={song}
        tabIndex={tabIndex}
        trackid={song.trackid}
      />
      <span className={styles.time}>{formatDuration(duration)}</span>
    </div>
  );
}

interface PlayButtonProps {
  /** The title, unless the name says more. */
  name?: string;
  title: string;
  /** For the tooltip. */
  artist?: string;
  /** Whether the player has this entry loaded: a press then plays or pauses it. */
  isLoaded: boolean;
  tabIndex: number;
  onPlay: () => void;
  picture: ReactNode;
}

function PlayButton({ title, name = title, artist, isLoaded, tabIndex, onPlay, picture }: PlayButtonProps) {
  const t = useText();
  const isPlaying = usePlayer((player) => player.isPlaying) && isLoaded;
  return (
    <button
      type="button"
      className={classNames('rowButton', styles.play)}
      data-tooltip={formatTooltip(title, artist)}
      aria-label={t('queue.play', { title: name })}
      aria-pressed={isPlaying}
      tabIndex={tabIndex}
      data-stop
      onClick={isLoaded ? playPause : onPlay}
    >
      {picture}
      <span className={styles.sign}>
        <Icon icon={isPlaying ? Pause : Play} size={18} filled />
      </span>
    </button>
  );
}

interface EntryTitleProps {
  title: string;
  version: string | undefined;
  explicit: boolean;
  credit?: Credited;
  tabIndex: number;
  count?: string;
  /** The track that the entry stands for, if it is one. */
  trackid: string | undefined;
}

function EntryTitle({ title, version, explicit, credit, tabIndex, count, trackid }: EntryTitleProps) {
  return (
    <div className={styles.words}>
      <p className={styles.title}>
        <bdi className="ellipsis">
          <VersionedTitle title={title} version={version} />
        </bdi>
        {explicit && <ExplicitMark />}
      </p>
      <UnplayableNote trackid={trackid}>
        {(credit?.artist || count) && (
          <p className={styles.artist}>
            {credit?.artist && (
              <span className="ellipsis">
                <ArtistLinks of={credit} tabIndex={tabIndex} onClick={closeQueueDrawer} />
              </span>
            )}
            {count && <span className={styles.more}>{count}</span>}
          </p>
        )}
      </UnplayableNote>
    </div>
  );
}

function RemoveButton({ row, title, tabIndex }: { row: QueueRow; title: string; tabIndex: number }) {
  const t = useText();
  return (
    <IconButton
      icon={X}
      label={t('queue.remove', { title })}
      size="small"
      iconSize={16}
      tabIndex={tabIndex}
      className={styles.remove}
      onClick={() => removeRow(row)}
    />
  );
}

import { ChevronDown, Volume2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { ReorderHandle, useReorder } from '../design/Reorder.tsx';
import { Sleeve } from '../design/Sleeve.tsx';
import { useText } from '../platform/text.ts';
import { playingTime } from '../releases/time.ts';
import { usePlayer } from './playerStore.ts';
import styles from './QueueLine.module.css';
import { QueuePlay } from './QueuePlay.tsx';
import { QueueWords } from './QueueWords.tsx';
import { playAgain, playQueued, removeRow } from './queueHandling.ts';
import type { QueueRow } from './queueRows.ts';

interface Props<Row = QueueRow> {
  row: Row;
  /** Of all its controls. */
  tabIndex: number;
  onOpen: ((id: string, isOpen: boolean) => void) | undefined;
}
type Of<Kind extends QueueRow['kind']> = Props<Extract<QueueRow, { kind: Kind }>>;

/** One line of the queue or of its history. */
export function QueueLine({ row, ...rest }: Props) {
  const t = useText();
  switch (row.kind) {
    case 'heading':
      return <Heading row={row} {...rest} />;
    case 'nothing':
      return <p className={styles.nothing}>{t('queue.nothing-next')}</p>;
    case 'item':
      return row.isMovable ? <Movable row={row} {...rest} /> : <Item row={row} {...rest} />;
    case 'song':
      return <SongOfItem row={row} {...rest} />;
    case 'heard':
      return <HeardSong row={row} {...rest} />;
  }
}

function Heading({ row: { id, count, isOpen }, tabIndex, onOpen }: Of<'heading'>) {
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

function Movable(props: Of<'item'>) {
  const t = useText();
  const { ref, style, isDragging, handle } = useReorder(props.row.id);
  const label = t('queue.move', { title: props.row.item.title });
  return (
    <div ref={ref} style={style} className={styles.movable} data-dragging={isDragging || undefined}>
      <Item {...props} handle={<ReorderHandle handle={handle} label={label} tabIndex={props.tabIndex} />} />
    </div>
  );
}

function Item({ row, tabIndex, onOpen, handle }: Of<'item'> & { handle?: ReactNode }) {
  const t = useText();
  const { item, isCurrent, isOpen } = row;
  const on = usePlayer(({ song }) => song?.uuid);
  const isOn = isCurrent && item.songs.some(({ uuid }) => uuid === on);
  const count = item.songs.length;
  const place = item.songs.findIndex(({ uuid }) => uuid === on) + 1;
  const counted = isOn && !isOpen ? t('queue.song-of', { place, count }) : t('queue.songs', { count });
  return (
    <div className={classNames(styles.line, isCurrent && styles.current)}>
      <QueuePlay
        title={item.title}
        isOn={isOn}
        tabIndex={tabIndex}
        onPlay={() => playQueued({ item: item.uuid })}
        picture={<Sleeve key={item.thumbnail} src={item.thumbnail} color={item.songs[0]?.color ?? ''} />}
      />
      <QueueWords title={item.title} explicit={item.explicit} artist={item.artist} more={count > 1 ? counted : ''} />
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
        <Remove row={row} title={item.title} tabIndex={tabIndex} />
        {handle}
      </div>
    </div>
  );
}

function SongOfItem({ row, tabIndex }: Of<'song'>) {
  const { item, song, isCurrent } = row;
  const isOn = usePlayer((player) => player.song?.uuid === song.uuid);
  return (
    <div className={classNames(styles.line, styles.song, isCurrent && styles.current)}>
      <QueuePlay
        title={song.title}
        isOn={isOn}
        tabIndex={tabIndex}
        onPlay={() => playQueued({ item: item.uuid, song: song.uuid })}
        picture={
          isCurrent ? (
            <Icon of={Volume2} size={16} />
          ) : (
            <span className={styles.number} data-number={item.songs.indexOf(song) + 1} />
          )
        }
      />
      <QueueWords title={song.title} version={song.version} explicit={song.explicit} />
      <span className={styles.time}>{playingTime(song.duration)}</span>
      <div className={styles.actions}>
        <Remove row={row} title={song.title} tabIndex={tabIndex} />
      </div>
    </div>
  );
}

function HeardSong({ row: { song }, tabIndex }: Of<'heard'>) {
  return (
    <div className={styles.line}>
      <QueuePlay
        title={song.title}
        isOn={false}
        tabIndex={tabIndex}
        onPlay={() => playAgain(song)}
        picture={<Sleeve key={song.coverart} src={song.coverart} color={song.color} />}
      />
      <QueueWords title={song.title} version={song.version} explicit={song.explicit} artist={song.artist} />
      <span className={styles.time}>{playingTime(song.duration)}</span>
    </div>
  );
}

function Remove({ row, title, tabIndex }: { row: QueueRow; title: string; tabIndex: number }) {
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

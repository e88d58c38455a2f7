import type { CalendarRelease } from '@promenade/contract/calendar/calendar';
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import sections from '../../console/sections.module.css';
import { classNames } from '../../design/classNames.ts';
import { EmptyState } from '../../design/EmptyState.tsx';
import { getLanguage, useText } from '../../platform/text.ts';
import { releaseEditorPath } from '../consolePaths.ts';
import styles from './Calendar.module.css';
import { addDays, type CalendarEntry, type Day, type DayKind, toDate } from './days.ts';

/** False when it was not moved. */
type Move = (entry: Pick<CalendarEntry, 'release' | 'kind'>, day: Day) => Promise<boolean>;

const DRAGGED = 'application/x-promenade-day';
/** Days that a key moves an entry by, together with Shift. */
const KEYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

const keyOf = ({ release, kind }: Pick<CalendarEntry, 'release' | 'kind'>): string => `${release.releaseid} ${kind}`;

interface MonthProps {
  today: Day;
  name: string;
  /** `YYYY-MM` */
  month: string;
  weeks: Day[][];
  entries: readonly CalendarEntry[];
  /** Drafts that can be dropped on a day. */
  undated: readonly CalendarRelease[];
  onMove: Move;
}

/** A month as a table of days. */
export function Month({ today, name, month, weeks, entries, undated, onMove }: MonthProps) {
  const language = getLanguage();
  const [over, setOver] = useState<Day>();
  const table = useRef<HTMLTableElement>(null);
  const moved = useRef<{ key: string; day: Day }>(undefined);
  useEffect(() => {
    // The entry stands in another cell now.
    const { key, day } = moved.current ?? {};
    const link = table.current?.querySelector<HTMLElement>(`[data-day="${day}"] [data-entry="${key}"]`);
    if (!link) return;
    moved.current = undefined;
    link.focus();
  }, [entries]);
  const move: Move = async (entry, day) => {
    moved.current = { key: keyOf(entry), day };
    const isMoved = await onMove(entry, day);
    if (!isMoved) moved.current = undefined;
    return isMoved;
  };
  const drop = (event: DragEvent, day: Day) => {
    event.preventDefault();
    setOver(undefined);
    const key = event.dataTransfer.getData(DRAGGED);
    const entry = entries.find((one) => keyOf(one) === key);
    const release = undated.find((one) => keyOf({ release: one, kind: 'available' }) === key);
    if (entry && entry.day !== day) void move(entry, day);
    else if (!entry && release) void move({ release, kind: 'available' }, day);
  };
  return (
    <table ref={table} className={styles.month} aria-label={name}>
      <thead>
        <tr>
          {(weeks[0] ?? []).map((day) => (
            <th key={day} scope="col">
              {toDate(day).toLocaleDateString(language, { weekday: 'short' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td
                key={day}
                data-day={day}
                className={classNames(!day.startsWith(month) && styles.outside, over === day && styles.over)}
                onDragOver={(event) => {
                  if (!event.dataTransfer.types.includes(DRAGGED)) return;
                  event.preventDefault();
                  setOver(day);
                }}
                onDragLeave={() => setOver(undefined)}
                onDrop={(event) => drop(event, day)}
              >
                <time dateTime={day} aria-current={day === today ? 'date' : undefined} className={styles.number}>
                  {toDate(day).getDate()}
                </time>
                <ul>
                  {entries
                    .filter((entry) => entry.day === day)
                    .map((entry) => (
                      <li key={keyOf(entry)}>
                        <Entry entry={entry} onMove={move} />
                      </li>
                    ))}
                </ul>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Entry({ entry, onMove }: { entry: CalendarEntry; onMove: Move }) {
  const t = useText();
  const { release, kind, day } = entry;
  const { releaseid, title, artist, state, mayedit, label } = release;
  const onKeyDown = (event: KeyboardEvent) => {
    const days = KEYS[event.key];
    if (!event.shiftKey || days === undefined || !mayedit) return;
    event.preventDefault();
    void onMove(entry, addDays(day, days));
  };
  return (
    <Link
      to={releaseEditorPath(releaseid)}
      data-entry={keyOf(entry)}
      draggable={mayedit}
      className={classNames(styles.entry, styles[kind], state === 'draft' && styles.draft)}
      aria-keyshortcuts={
        mayedit
          ? Object.keys(KEYS)
              .map((key) => `Shift+${key}`)
              .join(' ')
          : undefined
      }
      data-tooltip={[`${artist} – ${title}`, label].filter(Boolean).join(', ')}
      onKeyDown={onKeyDown}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, keyOf(entry))}
    >
      <small>{describeKind(t, kind, state)}</small> <bdi>{title}</bdi>
    </Link>
  );
}

const describeKind = (t: ReturnType<typeof useText>, kind: DayKind, state: CalendarRelease['state']): string =>
  t(state === 'draft' && kind === 'available' ? 'calendar.draft' : `calendar.${kind}`);

/** The days of a month that have something, one below the other: phones. */
export function Agenda({ entries }: { entries: readonly CalendarEntry[] }) {
  const t = useText();
  const language = getLanguage();
  const days = [...new Set(entries.map(({ day }) => day))].sort();
  if (days.length === 0) return <EmptyState title={t('calendar.empty')} hint={t('calendar.empty-hint')} />;
  return (
    <ol className={styles.agenda}>
      {days.map((day) => (
        <li key={day}>
          <h2>{toDate(day).toLocaleDateString(language, { weekday: 'short', day: 'numeric', month: 'short' })}</h2>
          <ul>
            {entries
              .filter((entry) => entry.day === day)
              .map(({ release, kind }) => (
                <li key={keyOf({ release, kind })}>
                  <Link
                    to={releaseEditorPath(release.releaseid)}
                    className={classNames(styles.entry, styles[kind], release.state === 'draft' && styles.draft)}
                  >
                    <small>{describeKind(t, kind, release.state)}</small> <bdi>{release.title}</bdi>
                  </Link>
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

/** Drafts without a date; nothing when there are none. */
export function Undated({ releases }: { releases: readonly CalendarRelease[] }) {
  const t = useText();
  if (releases.length === 0) return null;
  return (
    <section>
      <h2 className={sections.heading}>{t('calendar.undated')}</h2>
      <ul className={styles.undated}>
        {releases.map((release) => (
          <li key={release.releaseid}>
            <Link
              to={releaseEditorPath(release.releaseid)}
              draggable={release.mayedit}
              className={classNames(styles.entry, styles.draft)}
              onDragStart={(event) => event.dataTransfer.setData(DRAGGED, keyOf({ release, kind: 'available' }))}
            >
              <bdi>{release.title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

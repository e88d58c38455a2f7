import { AIRPLAY_FILE_BYTES_MAX, AIRPLAY_ROWS_MAX, LINE_MAX } from '@promenade/contract/limits';
import { FileUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatTrackTitle } from '../catalogue/format.ts';
import { Banner } from '../design/Banner.tsx';
import { Button } from '../design/Button.tsx';
import { DialogButtons } from '../design/DialogButtons.tsx';
import { LazyDialog } from '../design/lazyPart.ts';
import { Select } from '../design/Select.tsx';
import { TextField } from '../design/TextField.tsx';
import { createUuid } from '../platform/createId.ts';
import { getRefusalText } from '../platform/errorText.ts';
import { formatTableDate, getZone, toDay } from '../platform/format.ts';
import { notify } from '../platform/notices.ts';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { getLanguage, type Translate, useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import { type Match, matchSongs, useTellAirplays, useTold } from './airplayData.ts';
import { decodeLog, type LoggedSong, type PlayLog, parsePlayLog } from './playLog.ts';
import styles from './Shelf.module.css';

interface Props {
  /** A file that was dropped on the page. */
  file?: File | undefined;
  /** The name of the station, if one is known. */
  company: string;
  onClose: () => void;
}

/** Tells labels what a log of played songs has, after showing it; lists what was told before, to take it back. */
export function PlayedSongsDialog(props: Props) {
  const t = useText();
  return (
    <LazyDialog kind="form" title={t('air.log')} onClose={props.onClose}>
      <PlayedSongs {...props} />
    </LazyDialog>
  );
}

interface ReadLog extends PlayLog {
  matches: Match[];
}

interface Outcome {
  log?: ReadLog;
  problem?: string;
}

function PlayedSongs({ file, company, onClose }: Props) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState(file);
  const [outcome, setOutcome] = useState<Outcome & { of: File }>();
  useEffect(() => {
    if (!chosen) return undefined;
    let isCurrent = true;
    void readLog(t, chosen).then((read) => {
      if (isCurrent) setOutcome({ ...read, of: chosen });
    });
    return () => {
      isCurrent = false;
    };
  }, [t, chosen]);
  const read = outcome?.of === chosen ? outcome : undefined;
  const isReading = chosen !== undefined && outcome?.of !== chosen;
  return (
    <div className={styles.form}>
      <p className={styles.hint}>{t('air.log-what')}</p>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        hidden
        aria-label={t('air.choose')}
        onChange={({ target }) => {
          const [next] = target.files ?? [];
          if (next) setChosen(next);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <Button size="small" icon={FileUp} busy={isReading} onClick={() => input.current?.click()}>
        {t('air.choose')}
      </Button>
      {read?.problem && <Banner kind="error" title={read.problem} />}
      {read?.log ? <Preview log={read.log} company={company} onClose={onClose} /> : <Told />}
    </div>
  );
}

async function readLog(t: Translate, file: File): Promise<Outcome> {
  try {
    if (file.size > AIRPLAY_FILE_BYTES_MAX) return { problem: t('air.too-large') };
    const parsed = parsePlayLog(decodeLog(await file.arrayBuffer()));
    if (!parsed || parsed.songs.length === 0) return { problem: t('air.no-log') };
    return { log: { ...parsed, matches: await matchSongs(parsed.songs) } };
  } catch (failure) {
    return { problem: getRefusalText(failure) ?? t('air.not-read') };
  }
}

const countPlays = (songs: readonly LoggedSong[]): number =>
  songs.reduce((sum, { plays }) => sum + plays.reduce((all, { times }) => all + times, 0), 0);

function Preview({ log, company, onClose }: { log: ReadLog; company: string; onClose: () => void }) {
  const t = useText();
  const last = useTold()?.[0];
  const [typed, setStation] = useState<string>();
  const station = typed ?? last?.station ?? company;
  const [zone, setZone] = useState(getZone);
  const [day, setDay] = useState(() => toDay(new Date()));
  const [picked, setPicked] = useState<Record<number, string>>({});
  const { tell, takeBack } = useTellAirplays();
  const chosen = log.matches.map(({ tracks }, index) => (tracks.length === 1 ? tracks[0]?.trackid : picked[index]));
  const ambiguous = log.songs.flatMap((song, index) => {
    const { tracks } = log.matches[index] ?? { tracks: [] };
    return tracks.length > 1 ? [{ song, index, tracks }] : [];
  });
  const unknown = log.songs.filter((_song, index) => log.matches[index]?.tracks.length === 0);
  const toTell = log.songs.filter((_song, index) => chosen[index]);
  const matched = log.matches.filter(({ tracks }) => tracks.length === 1).length;
  const { submit, isBusy, failure, errors } = useSubmit<{ station?: string }>({
    validate: () => (station.trim() === '' ? { station: t('air.station-missing') } : {}),
    send: async () => {
      const batch = createUuid();
      const plays = log.songs.flatMap((song, index) => {
        const trackid = chosen[index];
        return trackid ? song.plays.map((play) => ({ ...play, trackid, day: play.day || day })) : [];
      });
      const { told, known, refused } = await tell({ batch, station: station.trim(), zone, plays });
      const rest = [
        known > 0 && t('air.known-count', { count: known }),
        refused > 0 && t('air.refused', { count: refused }),
      ];
      notify({
        category: 'airplayTold',
        message: [t('air.told', { count: told }), ...rest.filter(Boolean)].join(' '),
        ...(told > 0 && { undo: () => void takeBack(batch).catch(notifyFailure) }),
      });
      onClose();
    },
  });
  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <p role="status">
        {t('air.preview', { matched, ambiguous: ambiguous.length, unknown: unknown.length })}{' '}
        {log.unread > 0 && t('air.unread', { count: log.unread })}{' '}
        {log.isCut && t('air.cut', { count: AIRPLAY_ROWS_MAX })}
      </p>
      {failure !== undefined && (
        <Banner kind="error" title={t('air.not-told')}>
          {getRefusalText(failure)}
        </Banner>
      )}
      {ambiguous.map(({ song, index, tracks }) => (
        <Select
          key={`${song.artist} ${song.title} ${song.isrc}`}
          label={t('air.which', { artist: song.artist, title: song.title })}
          placeholder={t('air.none-of-them')}
          value={picked[index] ?? ''}
          options={tracks.map((track) => ({
            value: track.trackid,
            text: t('air.candidate', { title: formatTrackTitle(track), album: track.album }),
          }))}
          onChange={({ target }) => setPicked({ ...picked, [index]: target.value })}
        />
      ))}
      {unknown.length > 0 && (
        <details>
          <summary>{t('air.unknown', { count: unknown.length })}</summary>
          <ul className={styles.people}>
            {unknown.map(({ artist, title, isrc }) => (
              <li key={`${artist} ${title} ${isrc}`}>
                <bdi>{[artist, title || isrc].filter(Boolean).join(' – ')}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
      <TextField
        label={t('air.station')}
        name="station"
        maxLength={LINE_MAX}
        value={station}
        {...(errors.station && { error: errors.station })}
        onChange={({ target }) => setStation(target.value)}
      />
      {log.hasNoDays ? (
        <TextField
          label={t('air.day')}
          type="date"
          required
          value={day}
          onChange={({ target }) => setDay(target.value || day)}
        />
      ) : (
        <Select
          label={t('air.zone')}
          value={zone}
          options={[...new Set([zone, getZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((name) => ({
            value: name,
            text: name,
          }))}
          onChange={({ target }) => setZone(target.value)}
        />
      )}
      {toTell.length > 0 ? (
        <DialogButtons
          confirm={t('air.tell-plays', { count: countPlays(toTell) })}
          cancel={t('common.cancel')}
          busy={isBusy}
          onCancel={onClose}
        />
      ) : (
        <p className={styles.hint}>{t('air.nothing')}</p>
      )}
    </form>
  );
}

/** What was told, each with a button that takes it back. */
function Told() {
  const t = useText();
  const told = useTold();
  const { takeBack } = useTellAirplays();
  const [busy, setBusy] = useState('');
  if (!told || told.length === 0) return null;
  const date = (day: string) => formatTableDate(day, getLanguage());
  return (
    <section>
      <h3 className={styles.heading}>{t('air.told-before')}</h3>
      <ul className={styles.people}>
        {told.map(({ batch, station, from, to, plays, tracks }) => (
          <li key={batch} className={styles.buttons}>
            <span>
              {t('air.batch', {
                count: plays,
                tracks,
                station,
                days: from === to ? date(from) : t('air.days', { from: date(from), to: date(to) }),
              })}
            </span>
            <Button
              size="small"
              busy={busy === batch}
              onClick={() => {
                setBusy(batch);
                void takeBack(batch)
                  .catch(notifyFailure)
                  .finally(() => setBusy(''));
              }}
            >
              {t('air.take-back')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

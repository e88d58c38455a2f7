import type { Release, Track } from '@promenade/contract/catalogue';
import { LINE_MAX } from '@promenade/contract/limits';
import { type ReactNode, useCallback, useState } from 'react';
import { useFetchAudioTracks } from '../catalogue/data.ts';
import { formatTrackTitle } from '../catalogue/format.ts';
import { Banner } from '../design/Banner.tsx';
import { DialogButtons } from '../design/DialogButtons.tsx';
import { LazyDialog } from '../design/lazyPart.ts';
import { Select } from '../design/Select.tsx';
import { TextField } from '../design/TextField.tsx';
import { createUuid } from '../platform/createId.ts';
import { getRefusalText } from '../platform/errorText.ts';
import { getZone, toDay } from '../platform/format.ts';
import { notify } from '../platform/notices.ts';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import { useFindStation, useTellAirplays } from './airplayData.ts';
import styles from './Shelf.module.css';

interface Asked {
  release: Pick<Release, 'title' | 'artist'>;
  tracks: Track[];
  station: string;
}

/**
 * Tells the label that a track is on air now. What is not known is asked for first: which track of several, and the name
 * of the station.
 */
export function useOnAir(): { tellOnAir: (release: Release, track?: Track) => void; airDialog: ReactNode } {
  const findStation = useFindStation();
  const fetchTracks = useFetchAudioTracks();
  const tellTrack = useTellTrack();
  const [asked, setAsked] = useState<Asked>();
  const tellOnAir = useCallback(
    (release: Release, track?: Track) => {
      async function press() {
        const found = await Promise.all([track ? [track] : fetchTracks(release.releaseid), findStation()]);
        const [tracks, station] = found;
        const [only] = tracks;
        if (only && tracks.length === 1 && station !== '') await tellTrack(only, station);
        else if (only) setAsked({ release, tracks, station });
      }
      void press().catch(notifyFailure);
    },
    [findStation, fetchTracks, tellTrack],
  );
  return {
    tellOnAir,
    airDialog: asked && <OnAirDialog {...asked} onTell={tellTrack} onClose={() => setAsked(undefined)} />,
  };
}

function useTellTrack() {
  const t = useText();
  const { tell, takeBack } = useTellAirplays();
  return useCallback(
    async (track: Track, station: string): Promise<void> => {
      const batch = createUuid();
      const now = new Date();
      const play = { trackid: track.trackid, day: toDay(now), time: now.toTimeString().slice(0, 8), times: 1 };
      const { told } = await tell({ batch, station, zone: getZone(), plays: [play] });
      const title = formatTrackTitle(track);
      if (told === 0) notify({ category: 'airplayTold', message: t('air.known', { title, station }) });
      else
        notify({
          category: 'airplayTold',
          message: t('air.told-one', { title, station }),
          undo: () => void takeBack(batch).catch(notifyFailure),
        });
    },
    [t, tell, takeBack],
  );
}

interface DialogProps extends Asked {
  onTell: (track: Track, station: string) => Promise<void>;
  onClose: () => void;
}

function OnAirDialog(props: DialogProps) {
  const t = useText();
  return (
    <LazyDialog kind="form" title={t('air.now')} onClose={props.onClose}>
      <OnAirForm {...props} />
    </LazyDialog>
  );
}

function OnAirForm({ release, tracks, onTell, onClose, ...known }: DialogProps) {
  const t = useText();
  const [trackid, setTrackid] = useState(tracks[0]?.trackid ?? '');
  const [station, setStation] = useState(known.station);
  const { submit, isBusy, failure, errors } = useSubmit<{ station?: string }>({
    validate: () => (station.trim() === '' ? { station: t('air.station-missing') } : {}),
    send: async () => {
      const track = tracks.find((other) => other.trackid === trackid);
      if (track) await onTell(track, station.trim());
      onClose();
    },
  });
  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <p className={styles.lead}>
        <bdi>{release.title}</bdi>, <bdi>{release.artist}</bdi>
      </p>
      <p className={styles.hint}>{t('air.what')}</p>
      {failure !== undefined && (
        <Banner kind="error" title={t('air.not-told')}>
          {getRefusalText(failure)}
        </Banner>
      )}
      {tracks.length > 1 && (
        <Select
          label={t('air.track')}
          value={trackid}
          options={tracks.map((track) => ({ value: track.trackid, text: formatTrackTitle(track) }))}
          onChange={({ target }) => setTrackid(target.value)}
        />
      )}
      <TextField
        label={t('air.station')}
        name="station"
        maxLength={LINE_MAX}
        value={station}
        {...(errors.station && { error: errors.station })}
        onChange={({ target }) => setStation(target.value)}
      />
      <DialogButtons confirm={t('air.tell')} cancel={t('common.cancel')} busy={isBusy} onCancel={onClose} />
    </form>
  );
}

import type { Artist, Label } from '@promenade/contract/search';
import { type ReactNode, useId } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { Failed } from '../catalogue/Failed.tsx';
import { Button } from '../design/Button.tsx';
import { CoverArt } from '../design/CoverArt.tsx';
import { classNames } from '../design/classNames.ts';
import { lazyPart } from '../design/lazyPart.ts';
import { Tabs, tabId } from '../design/Tabs.tsx';
import { NoResults } from '../gallery/ListStates.tsx';
import { ListSkeleton } from '../gallery/Skeletons.tsx';
import { ReleaseListView } from '../gallery/table/ReleaseListView.tsx';
import { SongTable } from '../gallery/table/SongTable.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { type TextKey, useText } from '../platform/text.ts';
import { usePlayActions } from '../player/playActions.ts';
import {
  isMissing,
  useArtist,
  useArtistReleases,
  useArtistTracks,
  useLabel,
  useLabelReleases,
} from '../search/artistData.ts';
import { renderReleaseActions, renderTrackActions } from '../search/SectionTable.tsx';
import styles from './ArtistPages.module.css';
import { NotFound } from './NotFound.tsx';

const ListenThrough = lazyPart(async () => (await import('../catalogue/ListenThrough.tsx')).ListenThrough);

/** `/artists/:artistid`: picture, releases and songs (requirements decision 38). */
export function ArtistPage() {
  const { artistid = '' } = useParams();
  const { data: artist, error, refetch } = useArtist(artistid);
  if (!artist) return <Unloaded failure="search.artist-failed" error={error} onRetry={() => void refetch()} />;
  return (
    <Page named={artist} key={artistid}>
      <ArtistParts artist={artist} />
    </Page>
  );
}

/** `/labels/:labelid`: logo and releases, not the contact address (requirements decision 38). */
export function LabelPage() {
  const { labelid = '' } = useParams();
  const { data: label, error, refetch } = useLabel(labelid);
  if (!label) return <Unloaded failure="search.label-failed" error={error} onRetry={() => void refetch()} />;
  return (
    <Page named={label} key={labelid}>
      {label.releases > 0 && <ListenThrough source={{ kind: 'gallery', query: { label: label.label } }} />}
      <LabelReleases label={label} />
    </Page>
  );
}

interface UnloadedProps {
  failure: TextKey;
  error: unknown;
  onRetry: () => void;
}

function Unloaded({ failure, error, onRetry }: UnloadedProps) {
  const t = useText();
  if (isMissing(error)) return <NotFound />;
  return (
    <div className={styles.page}>{error ? <Failed title={t(failure)} onRetry={onRetry} /> : <ListSkeleton />}</div>
  );
}

function Page({ named, children }: { named: Artist | Label; children: ReactNode }) {
  const t = useText();
  const isArtist = 'artistid' in named;
  const name = isArtist ? named.artist : named.label;
  useTitle(name, false);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <CoverArt
          src={isArtist ? named.thumbnail : named.logo}
          className={classNames(styles.picture, isArtist && styles.round)}
          eager
        />
        <div className={styles.words}>
          <p className={styles.kind}>{t(isArtist ? 'search.kind-artists' : 'search.kind-labels')}</p>
          <h1 className={styles.name}>
            <bdi>{name}</bdi>
          </h1>
          <p className={styles.kind}>{t('search.releases-count', { count: named.releases })}</p>
        </div>
      </header>
      {children}
    </div>
  );
}

const artistTabs = ['releases', 'tracks'] as const;

/** The open tab is in the URL, so that going back shows it again. */
function ArtistParts({ artist }: { artist: Artist }) {
  const t = useText();
  const panelId = useId();
  const [params, setParams] = useSearchParams();
  const tab = artistTabs.find((id) => id === params.get('tab')) ?? 'releases';
  return (
    <>
      <Tabs
        label={t('search.sections')}
        tabs={artistTabs.map((id) => ({ id, text: t(`search.${id}`) }))}
        selected={tab}
        panelId={panelId}
        onSelect={(selected) => setParams({ tab: selected }, { replace: true })}
      />
      <div id={panelId} role="tabpanel" aria-labelledby={tabId(panelId, tab)} className={styles.panel}>
        {tab === 'releases' ? <ArtistReleases artist={artist} /> : <ArtistSongs artist={artist} />}
      </div>
    </>
  );
}

function ArtistReleases({ artist: { artistid, artist } }: { artist: Artist }) {
  const list = useArtistReleases(artistid);
  return <ReleaseListView list={list} label={artist} empty={<NoResults />} rowActions={renderReleaseActions} />;
}

function LabelReleases({ label: { labelid, label } }: { label: Label }) {
  const list = useLabelReleases(labelid);
  return <ReleaseListView list={list} label={label} empty={<NoResults />} rowActions={renderReleaseActions} />;
}

function ArtistSongs({ artist: { artistid } }: { artist: Artist }) {
  const t = useText();
  const { playTrack } = usePlayActions();
  const { songs, isLoading, hasFailed, retry, loadMore } = useArtistTracks(artistid);
  return (
    <>
      {(songs.length > 0 || !(isLoading || hasFailed)) && (
        <SongTable
          songs={songs}
          label={t('search.tracks')}
          onPlay={(track) => void playTrack(track)}
          rowActions={renderTrackActions}
        />
      )}
      {isLoading && <ListSkeleton />}
      {hasFailed && <Failed title={t('search.songs-failed')} onRetry={retry} />}
      {loadMore && (
        <Button className={styles.more} onClick={loadMore}>
          {t('search.more-songs')}
        </Button>
      )}
    </>
  );
}

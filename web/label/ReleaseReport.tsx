import { ReactionKind } from '@promenade/contract/catalogue';
import { Figure as FigureName, type ReleaseReport as Report, type ReportTrack } from '@promenade/contract/reports';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { FiguresTable } from '../catalogue/FiguresTable.tsx';
import { formatDuration, formatTrackTitle } from '../catalogue/format.ts';
import { ZoneNote } from '../catalogue/ZoneNote.tsx';
import sections from '../console/sections.module.css';
import { Button, buttonClass } from '../design/Button.tsx';
import { Skeleton } from '../design/Loading.tsx';
import { useKeptFocus } from '../design/listNavigation.ts';
import { formatTableDate } from '../platform/format.ts';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { getLanguage, useText } from '../platform/text.ts';
import { Strip } from '../reports/Strip.tsx';
import { releaseEditorPath } from './consolePaths.ts';
import { DayChart } from './DayChart.tsx';
import { useStaffDocument } from './data.ts';
import { FollowUpButton } from './FollowUp.tsx';
import { describeMails, PeopleNote } from './People.tsx';
import { Recipients } from './Recipients.tsx';
import { ReleaseFrame, ReleaseHead } from './ReleaseFrame.tsx';
import styles from './ReleaseReport.module.css';
import { useLiveRelease, useReport, useSaveReport } from './reportData.ts';
import { Upcoming } from './Upcoming.tsx';

/** What became of a release, as it happens. */
export function ReleaseReport() {
  const t = useText();
  const { releaseid = '' } = useParams();
  const report = useReport(releaseid);
  const { data } = report;
  useLiveRelease(releaseid, 'report-changed');
  useLiveRelease(releaseid, 'release-changed');
  useTitle(data ? t('label.report', { title: data.release.title }) : t('label.releases'), false);
  return (
    <ReleaseFrame query={report} failed={t('label.report-failed')}>
      {(data) => (
        <>
          <ReleaseHead release={data.release}>
            <ZoneNote />
            <Actions report={data} />
          </ReleaseHead>
          {isUpcoming(data) ? (
            <UpcomingRelease releaseid={releaseid} />
          ) : (
            <>
              <Figures report={data} />
              <Tracks report={data} />
              <Days days={data.days} />
              <OnAir airplays={data.airplays ?? []} />
            </>
          )}
          <Recipients report={data} />
        </>
      )}
    </ReleaseFrame>
  );
}

const isUpcoming = ({ release: { state } }: Report): boolean => state === 'draft' || state === 'scheduled';

/** Instead of counts that are all zero. */
function UpcomingRelease({ releaseid }: { releaseid: string }) {
  const t = useText();
  const { data } = useStaffDocument(releaseid);
  if (!data) return <Skeleton height={120} borderRadius="var(--radius-field)" />;
  return (
    <Upcoming data={data}>
      <Link to={releaseEditorPath(releaseid)}>{t('label.edit')}</Link>
    </Upcoming>
  );
}

function Actions({ report }: { report: Report }) {
  const t = useText();
  const { release, mayedit } = report;
  const keptFocus = useKeptFocus<HTMLDivElement>();
  const saving = useSaveReport(release.releaseid);
  const save = (format: 'csv' | 'pdf') => saving.mutate(format, { onError: (failure) => notifyFailure(failure) });
  return (
    <div {...keptFocus} className={sections.buttons}>
      <Link to={releaseEditorPath(release.releaseid)} className={buttonClass({ size: 'small' })}>
        {t('label.edit')}
      </Link>
      {mayedit && release.state === 'available' && <FollowUpButton releaseid={release.releaseid} />}
      {(['csv', 'pdf'] as const).map((format) => (
        <Button
          key={format}
          size="small"
          icon={Download}
          busy={saving.isPending && saving.variables === format}
          onClick={() => save(format)}
        >
          {t(`label.${format}`)}
        </Button>
      ))}
    </div>
  );
}

/** Counts of people, with their share of the recipients beside what is usual for the label. */
function Figures({ report }: { report: Report }) {
  const t = useText();
  const { recipients, usual, ownstaff, downloadedwav: wav, downloadedmp3: mp3 } = report;
  const reactions = ReactionKind.options
    .filter((kind) => report.reactions[kind] > 0)
    .map((kind) => `${t(`reaction.${kind}`)} ${report.reactions[kind]}`)
    .join(' · ');
  const notes = [
    [t('label.mailed'), describeMails(t, report.mails)],
    [t('label.heard'), report.heard > 0 && t('label.heard-minutes', { count: report.minutes })],
    [t('label.downloaded'), report.downloaded > 0 && t('label.formats', { wav, mp3 })],
    [t('label.reacted'), reactions],
  ].filter((note): note is [string, string] => Boolean(note[1]));
  return (
    <section aria-label={t('label.figures')}>
      <dl className={styles.figures}>
        <Figure name={t('label.recipients')} count={recipients} />
        {FigureName.options.map((name) => (
          <Figure
            key={name}
            name={t(`label.${name}`)}
            count={report[name]}
            share={recipients > 0 ? report[name] / recipients : undefined}
            usual={usual?.[name]}
          />
        ))}
      </dl>
      <ul className={styles.notes}>
        {notes.map(([name, note]) => (
          <li key={name}>{t('label.figure-note', { name, note })}</li>
        ))}
        {usual && <li>{t('label.usual-is', { count: usual.releases })}</li>}
      </ul>
      <PeopleNote counts={report.people} />
      {ownstaff.opened + ownstaff.heard + ownstaff.downloaded > 0 && (
        <p className={sections.hint}>{t('label.own-staff', ownstaff)}</p>
      )}
    </section>
  );
}

interface FigureProps {
  name: string;
  count: number;
  /** 0 to 1. */
  share?: number | undefined;
  usual?: number | undefined;
}

function Figure({ name, count, share, usual }: FigureProps) {
  const t = useText();
  const [percent, usualPercent] = [Math.round((share ?? 0) * 100), Math.round((usual ?? 0) * 100)];
  const comparison = percent === usualPercent ? 'as-usual' : percent > usualPercent ? 'above' : 'below';
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>
        <strong>{new Intl.NumberFormat(getLanguage()).format(count)}</strong>
      </dd>
      {share !== undefined && <dd>{t('label.share', { share: percent })}</dd>}
      {share !== undefined && usual !== undefined && (
        <dd className={styles.note} data-comparison={comparison}>
          {t(`label.${comparison}`, { usual: usualPercent })}
        </dd>
      )}
    </div>
  );
}

function Tracks({ report: { tracks } }: { report: Report }) {
  const t = useText();
  return (
    <section>
      <h2 className={sections.heading}>{t('label.tracks')}</h2>
      <ol className={styles.tracks}>
        {tracks.map((track) => (
          <li key={track.trackid}>
            <HeardTrack track={track} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function HeardTrack({ track }: { track: ReportTrack }) {
  const t = useText();
  const title = formatTrackTitle(track);
  const { strip, heard } = track;
  const most = Math.max(0, ...strip);
  const ranges = useMemo(() => listRuns(strip, most), [strip, most]);
  return (
    <>
      <p>
        <bdi>{title}</bdi>{' '}
        <span className={sections.hint}>
          {heard === 0 ? t('label.track-unheard') : t('label.track-heard', { count: heard })}
        </span>
      </p>
      <Strip
        waveform={track.waveform}
        duration={track.duration}
        ranges={ranges}
        lane={28}
        label={t('label.track-strip', {
          title,
          people: strip[0] ?? 0,
          most,
          peak: formatDuration(strip.indexOf(most)),
          end: strip.at(-1) ?? 0,
        })}
      />
    </>
  );
}

/** Seconds in a row that equally many people heard, as ranges with their share of the most. */
function listRuns(strip: readonly number[], most: number): [from: number, to: number, share: number][] {
  const runs: [number, number, number][] = [];
  for (const [second, people] of strip.entries()) {
    const last = runs.at(-1);
    if (last && last[2] === people / most) last[1] = second + 1;
    else if (people > 0) runs.push([second, second + 1, people / most]);
  }
  return runs.filter(([, , share]) => share > 0);
}

/** What stations told about plays, by day. */
function OnAir({ airplays }: { airplays: NonNullable<Report['airplays']> }) {
  const t = useText();
  if (airplays.length === 0) return null;
  return (
    <FiguresTable
      label={t('label.airplays')}
      words={2}
      head={[t('label.station'), t('label.day'), t('label.plays')]}
      rows={airplays.map(({ station, day, plays }) => ({
        key: `${day} ${station}`,
        cells: [<bdi key="station">{station}</bdi>, formatTableDate(day, getLanguage()), plays],
      }))}
    />
  );
}

function Days({ days }: { days: Report['days'] }) {
  const t = useText();
  const language = getLanguage();
  const names = ['opened', 'heard', 'downloaded'] as const;
  return (
    <section>
      <h2 className={sections.heading}>{t('label.days')}</h2>
      {days.length === 0 ? (
        <p className={sections.hint}>{t('label.no-days')}</p>
      ) : (
        <>
          <DayChart days={days} />
          <details>
            <summary className={styles.summary}>{t('label.as-table')}</summary>
            <FiguresTable
              label={t('label.days')}
              isTitled={false}
              head={[t('label.day'), ...names.map((name) => t(`label.${name}`)), t('label.minutes')]}
              rows={days.map((day) => ({
                key: day.day,
                cells: [formatTableDate(day.day, language), ...names.map((name) => day[name]), day.minutes],
              }))}
            />
          </details>
        </>
      )}
    </section>
  );
}

import type { LabelReport as Report } from '@promenade/contract/reports';
import { ChartNoAxesColumn } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { Failed } from '../catalogue/Failed.tsx';
import { FiguresTable } from '../catalogue/FiguresTable.tsx';
import { Toolbar } from '../catalogue/Toolbar.tsx';
import { ZoneNote } from '../catalogue/ZoneNote.tsx';
import sections from '../console/sections.module.css';
import { buttonClass } from '../design/Button.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { Skeleton } from '../design/Loading.tsx';
import { PageHeader } from '../design/PageHeader.tsx';
import { Select } from '../design/Select.tsx';
import { TextField } from '../design/TextField.tsx';
import { getCountryName } from '../platform/countryName.ts';
import { formatTableDate, toDay } from '../platform/format.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { useSetParams } from '../platform/searchParams.ts';
import { getLanguage, useText } from '../platform/text.ts';
import { labelSettingsPath, releaseReportPath } from './consolePaths.ts';
import { useLabelReport, useStaffLabels } from './data.ts';
import styles from './LabelReport.module.css';
import { BackToReleases } from './ReleaseFrame.tsx';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The span that the server reports without dates. */
const DEFAULT_MONTHS = 12;

/** What became of the releases of one label; label and days are in the URL. */
export function LabelReport() {
  const t = useText();
  const [params] = useSearchParams();
  const staffLabels = useStaffLabels();
  const labels = staffLabels.data?.items;
  const label = labels?.find(({ labelid }) => labelid === params.get('label')) ?? labels?.[0];
  const dates = { from: getDay(params.get('from')), to: getDay(params.get('to')) };
  const given = Object.fromEntries(Object.entries(dates).filter(([, day]) => day !== ''));
  const report = useLabelReport(label && { labelid: label.labelid, ...given });
  const { data } = report;
  const failed = [staffLabels, report].find(({ isError }) => isError);
  const title = label ? t('label.over-title', { label: label.name }) : t('label.over');
  useTitle(title, false);
  const setParams = useSetParams();
  return (
    <div className={styles.page}>
      <BackToReleases />
      <PageHeader
        title={title}
        total={data ? t('label.over-total', { count: data.total }) : false}
        note={<ZoneNote />}
        actions={
          label && (
            <Link to={labelSettingsPath(label.labelid)} className={buttonClass({ size: 'small' })}>
              {t('label.settings-link')}
            </Link>
          )
        }
      />
      <Toolbar>
        {labels && labels.length > 1 && (
          <Select
            label={t('label.label')}
            value={label?.labelid ?? ''}
            options={labels.map(({ labelid, name }) => ({ value: labelid, text: name }))}
            onChange={({ target }) => setParams({ label: target.value })}
          />
        )}
        {(['from', 'to'] as const).map((name) => (
          <TextField
            key={name}
            type="date"
            label={t(`label.${name}`)}
            value={dates[name] || getDefaultDay(name)}
            onChange={({ target }) => setParams({ [name]: target.value })}
          />
        ))}
      </Toolbar>
      {failed && !data && <Failed title={t('label.report-failed')} onRetry={failed.refetch} />}
      {labels?.length === 0 && (
        <EmptyState icon={ChartNoAxesColumn} title={t('label.empty-title')} hint={t('label.empty-hint')} />
      )}
      {label && !data && !failed && <Skeleton height={320} borderRadius="var(--radius-field)" />}
      {data?.total === 0 && (
        <EmptyState icon={ChartNoAxesColumn} title={t('label.nothing-title')} hint={t('label.nothing-hint')} />
      )}
      {data && data.total > 0 && <Figures report={data} />}
    </div>
  );
}

const getDay = (text: string | null): string => (text && DAY.test(text) ? text : '');

function getDefaultDay(name: 'from' | 'to'): string {
  const day = new Date();
  if (name === 'from') day.setMonth(day.getMonth() - DEFAULT_MONTHS);
  return toDay(day);
}

function Figures({ report: { releases, countries, companies, silent, silenttotal } }: { report: Report }) {
  const t = useText();
  const language = getLanguage();
  const people = [t('label.recipients'), t('label.opened'), t('label.heard'), t('label.minutes')];
  const groupRow = ({ name, recipients, opened, heard, minutes }: Report['countries'][number], text: string) => ({
    key: name,
    cells: [<bdi key="name">{text}</bdi>, recipients, opened, heard, minutes],
  });
  return (
    <>
      <FiguresTable
        label={t('label.over')}
        head={[
          t('label.title'),
          t('label.artist'),
          t('table.available'),
          people[0] ?? '',
          t('label.mailed'),
          ...people.slice(1),
          t('label.downloaded'),
        ]}
        words={3}
        rows={releases.map((row) => ({
          key: row.releaseid,
          cells: [
            <Link key="title" to={releaseReportPath(row.releaseid)} className={styles.link}>
              <bdi>{row.title}</bdi>
            </Link>,
            <bdi key="artist">{row.artist}</bdi>,
            <time key="date" dateTime={row.available} className={styles.date}>
              {formatTableDate(row.available, language)}
            </time>,
            row.recipients,
            row.mailed,
            row.opened,
            row.heard,
            row.minutes,
            row.downloaded,
          ],
        }))}
      />
      <div className={styles.groups}>
        <FiguresTable
          label={t('label.countries')}
          head={[t('label.country'), ...people]}
          rows={countries.map((row) => groupRow(row, getCountryName(row.name, language)))}
        />
        <FiguresTable
          label={t('label.companies')}
          head={[t('label.company'), ...people]}
          rows={companies.map((row) => groupRow(row, row.name))}
        />
      </div>
      <section>
        <h2 className={styles.heading}>{t('label.silent')}</h2>
        {silent.length === 0 ? (
          <p className={sections.message}>{t('label.silent-none')}</p>
        ) : (
          <FiguresTable
            label={t('label.silent')}
            isTitled={false}
            head={[t('label.name'), t('label.job'), t('label.company'), t('label.country')]}
            words={4}
            rows={silent.map((row) => ({
              key: row.playerid,
              cells: [
                <bdi key="name">{row.name || t('label.no-name')}</bdi>,
                <bdi key="title">{row.title}</bdi>,
                <bdi key="company">{row.company}</bdi>,
                getCountryName(row.country, language),
              ],
            }))}
          />
        )}
        {silenttotal > silent.length && (
          <p className={sections.message}>{t('label.silent-more', { count: silenttotal - silent.length })}</p>
        )}
      </section>
    </>
  );
}

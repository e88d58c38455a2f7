import type { FailedJob } from '@promenade/contract/operatorService';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Failed } from '../catalogue/Failed.tsx';
import { RowsSkeleton } from '../catalogue/Pages.tsx';
import { ActionQuestion, DiscardQuestion } from '../console/ActionQuestion.tsx';
import styles from '../console/sections.module.css';
import { formatTime } from '../console/times.ts';
import { Button } from '../design/Button.tsx';
import { PageHeader } from '../design/PageHeader.tsx';
import { Tabs, tabId } from '../design/Tabs.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { useSetParams } from '../platform/searchParams.ts';
import { useText } from '../platform/text.ts';
import { JobCounts } from './JobCounts.tsx';
import { Outbox } from './Outbox.tsx';
import { dropJob, runAgain, useFailedJobs } from './serviceData.ts';

const PANEL = 'mails-and-jobs';

/** Mails that wait, failed, bounced or were sent; jobs by kind, and those that failed. */
export function MailsAndJobs() {
  const t = useText();
  useTitle(t('operator.mails'), false);
  const [search] = useSearchParams();
  const setParams = useSetParams();
  const part = search.get('part') === 'jobs' ? 'jobs' : 'mails';
  return (
    <>
      <div className={styles.page}>
        <PageHeader title={t('operator.mails')} />
        <Tabs
          label={t('operator.mails')}
          tabs={[
            { id: 'mails', text: t('outbox.list') },
            { id: 'jobs', text: t('operator.jobs') },
          ]}
          selected={part}
          panelId={PANEL}
          onSelect={(id) => setParams({ part: id === 'jobs' ? id : '', mail: '', state: '' })}
        />
      </div>
      <div id={PANEL} role="tabpanel" aria-labelledby={tabId(PANEL, part)}>
        {part === 'jobs' ? <Jobs /> : <Outbox />}
      </div>
    </>
  );
}

function Jobs() {
  const t = useText();
  const { data, isError, refetch } = useFailedJobs();
  const [asked, setAsked] = useState<{ job: FailedJob; isDiscarded: boolean }>();
  return (
    <div className={styles.page}>
      {isError && !data && <Failed title={t('operator.jobs-failed')} onRetry={refetch} />}
      {!data && !isError && <RowsSkeleton />}
      {data && data.items.length > 0 && (
        <section>
          <h2 className={styles.heading}>{t('operator.failed-jobs')}</h2>
          <ul className={styles.list}>
            {data.items.map((job) => (
              <li key={job.jobid} className={styles.entry}>
                <span>
                  {job.queue}, {formatTime(job.failedat)}
                  <span className={styles.failure}> {job.problem}</span>
                </span>
                <span className={styles.buttons}>
                  <Button size="small" onClick={() => setAsked({ job, isDiscarded: false })}>
                    {t('operator.run-again')}
                  </Button>
                  <Button size="small" onClick={() => setAsked({ job, isDiscarded: true })}>
                    {t('operator.discard')}
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {data && <JobCounts counts={data.counts} />}
      {asked && <JobQuestion {...asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

const nameOf = ({ queue }: FailedJob): string => queue;

function JobQuestion({ job, isDiscarded, onClose }: { job: FailedJob; isDiscarded: boolean; onClose: () => void }) {
  const t = useText();
  const { queue: name } = job;
  if (!isDiscarded)
    return (
      <ActionQuestion
        action={{
          title: () => t('operator.run-again-title', { name }),
          message: () => t('operator.run-again-message'),
          confirm: t('operator.run-again'),
          nameOf,
          run: ({ jobid }) => runAgain(jobid),
          done: () => t('operator.run-again-done', { name }),
        }}
        rows={[job]}
        onClose={onClose}
      />
    );
  return (
    <DiscardQuestion
      row={job}
      nameOf={nameOf}
      message={t('operator.discard-job-message')}
      discard={({ jobid }, reason) => dropJob(jobid, reason)}
      onClose={onClose}
    />
  );
}

import type { MailServer } from '@promenade/contract/operatorService';
import { useState } from 'react';
import { Link } from 'react-router';
import { Failed } from '../catalogue/Failed.tsx';
import { FiguresTable } from '../catalogue/FiguresTable.tsx';
import { RowsSkeleton } from '../catalogue/Pages.tsx';
import styles from '../console/sections.module.css';
import { formatTime } from '../console/times.ts';
import { Button } from '../design/Button.tsx';
import { PageHeader } from '../design/PageHeader.tsx';
import { notify } from '../platform/notices.ts';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { type Translate, useText } from '../platform/text.ts';
import { JobCounts } from './JobCounts.tsx';
import { operatorPath } from './operatorPath.ts';
import { sendTestMail, startVerification, useLimitsMet, useStatus } from './serviceData.ts';

/** The answers of `npm run operator -- status`. */
export function Status() {
  const t = useText();
  useTitle(t('operator.status'), false);
  const { data, isError, refetch } = useStatus();
  const size = (bytes: number) => t('operator.gigabytes', { gigabytes: Number((bytes / 1e9).toPrecision(3)) });
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ') || t('operator.none');
  const facts = data && [
    [t('operator.version'), data.version],
    [t('operator.problems'), data.problems.map(({ message }) => message).join(' ') || t('operator.none')],
    [t('operator.database'), `PostgreSQL ${data.postgres}, ${size(data.databaseBytes)}`],
    [
      t('operator.storage'),
      t('operator.files', { count: data.files, size: size(data.fileBytes), storage: data.storage }),
    ],
    [t('operator.free'), size(data.freeBytes)],
    [t('operator.accounts'), list(data.accounts)],
    [t('table.releases'), list(data.releases)],
    [t('outbox.list'), list(data.mails)],
    [
      t('operator.replicas'),
      data.replicas.map(({ name, lag }) => `${name} (${lag ?? '?'} s)`).join(', ') || t('operator.none'),
    ],
    [
      t('operator.processes'),
      data.processes.map(({ name, since }) => t('operator.process', { name, since: formatTime(since) })).join(', '),
    ],
    ...describeServers(t, data.mailservers),
    [
      t('operator.verified-files'),
      data.verified
        ? t('operator.verified-files-result', {
            count: data.verified.files,
            damaged: data.verified.damaged,
            time: formatTime(data.verified.at),
          })
        : t('operator.never'),
    ],
    [t('operator.backup'), data.backupat ? formatTime(data.backupat) : t('operator.no-backup')],
  ];
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('operator.status')}
        actions={
          <>
            <TestMail />
            <VerifyFiles />
            <Button size="small" onClick={() => void refetch()}>
              {t('outbox.refresh')}
            </Button>
          </>
        }
      />
      {isError && !data && <Failed title={t('operator.status-failed')} onRetry={refetch} />}
      {!data && !isError && <RowsSkeleton />}
      {facts && (
        <FiguresTable
          label={t('operator.installation')}
          words={2}
          head={[t('operator.what'), t('operator.state')]}
          rows={facts.map(([name = '', value]) => ({ key: name, cells: [name, value] }))}
        />
      )}
      {data && <JobCounts counts={data.jobs} />}
      <Limits />
    </div>
  );
}

/** The server that sends mails and the mailbox of returned mails, in their own words. */
function describeServers(t: Translate, servers: readonly MailServer[]): [string, string][] {
  const describe = (name: MailServer['name'], none: string) => {
    const server = servers.find((other) => other.name === name);
    if (!server) return none;
    const { host, problem, checkedat, workedat } = server;
    const words = {
      host,
      checked: formatTime(checkedat),
      worked: workedat ? formatTime(workedat) : t('operator.never'),
      problem: problem ?? '',
    };
    const kind = name === 'smtp' ? 'server' : 'mailbox';
    return t(`operator.${kind}-${problem === null ? 'works' : 'fails'}`, words);
  };
  const until = servers.find(({ name }) => name === 'smtp')?.certificateuntil;
  return [
    [t('operator.mail-server'), describe('smtp', t('operator.no-mail-server'))],
    ...(until
      ? [[t('operator.certificate'), t('operator.certificate-until', { time: formatTime(until) })] as [string, string]]
      : []),
    [t('operator.mailbox'), describe('mailbox', t('operator.no-mailbox'))],
  ];
}

function TestMail() {
  const t = useText();
  const [sent, setSent] = useState<{ mailid: string; to: string }>();
  return (
    <>
      {sent && (
        <span role="status">
          {t('operator.test-mail-queued', { to: sent.to })}{' '}
          <Link to={`${operatorPath('mails')}?mail=${sent.mailid}`} className="link">
            {t('operator.test-mail-see')}
          </Link>
        </span>
      )}
      <Button size="small" onClick={() => void sendTestMail().then(setSent, notifyFailure)}>
        {t('operator.test-mail')}
      </Button>
    </>
  );
}

function VerifyFiles() {
  const t = useText();
  const start = async () => {
    await startVerification();
    notify({ category: 'operatorDone', message: t('operator.verify-files-started') });
  };
  return (
    <Button size="small" onClick={() => void start().catch(notifyFailure)}>
      {t('operator.verify-files')}
    </Button>
  );
}

/** Who met a limit on downloads of late. */
function Limits() {
  const t = useText();
  const { data = [] } = useLimitsMet();
  if (data.length === 0) return null;
  return (
    <FiguresTable
      label={t('operator.limits')}
      words={3}
      head={[t('operator.time'), t('operator.who'), t('operator.limit')]}
      rows={data.map(({ at, playerid, email, purpose, max }, index) => ({
        key: String(index),
        cells: [
          formatTime(at),
          <Link key={playerid} to={operatorPath('people/:playerid', { playerid })} className="link">
            {email ?? playerid}
          </Link>,
          t('operator.limit-met', { purpose, max }),
        ],
      }))}
    />
  );
}

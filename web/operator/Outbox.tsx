import { LINE_MAX } from '@promenade/contract/limits';
import { type Mail, MailState } from '@promenade/contract/operator';
import { ArrowLeft, RefreshCw } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Failed } from '../catalogue/Failed.tsx';
import { Toolbar } from '../catalogue/Toolbar.tsx';
import { ActionQuestion, DiscardQuestion } from '../console/ActionQuestion.tsx';
import { formatTime } from '../console/times.ts';
import { Button, buttonClass } from '../design/Button.tsx';
import { classNames } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { Skeleton } from '../design/Loading.tsx';
import { SearchField } from '../design/SearchField.tsx';
import { Select } from '../design/Select.tsx';
import { useSetParams, withParams } from '../platform/searchParams.ts';
import { useText } from '../platform/text.ts';
import { discardAll, mailUrl, retryAll, useMails } from './data.ts';
import { describeMail } from './mailOutcome.ts';
import styles from './Outbox.module.css';
import { discardOneMail, sendAgain } from './serviceData.ts';

const SKELETON_COUNT = 6;

/** All mails of the service beside the selected one; on a phone either the list or the mail. */
export function Outbox() {
  const t = useText();
  const [search] = useSearchParams();
  const state = MailState.safeParse(search.get('state')).data;
  const setParams = useSetParams();
  const to = search.get('to') ?? '';
  const outbox = useMails(state, to);
  const find = useCallback((value: string) => setParams({ to: value, mail: '' }), [setParams]);
  const selected = outbox.items.find(({ mailid }) => mailid === search.get('mail'));
  return (
    <div className={classNames(styles.outbox, selected && styles.hasSelection)}>
      <section className={styles.list} aria-label={t('outbox.list')} aria-busy={outbox.isFetching}>
        <Toolbar>
          <SearchField label={t('outbox.find')} value={to} maxLength={LINE_MAX} onSearch={find} />
          <Select
            label={t('operator.which')}
            value={state ?? ''}
            placeholder={t('operator.all')}
            options={MailState.options.map((value) => ({ value, text: t(`outbox.${value}`) }))}
            onChange={({ target }) => setParams({ state: target.value, mail: '' })}
          />
          <IconButton icon={RefreshCw} label={t('outbox.refresh')} onClick={() => void outbox.refetch()} />
        </Toolbar>
        {outbox.total > 0 && <AllMails state={state} to={to} count={outbox.total} />}
        {outbox.isError && <Failed title={t('outbox.not-loaded')} onRetry={outbox.refetch} />}
        {!outbox.isLoaded && !outbox.isError && <MailsSkeleton />}
        {outbox.isLoaded && outbox.items.length === 0 && (
          <p className={classNames('centered', styles.state)}>{t('outbox.empty')}</p>
        )}
        <ul className={styles.rows}>
          {outbox.items.map((mail) => (
            <li key={mail.mailid}>
              <MailRow mail={mail} isSelected={mail === selected} />
            </li>
          ))}
        </ul>
        {outbox.hasNextPage && (
          <Button fullWidth busy={outbox.isFetchingNextPage} onClick={() => void outbox.fetchNextPage()}>
            {t('outbox.more')}
          </Button>
        )}
      </section>
      <section className={styles.pane} aria-label={t('outbox.mail')}>
        {selected ? (
          <MailPane key={selected.mailid} mail={selected} />
        ) : (
          <p className={classNames('centered', styles.state)}>{t('outbox.choose')}</p>
        )}
      </section>
    </div>
  );
}

function MailsSkeleton() {
  return (
    <div className={styles.rows}>
      {Array.from({ length: SKELETON_COUNT }, (_, index) => (
        <Skeleton key={index} height={78} borderRadius="var(--radius-field)" />
      ))}
    </div>
  );
}

function MailRow({ mail, isSelected }: { mail: Mail; isSelected: boolean }) {
  const [search] = useSearchParams();
  return (
    <Link
      to={withParams(search, { mail: mail.mailid })}
      className={styles.row}
      data-tooltip={`${mail.to}\n${mail.subject}`}
      aria-current={isSelected || undefined}
    >
      <span className={classNames('ellipsis', styles.to)}>{mail.to}</span>
      <MailStatus mail={mail} />
      <span className={classNames('ellipsis', styles.subject)}>{mail.subject}</span>
      <time className={styles.time} dateTime={mail.createdat}>
        {formatTime(mail.createdat)}
      </time>
    </Link>
  );
}

/** A mail in a sandboxed frame; its links open new tabs. */
function MailPane({ mail }: { mail: Mail }) {
  const t = useText();
  const [part, setPart] = useState<'html' | 'text'>('html');
  const [asked, setAsked] = useState<'retry' | 'discard'>();
  const [search] = useSearchParams();
  const isText = part === 'text';
  return (
    <>
      <Link
        to={withParams(search, { mail: '' })}
        className={`${buttonClass({ variant: 'plain', size: 'small' })} ${styles.back}`}
      >
        <Icon icon={ArrowLeft} size={18} />
        {t('outbox.back')}
      </Link>
      <h2 className={styles.mailTitle}>{mail.subject}</h2>
      <p className={styles.facts}>
        <MailStatus mail={mail} />
        <span>{t('outbox.to', { to: mail.to })}</span>
        <time dateTime={mail.sentat ?? mail.createdat}>{formatTime(mail.sentat ?? mail.createdat)}</time>
        {mail.readable && (
          <Button
            size="small"
            aria-pressed={isText}
            className={styles.part}
            onClick={() => setPart(isText ? 'html' : 'text')}
          >
            {t('outbox.as-text')}
          </Button>
        )}
      </p>
      {hasReason(mail) && <p className={styles.problem}>{describeMail(t, mail)}</p>}
      {!mail.sentat && (
        <p className={styles.facts}>
          {mail.problem && mail.state !== 'expired' && (
            <Button size="small" onClick={() => setAsked('retry')}>
              {t('operator.send-again')}
            </Button>
          )}
          <Button size="small" onClick={() => setAsked('discard')}>
            {t('operator.discard')}
          </Button>
        </p>
      )}
      {asked && <MailQuestion action={asked} mail={mail} onClose={() => setAsked(undefined)} />}
      {mail.readable ? (
        <iframe
          className={styles.frame}
          data-part={part}
          title={mail.subject}
          src={mailUrl(mail.mailid, part)}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      ) : (
        <p className={styles.unreadable}>{t('outbox.gone')}</p>
      )}
    </>
  );
}

const nameOf = ({ subject }: Mail): string => subject;

function MailQuestion({ action, mail, onClose }: { action: 'retry' | 'discard'; mail: Mail; onClose: () => void }) {
  const t = useText();
  if (action === 'discard')
    return (
      <DiscardQuestion
        row={mail}
        nameOf={nameOf}
        message={t('operator.discard-mail-message', { to: mail.to })}
        discard={({ mailid }, reason) => discardOneMail(mailid, reason)}
        onClose={onClose}
      />
    );
  return (
    <ActionQuestion
      action={{
        title: () => t('operator.send-again-title', { name: mail.subject }),
        message: () => t('operator.send-again-message', { to: mail.to }),
        confirm: t('operator.send-again'),
        nameOf,
        run: ({ mailid }) => sendAgain(mailid),
        done: () => t('operator.send-again-done', { to: mail.to }),
      }}
      rows={[mail]}
      onClose={onClose}
    />
  );
}

function MailStatus({ mail: { state } }: { mail: Mail }) {
  const t = useText();
  return (
    <span className={styles.status} data-status={state}>
      {t(`outbox.${state}`)}
    </span>
  );
}

const hasReason = ({ problem, state, nextat }: Mail): boolean =>
  problem !== null || (state === 'waiting' && nextat !== null);

const RETRIED = ['retried', 'refused'] as const;
const DISCARDED = [...RETRIED, 'suppressed', 'expired'] as const;

/** What can be done with all mails that the filters find. */
function AllMails({ state, to, count }: { state: MailState | undefined; to: string; count: number }) {
  const t = useText();
  const [asked, setAsked] = useState<'retry' | 'discard'>();
  const retried = RETRIED.find((name) => name === state);
  const discarded = DISCARDED.find((name) => name === state);
  const filter = to ? { to } : {};
  const close = () => setAsked(undefined);
  const nameAll = () => t('outbox.mails', { count });
  return (
    <p className={styles.facts}>
      {retried && (
        <Button size="small" onClick={() => setAsked('retry')}>
          {t('outbox.retry-all', { count })}
        </Button>
      )}
      {discarded && (
        <Button size="small" onClick={() => setAsked('discard')}>
          {t('outbox.discard-all', { count })}
        </Button>
      )}
      {asked === 'retry' && retried && (
        <ActionQuestion
          action={{
            title: () => t('outbox.retry-all-title', { count }),
            message: () => t('outbox.retry-all-message'),
            confirm: t('operator.send-again'),
            nameOf: nameAll,
            run: () => retryAll({ state: retried, ...filter }),
            done: () => t('outbox.retry-all-done', { count }),
          }}
          rows={[retried]}
          onClose={close}
        />
      )}
      {asked === 'discard' && discarded && (
        <DiscardQuestion
          row={discarded}
          nameOf={nameAll}
          message={t('outbox.discard-all-message', { count })}
          discard={(_state, reason) => discardAll({ state: discarded, ...filter, reason })}
          onClose={close}
        />
      )}
    </p>
  );
}

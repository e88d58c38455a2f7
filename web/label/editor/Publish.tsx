import { checks as checkLevels, type StaffDocument } from '@promenade/contract/label';
import { LINE_MAX } from '@promenade/contract/limits';
import { Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { ConfirmDialog } from '../../design/ConfirmDialog.tsx';
import { Select } from '../../design/Select.tsx';
import { TextArea, TextField } from '../../design/TextField.tsx';
import { getErrorText, getRefusalCode } from '../../platform/errorText.ts';
import { formatInstant } from '../../platform/format.ts';
import { paths } from '../../platform/paths.ts';
import { getLanguage, useText } from '../../platform/text.ts';
import { describeMails, describePeople, PeopleNote } from '../People.tsx';
import {
  type Publication,
  type ReleaseAction,
  useDeleteDraft,
  usePublish,
  useReleaseAction,
  useSendTestMail,
} from './editorData.ts';
import { fromLocalInput } from './instants.ts';
import styles from './Publish.module.css';
import editorStyles from './ReleaseEditor.module.css';
import { CheckList } from './Summary.tsx';

const MESSAGE_MAX = 1000;
/** More people than this are asked about once. */
const MANY_PEOPLE = 500;

/** When a release becomes available and its people are mailed; afterwards withdrawal and restoration. */
export function Publish({ data }: { data: StaffDocument }) {
  const t = useText();
  const isDraft = data.release.state === 'draft';
  if (isDraft && !data.mayedit) return null;
  return (
    <section id="publish" aria-labelledby="publish-heading" className={styles.publish}>
      <h2 id="publish-heading" className={editorStyles.heading}>
        {t(isDraft ? 'label.publish' : 'label.publication')}
      </h2>
      {isDraft ? <DraftForm data={data} /> : <Published data={data} />}
    </section>
  );
}

/** Why something was not done. */
function Failure({ failure }: { failure: unknown }) {
  const t = useText();
  if (!failure) return null;
  const code = getRefusalCode(failure);
  if (code === 'RELEASE_INCOMPLETE') return <Banner kind="error" title={t('label.incomplete')} />;
  if (code === 'MAIL_GONE') return <Banner kind="error" title={t('label.mail-gone')} />;
  const { title, message, values } = getErrorText(failure);
  return (
    <Banner kind="error" title={t(title)}>
      {t(message, values)}
    </Banner>
  );
}

type When = 'now' | 'later';
type MailWhen = 'same' | 'other' | 'never';

function DraftForm({ data }: { data: StaffDocument }) {
  const t = useText();
  const { releaseid, title } = data.release;
  const { counts } = data.audience;
  const people = counts.recipients + counts.addresses;
  const navigate = useNavigate();
  const [when, setWhen] = useState<When>('now');
  const [available, setAvailable] = useState('');
  const [mailWhen, setMailWhen] = useState<MailWhen>('same');
  const [mailAt, setMailAt] = useState('');
  const [subject, setSubject] = useState(data.announcement.subject);
  const [message, setMessage] = useState(data.announcement.message);
  const [errors, setErrors] = useState<{ available?: string; mailAt?: string }>({});
  const [question, setQuestion] = useState<'audience' | 'delete'>();
  const publishing = usePublish(releaseid);
  const deleting = useDeleteDraft(releaseid);
  const testing = useSendTestMail(releaseid);
  const isMailed = mailWhen !== 'never';

  const publish = (confirmed: boolean) => {
    const from = when === 'now' ? null : fromLocalInput(available);
    const at = mailWhen === 'other' ? fromLocalInput(mailAt) : null;
    const isEarly = at !== null && at < (from ?? new Date().toISOString());
    const found = {
      ...(when === 'later' && from === null && { available: t('label.when-missing') }),
      ...(mailWhen === 'other' && at === null && { mailAt: t('label.when-missing') }),
      ...(isEarly && { mailAt: t('label.mail-early') }),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    if (!confirmed && (people === 0 || people > MANY_PEOPLE)) return setQuestion('audience');
    const body: Publication = { available: from, mail: isMailed ? { at, subject, message } : null, confirmed };
    publishing.mutate(body, {
      onSettled: () => setQuestion(undefined),
      onError: (failure) => getRefusalCode(failure) === 'AUDIENCE_UNCONFIRMED' && setQuestion('audience'),
    });
  };
  const isAsked = getRefusalCode(publishing.error) === 'AUDIENCE_UNCONFIRMED';
  const hasErrors = data.checks.some(({ code }) => checkLevels[code] === 'error');
  return (
    <>
      {hasErrors && (
        <div className={styles.missing}>
          <p>{t('label.before-publishing')}</p>
          <CheckList data={data} level="error" />
        </div>
      )}
      <div className={editorStyles.fields}>
        <Select
          label={t('label.publish-when')}
          value={when}
          options={[
            { value: 'now', text: t('label.publish-now') },
            { value: 'later', text: t('label.publish-later') },
          ]}
          onChange={({ target }) => setWhen(target.value as When)}
        />
        {when === 'later' && (
          <InstantField
            label={t('label.publish-at')}
            value={available}
            error={errors.available}
            onChange={setAvailable}
          />
        )}
        <Select
          label={t('label.mail-when')}
          value={mailWhen}
          options={[
            { value: 'same', text: t('label.mail-same') },
            { value: 'other', text: t('label.mail-other') },
            { value: 'never', text: t('label.mail-never') },
          ]}
          onChange={({ target }) => setMailWhen(target.value as MailWhen)}
        />
        {mailWhen === 'other' && (
          <InstantField label={t('label.mail-at')} value={mailAt} error={errors.mailAt} onChange={setMailAt} />
        )}
      </div>
      {isMailed && (
        <>
          <MailsNote data={data} />
          <TextField
            label={t('label.mail-subject')}
            placeholder={t('label.mail-subject-usual')}
            maxLength={LINE_MAX}
            value={subject}
            onChange={({ target }) => setSubject(target.value)}
          />
          <TextArea
            label={t('label.mail-message')}
            maxLength={MESSAGE_MAX}
            value={message}
            counter={t('label.mail-counter', { count: message.length, max: MESSAGE_MAX })}
            onChange={({ target }) => setMessage(target.value)}
          />
        </>
      )}
      <Failure failure={isAsked ? null : (publishing.error ?? deleting.error ?? testing.error)} />
      <div className={styles.buttons}>
        <Button variant="primary" busy={publishing.isPending} onClick={() => publish(false)}>
          {t(when === 'now' ? 'label.publish' : 'label.schedule')}
        </Button>
        {isMailed && (
          <Button icon={Send} busy={testing.isPending} onClick={() => testing.mutate({ subject, message })}>
            {t('label.test-mail')}
          </Button>
        )}
        <Button variant="plain" icon={Trash2} onClick={() => setQuestion('delete')}>
          {t('label.delete-draft')}
        </Button>
        {testing.isSuccess && <p role="status">{t('label.test-mail-sent')}</p>}
      </div>
      {question === 'audience' && (
        <ConfirmDialog
          title={t('label.publish-title', { title })}
          message={
            people === 0
              ? t('label.publish-nobody')
              : t('label.publish-many', { count: people, people: describePeople(t, counts) })
          }
          confirmLabel={t('label.publish')}
          cancelLabel={t('common.cancel')}
          busy={publishing.isPending}
          onConfirm={() => publish(true)}
          onCancel={() => setQuestion(undefined)}
        >
          <PeopleNote counts={counts} />
        </ConfirmDialog>
      )}
      {question === 'delete' && (
        <ConfirmDialog
          title={t('label.delete-title', { title })}
          message={t('label.delete-message')}
          confirmLabel={t('label.delete-draft')}
          cancelLabel={t('common.cancel')}
          busy={deleting.isPending}
          onConfirm={() =>
            deleting.mutate(undefined, {
              onSuccess: () => void navigate(paths.console),
              onError: () => setQuestion(undefined),
            })
          }
          onCancel={() => setQuestion(undefined)}
        />
      )}
    </>
  );
}

interface InstantProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A day and time of the reader's zone. */
function InstantField({ label, value, error, onChange }: InstantProps) {
  const instant = fromLocalInput(value);
  return (
    <div>
      <TextField
        label={label}
        type="datetime-local"
        value={value}
        {...(error && { error })}
        onChange={({ target }) => onChange(target.value)}
      />
      {instant && <p className={editorStyles.delivered}>{formatInstant(instant, getLanguage())}</p>}
    </div>
  );
}

/** How many recipients are mailed at once, later and not at all: before as it would be, afterwards as it was. */
function MailsNote({ data: { announcement } }: { data: StaffDocument }) {
  const t = useText();
  const list = describeMails(t, announcement.counts, announcement.sent ? 'mailed' : 'atonce');
  return <p className={editorStyles.hint}>{t('label.mails-of', { list })}</p>;
}

function Published({ data }: { data: StaffDocument }) {
  const { release, audience, announcement, mayedit } = data;
  const t = useText();
  const acting = useReleaseAction(release.releaseid);
  const [question, setQuestion] = useState<'withdraw' | 'restore'>();
  const run = (action: ReleaseAction) => acting.mutate(action, { onSettled: () => setQuestion(undefined) });
  const isWithdrawn = release.state === 'withdrawn';
  const action = isWithdrawn ? 'restore' : 'withdraw';
  const { title } = release;
  const at = announcement.at && formatInstant(announcement.at, getLanguage());
  return (
    <>
      <p>{t(`label.is-${release.state as 'scheduled'}`, { at: formatInstant(release.available, getLanguage()) })}</p>
      <p className={editorStyles.hint}>
        {at === null ? t('label.mail-none') : t(announcement.sent ? 'label.mail-sent' : 'label.mail-due', { at })}
      </p>
      {at !== null && <MailsNote data={data} />}
      <Failure failure={acting.error} />
      {mayedit && (
        <div className={styles.buttons}>
          <Button onClick={() => setQuestion(action)}>{t(`label.${action}`)}</Button>
          {at !== null && !announcement.sent && (
            <Button
              variant="plain"
              busy={acting.isPending && acting.variables === 'cancel-mail'}
              onClick={() => run('cancel-mail')}
            >
              {t('label.cancel-mail')}
            </Button>
          )}
        </div>
      )}
      {question && (
        <ConfirmDialog
          title={t(`label.${question}-title`, { title, count: 1 })}
          message={t(`label.${question}-message`, { count: 1, people: audience.counts.recipients })}
          confirmLabel={t(`label.${question}`)}
          cancelLabel={t('common.cancel')}
          busy={acting.isPending}
          onConfirm={() => run(question)}
          onCancel={() => setQuestion(undefined)}
        >
          <PeopleNote counts={audience.counts} />
        </ConfirmDialog>
      )}
    </>
  );
}

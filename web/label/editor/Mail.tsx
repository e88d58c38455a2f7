import type { StaffAnnouncement } from '@promenade/contract/label';
import { LINE_MAX } from '@promenade/contract/limits';
import { useState } from 'react';
import sections from '../../console/sections.module.css';
import { formatTime, fromLocalInput, toLocalInput } from '../../console/times.ts';
import { useTypedText } from '../../console/typedText.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { DialogButtons } from '../../design/DialogButtons.tsx';
import { Select } from '../../design/Select.tsx';
import { TextArea, TextField } from '../../design/TextField.tsx';
import { getErrorText, getRefusalCode } from '../../platform/errorText.ts';

import { useText } from '../../platform/text.ts';
import { fieldId } from '../editorFields.ts';
import { describeMails } from '../People.tsx';
import { useChangeMail, useReleaseAction } from './editorData.ts';
import styles from './Publish.module.css';
import editorStyles from './ReleaseEditor.module.css';

const MESSAGE_MAX = 1000;

/** Why something was not done. */
export function Failure({ failure }: { failure: unknown }) {
  const t = useText();
  const code = getRefusalCode(failure);
  // The person was asked, and said no.
  if (!failure || code === 'STATE_UNCONFIRMED') return null;
  if (code === 'RELEASE_INCOMPLETE') return <Banner kind="error" title={t('label.incomplete')} />;
  if (code === 'MAIL_GONE') return <Banner kind="error" title={t('label.mail-gone')} />;
  const { title, message, values } = getErrorText(failure);
  return (
    <Banner kind="error" title={t(title)}>
      {t(message, values)}
    </Banner>
  );
}

type MailWhen = 'same' | 'other' | 'never';

/** What is typed about the mails of a release. */
export function useMailForm(
  { at, subject: saidSubject, message: saidMessage }: StaffAnnouncement,
  initial: MailWhen,
  releaseid: string,
) {
  const t = useText();
  const typedKey = (field: string) => `mail ${releaseid} ${field}`;
  const [typedWhen = initial, setWhen] = useTypedText(typedKey('when'));
  const when = typedWhen as MailWhen;
  const [mailAt = initial === 'other' ? toLocalInput(at ?? '') : '', setMailAt] = useTypedText(typedKey('at'));
  const [subject = saidSubject, setSubject] = useTypedText(typedKey('subject'));
  const [message = saidMessage, setMessage] = useTypedText(typedKey('message'));
  const [error, setError] = useState<string>();
  const instant = when === 'other' ? fromLocalInput(mailAt) : null;
  const words = { subject, message };
  return {
    when,
    setWhen,
    mailAt,
    setMailAt,
    setSubject,
    setMessage,
    error,
    words,
    choice: { at: instant, ...words },
    /** Forgets what was typed. */
    clear(): void {
      for (const clear of [setWhen, setMailAt, setSubject, setMessage]) clear(undefined);
    },
    /** Whether it can be sent, for a release that is available at an instant; null: now. */
    check(available: string | null): boolean {
      const isMissing = when === 'other' && instant === null;
      const isEarly = instant !== null && instant < (available ?? new Date().toISOString());
      setError(isMissing ? t('label.when-missing') : isEarly ? t('label.mail-early') : undefined);
      return !isMissing && !isEarly;
    },
  };
}

export function MailFields({ form, choices }: { form: ReturnType<typeof useMailForm>; choices: MailWhen[] }) {
  const t = useText();
  const { when, words } = form;
  return (
    <>
      <div className={editorStyles.fields}>
        <Select
          label={t('label.mail-when')}
          value={when}
          options={choices.map((value) => ({ value, text: t(`label.mail-${value}`) }))}
          onChange={({ target }) => form.setWhen(target.value)}
        />
        {when === 'other' && (
          <InstantField label={t('label.mail-at')} value={form.mailAt} error={form.error} onChange={form.setMailAt} />
        )}
      </div>
      {when !== 'never' && (
        <>
          <TextField
            label={t('label.mail-subject')}
            placeholder={t('label.mail-subject-usual')}
            maxLength={LINE_MAX}
            value={words.subject}
            onChange={({ target }) => form.setSubject(target.value)}
          />
          <TextArea
            label={t('label.mail-message')}
            maxLength={MESSAGE_MAX}
            value={words.message}
            counter={t('label.mail-counter', { count: words.message.length, max: MESSAGE_MAX })}
            onChange={({ target }) => form.setMessage(target.value)}
          />
        </>
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
export function InstantField({ label, value, error, onChange }: InstantProps) {
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
      {instant && <p className={editorStyles.delivered}>{formatTime(instant)}</p>}
    </div>
  );
}

/** How many recipients are mailed at once, later and not at all: before as it would be, afterwards as it was. */
export function MailsNote({ announcement: { counts, sent } }: Pick<Props, 'announcement'>) {
  const t = useText();
  const list = describeMails(t, counts, sent ? 'mailed' : 'atonce');
  return <p className={sections.hint}>{t('label.mails-of', { list })}</p>;
}

interface Props {
  releaseid: string;
  announcement: StaffAnnouncement;
  mayEdit: boolean;
}

/** The mails about a published release: until they are sent, their time and words can be changed, or they are cancelled. */
export function Mail({ releaseid, announcement, mayEdit }: Props) {
  const t = useText();
  const { at, withrelease, sent, subject, message } = announcement;
  const cancelling = useReleaseAction(releaseid);
  const [isOpen, setIsOpen] = useState(false);
  const isCancelled = at === null;
  const due = sent ? 'label.mail-sent' : withrelease ? 'label.mail-follows' : 'label.mail-due';
  return (
    <>
      <p className={sections.hint}>{isCancelled ? t('label.mail-none') : t(due, { at: formatTime(at) })}</p>
      {!isCancelled && <MailsNote announcement={announcement} />}
      {!isCancelled && !sent && !isOpen && (
        <p className={sections.hint}>
          <a href={`#${fieldId('audience')}`}>{t('label.mail-audience')}</a>
          {subject && ` · ${t('label.mail-subject')}: ${subject}`}
          {message && ` · ${message}`}
        </p>
      )}
      <Failure failure={cancelling.error} />
      {mayEdit && !sent && !isOpen && (
        <div className={styles.buttons}>
          <Button size="small" onClick={() => setIsOpen(true)}>
            {t(isCancelled ? 'label.restore-mail' : 'label.change-mail')}
          </Button>
          {!isCancelled && (
            <Button
              size="small"
              variant="plain"
              busy={cancelling.isPending}
              onClick={() => cancelling.mutate('cancel-mail')}
            >
              {t('label.cancel-mail')}
            </Button>
          )}
        </div>
      )}
      {isOpen && <MailEditor releaseid={releaseid} announcement={announcement} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function MailEditor({ releaseid, announcement, onClose }: Omit<Props, 'mayEdit'> & { onClose: () => void }) {
  const t = useText();
  const { at, withrelease } = announcement;
  const form = useMailForm(announcement, at === null || withrelease ? 'same' : 'other', releaseid);
  const saving = useChangeMail(releaseid);
  const close = () => {
    form.clear();
    onClose();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.check(null)) saving.mutate(form.choice, { onSuccess: close });
      }}
    >
      <MailFields form={form} choices={['same', 'other']} />
      <Failure failure={saving.error} />
      <DialogButtons
        confirm={t('label.save-mail')}
        cancel={t('common.cancel')}
        busy={saving.isPending}
        onCancel={close}
      />
    </form>
  );
}

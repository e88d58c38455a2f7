import { checks as checkLevels, type StaffDocument } from '@promenade/contract/label';
import { Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import sections from '../../console/sections.module.css';
import { formatTime, fromLocalInput, toLocalInput } from '../../console/times.ts';
import { useTypedText } from '../../console/typedText.ts';
import { Button } from '../../design/Button.tsx';
import { ConfirmDialog } from '../../design/ConfirmDialog.tsx';
import { useKeptFocus } from '../../design/listNavigation.ts';
import { Select } from '../../design/Select.tsx';
import { useText } from '../../platform/text.ts';
import { staffReleasesPath } from '../consolePaths.ts';
import { useDeleteDraft, usePublish, useReleaseAction, useSendTestMail } from './editorData.ts';
import { Failure, InstantField, Mail, MailFields, MailsNote, useMailForm } from './Mail.tsx';
import styles from './Publish.module.css';
import editorStyles from './ReleaseEditor.module.css';
import { CheckList } from './Summary.tsx';

/** When a release becomes available and its people are mailed; afterwards withdrawal and restoration. */
export function Publish({ data }: { data: StaffDocument }) {
  const t = useText();
  const isDraft = data.release.state === 'draft';
  const keptFocus = useKeptFocus<HTMLElement>();
  if (isDraft && !data.mayedit) return null;
  return (
    <section {...keptFocus} id="publish" aria-labelledby="publish-heading" className={sections.stack}>
      <h2 id="publish-heading" className={sections.heading}>
        {t(isDraft ? 'label.publish' : 'label.publication')}
      </h2>
      {isDraft ? <DraftForm data={data} /> : <Published data={data} />}
    </section>
  );
}

function DraftForm({ data }: { data: StaffDocument }) {
  const t = useText();
  const { releaseid, title } = data.release;
  const navigate = useNavigate();
  const due = data.document.available ?? '';
  const [isDue] = useState(() => due > new Date().toISOString());
  const [when = isDue ? 'later' : 'now', setWhen] = useTypedText(`publish ${releaseid} when`);
  const [available = isDue ? toLocalInput(due) : '', setAvailable] = useTypedText(`publish ${releaseid} available`);
  const mail = useMailForm(data.announcement, 'same', releaseid);
  const [error, setError] = useState<string>();
  const [isDeleting, setIsDeleting] = useState(false);
  const publishing = usePublish(releaseid);
  const deleting = useDeleteDraft(releaseid);
  const testing = useSendTestMail(releaseid);
  const isMailed = mail.when !== 'never';

  const publish = () => {
    const from = when === 'now' ? null : fromLocalInput(available);
    const isMissing = when === 'later' && from === null;
    setError(isMissing ? t('label.when-missing') : undefined);
    if (!mail.check(from) || isMissing) return;
    publishing.mutate(
      { available: from, mail: isMailed ? mail.choice : null },
      {
        onSuccess: () => {
          for (const clear of [setWhen, setAvailable]) clear(undefined);
          mail.clear();
        },
      },
    );
  };
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
          onChange={({ target }) => setWhen(target.value)}
        />
        {when === 'later' && (
          <InstantField label={t('label.publish-at')} value={available} error={error} onChange={setAvailable} />
        )}
      </div>
      <MailFields form={mail} choices={['same', 'other', 'never']} />
      {isMailed && <MailsNote announcement={data.announcement} />}
      <Failure failure={publishing.error ?? deleting.error ?? testing.error} />
      <div className={styles.buttons}>
        <Button variant="primary" busy={publishing.isPending} onClick={publish}>
          {t(when === 'now' ? 'label.publish' : 'label.schedule')}
        </Button>
        {isMailed && (
          <Button icon={Send} busy={testing.isPending} onClick={() => testing.mutate(mail.words)}>
            {t('label.test-mail')}
          </Button>
        )}
        <Button variant="plain" icon={Trash2} onClick={() => setIsDeleting(true)}>
          {t('label.delete-draft')}
        </Button>
        {testing.isSuccess && <p role="status">{t('label.test-mail-sent')}</p>}
      </div>
      {isDeleting && (
        <ConfirmDialog
          title={t('label.delete-title', { title })}
          message={t('label.delete-message')}
          confirmLabel={t('label.delete-draft')}
          cancelLabel={t('common.cancel')}
          busy={deleting.isPending}
          onConfirm={() =>
            deleting.mutate(undefined, {
              onSuccess: () => void navigate(staffReleasesPath()),
              onError: () => setIsDeleting(false),
            })
          }
          onCancel={() => setIsDeleting(false)}
        />
      )}
    </>
  );
}

function Published({ data: { release, announcement, mayedit } }: { data: StaffDocument }) {
  const t = useText();
  const acting = useReleaseAction(release.releaseid);
  const action = release.state === 'withdrawn' ? 'restore' : 'withdraw';
  return (
    <>
      <p>{t(`label.is-${release.state as 'scheduled'}`, { at: formatTime(release.available) })}</p>
      <Failure failure={acting.error} />
      {mayedit && (
        <div className={styles.buttons}>
          <Button busy={acting.isPending && acting.variables === action} onClick={() => acting.mutate(action)}>
            {t(`label.${action}`)}
          </Button>
        </div>
      )}
      <Mail releaseid={release.releaseid} announcement={announcement} mayEdit={mayedit} />
    </>
  );
}

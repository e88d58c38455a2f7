import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../design/Button.tsx';
import { ConfirmDialog } from '../design/ConfirmDialog.tsx';
import { formatLongDate } from '../platform/format.ts';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { getLanguage, useText } from '../platform/text.ts';
import styles from './Account.module.css';
import { useChangeDeletion, useDeletion, useSavePersonalData } from './privacyData.ts';

/** Download of everything about the account, and its deletion (requirements decision 42). */
export function PersonalData() {
  const t = useText();
  const saving = useSavePersonalData();
  const save = () => saving.mutate(undefined, { onError: (failure) => notifyFailure(failure) });
  return (
    <section className={styles.panel} aria-labelledby="personal-data">
      <h2 id="personal-data" className={styles.heading}>
        {t('privacy.title')}
      </h2>
      <div className={styles.person}>
        <p className={styles.words}>
          <span className={styles.link}>{t('privacy.download')}</span>
          <span className={styles.hint}>{t('privacy.download-hint')}</span>
        </p>
        <Button icon={Download} busy={saving.isPending} onClick={save}>
          {t('privacy.download')}
        </Button>
      </div>
      <Deletion />
    </section>
  );
}

/** Shows nothing until it is known whether a request is open. */
function Deletion() {
  const t = useText();
  const { data, isError, refetch } = useDeletion();
  const change = useChangeDeletion();
  const [isAsking, setAsking] = useState(false);
  if (isError)
    return (
      <div className={styles.person} role="alert">
        <p className={styles.words}>{t('privacy.unknown')}</p>
        <Button onClick={() => void refetch()}>{t('privacy.retry')}</Button>
      </div>
    );
  if (!data) return null;
  const { requestedat } = data;
  const request = () =>
    change.mutate(true, { onError: (failure) => notifyFailure(failure), onSettled: () => setAsking(false) });
  return (
    <>
      <div className={styles.person}>
        <p className={styles.words} role="status">
          <span className={styles.link}>{t(requestedat === null ? 'privacy.delete' : 'privacy.requested')}</span>
          <span className={styles.hint}>
            {requestedat === null
              ? t('privacy.delete-hint')
              : t('privacy.requested-hint', { date: formatLongDate(requestedat, getLanguage()) })}
          </span>
        </p>
        {requestedat === null ? (
          <Button onClick={() => setAsking(true)}>{t('privacy.delete')}</Button>
        ) : (
          <Button
            busy={change.isPending}
            onClick={() => change.mutate(false, { onError: (failure) => notifyFailure(failure) })}
          >
            {t('privacy.keep')}
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('privacy.confirm-title')}
          message={t('privacy.confirm-message')}
          confirmLabel={t('privacy.confirm')}
          cancelLabel={t('privacy.keep')}
          busy={change.isPending}
          onConfirm={request}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

import { Send } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../design/Button.tsx';
import { DialogButtons } from '../design/DialogButtons.tsx';
import { LazyDialog } from '../design/lazyPart.ts';
import { formatLongDate } from '../platform/format.ts';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { getLanguage, useText } from '../platform/text.ts';
import styles from './ReleaseReport.module.css';
import { followUpMailUrl, useFollowUp, useSendFollowUp } from './reportData.ts';

/** Mails the release again, once, to those who did not open it; afterwards says when and to how many. */
export function FollowUpButton({ releaseid }: { releaseid: string }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { data } = useFollowUp(releaseid, true);
  if (data?.sentat)
    return (
      <p className={styles.hint} role="status">
        {t('label.mailed-again', { date: formatLongDate(data.sentat, getLanguage()), count: data.people })}
      </p>
    );
  return (
    <>
      <Button size="small" icon={Send} disabled={!data} onClick={() => setOpen(true)}>
        {t('label.mail-again')}
      </Button>
      {isOpen && data && <FollowUpDialog releaseid={releaseid} people={data.people} onClose={() => setOpen(false)} />}
    </>
  );
}

function FollowUpDialog({ releaseid, people, onClose }: { releaseid: string; people: number; onClose: () => void }) {
  const t = useText();
  const sending = useSendFollowUp(releaseid);
  const send = () =>
    sending.mutate(undefined, {
      onSettled: onClose,
      onError: (failure) => notifyFailure(failure),
    });
  return (
    <LazyDialog kind="form" title={t('label.mail-again-title')} onClose={onClose}>
      <p>{people === 0 ? t('label.mail-again-nobody') : t('label.mail-again-message', { count: people })}</p>
      {people > 0 && (
        <iframe
          className={styles.mail}
          title={t('label.mail-again-preview')}
          src={followUpMailUrl(releaseid)}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      )}
      <DialogButtons
        confirm={people === 0 ? t('common.ok') : t('label.mail-again-send')}
        cancel={people === 0 ? undefined : t('common.cancel')}
        busy={sending.isPending}
        onConfirm={people === 0 ? onClose : send}
        onCancel={onClose}
      />
    </LazyDialog>
  );
}

import type { FollowUp } from '@promenade/contract/reports';
import { Send } from 'lucide-react';
import { useState } from 'react';
import sections from '../console/sections.module.css';
import { formatTime } from '../console/times.ts';
import { Button } from '../design/Button.tsx';
import { DialogButtons } from '../design/DialogButtons.tsx';
import { LazyDialog } from '../design/lazyPart.ts';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { useText } from '../platform/text.ts';
import styles from './ReleaseReport.module.css';
import { followUpMailUrl, useFollowUp, useSendFollowUp } from './reportData.ts';

/** Mails the release again, once, to those who did not open it; afterwards says when and to how many. */
export function FollowUpButton({ releaseid }: { releaseid: string }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { data } = useFollowUp(releaseid, true);
  if (data?.sentat)
    return (
      <p className={sections.hint} role="status">
        {t('label.mailed-again', { date: formatTime(data.sentat), count: data.people })}
      </p>
    );
  return (
    <>
      <Button size="small" icon={Send} disabled={!data} onClick={() => setOpen(true)}>
        {t('label.mail-again')}
      </Button>
      {isOpen && data && <FollowUpDialog releaseid={releaseid} counts={data} onClose={() => setOpen(false)} />}
    </>
  );
}

interface DialogProps {
  releaseid: string;
  counts: FollowUp;
  onClose: () => void;
}

function FollowUpDialog({ releaseid, counts, onClose }: DialogProps) {
  const t = useText();
  const { people, recipients } = counts;
  const others = (['opened', 'unwanted', 'cameback', 'lost'] as const)
    .filter((reason) => counts[reason] > 0)
    .map((reason) => t(`label.mail-again-${reason}`, { count: counts[reason] }));
  const sending = useSendFollowUp(releaseid);
  const send = () =>
    sending.mutate(undefined, {
      onSettled: onClose,
      onError: (failure) => notifyFailure(failure),
    });
  return (
    <LazyDialog kind="form" title={t('label.mail-again-title')} onClose={onClose}>
      <p>
        {people === 0 ? t('label.mail-again-nobody') : t('label.mail-again-message', { count: people, recipients })}
      </p>
      {others.length > 0 && (
        <p className={sections.hint}>{t('label.mail-again-others', { list: others.join(', ') })}</p>
      )}
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

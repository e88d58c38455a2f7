import { useState } from 'react';
import { Button } from '../design/Button.tsx';
import { LazyDialog } from '../design/LazyDialog.tsx';
import { Question } from '../design/Question.tsx';
import { useText } from '../platform/text.ts';
import { InviteForm } from './InviteForm.tsx';
import { InviteIntro } from './InviteIntro.tsx';
import { emptyList } from './inviteList.ts';
import styles from './NetworkForm.module.css';

const titles = { intro: 'invite.intro-title', list: 'invite.list-title', sent: 'invite.sent-title' } as const;

/** From the terms through the list to the word that it was sent: one dialog, so that the focus finds its way back. */
export function InviteFlow({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [step, setStep] = useState<keyof typeof titles>('intro');
  const [list, setList] = useState(emptyList);
  const [isLeaving, setLeaving] = useState(false);
  const count = list.entries.length;
  const close = () => (step === 'list' && count > 0 ? setLeaving(true) : onClose());
  return (
    <>
      <LazyDialog kind="form" title={t(titles[step])} onClose={close}>
        {step === 'intro' && <InviteIntro onContinue={() => setStep('list')} onCancel={close} />}
        {step === 'list' && (
          <InviteForm list={list} onChange={setList} onSent={() => setStep('sent')} onCancel={close} />
        )}
        {step === 'sent' && (
          <>
            <p className={styles.lead}>{t('invite.sent-message', { count })}</p>
            <div className={styles.answers}>
              <Button look="primary" onClick={onClose} autoFocus>
                {t('common.ok')}
              </Button>
            </div>
          </>
        )}
      </LazyDialog>
      {isLeaving && (
        <Question
          title={t('invite.cancel-title')}
          message={t('invite.cancel-message', { count })}
          yes={t('invite.cancel-close')}
          no={t('invite.cancel-continue')}
          onYes={onClose}
          onNo={() => setLeaving(false)}
        />
      )}
    </>
  );
}

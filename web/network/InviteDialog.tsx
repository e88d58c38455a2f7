import { useState } from 'react';
import { Checkbox } from '../design/Checkbox.tsx';
import { ConfirmDialog } from '../design/ConfirmDialog.tsx';
import { DialogButtons } from '../design/DialogButtons.tsx';
import { LazyDialog } from '../design/LazyDialog.tsx';
import { useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import { InviteForm } from './InviteForm.tsx';
import { emptyInviteList } from './inviteList.ts';
import styles from './NetworkForm.module.css';

const titles = { intro: 'invite.intro-title', list: 'invite.list-title', sent: 'invite.sent-title' } as const;

/** Terms, list of invitees and confirmation in one dialog, which restores the focus when it closes. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [step, setStep] = useState<keyof typeof titles>('intro');
  const [list, setList] = useState(emptyInviteList);
  const [isClosing, setClosing] = useState(false);
  const count = list.entries.length;
  const close = () => (step === 'list' && count > 0 ? setClosing(true) : onClose());
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
            <DialogButtons confirm={t('common.ok')} autoFocus onConfirm={onClose} />
          </>
        )}
      </LazyDialog>
      {isClosing && (
        <ConfirmDialog
          title={t('invite.cancel-title')}
          message={t('invite.cancel-message', { count })}
          confirmLabel={t('invite.cancel-close')}
          cancelLabel={t('invite.cancel-continue')}
          onConfirm={onClose}
          onCancel={() => setClosing(false)}
        />
      )}
    </>
  );
}

/** Explains invitations and asks for the terms (requirement A-NETWORK-12). */
function InviteIntro({ onContinue, onCancel }: { onContinue: () => void; onCancel: () => void }) {
  const t = useText();
  const [isAccepted, setAccepted] = useState(false);
  const { submit, hasTried } = useSubmit({
    validate: () => (isAccepted ? {} : { terms: true }),
    send: async () => onContinue(),
  });
  return (
    <form noValidate onSubmit={submit}>
      <p className={styles.lead}>{t('invite.intro-message')}</p>
      <Checkbox
        label={t('invite.terms')}
        name="terms"
        checked={isAccepted}
        aria-invalid={(hasTried && !isAccepted) || undefined}
        onChange={(event) => setAccepted(event.target.checked)}
      />
      {hasTried && !isAccepted && (
        <p className={styles.error} role="alert">
          {t('invite.terms-error')}
        </p>
      )}
      <DialogButtons confirm={t('invite.continue')} cancel={t('common.cancel')} onCancel={onCancel} />
    </form>
  );
}

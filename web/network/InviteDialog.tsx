import { useState } from 'react';
import { Checkbox } from '../design/Checkbox.tsx';
import { DialogButtons } from '../design/DialogButtons.tsx';
import { FormDialog } from '../design/FormDialog.tsx';
import { useText } from '../platform/text.ts';
import { useUnsavedDialog } from '../platform/unsavedQuestion.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import type { SentInvitations } from './data.ts';
import { InviteForm } from './InviteForm.tsx';
import { emptyInviteList } from './inviteList.ts';
import styles from './NetworkForm.module.css';

const titles = {
  intro: 'invite.intro-title',
  list: 'invite.list-title',
  sent: 'invite.sent-title',
  none: 'invite.none-sent-title',
} as const;

/** Terms, list of invitees and confirmation in one dialog, which restores the focus when it closes. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [step, setStep] = useState<keyof typeof titles>('intro');
  const [list, setList] = useState(emptyInviteList);
  const [result, setResult] = useState<SentInvitations>({ invitations: [], skipped: [] });
  const count = list.entries.length;
  const { question, close } = useUnsavedDialog(step === 'list' && count > 0, onClose);
  return (
    <FormDialog
      title={t(titles[step])}
      question={
        question && {
          ...question,
          title: t('invite.cancel-title'),
          message: t('invite.cancel-message', { count }),
          confirmLabel: t('invite.cancel-close'),
          cancelLabel: t('invite.cancel-continue'),
        }
      }
      onClose={close}
    >
      {step === 'intro' && <InviteIntro onContinue={() => setStep('list')} onCancel={close} />}
      {step === 'list' && (
        <InviteForm
          list={list}
          onChange={setList}
          onSent={(sent) => {
            setResult(sent);
            setStep(sent.invitations.length > 0 ? 'sent' : 'none');
          }}
          onCancel={close}
        />
      )}
      {(step === 'sent' || step === 'none') && <InviteResult {...result} onClose={onClose} />}
    </FormDialog>
  );
}

/** What was sent, and which addresses were left out, each with the reason. */
function InviteResult({ invitations, skipped, onClose }: SentInvitations & { onClose: () => void }) {
  const t = useText();
  const count = invitations.length;
  return (
    <div className={styles.form}>
      {count > 0 && <p className={styles.lead}>{t('invite.sent-message', { count })}</p>}
      {skipped.length > 0 && (
        <section className={styles.invitees} aria-label={t('invite.skipped')}>
          <p className={styles.inviteesHead}>{t('invite.skipped')}</p>
          <ul>
            {skipped.map(({ invitee_email, reason }) => (
              <li key={invitee_email} className={styles.entry}>
                <div className={styles.entryRow}>
                  <span className={styles.email}>{invitee_email}</span>
                  <span className={styles.relationship}>{t(`invite.skipped-${reason}`)}</span>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      <DialogButtons confirm={t('common.ok')} autoFocus onConfirm={onClose} />
    </div>
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

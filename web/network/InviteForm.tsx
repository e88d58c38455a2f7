import { Relationship } from '@promenade/contract/access';
import { INVITEE_REMOVE_MS, INVITEES_MAX } from '@promenade/contract/limits';
import { X } from 'lucide-react';
import { type CSSProperties, type SubmitEvent, useRef, useState } from 'react';
import { Banner } from '../design/Banner.tsx';
import { Button } from '../design/Button.tsx';
import { classNames } from '../design/classNames.ts';
import { DialogButtons } from '../design/DialogButtons.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { Select } from '../design/Select.tsx';
import { TextField } from '../design/TextField.tsx';
import { getRefusalText } from '../platform/errorText.ts';
import { focusFirstError } from '../platform/focus.ts';
import { logError } from '../platform/logError.ts';
import { useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import { type SentInvitations, sendInvitations } from './data.ts';
import {
  addInvitee,
  getInvitees,
  type InviteEntry,
  type InviteList,
  isFull,
  removeInvitee,
  startRemoval,
  validateInvitee,
} from './inviteList.ts';
import styles from './NetworkForm.module.css';

/** In the order of requirement A-ENUM-02. */
const relationships = ['coworker', 'industry-contact', 'other'] as const satisfies Relationship[];
const errorTexts = { 'no-input': 'invite.no-input-error-message', failed: 'invite.failed' } as const;

interface Props {
  list: InviteList;
  onChange: (change: (list: InviteList) => InviteList) => void;
  onSent: (sent: SentInvitations) => void;
  onCancel: () => void;
}

/** Collects up to five people and sends them invitations. */
export function InviteForm({ list, onChange, onSent, onCancel }: Props) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<unknown>();
  const isListFull = isFull(list);
  const fieldErrors = list.hasTried && !isListFull ? validateInvitee(list) : {};
  const focusField = (errors: object) => form.current && focusFirstError(form.current, errors);

  /** Adds the typed values; undefined when they are invalid. */
  const addTyped = (): InviteList | undefined => {
    const next = addInvitee(list);
    onChange(() => next);
    if (!next.hasTried) return next;
    focusField(validateInvitee(list));
    return undefined;
  };
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    if (addTyped()) focusField({ invitee_email: true });
  };
  const remove = (email: string) => {
    onChange((current) => startRemoval(current, email));
    setTimeout(() => onChange((current) => removeInvitee(current, email)), INVITEE_REMOVE_MS);
    focusField({ invitee_email: true });
  };
  const setError = (error: InviteList['error']) => onChange((current) => ({ ...current, error }));
  const { submit: send, isBusy } = useSubmit({
    send: async () => {
      // An address that was typed but not added is sent too.
      const complete = list.invitee_email.trim() === '' ? list : addTyped();
      if (!complete) return;
      const invitees = getInvitees(complete);
      if (invitees.length === 0) return setError('no-input');
      try {
        onSent(await sendInvitations(invitees));
      } catch (reason) {
        logError('Could not send the invitations', reason);
        setFailure(reason);
        setError('failed');
      }
    },
  });

  return (
    <div className={styles.form}>
      {list.error && (
        <Banner kind="error" title={t(errorTexts[list.error])}>
          {list.error === 'failed' && getRefusalText(failure)}
        </Banner>
      )}
      <form ref={form} className={styles.form} noValidate onSubmit={add}>
        <TextField
          label={t('common.email')}
          name="invitee_email"
          type="email"
          autoComplete="off"
          autoFocus
          value={list.invitee_email}
          readOnly={isListFull}
          onChange={({ target }) => onChange((current) => ({ ...current, invitee_email: target.value }))}
          error={fieldErrors.invitee_email && t(fieldErrors.invitee_email)}
        />
        <div className={styles.pair}>
          <Select
            label={t('invite.relationship')}
            name="relationship"
            value={list.relationship}
            options={relationships.map((value) => ({ value, text: t(`invite.${value}`) }))}
            placeholder={t('invite.choose')}
            disabled={isListFull}
            onChange={({ target }) =>
              onChange((current) => ({ ...current, relationship: Relationship.safeParse(target.value).data ?? '' }))
            }
            error={fieldErrors.relationship && t(fieldErrors.relationship)}
          />
          <Button type="submit" disabled={isListFull} className={styles.beside}>
            {t('invite.add')}
          </Button>
        </div>
      </form>
      <InviteeList entries={list.entries} onRemove={remove} />
      <DialogButtons
        confirm={t(list.error === 'failed' ? 'invite.retry' : 'invite.send')}
        cancel={t('common.cancel')}
        busy={isBusy}
        onConfirm={() => void send()}
        onCancel={onCancel}
      />
    </div>
  );
}

/** The invitees so far; a removed one fades out. */
function InviteeList({ entries, onRemove }: { entries: readonly InviteEntry[]; onRemove: (email: string) => void }) {
  const t = useText();
  return (
    <section className={styles.invitees} aria-label={t('invite.invitees')}>
      <p className={styles.inviteesHead}>
        <span>{t('invite.invitees')}</span>
        <span className={styles.counter} aria-live="polite">
          {t('invite.places', { count: entries.length, max: INVITEES_MAX })}
        </span>
      </p>
      {entries.length === 0 && <p className={styles.empty}>{t('invite.nobody')}</p>}
      <ul style={{ '--leave': `${INVITEE_REMOVE_MS}ms` } as CSSProperties}>
        {entries.map(({ invitee_email, relationship, isRemoving }) => (
          <li key={invitee_email} className={classNames(styles.entry, isRemoving && styles.removing)}>
            <div className={styles.entryRow}>
              <span className={styles.email}>{invitee_email}</span>
              <span className={styles.relationship}>{t(`invite.${relationship}`)}</span>
              <IconButton
                icon={X}
                size="small"
                iconSize={18}
                label={t('invite.remove', { email: invitee_email })}
                disabled={isRemoving}
                onClick={() => onRemove(invitee_email)}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { Relationship } from '@promenade/contract/access';
import { INVITEE_REMOVE_MS } from '@promenade/contract/limits';
import { type SubmitEvent, useRef, useState } from 'react';
import { Banner } from '../design/Banner.tsx';
import { Button } from '../design/Button.tsx';
import { Select } from '../design/Select.tsx';
import { TextField } from '../design/TextField.tsx';
import { focusFirst } from '../platform/fieldErrors.ts';
import { logged } from '../platform/logged.ts';
import { useText } from '../platform/text.ts';
import { sendInvitations } from './data.ts';
import { InviteeList } from './InviteeList.tsx';
import { add, drop, type InviteList, invitations, isFull, leave, problemsOf } from './inviteList.ts';
import styles from './NetworkForm.module.css';

/** In the order of A-ENUM-02. */
const relationships = ['coworker', 'industry-contact', 'other'] as const satisfies Relationship[];
const errors = { 'no-input': 'invite.no-input-error-message', failed: 'invite.failed' } as const;

interface Props {
  list: InviteList;
  onChange: (change: (list: InviteList) => InviteList) => void;
  onSent: () => void;
  onCancel: () => void;
}

/** Collects up to five people and sends them their invitations. */
export function InviteForm({ list, onChange, onSent, onCancel }: Props) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const isAtMost = isFull(list);
  const problems = list.hasTried && !isAtMost ? problemsOf(list) : {};
  const focusOn = (fields: object) => form.current && focusFirst(form.current, fields);

  /** Answers the list with what is being typed, or undefined when something is wrong with that. */
  const added = (): InviteList | undefined => {
    const next = add(list);
    onChange(() => next);
    if (!next.hasTried) return next;
    focusOn(problemsOf(list));
    return undefined;
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (added()) focusOn({ invitee_email: true });
  };
  const remove = (email: string) => {
    onChange((now) => leave(now, email));
    setTimeout(() => onChange((now) => drop(now, email)), INVITEE_REMOVE_MS);
    focusOn({ invitee_email: true });
  };
  const send = async () => {
    // An address that was typed but not added was meant to go, too.
    const ready = list.invitee_email.trim() === '' ? list : added();
    if (!ready) return;
    const people = invitations(ready);
    const fail = (error: InviteList['error']) => onChange((now) => ({ ...now, error }));
    if (people.length === 0) return fail('no-input');
    setBusy(true);
    try {
      await sendInvitations(people);
      onSent();
    } catch (failure) {
      setBusy(false);
      logged('The invitations could not be sent', failure);
      fail('failed');
    }
  };

  return (
    <div className={styles.form}>
      {list.error && <Banner kind="error" title={t(errors[list.error])} />}
      <form ref={form} className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label={t('common.email')}
          name="invitee_email"
          type="email"
          autoComplete="off"
          autoFocus
          value={list.invitee_email}
          readOnly={isAtMost}
          onChange={({ target }) => onChange((now) => ({ ...now, invitee_email: target.value }))}
          error={problems.invitee_email && t(problems.invitee_email)}
        />
        <div className={styles.pair}>
          <Select
            label={t('invite.relationship')}
            name="relationship"
            value={list.relationship}
            options={relationships.map((value) => ({ value, text: t(`invite.${value}`) }))}
            placeholder={t('invite.choose')}
            disabled={isAtMost}
            onChange={({ target }) =>
              onChange((now) => ({ ...now, relationship: Relationship.safeParse(target.value).data ?? '' }))
            }
            error={problems.relationship && t(problems.relationship)}
          />
          <Button type="submit" disabled={isAtMost} className={styles.beside}>
            {t('invite.add')}
          </Button>
        </div>
      </form>
      <InviteeList entries={list.entries} onRemove={remove} />
      <div className={styles.answers}>
        <Button look="plain" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button look="primary" busy={isBusy} onClick={() => void send()}>
          {t(list.error === 'failed' ? 'invite.retry' : 'invite.send')}
        </Button>
      </div>
    </div>
  );
}

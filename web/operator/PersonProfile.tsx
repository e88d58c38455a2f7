import { EMAIL_MAX, LINE_MAX, NOTE_MAX } from '@promenade/contract/limits';
import type { AccountDetail } from '@promenade/contract/operatorPeople';
import { MailFrequency } from '@promenade/contract/profile';
import { X } from 'lucide-react';
import { useState } from 'react';
import { ActionQuestion } from '../console/ActionQuestion.tsx';
import { useSave } from '../console/Saving.tsx';
import styles from '../console/sections.module.css';
import { formatTime } from '../console/times.ts';
import { useTypedText } from '../console/typedText.ts';
import { Button } from '../design/Button.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { Select } from '../design/Select.tsx';
import { TextArea, TextField } from '../design/TextField.tsx';
import { useText } from '../platform/text.ts';
import details from './details.module.css';
import { useRefresh } from './namesData.ts';
import { ChangeQuestion, nameOf } from './PersonRights.tsx';
import { type AccountChange, addNote, deleteNote, useSaveChange } from './peopleData.ts';

interface PersonProps {
  person: AccountDetail;
}

const FACTS = ['firstname', 'lastname', 'company'] as const;

/** Name, company, and how often the person gets mails about releases. */
export function Profile({ person }: PersonProps) {
  const t = useText();
  const keyOf = (fact: (typeof FACTS)[number]) => `person ${person.playerid} ${fact}`;
  const typed = {
    firstname: useTypedText(keyOf('firstname')),
    lastname: useTypedText(keyOf('lastname')),
    company: useTypedText(keyOf('company')),
  };
  const [mailpref, setMailpref] = useState<AccountDetail['mailpref']>();
  const edits = {
    ...Object.fromEntries(FACTS.flatMap((fact) => (typed[fact][0] === undefined ? [] : [[fact, typed[fact][0]]]))),
    ...(mailpref && { mailpref }),
  };
  const save = useSaveChange();
  const { submit, isBusy, message } = useSave(async () => {
    await save(person.playerid, person.version, edits);
    for (const fact of FACTS) typed[fact][1](undefined);
    setMailpref(undefined);
  });
  return (
    <section>
      <h2 className={styles.heading}>{t('operator.profile')}</h2>
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <div className={styles.buttons}>
          {FACTS.map((fact) => (
            <TextField
              key={fact}
              label={t(`operator.${fact}`)}
              value={typed[fact][0] ?? person[fact]}
              maxLength={LINE_MAX}
              onChange={({ target }) => typed[fact][1](target.value)}
            />
          ))}
          <Select
            label={t('settings.mailpref')}
            value={mailpref ?? person.mailpref}
            options={MailFrequency.options.map((value) => ({ value, text: t(`settings.frequency-${value}`) }))}
            onChange={({ target }) => setMailpref(MailFrequency.parse(target.value))}
          />
        </div>
        {message}
        <Button type="submit" size="small" busy={isBusy} disabled={Object.keys(edits).length === 0}>
          {t('operator.save')}
        </Button>
      </form>
    </section>
  );
}

interface Asked {
  change: AccountChange;
  former: AccountChange;
  kind: 'add' | 'remove';
  email: string;
}

/** A person without one can neither sign in nor be mailed. */
export function Addresses({ person }: PersonProps) {
  const t = useText();
  const [email = '', setEmail] = useTypedText(`person ${person.playerid} address`);
  const [asked, setAsked] = useState<Asked>();
  const ask = (kind: Asked['kind'], address: string) => {
    const [add, remove] = [{ addemail: address }, { removeemail: address }];
    setAsked({
      kind,
      email: address,
      ...(kind === 'add' ? { change: add, former: remove } : { change: remove, former: add }),
    });
  };
  return (
    <section>
      <h2 className={styles.heading}>{t('operator.addresses')}</h2>
      <div className={styles.form}>
        {person.emails.length === 0 && <p>{t('operator.no-address')}</p>}
        <ul className={styles.list}>
          {person.emails.map((address) => (
            <li key={address} className={styles.entry}>
              <a href={`mailto:${address}`} className="link">
                {address}
              </a>
              {person.emails.length > 1 && (
                <IconButton
                  icon={X}
                  label={t('names.remove-one', { name: address })}
                  onClick={() => ask('remove', address)}
                />
              )}
            </li>
          ))}
        </ul>
        <TextField
          label={t('operator.new-address')}
          type="email"
          value={email}
          maxLength={EMAIL_MAX}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Button size="small" disabled={!email.includes('@')} onClick={() => ask('add', email.trim().toLowerCase())}>
          {t('operator.add-address')}
        </Button>
      </div>
      {asked && (
        <ChangeQuestion
          person={person}
          change={asked.change}
          former={asked.former}
          title={t(`operator.${asked.kind}-address-title`, { email: asked.email, name: nameOf(person) })}
          message={t(`operator.${asked.kind}-address-message`, { email: asked.email })}
          done={t(`operator.${asked.kind}-address-done`, { email: asked.email })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

/** Labels whose mails the person stopped. */
export function StoppedLabels({ person }: PersonProps) {
  const t = useText();
  const [label, setLabel] = useState<AccountDetail['stoppedlabels'][number]>();
  if (person.stoppedlabels.length === 0) return null;
  const change = (stopped: boolean) => ({ labelmails: { labelid: label?.labelid ?? '', stopped } });
  const values = { name: nameOf(person), label: label?.name ?? '' };
  return (
    <section>
      <h2 className={styles.heading}>{t('operator.stopped-labels')}</h2>
      <ul className={styles.list}>
        {person.stoppedlabels.map((stopped) => (
          <li key={stopped.labelid} className={styles.entry}>
            {stopped.name}
            <Button size="small" onClick={() => setLabel(stopped)}>
              {t('operator.mail-again')}
            </Button>
          </li>
        ))}
      </ul>
      {label && (
        <ChangeQuestion
          person={person}
          change={change(false)}
          former={change(true)}
          title={t('operator.mail-again-title', values)}
          message={t('operator.mail-again-message', values)}
          done={t('operator.mail-again-done', values)}
          onClose={() => setLabel(undefined)}
        />
      )}
    </section>
  );
}

/** What operators wrote down; the person sees it in the export of the account. */
export function Notes({ person: { playerid, notes } }: PersonProps) {
  const t = useText();
  const [note = '', setNote] = useTypedText(`person ${playerid} note`);
  const [deleted, setDeleted] = useState<AccountDetail['notes'][number]>();
  const refresh = useRefresh();
  const { submit, isBusy, message } = useSave(async () => {
    await addNote(playerid, note.trim());
    setNote(undefined);
    await refresh();
  });
  return (
    <section>
      <h2 className={styles.heading}>{t('operator.notes')}</h2>
      <ul className={styles.list}>
        {notes.map((row) => (
          <li key={row.noteid} className={styles.entry}>
            <span>
              {t('operator.note-by', { by: row.by, time: formatTime(row.at) })}
              <span className={details.note}>{row.note}</span>
            </span>
            <IconButton icon={X} label={t('operator.delete-note')} onClick={() => setDeleted(row)} />
          </li>
        ))}
      </ul>
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextArea
          label={t('operator.new-note')}
          value={note}
          maxLength={NOTE_MAX}
          onChange={({ target }) => setNote(target.value)}
        />
        {message}
        <Button type="submit" size="small" busy={isBusy} disabled={note.trim() === ''}>
          {t('operator.add-note')}
        </Button>
      </form>
      {deleted && (
        <ActionQuestion
          action={{
            title: () => t('operator.delete-note-title'),
            message: () => deleted.note,
            confirm: t('operator.delete-note'),
            nameOf: (row) => row.note,
            run: ({ noteid }) => deleteNote(playerid, noteid),
            done: () => t('operator.note-deleted'),
            undo: (row) => addNote(playerid, row.note),
          }}
          rows={[deleted]}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </section>
  );
}

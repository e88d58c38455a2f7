import { EMAIL_MAX, LINE_MAX } from '@promenade/contract/limits';
import { type LabelDetail, StaffRole } from '@promenade/contract/operatorCatalogue';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { Button } from '../design/Button.tsx';
import { CoverArt } from '../design/CoverArt.tsx';
import { Select } from '../design/Select.tsx';
import { TextField } from '../design/TextField.tsx';
import { useLabelSettings } from '../label/data.ts';
import { LogoChoice } from '../label/LogoChoice.tsx';
import { useTypedText } from '../label/typedText.ts';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { ActionQuestion } from './ActionQuestion.tsx';
import { DetailPage, Members, useSave } from './DetailPage.tsx';
import { NameChoice } from './NameChoice.tsx';
import { NameList } from './NameList.tsx';
import { changeOneLabel, useLabel } from './namesData.ts';
import { operatorPath } from './operatorPath.ts';
import styles from './Person.module.css';

const pathOf = (labelid: string) => operatorPath('labels/:labelid', { labelid });

/** All labels, or one of them. */
export function Labels() {
  const t = useText();
  const { labelid } = useParams();
  if (labelid === undefined) return <NameList kind="labels" title={t('names.labels')} pathOf={pathOf} />;
  return <Label key={labelid} labelid={labelid} />;
}

function Label({ labelid }: { labelid: string }) {
  const t = useText();
  const detail = useLabel(labelid);
  const { data } = detail;
  return (
    <DetailPage detail={detail} name={data?.name} all={operatorPath('labels')} subject={labelid}>
      {data && (
        <>
          <p>
            <Link to={`${paths.console}?${new URLSearchParams({ label: data.id })}`} className="link">
              {t('names.releases', { count: data.releases })}
            </Link>
          </p>
          <Logo labelid={data.id} />
          <Contact key={data.contact} label={data} />
          <Staff label={data} />
          <Grants label={data} />
        </>
      )}
    </DetailPage>
  );
}

function Logo({ labelid }: { labelid: string }) {
  const t = useText();
  const logo = useLabelSettings(labelid).data?.logo ?? null;
  return (
    <section className={styles.logo}>
      <CoverArt src={logo} alt={t(logo ? 'label.logo' : 'label.logo-none')} pixels={160} />
      <LogoChoice labelid={labelid} />
    </section>
  );
}

function Contact({ label }: { label: LabelDetail }) {
  const t = useText();
  const [contact = label.contact ?? '', setContact] = useTypedText(`contact ${label.id}`);
  const { submit, isBusy, message } = useSave(async () => {
    await changeOneLabel(label.id, { contact: contact.trim() });
    setContact(undefined);
  });
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('names.contact')}
        type="email"
        value={contact}
        maxLength={EMAIL_MAX}
        onChange={({ target }) => setContact(target.value)}
      />
      {message}
      <Button type="submit" size="small" busy={isBusy}>
        {t('operator.save')}
      </Button>
    </form>
  );
}

type Person = LabelDetail['staff'][number];

function Staff({ label }: { label: LabelDetail }) {
  const t = useText();
  const [account = '', setAccount] = useTypedText(`staff ${label.id}`);
  const [role, setRole] = useState<Person['role']>('editor');
  const [leaving, setLeaving] = useState<Person>();
  const { submit, isBusy, message } = useSave(async () => {
    await changeOneLabel(label.id, { staff: { account: account.trim(), role } });
    setAccount(undefined);
  });
  return (
    <section>
      <h2 className={styles.heading}>{t('names.staff')}</h2>
      <Members
        rows={label.staff.map((person) => ({ ...person, detail: t(`label.role-${person.role}`) }))}
        empty={t('names.no-staff')}
        onRemove={setLeaving}
      />
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <div className={styles.buttons}>
          <TextField
            label={t('names.account')}
            value={account}
            maxLength={LINE_MAX}
            onChange={({ target }) => setAccount(target.value)}
          />
          <Select
            label={t('operator.role')}
            value={role}
            options={StaffRole.options.map((value) => ({ value, text: t(`label.role-${value}`) }))}
            onChange={({ target }) => setRole(StaffRole.parse(target.value))}
          />
        </div>
        {message}
        <Button type="submit" size="small" busy={isBusy} disabled={account.trim() === ''}>
          {t('names.set-role')}
        </Button>
      </form>
      {leaving && (
        <ActionQuestion
          action={{
            title: () => t('names.remove-title', { name: leaving.name || leaving.email, of: label.name }),
            message: () => t('names.remove-staff-message'),
            confirm: t('names.remove'),
            nameOf: ({ name, email }) => name || email,
            run: ({ playerid }) => changeOneLabel(label.id, { staff: { account: playerid, role: null } }),
            done: () => t('names.removed', { name: leaving.name || leaving.email }),
            undo: ({ playerid, role }) => changeOneLabel(label.id, { staff: { account: playerid, role } }),
          }}
          rows={[leaving]}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </section>
  );
}

function Grants({ label }: { label: LabelDetail }) {
  const t = useText();
  const [name, setName] = useState('');
  const granted = label.packages.includes(name);
  const { submit, isBusy, message } = useSave(() => changeOneLabel(label.id, { package: { name, granted: !granted } }));
  return (
    <section>
      <h2 className={styles.heading}>{t('names.grants')}</h2>
      <p>{label.packages.join(', ') || t('names.no-grants')}</p>
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <NameChoice
          kind="packages"
          label={t('operator.package')}
          value={name}
          placeholder={t('names.choose-package')}
          onChange={(choice) => setName(choice?.name ?? '')}
        />
        {message}
        <Button type="submit" size="small" busy={isBusy} disabled={name === ''}>
          {t(granted ? 'names.revoke' : 'names.grant')}
        </Button>
      </form>
    </section>
  );
}

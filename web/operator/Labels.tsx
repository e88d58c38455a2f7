import { EMAIL_MAX, LINE_MAX } from '@promenade/contract/limits';
import { type LabelDetail, type Named, StaffRole } from '@promenade/contract/operatorCatalogue';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ActionQuestion } from '../console/ActionQuestion.tsx';
import { useSave } from '../console/Saving.tsx';
import styles from '../console/sections.module.css';
import { useTypedText } from '../console/typedText.ts';
import { Button } from '../design/Button.tsx';
import { CoverArt } from '../design/CoverArt.tsx';
import { Select } from '../design/Select.tsx';
import { TextField } from '../design/TextField.tsx';
import { useLabelSettings } from '../label/data.ts';
import { LogoChoice } from '../label/LogoChoice.tsx';
import { useText } from '../platform/text.ts';
import details from './details.module.css';
import { NameChoice } from './NameChoice.tsx';
import { NameList } from './NameList.tsx';
import { changeOneLabel, useLabel, useRefresh } from './namesData.ts';
import { operatorPath } from './operatorPath.ts';
import { Members, SubjectPage } from './SubjectPage.tsx';

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
  return (
    <SubjectPage
      query={detail}
      name={detail.data?.name}
      failed={{ title: t('names.unknown-label'), hint: t('names.unknown-hint') }}
      all={[operatorPath('labels'), t('names.back')]}
      subject={labelid}
    >
      {(data) => (
        <>
          <p>
            <Link to={`${operatorPath('releases')}?${new URLSearchParams({ label: data.id })}`} className="link">
              {t('names.releases', { count: data.releases })}
            </Link>
          </p>
          <Logo labelid={data.id} />
          <Contact key={data.contact} label={data} />
          <Staff label={data} />
          <Grants label={data} />
          <Trust label={data} />
        </>
      )}
    </SubjectPage>
  );
}

function Logo({ labelid }: { labelid: string }) {
  const t = useText();
  const logo = useLabelSettings(labelid).data?.logo ?? null;
  return (
    <section className={details.logo}>
      <CoverArt src={logo} alt={t(logo ? 'label.logo' : 'label.logo-none')} pixels={160} />
      <LogoChoice labelid={labelid} />
    </section>
  );
}

function Contact({ label }: { label: LabelDetail }) {
  const t = useText();
  const [contact = label.contact ?? '', setContact] = useTypedText(`contact ${label.id}`);
  const refresh = useRefresh();
  const { submit, isBusy, message } = useSave(async () => {
    await changeOneLabel(label.id, { contact: contact.trim() });
    setContact(undefined);
    await refresh();
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

/** Whether people whom the label invited from its lists are approved without a review. */
function Trust({ label }: { label: LabelDetail }) {
  const t = useText();
  const [isAsked, setAsked] = useState(false);
  const { name, trusted } = label;
  const set = (trusted: boolean) => changeOneLabel(label.id, { trusted });
  const verb = trusted ? 'distrust' : 'trust';
  return (
    <section>
      <h2 className={styles.heading}>{t('names.invited')}</h2>
      <p>{t(trusted ? 'names.is-trusted' : 'names.is-not-trusted')}</p>
      <Button size="small" onClick={() => setAsked(true)}>
        {t(`names.${verb}`)}
      </Button>
      {isAsked && (
        <ActionQuestion
          action={{
            title: () => t(`names.${verb}-title`, { name }),
            message: () => t(`names.${verb}-message`),
            confirm: t(`names.${verb}`),
            nameOf: (row) => row.name,
            run: () => set(!trusted),
            done: () => t(`names.${verb}-done`, { name }),
            undo: () => set(trusted),
          }}
          rows={[label]}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  );
}

type Person = LabelDetail['staff'][number];

interface Change {
  account: string;
  role: Person['role'] | null;
}

function Staff({ label }: { label: LabelDetail }) {
  const t = useText();
  const [account = '', setAccount] = useTypedText(`staff ${label.id}`);
  const [role, setRole] = useState<Person['role']>('editor');
  const [leaving, setLeaving] = useState<Person>();
  const [coming, setComing] = useState<Change>();
  const staffOf = ({ account, role }: Change) => changeOneLabel(label.id, { staff: { account, role } });
  const typed = account.trim();
  const held = label.staff.find(({ email, playerid }) => email === typed.toLowerCase() || playerid === typed);
  return (
    <section>
      <h2 className={styles.heading}>{t('names.staff')}</h2>
      <Members
        rows={label.staff.map((person) => ({ ...person, detail: t(`label.role-${person.role}`) }))}
        empty={t('names.no-staff')}
        onRemove={setLeaving}
      />
      <div className={styles.form}>
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
        <Button size="small" disabled={typed === ''} onClick={() => setComing({ account: typed, role })}>
          {t('names.set-role')}
        </Button>
      </div>
      {coming && (
        <ActionQuestion
          action={{
            title: () =>
              t('operator.label-role-title', { name: typed, label: label.name, role: t(`label.role-${role}`) }),
            message: () => t('operator.label-role-message', { count: label.releases }),
            confirm: t('names.set-role'),
            nameOf: (row) => row.account,
            run: async (row) => {
              await staffOf(row);
              setAccount(undefined);
            },
            done: () => t('operator.label-role-done', { name: typed, label: label.name }),
            undo: (row) => staffOf({ ...row, role: held?.role ?? null }),
          }}
          rows={[coming]}
          onClose={() => setComing(undefined)}
        />
      )}
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
  const [choice, setChoice] = useState<Named>();
  const [asked, setAsked] = useState<{ name: string; granted: boolean }>();
  const isGranted = choice !== undefined && label.packages.includes(choice.name);
  const change = (grant: { name: string; granted: boolean }) => changeOneLabel(label.id, { package: grant });
  return (
    <section>
      <h2 className={styles.heading}>{t('names.grants')}</h2>
      <p>{label.packages.join(', ') || t('names.no-grants')}</p>
      <div className={styles.form}>
        <NameChoice
          kind="packages"
          label={t('operator.package')}
          value={choice?.name ?? ''}
          placeholder={t('names.choose-package')}
          onChange={setChoice}
        />
        <Button
          size="small"
          disabled={!choice}
          onClick={() => choice && setAsked({ name: choice.name, granted: !isGranted })}
        >
          {t(isGranted ? 'names.revoke' : 'names.grant')}
        </Button>
      </div>
      {asked && (
        <ActionQuestion
          action={{
            title: () =>
              t(asked.granted ? 'names.grant-title' : 'names.revoke-title', { name: asked.name, of: label.name }),
            message: () =>
              t(asked.granted ? 'names.grant-message' : 'names.revoke-message', { count: choice?.people ?? 0 }),
            confirm: t(asked.granted ? 'names.grant' : 'names.revoke'),
            nameOf: ({ name }) => name,
            run: change,
            done: () => t(asked.granted ? 'names.granted' : 'names.revoked', { name: asked.name }),
            undo: ({ name, granted }) => change({ name, granted: !granted }),
          }}
          rows={[asked]}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

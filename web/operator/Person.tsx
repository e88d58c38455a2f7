import { type AccountDetail, AccountRole } from '@promenade/contract/operatorPeople';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { FiguresTable } from '../catalogue/FiguresTable.tsx';
import { RowsSkeleton } from '../catalogue/Pages.tsx';
import { Button, buttonClass } from '../design/Button.tsx';
import { Checkbox } from '../design/Checkbox.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { Icon } from '../design/Icon.tsx';
import { Select } from '../design/Select.tsx';
import { getCountryName } from '../platform/countryName.ts';
import { getRefusalText } from '../platform/errorText.ts';
import { notify } from '../platform/notices.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { getLanguage, useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import { NameChoice } from './NameChoice.tsx';
import { operatorPath } from './operatorPath.ts';
import { PackageChoice } from './PackageChoice.tsx';
import styles from './Person.module.css';
import { PersonActions } from './PersonActions.tsx';
import { type AccountChange, useAccountDetail, useSaveChange } from './peopleData.ts';
import { formatTime } from './times.ts';

/** Everything that an operator has to know of an account, and can change. */
export function Person({ playerid }: { playerid: string }) {
  const t = useText();
  const { data, isError, refetch } = useAccountDetail(playerid);
  useTitle(data ? data.name || data.email : t('operator.people'), false);
  return (
    <div className={styles.page}>
      <div className={styles.buttons}>
        <Link to={operatorPath('people')} className={buttonClass({ variant: 'plain', size: 'small' })}>
          <Icon icon={ChevronLeft} size={18} />
          {t('operator.all-people')}
        </Link>
      </div>
      {isError && !data && (
        <EmptyState isFailure heading="h1" title={t('operator.person-unknown')} hint={t('operator.person-hint')}>
          <Button onClick={() => void refetch()}>{t('gallery.retry')}</Button>
        </EmptyState>
      )}
      {!data && !isError && <RowsSkeleton />}
      {data && (
        <>
          <h1 className={styles.title}>{data.name || data.email}</h1>
          <PersonActions person={data} />
          <Facts person={data} />
          <Rights person={data} />
          <Labels person={data} />
          <Tables person={data} />
          <div>
            <Link to={`${operatorPath('audit')}?${new URLSearchParams({ subject: playerid })}`} className="link">
              {t('operator.see-audit')}
            </Link>
          </div>
        </>
      )}
    </div>
  );
}

function Facts({ person }: { person: AccountDetail }) {
  const t = useText();
  const { status, emails, title, company, country, phone, createdat, seenat, haspassword, deletionat } = person;
  const facts = [
    [t('operator.state'), t(`operator.status-${status}`)],
    [t('operator.addresses'), emails.join(', ')],
    [t('operator.company'), company],
    [t('operator.job'), title],
    [t('operator.answer-country'), country && getCountryName(country, getLanguage())],
    [t('operator.answer-phone'), phone],
    [t('operator.since'), formatTime(createdat)],
    [t('operator.seen'), seenat ? formatTime(seenat) : t('operator.never')],
    [t('common.password'), t(haspassword ? 'operator.has-password' : 'operator.no-password')],
    [t('operator.deletion-requested'), deletionat ? formatTime(deletionat) : ''],
  ].filter(([, value]) => value);
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Saves a change over the version that is shown; a refusal stays above the button, and the account is shown as it is now. */
function useChange({ playerid, version }: AccountDetail, body: () => AccountChange) {
  const t = useText();
  const save = useSaveChange();
  const { submit, isBusy, failure } = useSubmit({
    send: async () => {
      await save(playerid, version, body());
      notify({ category: 'settingSaved' });
    },
  });
  const message = failure !== undefined && (
    <p role="alert" className={styles.failure}>
      {getRefusalText(failure) || t('selection.unavailable')}
    </p>
  );
  return { submit, isBusy, message };
}

const getRights = ({ version, packages, ...person }: AccountDetail) => ({
  version,
  roles: AccountRole.options.filter((role) => person[role]),
  packages: packages.filter((name) => name !== 'Everyone'),
});

function Rights({ person }: { person: AccountDetail }) {
  const t = useText();
  const [{ version, roles, packages }, setRights] = useState(() => getRights(person));
  // Another version replaces what was chosen; the controls stay, and with them the focus.
  if (version !== person.version) setRights(getRights(person));
  const set = (change: object) => setRights((rights) => ({ ...rights, ...change }));
  const { submit, isBusy, message } = useChange(person, () => ({
    ...Object.fromEntries(AccountRole.options.map((role) => [role, roles.includes(role)])),
    packages,
  }));
  return (
    <section>
      <h2 className={styles.heading}>{t('operator.rights')}</h2>
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <fieldset className={styles.packages}>
          <legend>{t('operator.roles')}</legend>
          {AccountRole.options.map((role) => (
            <Checkbox
              key={role}
              label={t(`operator.role-${role}`)}
              checked={roles.includes(role)}
              onChange={({ target }) =>
                set({ roles: target.checked ? [...roles, role] : roles.filter((other) => other !== role) })
              }
            />
          ))}
        </fieldset>
        <PackageChoice chosen={packages} onChange={(chosen) => set({ packages: chosen })} />
        {message}
        <Button type="submit" variant="primary" size="small" busy={isBusy}>
          {t('operator.save')}
        </Button>
      </form>
    </section>
  );
}

function Labels({ person }: { person: AccountDetail }) {
  const t = useText();
  const [label, setLabel] = useState({ id: '', name: '' });
  const [role, setRole] = useState<'editor' | 'viewer' | ''>('viewer');
  const { submit, isBusy, message } = useChange(person, () => ({ label: { labelid: label.id, role: role || null } }));
  return (
    <section>
      <h2 className={styles.heading}>{t('operator.labels-of')}</h2>
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <p>
          {person.labels.map(({ name, role: held }) => `${name} (${t(`label.role-${held}`)})`).join(', ') ||
            t('operator.no-labels')}
        </p>
        <div className={styles.buttons}>
          <NameChoice
            kind="labels"
            label={t('label.label')}
            value={label.name}
            placeholder={t('operator.choose-label')}
            onChange={(choice) => choice && setLabel(choice)}
          />
          <Select
            label={t('operator.role')}
            value={role}
            placeholder={t('operator.no-role')}
            options={(['editor', 'viewer'] as const).map((value) => ({ value, text: t(`label.role-${value}`) }))}
            onChange={({ target }) =>
              setRole(target.value === 'editor' || target.value === 'viewer' ? target.value : '')
            }
          />
        </div>
        {message}
        <Button type="submit" size="small" busy={isBusy} disabled={label.id === ''}>
          {t('operator.change-label')}
        </Button>
      </form>
    </section>
  );
}

function Tables({ person: { sessions, locks, suppressions, mails } }: { person: AccountDetail }) {
  const t = useText();
  return (
    <>
      {sessions.length > 0 && (
        <FiguresTable
          label={t('operator.sessions')}
          words={4}
          head={[t('operator.started'), t('operator.seen'), t('common.email'), t('operator.browser')]}
          rows={sessions.map(({ startedat, seenat, username, publicdevice }) => ({
            key: startedat + seenat,
            cells: [
              formatTime(startedat),
              formatTime(seenat),
              username,
              t(publicdevice ? 'operator.public-browser' : 'operator.own-browser'),
            ],
          }))}
        />
      )}
      {locks.length > 0 && (
        <FiguresTable
          label={t('operator.locks')}
          words={3}
          head={[t('operator.time'), t('operator.limit'), t('operator.network')]}
          rows={locks.map(({ at, limit, network }) => ({ key: at + limit, cells: [formatTime(at), limit, network] }))}
        />
      )}
      {suppressions.length > 0 && (
        <FiguresTable
          label={t('operator.suppressions')}
          words={3}
          head={[t('common.email'), t('operator.since'), t('operator.reason')]}
          rows={suppressions.map(({ address, since, reason }) => ({
            key: address,
            cells: [address, formatTime(since), reason],
          }))}
        />
      )}
      {mails.length > 0 && (
        <FiguresTable
          label={t('operator.mails-of')}
          words={3}
          head={[t('operator.time'), t('operator.subject'), t('operator.state')]}
          rows={mails.map(({ mailid, createdat, subject, sentat, problem }) => ({
            key: mailid,
            cells: [formatTime(createdat), subject, sentat ? t('outbox.sent') : problem || t('outbox.waiting')],
          }))}
        />
      )}
    </>
  );
}

import { EMAIL_MAX, LINE_MAX } from '@promenade/contract/limits';
import type { Named } from '@promenade/contract/operatorCatalogue';
import { type Account, AccountRole, AccountSort, AccountStatus } from '@promenade/contract/operatorPeople';
import { BadgeCheck, Ban, LogOut, type LucideIcon, Package, UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';

import { ActionQuestion } from '../console/ActionQuestion.tsx';
import { column, type ListColumn } from '../console/ListColumns.tsx';
import { ListFilter } from '../console/ListFilter.tsx';
import { ListPage } from '../console/ListPage.tsx';
import { useListParams } from '../console/listParams.ts';
import { formatTime } from '../console/times.ts';
import { Button } from '../design/Button.tsx';
import { Checkbox } from '../design/Checkbox.tsx';
import { TextField } from '../design/TextField.tsx';
import { useText } from '../platform/text.ts';

import { NameChoice } from './NameChoice.tsx';
import { changeOnePackage } from './namesData.ts';
import { operatorPath } from './operatorPath.ts';
import { PackageChoice } from './PackageChoice.tsx';
import { Person } from './Person.tsx';
import { PersonQuestion } from './PersonActions.tsx';
import { nameOf } from './PersonRights.tsx';
import { makePerson, useAccounts } from './peopleData.ts';

const LIST = {
  sorts: AccountSort.options,
  initial: 'name',
  filters: {
    status: AccountStatus.options,
    role: AccountRole.options,
    package: 'text',
    mails: ['suppressed'],
    waits: ['country'],
  },
} as const;
const rowKey = ({ playerid }: Account): string => playerid;

/** All accounts, or one of them. */
export function People() {
  const { playerid } = useParams();
  return playerid === undefined ? <PeopleList /> : <Person key={playerid} playerid={playerid} />;
}

interface Asked {
  action: 'verify' | 'disable' | 'end-sessions';
  rows: readonly Account[];
}

function PeopleList() {
  const t = useText();
  const params = useListParams(LIST);
  const { query, set } = params;
  const list = useAccounts(query);
  const [asked, setAsked] = useState<Asked>();
  const [given, setGiven] = useState<readonly Account[]>();
  const [isMaking, setMaking] = useState(false);
  const columns = useMemo(
    (): ListColumn<Account>[] => [
      column.link(
        'name',
        t('operator.name'),
        ({ playerid, name, email }) => ({
          to: operatorPath('people/:playerid', { playerid }),
          title: name || email || playerid,
          artist: email,
        }),
        { isSortable: true, phone: { width: 130 } },
      ),
      column.text('email', t('common.email'), ({ email }) => email, { width: 180, phone: { width: 120 } }),
      column.text('company', t('operator.company'), ({ company }) => company, { isSortable: true, isOptional: true }),
      column.text('status', t('operator.state'), ({ status }) => t(`operator.status-${status}`), {
        width: 90,
        share: 0,
        phone: { isOptional: true },
      }),
      column.text(
        'roles',
        t('operator.roles'),
        (row) =>
          AccountRole.options
            .filter((name) => row[name])
            .map((name) => t(`operator.role-${name}`))
            .join(', '),
        { width: 140, share: 1, isOptional: true },
      ),
      column.text('seen', t('operator.seen'), ({ seenat }) => (seenat ? formatTime(seenat) : t('operator.never')), {
        width: 175,
        share: 0,
        isOptional: true,
      }),
    ],
    [t],
  );
  const button = (action: Asked['action'], icon: LucideIcon, rows: readonly Account[]) => (
    <Button size="small" icon={icon} disabled={rows.length === 0} onClick={() => setAsked({ action, rows })}>
      {t(`operator.${action}`)}
    </Button>
  );
  return (
    <>
      <ListPage
        title={t('operator.people')}
        total={(count) => t('operator.total-people', { count })}
        list={list}
        params={params}
        columns={columns}
        rowKey={rowKey}
        find={t('operator.find-people')}
        empty={t('operator.none-title')}
        filters={
          <>
            <ListFilter
              params={params}
              name="status"
              label={t('operator.state')}
              options={AccountStatus.options.map((value) => ({ value, text: t(`operator.status-${value}`) }))}
            />
            <ListFilter
              params={params}
              name="role"
              label={t('operator.role')}
              options={AccountRole.options.map((value) => ({ value, text: t(`operator.role-${value}`) }))}
            />
            <NameChoice
              kind="packages"
              label={t('operator.package')}
              value={query.package ?? ''}
              placeholder={t('operator.all')}
              isOptional
              onChange={(choice) => set({ package: choice?.name ?? '', page: '' })}
            />
            <ListFilter
              params={params}
              name="mails"
              label={t('outbox.list')}
              options={[{ value: 'suppressed', text: t('operator.suppressed') }]}
            />
            <ListFilter
              params={params}
              name="waits"
              label={t('operator.waiting')}
              options={[{ value: 'country', text: t('operator.waiting-country') }]}
            />
          </>
        }
        actions={
          <Button size="small" icon={UserPlus} onClick={() => setMaking(true)}>
            {t('operator.make-account')}
          </Button>
        }
        bulk={(rows) => (
          <>
            {button('verify', BadgeCheck, rows)}
            <Button size="small" icon={Package} disabled={rows.length === 0} onClick={() => setGiven(rows)}>
              {t('operator.give-package')}
            </Button>
            {button('end-sessions', LogOut, rows)}
            {button('disable', Ban, rows)}
          </>
        )}
      />
      {asked && <PersonQuestion {...asked} onClose={() => setAsked(undefined)} />}
      {given && <GivePackage rows={given} onClose={() => setGiven(undefined)} />}
      {isMaking && <MakeAccount onClose={() => setMaking(false)} />}
    </>
  );
}

/** Gives several people a package; those who hold it already stay as they are. */
function GivePackage({ rows, onClose }: { rows: readonly Account[]; onClose: () => void }) {
  const t = useText();
  const [choice, setChoice] = useState<Named>();
  const change = ({ playerid }: Account, holds: boolean) =>
    changeOnePackage(choice?.id ?? '', { member: { account: playerid, holds } });
  return (
    <ActionQuestion
      action={{
        title: (count) => t('operator.give-title', { count }),
        message: (count) => t('operator.give-message', { count, releases: choice?.releases ?? 0 }),
        confirm: t('operator.give-package'),
        nameOf,
        run: (row) => change(row, true),
        done: (count) => t('operator.give-done', { count, name: choice?.name ?? '' }),
        undo: (row) => change(row, false),
      }}
      rows={rows}
      onClose={onClose}
    >
      <NameChoice
        kind="packages"
        label={t('operator.package')}
        value={choice?.name ?? ''}
        placeholder={t('names.choose-package')}
        onChange={setChoice}
      />
    </ActionQuestion>
  );
}

const NOBODY = { email: '', firstname: '', lastname: '', company: '' };
const FACTS = ['email', 'firstname', 'lastname', 'company'] as const;

/** Makes an account, whose person gets a mail with a link that sets the password. */
function MakeAccount({ onClose }: { onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const [facts, setFacts] = useState(NOBODY);
  const [verified, setVerified] = useState(false);
  const [packages, setPackages] = useState<string[]>([]);
  return (
    <ActionQuestion
      action={{
        title: () => t('operator.make-account-title'),
        message: () => t('operator.make-account-message'),
        confirm: t('operator.make-account'),
        nameOf: () => facts.email,
        run: async () => {
          const email = facts.email.trim().toLowerCase();
          const { playerid } = await makePerson({ ...facts, email, verified, packages });
          void navigate(operatorPath('people/:playerid', { playerid }));
        },
        done: () => t('operator.make-account-done', { email: facts.email }),
      }}
      rows={[facts]}
      onClose={onClose}
    >
      {FACTS.map((fact) => (
        <TextField
          key={fact}
          label={t(fact === 'email' ? 'common.email' : `operator.${fact}`)}
          type={fact === 'email' ? 'email' : 'text'}
          value={facts[fact]}
          maxLength={fact === 'email' ? EMAIL_MAX : LINE_MAX}
          required={fact === 'email'}
          onChange={({ target }) => setFacts({ ...facts, [fact]: target.value })}
        />
      ))}
      <Checkbox
        label={t('operator.verified')}
        hint={t('operator.verified-hint')}
        checked={verified}
        onChange={({ target }) => setVerified(target.checked)}
      />
      <PackageChoice chosen={packages} onChange={setPackages} />
    </ActionQuestion>
  );
}

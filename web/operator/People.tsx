import { EMAIL_MAX, LINE_MAX, MOBILE_BELOW_PX } from '@promenade/contract/limits';
import type { Named } from '@promenade/contract/operatorCatalogue';
import { type Account, AccountRole, AccountSort, AccountStatus } from '@promenade/contract/operatorPeople';
import { BadgeCheck, Ban, LogOut, Package, UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { TextCell } from '../catalogue/TableCells.tsx';
import { RowLink } from '../catalogue/TitleCell.tsx';
import { Button } from '../design/Button.tsx';
import { Checkbox } from '../design/Checkbox.tsx';
import { Select } from '../design/Select.tsx';
import { TextField } from '../design/TextField.tsx';
import type { Column } from '../design/tableColumns.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { ActionQuestion } from './ActionQuestion.tsx';
import { useListParams } from './listParams.ts';
import { NameChoice } from './NameChoice.tsx';
import { changeOnePackage } from './namesData.ts';
import { OperatorTable } from './OperatorTable.tsx';
import { operatorPath } from './operatorPath.ts';
import { PackageChoice } from './PackageChoice.tsx';
import { Person } from './Person.tsx';
import { PersonQuestion } from './PersonActions.tsx';
import { nameOf } from './PersonRights.tsx';
import { makePerson, useAccounts } from './peopleData.ts';
import { formatTime } from './times.ts';

const FILTERS = ['status', 'role', 'package', 'mails', 'waits'] as const;
const rowKey = ({ playerid }: Account): string => playerid;

/** All accounts, or one of them. */
export function People() {
  const { playerid } = useParams();
  return playerid === undefined ? <PeopleList /> : <Person key={playerid} playerid={playerid} />;
}

function PeopleList() {
  const t = useText();
  const params = useListParams(AccountSort.options, 'name', FILTERS);
  const { query, set } = params;
  const status = AccountStatus.safeParse(query.status).data;
  const role = AccountRole.safeParse(query.role).data;
  const { status: _status, role: _role, mails, waits, ...rest } = query;
  const isSuppressed = mails === 'suppressed';
  const list = useAccounts({
    ...rest,
    ...(status && { status }),
    ...(role && { role }),
    ...(waits === 'country' && { waits }),
    ...(isSuppressed && { mails: 'suppressed' as const }),
  });
  const [asked, setAsked] = useState<{ action: 'verify' | 'disable' | 'end-sessions'; rows: readonly Account[] }>();
  const [given, setGiven] = useState<readonly Account[]>();
  const [isMaking, setMaking] = useState(false);
  const isCompact = useBelow(MOBILE_BELOW_PX);
  const columns = useMemo((): Column<Account>[] => {
    const roles = (row: Account) =>
      AccountRole.options
        .filter((name) => row[name])
        .map((name) => t(`operator.role-${name}`))
        .join(', ');
    return [
      {
        id: 'name',
        header: t('operator.name'),
        width: isCompact ? 130 : 170,
        share: 2,
        isSortable: true,
        isRowName: true,
        cell: ({ playerid, name, email }, tabIndex) => (
          <RowLink
            to={operatorPath('people/:playerid', { playerid })}
            title={name || email || playerid}
            artist={email}
            tabIndex={tabIndex}
          />
        ),
      },
      {
        id: 'email',
        header: t('common.email'),
        width: isCompact ? 120 : 180,
        share: 2,
        cell: ({ email }) => <TextCell text={email} />,
      },
      {
        id: 'company',
        header: t('operator.company'),
        width: 120,
        share: 2,
        isSortable: true,
        isOptional: true,
        cell: ({ company }) => <TextCell text={company} />,
      },
      {
        id: 'status',
        header: t('operator.state'),
        width: 90,
        isOptional: isCompact,
        cell: ({ status }) => <TextCell text={t(`operator.status-${status}`)} />,
      },
      {
        id: 'roles',
        header: t('operator.roles'),
        width: 140,
        share: 1,
        isOptional: true,
        cell: (row) => <TextCell text={roles(row)} />,
      },
      {
        id: 'seen',
        header: t('operator.seen'),
        width: 175,
        isOptional: true,
        cell: ({ seenat }) => <TextCell text={seenat ? formatTime(seenat) : t('operator.never')} />,
      },
    ];
  }, [t, isCompact]);
  return (
    <>
      <OperatorTable
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
            <Select
              label={t('operator.state')}
              value={status ?? ''}
              placeholder={t('operator.all')}
              options={AccountStatus.options.map((value) => ({ value, text: t(`operator.status-${value}`) }))}
              onChange={({ target }) => set({ status: target.value, page: '' })}
            />
            <Select
              label={t('operator.role')}
              value={role ?? ''}
              placeholder={t('operator.all')}
              options={AccountRole.options.map((value) => ({ value, text: t(`operator.role-${value}`) }))}
              onChange={({ target }) => set({ role: target.value, page: '' })}
            />
            <NameChoice
              kind="packages"
              label={t('operator.package')}
              value={query.package ?? ''}
              placeholder={t('operator.all')}
              isOptional
              onChange={(choice) => set({ package: choice?.name ?? '', page: '' })}
            />
            <Select
              label={t('outbox.list')}
              value={isSuppressed ? 'suppressed' : ''}
              placeholder={t('operator.all')}
              options={[{ value: 'suppressed', text: t('operator.suppressed') }]}
              onChange={({ target }) => set({ mails: target.value, page: '' })}
            />
            <Select
              label={t('operator.waiting')}
              value={waits === 'country' ? waits : ''}
              placeholder={t('operator.all')}
              options={[{ value: 'country', text: t('operator.waiting-country') }]}
              onChange={({ target }) => set({ waits: target.value, page: '' })}
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
            <Button
              size="small"
              icon={BadgeCheck}
              disabled={rows.length === 0}
              onClick={() => setAsked({ action: 'verify', rows })}
            >
              {t('operator.verify')}
            </Button>
            <Button size="small" icon={Package} disabled={rows.length === 0} onClick={() => setGiven(rows)}>
              {t('operator.give-package')}
            </Button>
            <Button
              size="small"
              icon={LogOut}
              disabled={rows.length === 0}
              onClick={() => setAsked({ action: 'end-sessions', rows })}
            >
              {t('operator.end-sessions')}
            </Button>
            <Button
              size="small"
              icon={Ban}
              disabled={rows.length === 0}
              onClick={() => setAsked({ action: 'disable', rows })}
            >
              {t('operator.disable')}
            </Button>
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

import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { type Account, AccountRole, AccountSort, AccountStatus } from '@promenade/contract/operatorPeople';
import { Ban, LogOut } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { TextCell } from '../catalogue/TableCells.tsx';
import { RowLink } from '../catalogue/TitleCell.tsx';
import { Button } from '../design/Button.tsx';
import { Select } from '../design/Select.tsx';
import type { Column } from '../design/tableColumns.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { useListParams } from './listParams.ts';
import { NameChoice } from './NameChoice.tsx';
import { OperatorTable } from './OperatorTable.tsx';
import { operatorPath } from './operatorPath.ts';
import { Person } from './Person.tsx';
import { PersonQuestion } from './PersonActions.tsx';
import { useAccounts } from './peopleData.ts';
import { formatTime } from './times.ts';

const FILTERS = ['status', 'role', 'package', 'mails'] as const;
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
  const { status: _status, role: _role, mails, ...rest } = query;
  const isSuppressed = mails === 'suppressed';
  const list = useAccounts({
    ...rest,
    ...(status && { status }),
    ...(role && { role }),
    ...(isSuppressed && { mails: 'suppressed' as const }),
  });
  const [asked, setAsked] = useState<{ action: 'disable' | 'end-sessions'; rows: readonly Account[] }>();
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
        width: isCompact ? 140 : 170,
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
          </>
        }
        bulk={(rows) => (
          <>
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
    </>
  );
}

import { MOBILE_BELOW_PX, NOTE_MAX } from '@promenade/contract/limits';
import { type Applicant, ApplicantSort, ApplicantState } from '@promenade/contract/operatorPeople';
import { Check, Undo2, User, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ActionsCell, TextCell } from '../catalogue/TableCells.tsx';
import { RowLink } from '../catalogue/TitleCell.tsx';
import { Button } from '../design/Button.tsx';
import { Checkbox } from '../design/Checkbox.tsx';
import { MenuButton } from '../design/MenuButton.tsx';
import { Select } from '../design/Select.tsx';
import { TextArea } from '../design/TextField.tsx';
import type { Column } from '../design/tableColumns.ts';
import { useTypedText } from '../label/typedText.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { ActionQuestion } from './ActionQuestion.tsx';
import { ApplicationPanel, describeAnswer, describeDecision } from './ApplicationPanel.tsx';
import { useListParams } from './listParams.ts';
import { OperatorTable } from './OperatorTable.tsx';
import { operatorPath } from './operatorPath.ts';
import { PackageChoice } from './PackageChoice.tsx';
import styles from './Person.module.css';
import { decide, undoDecision, useApplicants } from './peopleData.ts';
import { formatTime } from './times.ts';

type Decision = 'approved' | 'rejected';
interface Asked {
  decision: Decision | 'undo';
  rows: readonly Applicant[];
}

const FILTERS = ['state'] as const;
const VERBS = { approved: 'operator.approve', rejected: 'operator.reject', undo: 'operator.take-back' } as const;
const rowKey = ({ playerid }: Applicant): string => playerid;

/** The applications that wait or were decided; a decision of the last ten minutes can be taken back. */
export function Applications() {
  const t = useText();
  const params = useListParams(ApplicantSort.options, 'applied', FILTERS);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const state = ApplicantState.safeParse(params.query.state).data ?? 'waiting';
  const isDecided = state !== 'waiting';
  const list = useApplicants({ ...params.query, state });
  const [asked, setAsked] = useState<Asked>();
  const isCompact = useBelow(MOBILE_BELOW_PX);
  const opened = list.data?.items.find(({ playerid }) => playerid === search.get('open'));
  const { set } = params;
  const columns = useMemo((): Column<Applicant>[] => {
    const words = (id: string, header: string, text: (row: Applicant) => string) => ({
      id,
      header,
      width: 120,
      share: 2,
      isOptional: true,
      cell: (row: Applicant) => <TextCell text={text(row)} />,
    });
    const item = (decision: Asked['decision'], row: Applicant) => ({
      id: decision,
      label: t(VERBS[decision]),
      icon: { approved: Check, rejected: X, undo: Undo2 }[decision],
      onAction: () => setAsked({ decision, rows: [row] }),
    });
    return [
      {
        id: 'name',
        header: t('operator.name'),
        width: isCompact ? 150 : 170,
        share: 2,
        isRowName: true,
        cell: ({ playerid, name, email }, tabIndex) => (
          <RowLink
            to={{ search: `?${withOpen(search, playerid)}` }}
            title={name || email}
            artist={email}
            tabIndex={tabIndex}
          />
        ),
      },
      {
        id: 'applied',
        header: t('operator.applied'),
        width: isCompact ? 150 : 175,
        isSortable: true,
        isOptional: isCompact,
        cell: ({ appliedat }) => <TextCell text={appliedat ? formatTime(appliedat) : ''} />,
      },
      words('company', t('operator.company'), ({ company }) => company),
      ...(isDecided
        ? [words('decided', t('operator.decision'), ({ decided }) => (decided ? describeDecision(t, decided) : ''))]
        : [
            words('industry', t('operator.answer-industry'), ({ answers }) =>
              describeAnswer(t, 'industry', answers['industry'] ?? ''),
            ),
            words('inviter', t('operator.inviter'), ({ inviter }) => inviter?.name ?? ''),
            words('here', t('operator.already-here'), (row) =>
              t('operator.here', { company: row.samecompany, domain: row.samedomain }),
            ),
          ]),
      {
        id: 'actions',
        header: t('table.actions'),
        width: 56,
        isFixed: true,
        cell: (row, tabIndex) => (
          <ActionsCell>
            <MenuButton
              label={t('table.more', { title: row.name })}
              tabIndex={tabIndex}
              items={[
                ...(row.decided ? [] : [item('approved', row), item('rejected', row)]),
                ...(row.decided?.until ? [item('undo', row)] : []),
                {
                  id: 'person',
                  label: t('operator.open-person'),
                  icon: User,
                  onAction: () => void navigate(operatorPath('people/:playerid', { playerid: row.playerid })),
                },
              ]}
            />
          </ActionsCell>
        ),
      },
    ];
  }, [t, isCompact, isDecided, search, navigate]);
  return (
    <>
      <OperatorTable
        title={t('operator.applications')}
        total={(count) => t('operator.total-applications', { count })}
        list={list}
        params={params}
        columns={columns}
        rowKey={rowKey}
        find={t('operator.find-people')}
        empty={t('operator.applications-empty')}
        filters={
          <Select
            label={t('operator.which')}
            value={state}
            options={ApplicantState.options.map((value) => ({ value, text: t(`operator.applications-${value}`) }))}
            onChange={({ target }) => set({ state: target.value, page: '', open: '' })}
          />
        }
        {...(!isDecided && {
          bulk: (rows: readonly Applicant[]) => (
            <DecisionButtons
              size="small"
              isDisabled={rows.length === 0}
              onDecide={(decision) => setAsked({ decision, rows })}
            />
          ),
        })}
      />
      {opened && (
        <ApplicationPanel applicant={opened} onClose={() => set({ open: '' })}>
          {!opened.decided && <DecisionButtons onDecide={(decision) => setAsked({ decision, rows: [opened] })} />}
          {opened.decided?.until && (
            <Button icon={Undo2} onClick={() => setAsked({ decision: 'undo', rows: [opened] })}>
              {t('operator.take-back')}
            </Button>
          )}
        </ApplicationPanel>
      )}
      {asked && <Decide {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function withOpen(search: URLSearchParams, playerid: string): URLSearchParams {
  const next = new URLSearchParams(search);
  next.set('open', playerid);
  return next;
}

interface ButtonsProps {
  size?: 'small';
  isDisabled?: boolean;
  onDecide: (decision: Decision) => void;
}

function DecisionButtons({ size, isDisabled, onDecide }: ButtonsProps) {
  const t = useText();
  return (
    <div className={styles.buttons}>
      <Button {...(size && { size })} icon={Check} disabled={isDisabled} onClick={() => onDecide('approved')}>
        {t('operator.approve')}
      </Button>
      <Button {...(size && { size })} icon={X} disabled={isDisabled} onClick={() => onDecide('rejected')}>
        {t('operator.reject')}
      </Button>
    </div>
  );
}

const nameOf = ({ name, email }: Applicant): string => name || email;
const takeBack = ({ playerid }: Applicant) => undoDecision(playerid);

function Decide({ decision, rows, onClose: close }: Asked & { onClose: () => void }) {
  const t = useText();
  const [packages, setPackages] = useState<string[]>([]);
  const [verified, setVerified] = useState(false);
  const [reason = '', setReason] = useTypedText(`reject ${rows.map(({ playerid }) => playerid).join()}`);
  const onClose = () => {
    setReason(undefined);
    close();
  };
  if (decision === 'undo')
    return (
      <ActionQuestion
        action={{
          title: (count) => t('operator.take-back-title', { count }),
          message: (count) => t('operator.take-back-message', { count }),
          confirm: t('operator.take-back'),
          nameOf,
          run: takeBack,
          done: (count) => t('operator.taken-back', { count }),
        }}
        rows={rows}
        onClose={onClose}
      />
    );
  const isApproval = decision === 'approved';
  return (
    <ActionQuestion
      action={{
        title: (count) => t(isApproval ? 'operator.approve-title' : 'operator.reject-title', { count }),
        message: (count) => t(isApproval ? 'operator.approve-message' : 'operator.reject-message', { count }),
        confirm: t(isApproval ? 'operator.approve' : 'operator.reject'),
        nameOf,
        run: ({ playerid }) => decide(playerid, isApproval ? { decision, packages, verified } : { decision, reason }),
        done: (count) => t(isApproval ? 'operator.approved' : 'operator.rejected', { count }),
        undo: takeBack,
      }}
      rows={rows}
      onClose={onClose}
    >
      {isApproval ? (
        <>
          <Checkbox
            label={t('operator.verified')}
            hint={t('operator.verified-hint')}
            checked={verified}
            onChange={({ target }) => setVerified(target.checked)}
          />
          <PackageChoice chosen={packages} onChange={setPackages} />
        </>
      ) : (
        <TextArea
          label={t('operator.reject-reason')}
          value={reason}
          maxLength={NOTE_MAX}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
    </ActionQuestion>
  );
}

import { NOTE_MAX } from '@promenade/contract/limits';
import { type Applicant, ApplicantSort, ApplicantState } from '@promenade/contract/operatorPeople';
import { Check, Undo2, User, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { ActionQuestion } from '../console/ActionQuestion.tsx';
import { column, type ListColumn } from '../console/ListColumns.tsx';
import { ListPage } from '../console/ListPage.tsx';
import { useListParams } from '../console/listParams.ts';
import styles from '../console/sections.module.css';
import { formatTime } from '../console/times.ts';
import { useTypedText } from '../console/typedText.ts';
import { Button } from '../design/Button.tsx';
import { Checkbox } from '../design/Checkbox.tsx';
import { Select } from '../design/Select.tsx';
import { TextArea } from '../design/TextField.tsx';

import { withParams } from '../platform/searchParams.ts';
import { useText } from '../platform/text.ts';

import { ApplicationPanel, describeAnswer, describeDecision } from './ApplicationPanel.tsx';
import { operatorPath } from './operatorPath.ts';
import { PackageChoice } from './PackageChoice.tsx';
import { decideAccount, undoDecision, useApplicants } from './peopleData.ts';

type Decision = 'approved' | 'rejected';
interface Asked {
  decision: Decision | 'undo';
  rows: readonly Applicant[];
}

const LIST = {
  sorts: ApplicantSort.options,
  initial: 'applied',
  filters: { state: ApplicantState.options },
} as const;
const VERBS = { approved: 'operator.approve', rejected: 'operator.reject', undo: 'operator.take-back' } as const;
const rowKey = ({ playerid }: Applicant): string => playerid;

/** The applications that wait or were decided; a decision of the last ten minutes can be taken back. */
export function Applications() {
  const t = useText();
  const params = useListParams(LIST);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { state = 'waiting' } = params.query;
  const isDecided = state !== 'waiting';
  const list = useApplicants({ ...params.query, state });
  const [asked, setAsked] = useState<Asked>();
  const opened = list.data?.items.find(({ playerid }) => playerid === search.get('open'));
  const { set } = params;
  const columns = useMemo((): ListColumn<Applicant>[] => {
    const item = (decision: Asked['decision'], row: Applicant) => ({
      id: decision,
      label: t(VERBS[decision]),
      icon: { approved: Check, rejected: X, undo: Undo2 }[decision],
      onAction: () => setAsked({ decision, rows: [row] }),
    });
    const isOptional = true;
    return [
      column.link(
        'name',
        t('operator.name'),
        ({ playerid, name, email }) => ({
          to: withParams(search, { open: playerid }),
          title: name || email,
          artist: email,
        }),
        { phone: { width: 150 } },
      ),
      column.text('applied', t('operator.applied'), ({ appliedat }) => (appliedat ? formatTime(appliedat) : ''), {
        width: 175,
        share: 0,
        isSortable: true,
        phone: { width: 150, isOptional },
      }),
      column.text('company', t('operator.company'), ({ company }) => company, { isOptional }),
      ...(isDecided
        ? [
            column.text(
              'decided',
              t('operator.decision'),
              ({ decided }: Applicant) => (decided ? describeDecision(t, decided) : ''),
              { isOptional },
            ),
          ]
        : [
            column.text(
              'industry',
              t('operator.answer-industry'),
              ({ answers }: Applicant) => describeAnswer(t, 'industry', answers['industry'] ?? ''),
              { isOptional },
            ),
            column.text('inviter', t('operator.inviter'), ({ inviter }: Applicant) => inviter?.name ?? '', {
              isOptional,
            }),
            column.text(
              'here',
              t('operator.already-here'),
              (row: Applicant) => t('operator.here', { company: row.samecompany, domain: row.samedomain }),
              { isOptional },
            ),
          ]),
      column.actions(
        t('table.actions'),
        ({ name }) => t('table.more', { title: name }),
        (row) => [
          !row.decided && item('approved', row),
          !row.decided && item('rejected', row),
          Boolean(row.decided?.until) && item('undo', row),
          {
            id: 'person',
            label: t('operator.open-person'),
            icon: User,
            onAction: () => void navigate(operatorPath('people/:playerid', { playerid: row.playerid })),
          },
        ],
      ),
    ];
  }, [t, isDecided, search, navigate]);
  return (
    <>
      <ListPage
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
        run: ({ playerid }) =>
          decideAccount(playerid, isApproval ? { decision, packages, verified } : { decision, reason }),
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

import { MOBILE_BELOW_PX, NOTE_MAX } from '@promenade/contract/limits';
import { type Applicant, ApplicantSort } from '@promenade/contract/operatorPeople';
import { Check, Undo2, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ActionsCell, TextCell } from '../catalogue/TableCells.tsx';
import { RowLink } from '../catalogue/TitleCell.tsx';
import { Button } from '../design/Button.tsx';
import { Checkbox } from '../design/Checkbox.tsx';
import { LazyDialog } from '../design/lazyPart.ts';
import { MenuButton } from '../design/MenuButton.tsx';
import { Select } from '../design/Select.tsx';
import { TextArea } from '../design/TextField.tsx';
import type { Column } from '../design/tableColumns.ts';
import { useTypedText } from '../label/typedText.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { ActionQuestion } from './ActionQuestion.tsx';
import { useListParams } from './listParams.ts';
import { OperatorTable } from './OperatorTable.tsx';
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
const rowKey = ({ playerid }: Applicant): string => playerid;

/** The applications that wait; those decided within ten minutes can be taken back. */
export function Applications() {
  const t = useText();
  const params = useListParams(ApplicantSort.options, 'applied', FILTERS);
  const [search] = useSearchParams();
  const isDecided = params.query.state === 'decided';
  const list = useApplicants({ ...params.query, state: isDecided ? 'decided' : 'waiting' });
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
        cell: ({ appliedat }) => <TextCell text={appliedat ? formatTime(appliedat) : ''} />,
      },
      words('company', t('operator.company'), ({ company }) => company),
      words('industry', t('operator.answer-industry'), ({ answers }) => answers['industry'] ?? ''),
      words('inviter', t('operator.inviter'), ({ inviter }) => inviter?.name ?? ''),
      words('here', t('operator.already-here'), (row) =>
        t('operator.here', { company: row.samecompany, domain: row.samedomain }),
      ),
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
              items={
                row.decision
                  ? [
                      {
                        id: 'undo',
                        label: t('operator.take-back'),
                        icon: Undo2,
                        onAction: () => setAsked({ decision: 'undo', rows: [row] }),
                      },
                    ]
                  : [
                      {
                        id: 'approve',
                        label: t('operator.approve'),
                        icon: Check,
                        onAction: () => setAsked({ decision: 'approved', rows: [row] }),
                      },
                      {
                        id: 'reject',
                        label: t('operator.reject'),
                        icon: X,
                        onAction: () => setAsked({ decision: 'rejected', rows: [row] }),
                      },
                    ]
              }
            />
          </ActionsCell>
        ),
      },
    ];
  }, [t, isCompact, search]);
  return (
    <>
      <OperatorTable
        title={t('operator.applications')}
        list={list}
        params={params}
        columns={columns}
        rowKey={rowKey}
        find={t('operator.find-people')}
        empty={t('operator.applications-empty')}
        filters={
          <Select
            label={t('operator.which')}
            value={isDecided ? 'decided' : 'waiting'}
            options={[
              { value: 'waiting', text: t('operator.waiting') },
              { value: 'decided', text: t('operator.decided') },
            ]}
            onChange={({ target }) => set({ state: target.value === 'decided' ? 'decided' : '', page: '', open: '' })}
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
        <LazyDialog kind="drawer" title={opened.name || opened.email} onClose={() => set({ open: '' })}>
          <Answers applicant={opened} />
          {!opened.decision && <DecisionButtons onDecide={(decision) => setAsked({ decision, rows: [opened] })} />}
        </LazyDialog>
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

/** In the order of the form. */
const FIELDS = [
  'industry',
  'role',
  'phone',
  'group_owner',
  'web_site',
  'country',
  'state',
  'city',
  'reporting',
  'call_letter',
  'primary_format',
  'secondary_format',
  'additional_format',
  'media_type',
  'language',
  'sign_up_page_url',
  'terms_accepted_at',
] as const;

function Answers({
  applicant: { email, appliedat, answers, inviter, samecompany, samedomain },
}: {
  applicant: Applicant;
}) {
  const t = useText();
  const rows = [
    [t('common.email'), email],
    [t('operator.applied'), appliedat ? formatTime(appliedat) : ''],
    ...FIELDS.map((field) => [t(`operator.answer-${field}`), answers[field] ?? '']),
    [t('operator.inviter'), inviter ? `${inviter.name} (${inviter.email}), ${inviter.relationship}` : ''],
    [t('operator.already-here'), t('operator.here', { company: samecompany, domain: samedomain })],
  ].filter(([, value]) => value !== '');
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
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

import type { Account, AccountAction, AccountDetail } from '@promenade/contract/operatorPeople';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ActionQuestion } from '../console/ActionQuestion.tsx';
import styles from '../console/sections.module.css';
import { Button } from '../design/Button.tsx';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { saveFile } from '../platform/saveFile.ts';
import { useText } from '../platform/text.ts';
import { operatorPath } from './operatorPath.ts';
import { readAccount, runAction } from './peopleData.ts';

interface QuestionProps {
  action: AccountAction;
  rows: readonly (Account | AccountDetail)[];
  onClose: () => void;
}

const nameOf = ({ name, email, playerid }: Account): string => name || email || playerid;

const opposites: Partial<Record<AccountAction, AccountAction>> = {
  verify: 'unverify',
  disable: 'enable',
  exclude: 'include',
};

const countReleases = (row: Account | AccountDetail | undefined) =>
  row && 'releases' in row && { releases: row.releases, taken: row.takenreleases };

/** Says what happens to how many, and does it. */
export function PersonQuestion({ action, rows, onClose }: QuestionProps) {
  const t = useText();
  const navigate = useNavigate();
  return (
    <ActionQuestion
      action={{
        title: (count) => t(`operator.${action}-title`, { count, name: rows[0] ? nameOf(rows[0]) : '' }),
        message: (count) => t(`operator.${action}-message`, { count, ...countReleases(rows[0]) }),
        confirm: t(`operator.${action}`),
        nameOf,
        run: async ({ playerid }) => {
          await runAction(playerid, action);
          if (action === 'delete') void navigate(operatorPath('people'));
        },
        done: (count) => t(`operator.${action}-done`, { count }),
        ...(opposites[action] && { undo: ({ playerid }: Account) => runAction(playerid, opposites[action] ?? action) }),
      }}
      rows={rows}
      onClose={onClose}
    />
  );
}

const listActions = ({
  status,
  emails,
  sessions,
  suppressions,
  operator,
  releases,
  takenreleases,
}: AccountDetail): AccountAction[] => [
  ...(status === 'active' && emails.length > 0 ? (['send-sign-in-link', 'send-password-link'] as const) : []),
  ...(sessions.length > 0 ? (['end-sessions'] as const) : []),
  'lift-locks',
  ...(suppressions.length > 0 ? (['lift-suppression'] as const) : []),
  ...(status === 'active' ? (['disable'] as const) : []),
  ...(status === 'disabled' ? (['enable'] as const) : []),
  ...(releases > 0 ? (['exclude'] as const) : []),
  ...(takenreleases > 0 ? (['include'] as const) : []),
  ...(operator ? [] : (['delete'] as const)),
];

/** A button that becomes its opposite is the same one, which keeps the focus. */
const keyOf = (action: AccountAction, actions: readonly AccountAction[]): AccountAction => {
  if (action === 'enable') return 'disable';
  return action === 'include' && !actions.includes('exclude') ? 'exclude' : action;
};

/** What can be done with an account, beside its roles, packages and labels. */
export function PersonActions({ person }: { person: AccountDetail }) {
  const t = useText();
  const [asked, setAsked] = useState<AccountAction>();
  const actions = listActions(person);
  const save = async () => {
    const data = await readAccount(person.playerid);
    saveFile(new Blob([JSON.stringify(data, undefined, 2)], { type: 'application/json' }), `${person.playerid}.json`);
  };
  return (
    <div className={styles.buttons}>
      {actions.map((action) => (
        <Button key={keyOf(action, actions)} size="small" onClick={() => setAsked(action)}>
          {t(`operator.${action}`)}
        </Button>
      ))}
      <Button size="small" icon={Download} onClick={() => void save().catch(notifyFailure)}>
        {t('operator.export')}
      </Button>
      {asked && <PersonQuestion action={asked} rows={[person]} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

import { LINE_MAX } from '@promenade/contract/limits';
import type { PackageMember } from '@promenade/contract/operatorCatalogue';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { Pages } from '../catalogue/Pages.tsx';
import { Button } from '../design/Button.tsx';
import { TextField } from '../design/TextField.tsx';
import { useTypedText } from '../label/typedText.ts';
import { useSetParams } from '../platform/searchParams.ts';
import { useText } from '../platform/text.ts';
import { ActionQuestion } from './ActionQuestion.tsx';
import { DetailPage, Members } from './DetailPage.tsx';
import { NameList } from './NameList.tsx';
import { changeOnePackage, EVERYONE, usePackage } from './namesData.ts';
import { operatorPath } from './operatorPath.ts';
import { PackageRule } from './PackageRule.tsx';
import styles from './Person.module.css';

const pathOf = (packageid: string) => operatorPath('packages/:packageid', { packageid });

/** All packages, or one of them. */
export function Packages() {
  const t = useText();
  const { packageid } = useParams();
  if (packageid === undefined) return <NameList kind="packages" title={t('operator.packages')} pathOf={pathOf} />;
  return <Package key={packageid} packageid={packageid} />;
}

function Package({ packageid }: { packageid: string }) {
  const t = useText();
  const [search] = useSearchParams();
  const set = useSetParams();
  const detail = usePackage(packageid, Math.max(1, Number.parseInt(search.get('page') ?? '', 10) || 1));
  const { data } = detail;
  const [leaving, setLeaving] = useState<PackageMember>();
  const [isOpening, setOpening] = useState(false);
  const name = data?.name ?? '';
  const isFixed = name === EVERYONE;
  return (
    <DetailPage detail={detail} name={data?.name} all={operatorPath('packages')} subject={packageid}>
      {data && (
        <>
          <p>{t('names.releases', { count: data.releases })}</p>
          <section>
            <h2 className={styles.heading}>{t('names.who-delivers')}</h2>
            <p>{data.open ? t('names.open') : data.labels.join(', ') || t('names.no-label')}</p>
            <Button size="small" onClick={() => setOpening(true)}>
              {t(data.open ? 'names.close' : 'names.open-it')}
            </Button>
          </section>
          {!isFixed && <PackageRule packageid={packageid} name={name} />}
          <section>
            <h2 className={styles.heading}>{t('names.members', { count: data.total })}</h2>
            <Members
              rows={data.items.map((row) => ({
                ...row,
                detail: [row.company, row.byrule && t('names.by-rule')].filter(Boolean).join(', '),
              }))}
              empty={t('names.no-members')}
              onRemove={isFixed ? undefined : setLeaving}
            />
            <Pages {...data} onPage={(next) => set({ page: next > 1 ? String(next) : '' }, true)} />
            {!isFixed && <AddMember packageid={packageid} name={name} releases={data.releases} />}
          </section>
          {isOpening && (
            <ActionQuestion
              action={{
                title: () => t(data.open ? 'names.close-title' : 'names.open-title', { name }),
                message: () => t(data.open ? 'names.close-message' : 'names.open-message', { count: data.total }),
                confirm: t(data.open ? 'names.close' : 'names.open-it'),
                nameOf: (row) => row.name,
                run: ({ open }) => changeOnePackage(packageid, { open: !open }),
                done: () => t(data.open ? 'names.closed' : 'names.opened', { name }),
                undo: ({ open }) => changeOnePackage(packageid, { open }),
              }}
              rows={[{ name, open: data.open }]}
              onClose={() => setOpening(false)}
            />
          )}
          {leaving && (
            <ActionQuestion
              action={{
                title: () => t('names.remove-title', { name: leaving.name || leaving.email, of: name }),
                message: () => t('names.remove-member-message', { count: data.releases }),
                confirm: t('names.remove'),
                nameOf: (row) => row.name || row.email,
                run: ({ playerid }) => changeOnePackage(packageid, { member: { account: playerid, holds: false } }),
                done: () => t('names.removed', { name: leaving.name || leaving.email }),
                undo: ({ playerid }) => changeOnePackage(packageid, { member: { account: playerid, holds: true } }),
              }}
              rows={[leaving]}
              onClose={() => setLeaving(undefined)}
            />
          )}
        </>
      )}
    </DetailPage>
  );
}

function AddMember({ packageid, name, releases }: { packageid: string; name: string; releases: number }) {
  const t = useText();
  const [account = '', setAccount] = useTypedText(`member ${packageid}`);
  const [coming, setComing] = useState<string>();
  const change = (row: string, holds: boolean) => changeOnePackage(packageid, { member: { account: row, holds } });
  return (
    <div className={styles.form}>
      <TextField
        label={t('names.account')}
        value={account}
        maxLength={LINE_MAX}
        onChange={({ target }) => setAccount(target.value)}
      />
      <Button size="small" disabled={account.trim() === ''} onClick={() => setComing(account.trim())}>
        {t('names.add-member')}
      </Button>
      {coming && (
        <ActionQuestion
          action={{
            title: () => t('names.add-title', { name: coming, of: name }),
            message: () => t('names.add-member-message', { count: releases }),
            confirm: t('names.add-member'),
            nameOf: (row) => row,
            run: async (row) => {
              await change(row, true);
              setAccount(undefined);
            },
            done: () => t('names.added', { name: coming }),
            undo: (row) => change(row, false),
          }}
          rows={[coming]}
          onClose={() => setComing(undefined)}
        />
      )}
    </div>
  );
}

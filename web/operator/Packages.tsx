import { LINE_MAX, PASTE_MAX } from '@promenade/contract/limits';
import type { PackageMember } from '@promenade/contract/operatorCatalogue';
import { useState } from 'react';
import { useParams } from 'react-router';
import { Pages } from '../catalogue/Pages.tsx';
import { ActionQuestion } from '../console/ActionQuestion.tsx';
import { useListParams } from '../console/listParams.ts';
import { Refused } from '../console/Saving.tsx';
import styles from '../console/sections.module.css';
import { useTypedText } from '../console/typedText.ts';
import { Button } from '../design/Button.tsx';
import { SearchField } from '../design/SearchField.tsx';
import { TextArea } from '../design/TextField.tsx';

import { useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import { NameList } from './NameList.tsx';
import { changeOnePackage, checkPeople, EVERYONE, usePackage } from './namesData.ts';
import { operatorPath } from './operatorPath.ts';
import { PackageRule } from './PackageRule.tsx';
import { Members, SubjectPage } from './SubjectPage.tsx';

const MEMBERS = {};
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
  const { query, set, turnTo } = useListParams(MEMBERS);
  const { sort: _sort, ...members } = query;
  const detail = usePackage(packageid, members);
  const [leaving, setLeaving] = useState<PackageMember>();
  const [isOpening, setOpening] = useState(false);
  const name = detail.data?.name ?? '';
  const isFixed = name === EVERYONE;
  return (
    <SubjectPage
      query={detail}
      name={detail.data?.name}
      failed={{ title: t('names.unknown-package'), hint: t('names.unknown-hint') }}
      all={[operatorPath('packages'), t('names.back')]}
      subject={packageid}
    >
      {(data) => (
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
            <h2 className={styles.heading}>{t('names.members', { count: data.people })}</h2>
            {data.people > 0 && (
              <SearchField
                label={t('names.find-member')}
                value={query.filter ?? ''}
                maxLength={LINE_MAX}
                onSearch={(value) => set({ q: value, page: '' }, true)}
              />
            )}
            <Members
              rows={data.items.map((row) => ({
                ...row,
                detail: [row.company, row.byrule && t('names.by-rule')].filter(Boolean).join(', '),
              }))}
              empty={t(data.people > 0 ? 'names.no-members-found' : 'names.no-members')}
              onRemove={isFixed ? undefined : setLeaving}
            />
            <Pages {...data} onPage={turnTo} />
            {!isFixed && <AddMembers packageid={packageid} name={name} releases={data.releases} />}
          </section>
          {isOpening && (
            <ActionQuestion
              action={{
                title: () => t(data.open ? 'names.close-title' : 'names.open-title', { name }),
                message: () => t(data.open ? 'names.close-message' : 'names.open-message', { count: data.people }),
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
    </SubjectPage>
  );
}

type Checked = Awaited<ReturnType<typeof checkPeople>>;

/** Gives the package to the accounts of a pasted list; what names nobody stays in the field. */
function AddMembers({ packageid, name, releases }: { packageid: string; name: string; releases: number }) {
  const t = useText();
  const [text = '', setText] = useTypedText(`member ${packageid}`);
  const [checked, setChecked] = useState<Checked>();
  const [isAsked, setAsked] = useState(false);
  const coming = checked?.people.filter(({ holds }) => !holds) ?? [];
  const { submit, isBusy, failure } = useSubmit({
    send: async () => {
      const found = await checkPeople(packageid, text);
      setChecked(found);
      setAsked(found.people.some(({ holds }) => !holds));
    },
  });
  const change = (account: string, holds: boolean) => changeOnePackage(packageid, { member: { account, holds } });
  return (
    <>
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextArea
          label={t('names.paste-people')}
          value={text}
          rows={3}
          maxLength={PASTE_MAX}
          spellCheck={false}
          onChange={({ target }) => {
            setChecked(undefined);
            setText(target.value || undefined);
          }}
        />
        <Refused failure={failure} />
        <div role="status">{checked && <CheckedList {...checked} />}</div>
        <Button type="submit" size="small" busy={isBusy} disabled={text.trim() === ''}>
          {t('names.add-member')}
        </Button>
      </form>
      {isAsked && checked && (
        <ActionQuestion
          action={{
            title: (count) => t('names.add-several-title', { count, of: name }),
            message: () => t('names.add-member-message', { count: releases }),
            confirm: t('names.add-member'),
            nameOf: (row) => row.name || row.email,
            run: async ({ playerid }) => {
              await change(playerid, true);
              setText([...checked.unknown, ...checked.wrong].join('\n') || undefined);
            },
            done: (count) => t('names.added-several', { count }),
            undo: ({ playerid }) => change(playerid, false),
          }}
          rows={coming}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

const LISTED_MAX = 20;

/** Whom a pasted list names, and what names nobody. */
function CheckedList({ people, unknown, wrong }: Checked) {
  const t = useText();
  const listOf = (texts: string[]) => texts.slice(0, LISTED_MAX).join(' · ') + (texts.length > LISTED_MAX ? ' …' : '');
  const holding = people.filter(({ holds }) => holds).length;
  return (
    <>
      <p>
        {t('names.pasted', { count: people.length })}
        {holding > 0 && `, ${t('names.pasted-holds', { count: holding })}`}
      </p>
      {unknown.length > 0 && <p>{t('names.pasted-unknown', { list: listOf(unknown) })}</p>}
      {wrong.length > 0 && <p>{t('names.pasted-wrong', { list: listOf(wrong) })}</p>}
    </>
  );
}

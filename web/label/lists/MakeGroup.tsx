import { LINE_MAX } from '@promenade/contract/limits';
import type { GroupCondition } from '@promenade/contract/lists/lists';
import { type ReactNode, useState } from 'react';
import { Refused } from '../../console/Saving.tsx';
import sections from '../../console/sections.module.css';
import { Checkbox } from '../../design/Checkbox.tsx';
import { DialogButtons } from '../../design/DialogButtons.tsx';
import { LazyDialog } from '../../design/lazyPart.ts';
import { Select } from '../../design/Select.tsx';
import { TextField } from '../../design/TextField.tsx';
import { getCountryName } from '../../platform/countryName.ts';
import { notify } from '../../platform/notices.ts';
import { getLanguage, useText } from '../../platform/text.ts';
import { useSubmit } from '../../platform/useSubmit.ts';
import styles from './ImportPeople.module.css';
import { createGroup, useChanged, useConditionCounts, useGroupChoices } from './listsData.ts';

const EMPTY: GroupCondition = { tags: [], companies: [], countries: [], did: null };
const KINDS = ['heard', 'opened', 'downloaded', 'reacted'] as const;
const LAST = [1, 2, 3, 5, 10];
/** A country as lists write it may be a code or a name in any language. */
const CODE = /^[A-Z]{2}$/;

/** Makes a group by what is noted about people, or by what recipients did; says how many that is. */
export function MakeGroup({ labelid, onClose }: { labelid: string; onClose: () => void }) {
  const t = useText();
  const [name, setName] = useState('');
  const [condition, setCondition] = useState(EMPTY);
  const { data: choices } = useGroupChoices(labelid);
  const { data: counts } = useConditionCounts(labelid, condition);
  const changed = useChanged();
  const { did } = condition;
  const { submit, isBusy, failure } = useSubmit({
    send: async () => {
      await createGroup(labelid, name, condition);
      await changed();
      notify({ category: 'operatorDone', message: t('listed.made', { name }) });
      onClose();
    },
  });
  const people = (counts?.listed ?? 0) + (counts?.recipients ?? 0);
  const setDid = (change: Partial<NonNullable<GroupCondition['did']>>) =>
    did && setCondition({ ...condition, did: { ...did, ...change } });
  return (
    <LazyDialog kind="form" title={t('listed.make-group')} onClose={onClose}>
      <form noValidate className={sections.stack} onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('listed.name')}
          value={name}
          maxLength={LINE_MAX}
          required
          onChange={({ target }) => setName(target.value)}
        />
        <Select
          label={t('listed.group-of')}
          value={did?.kind ?? ''}
          placeholder={t('listed.group-of-listed')}
          options={KINDS.map((value) => ({ value, text: t(`listed.group-did-${value}`) }))}
          onChange={({ target }) => {
            const kind = KINDS.find((kind) => kind === target.value);
            setCondition({ ...EMPTY, did: kind ? { artist: '', last: null, ...did, kind } : null });
          }}
        />
        {did ? (
          <>
            <Select
              label={t('listed.group-last')}
              value={String(did.last ?? '')}
              placeholder={t('listed.group-any-release')}
              options={LAST.map((count) => ({ value: String(count), text: t('listed.group-each-of', { count }) }))}
              onChange={({ target }) => setDid({ last: Number(target.value) || null })}
            />
            <Select
              label={t('listed.group-artist')}
              value={did.artist}
              placeholder={t('listed.group-any-artist')}
              options={(choices?.artists ?? []).map((value) => ({ value, text: value }))}
              onChange={({ target }) => setDid({ artist: target.value })}
            />
          </>
        ) : (
          (['tags', 'companies', 'countries'] as const).map((kind) => (
            <Values
              key={kind}
              label={t(`listed.group-${kind}`)}
              values={choices?.[kind] ?? []}
              chosen={condition[kind]}
              nameOf={(value) =>
                kind === 'countries' && CODE.test(value) ? getCountryName(value, getLanguage()) : value
              }
              onChange={(values) => setCondition({ ...condition, [kind]: values })}
            />
          ))
        )}
        <p role="status" className={sections.hint}>
          {counts ? t('listed.people-total', { count: people }) : t('listed.counting')}
        </p>
        <Refused failure={failure} />
        <DialogButtons confirm={t('listed.make-group')} cancel={t('common.cancel')} busy={isBusy} onCancel={onClose} />
      </form>
    </LazyDialog>
  );
}

interface ValuesProps {
  label: string;
  values: readonly string[];
  chosen: readonly string[];
  nameOf: (value: string) => string;
  onChange: (values: string[]) => void;
}

/** Checkboxes of what may be chosen; nothing where there is nothing. */
function Values({ label, values, chosen, nameOf, onChange }: ValuesProps): ReactNode {
  if (values.length === 0) return null;
  return (
    <fieldset className={styles.values}>
      <legend>{label}</legend>
      {values.map((value) => (
        <Checkbox
          key={value}
          label={nameOf(value)}
          checked={chosen.includes(value)}
          onChange={() =>
            onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value])
          }
        />
      ))}
    </fieldset>
  );
}

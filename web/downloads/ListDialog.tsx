import { ListFormat, type Naming } from '@promenade/contract/downloads';
import { useState } from 'react';
import { FailureBanner } from '../catalogue/FailureBanner.tsx';
import { DialogButtons } from '../design/DialogButtons.tsx';
import { FormDialog } from '../design/FormDialog.tsx';
import { Skeleton } from '../design/Loading.tsx';
import { Select } from '../design/Select.tsx';
import { useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import { findNamingErrors, type NamingErrors, NamingFields } from './NamingFields.tsx';
import { type ListSource, saveList, useNaming, useSaveNaming } from './namingData.ts';

interface Props {
  source: ListSource;
  onClose: () => void;
}

/** Asks for the kind of list and how its files are named, which is remembered. */
export function ListDialog({ source, onClose }: Props) {
  const t = useText();
  const { data: naming, error } = useNaming();
  return (
    <FormDialog title={t('lists.title')} question={undefined} onClose={onClose}>
      {naming && <ListForm source={source} naming={naming} onClose={onClose} />}
      {!naming && error && <FailureBanner title={t('lists.failed')} failure={error} />}
      {!naming && !error && <Skeleton height={320} />}
    </FormDialog>
  );
}

function ListForm({ source, naming: stored, onClose }: Props & { naming: Naming }) {
  const t = useText();
  const [naming, setNaming] = useState(stored);
  const [list, setList] = useState<ListFormat>('m3u8');
  const save = useSaveNaming();
  const { submit, isBusy, failure, errors } = useSubmit<NamingErrors>({
    validate: () => findNamingErrors(naming),
    send: async () => {
      await save(naming);
      await saveList(source, list);
      onClose();
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      {failure !== undefined && <FailureBanner title={t('lists.failed')} failure={failure} />}
      <Select
        label={t('lists.kind')}
        autoFocus
        value={list}
        options={ListFormat.options.map((value) => ({ value, text: t(`lists.kind-${value}`) }))}
        onChange={({ target }) => setList(ListFormat.parse(target.value))}
      />
      <NamingFields naming={naming} list={list} errors={errors} onChange={setNaming} />
      <DialogButtons confirm={t('lists.save')} cancel={t('common.cancel')} busy={isBusy} onCancel={onClose} />
    </form>
  );
}

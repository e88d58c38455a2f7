import type { Pickup, PickupPreview } from '@promenade/contract/desk';
import { ListFormat, type Naming } from '@promenade/contract/downloads';
import { FolderDown } from 'lucide-react';
import { useId, useState } from 'react';
import { FailureBanner } from '../catalogue/FailureBanner.tsx';
import { Button } from '../design/Button.tsx';
import { Checkbox } from '../design/Checkbox.tsx';
import { FormDialog } from '../design/FormDialog.tsx';
import { Skeleton } from '../design/Loading.tsx';
import { Select } from '../design/Select.tsx';
import { formatDayName } from '../platform/format.ts';
import { getLanguage, type Translate, useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import { formatSize } from './bundle.ts';
import { useDownloadActions } from './downloadActions.ts';
import { findNamingErrors, type NamingErrors, NamingFields } from './NamingFields.tsx';
import { type ListSource, useNaming, useSaveNaming } from './namingData.ts';
import styles from './PickupDialog.module.css';
import { PickupFolder } from './PickupFolder.tsx';
import { usePickupPreview, useStartPickup } from './pickupData.ts';
import { canSaveToFolder, pickFolder } from './saveToFolder.ts';

interface Props {
  source: ListSource;
  onClose: () => void;
}

/** Asks what of a list is taken home and where to; format and names are those of last time. */
export function PickupDialog({ source, onClose }: Props) {
  const t = useText();
  const { data: naming, error } = useNaming();
  const [folder, setFolder] = useState<{ pickup: Pickup; handle: FileSystemDirectoryHandle }>();
  return (
    <FormDialog title={t('pickup.title')} question={undefined} onClose={onClose}>
      {folder && <PickupFolder {...folder} onClose={onClose} />}
      {!folder && naming && <PickupForm source={source} naming={naming} onClose={onClose} onFolder={setFolder} />}
      {!naming && error && <FailureBanner title={t('pickup.failed')} failure={error} />}
      {!naming && !error && <Skeleton height={320} />}
    </FormDialog>
  );
}

interface FormProps extends Props {
  naming: Naming;
  onFolder: (folder: { pickup: Pickup; handle: FileSystemDirectoryHandle }) => void;
}

function PickupForm({ source, naming: stored, onClose, onFolder }: FormProps) {
  const t = useText();
  const [naming, setNaming] = useState(stored);
  const { data: preview, error } = usePickupPreview(source, naming.format);
  const [isNew, setNew] = useState<boolean>();
  const save = useSaveNaming();
  const startPickup = useStartPickup();
  const download = useDownloadActions();
  const { newsongs = 0, songs = 0 } = preview ?? {};
  const canChoose = newsongs > 0 && newsongs < songs;
  const onlyNew = canChoose && (isNew ?? true);

  async function start(): Promise<Pickup> {
    if (naming !== stored) await save(naming);
    return startPickup(source, onlyNew);
  }
  const validate = () => findNamingErrors(naming);
  const zip = useSubmit<NamingErrors>({
    validate,
    send: async () => {
      await download.pickup(await start());
      onClose();
    },
  });
  const toFolder = useSubmit<NamingErrors>({
    validate,
    send: async () => {
      // First: the browser asks only right after a press.
      const handle = await pickFolder();
      if (handle) onFolder({ handle, pickup: await start() });
    },
  });
  const failure = zip.failure ?? toFolder.failure;
  const errors = { ...zip.errors, ...toFolder.errors };
  const hasFolder = canSaveToFolder();
  const isDisabled = !preview || songs === 0;
  return (
    <form noValidate className={styles.form} onSubmit={hasFolder ? toFolder.submit : zip.submit}>
      {failure !== undefined && <FailureBanner title={t('pickup.failed')} failure={failure} />}
      {preview && <PreviewFacts preview={preview} onlyNew={onlyNew} />}
      {!preview && error && <FailureBanner title={t('pickup.failed')} failure={error} />}
      {!preview && !error && <Skeleton height={64} />}
      {canChoose && (
        <Checkbox
          label={t('pickup.only-new', { count: newsongs })}
          checked={onlyNew}
          onChange={({ target }) => setNew(target.checked)}
        />
      )}
      <details className={styles.names} open={Object.keys(errors).length > 0 || undefined}>
        <summary>{t('pickup.names', { format: naming.format.toUpperCase(), pattern: naming.pattern })}</summary>
        <Select
          label={t('pickup.list')}
          placeholder={t('pickup.no-list')}
          value={naming.list ?? ''}
          options={ListFormat.options.map((value) => ({ value, text: t(`lists.kind-${value}`) }))}
          onChange={({ target }) => setNaming({ ...naming, list: ListFormat.safeParse(target.value).data ?? null })}
        />
        <NamingFields naming={naming} list={naming.list} errors={errors} onChange={setNaming} />
      </details>
      <div className={styles.buttons}>
        <Button variant="plain" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          type={hasFolder ? 'button' : 'submit'}
          variant={hasFolder ? 'secondary' : 'primary'}
          disabled={isDisabled}
          busy={zip.isBusy}
          {...(hasFolder && { onClick: () => void zip.submit() })}
        >
          {t('pickup.zip')}
        </Button>
        {hasFolder && (
          <Button type="submit" variant="primary" icon={FolderDown} disabled={isDisabled} busy={toFolder.isBusy}>
            {t('pickup.folder')}
          </Button>
        )}
      </div>
    </form>
  );
}

function PreviewFacts({ preview, onlyNew }: { preview: PickupPreview; onlyNew: boolean }) {
  const t = useText();
  const { songs, bytes, newsongs, newbytes, leftout, pickedup } = preview;
  const [count, size] = onlyNew ? [newsongs, newbytes] : [songs, bytes];
  const listId = useId();
  return (
    <div className={styles.facts} role="status">
      <p>{t('pickup.songs', { count, size: formatSize(size) })}</p>
      {leftout > 0 && <p className={styles.soft}>{t('pickup.left-out', { count: leftout })}</p>}
      {pickedup.length > 0 && (
        <>
          <p id={listId} className={styles.soft}>
            {t(newsongs === 0 ? 'pickup.all-known' : 'pickup.known')}
          </p>
          <ul className={styles.soft} aria-labelledby={listId}>
            {pickedup.map((person) => (
              <li key={`${person.name} ${person.at}`}>{describePickup(t, person)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

const WEEKDAY_MS = 6 * 24 * 60 * 60 * 1000;

/** `Ana Lund on Tuesday: 3 songs`; after a week the date. */
function describePickup(t: Translate, { name, isown, at, songs: count }: PickupPreview['pickedup'][number]): string {
  const isLong = Date.now() - new Date(at).getTime() > WEEKDAY_MS;
  return t('pickup.by', { name: isown ? t('pickup.you') : name, day: formatDayName(at, getLanguage(), isLong), count });
}

import type { StaffDocument } from '@promenade/contract/label';
import { BYTES_PER_MB } from '@promenade/contract/limits';
import { X } from 'lucide-react';
import { useMoveLabels } from '../../catalogue/moveLabels.ts';
import sections from '../../console/sections.module.css';
import { useTypedText } from '../../console/typedText.ts';
import { IconButton } from '../../design/IconButton.tsx';
import { Reorder, ReorderHandle, useReorderRow } from '../../design/Reorder.tsx';
import { TextField } from '../../design/TextField.tsx';
import { notifyFailure } from '../../platform/notifyFailure.ts';
import { useText } from '../../platform/text.ts';
import { UploadArea } from '../deliver/UploadArea.tsx';
import { type AttachmentItem, useRestoreAttachments, useSetAttachments } from './editorData.ts';
import { EditedNote } from './FieldMarks.tsx';
import styles from './ReleaseEditor.module.css';

type Attachment = StaffDocument['attachments'][number];

/** Attachments are added, renamed, moved and removed. */
export function Attachments({ data }: { data: StaffDocument }) {
  const t = useText();
  const moveLabels = useMoveLabels();
  const { release, mayedit, attachments, edited, editedfiles, version } = data;
  const { releaseid, labelid } = release;
  const setting = useSetAttachments(releaseid);
  const restoring = useRestoreAttachments(releaseid);
  const change = (next: (items: AttachmentItem[]) => AttachmentItem[], onSuccess?: () => void) =>
    setting.mutate(next, { ...(onSuccess && { onSuccess }), onError: (failure) => notifyFailure(failure) });
  // Two may have one name.
  const ids = attachments.map(
    ({ filename }, place) =>
      `${filename} ${attachments.slice(0, place).filter((other) => other.filename === filename).length}`,
  );
  const list = (
    <>
      <h3>{t('label.attachments')}</h3>
      {attachments.length === 0 && <p className={sections.hint}>{t('attachments.none')}</p>}
      <Reorder
        ids={ids}
        labels={moveLabels}
        onMove={(from, to) =>
          change((items) => items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1)))
        }
      >
        <ul className={styles.attachments}>
          {attachments.map((attachment, place) => (
            <Row
              key={ids[place]}
              id={ids[place] ?? ''}
              releaseid={releaseid}
              attachment={attachment}
              mayEdit={mayedit}
              onRename={(title, onSaved) => change((items) => items.with(place, { place, title }), onSaved)}
              onRemove={() => change((items) => items.toSpliced(place, 1))}
            />
          ))}
        </ul>
      </Reorder>
      {setting.data?.version === version && setting.data.warning && <p>{setting.data.warning}</p>}
      {editedfiles.includes('attachments') && (
        <EditedNote
          label={t('label.attachments')}
          delivered={undefined}
          editor={edited['attachments']}
          onUse={
            mayedit ? () => restoring.mutate(undefined, { onError: (failure) => notifyFailure(failure) }) : undefined
          }
        />
      )}
    </>
  );
  if (!mayedit || labelid === null) return <div className={styles.cover}>{list}</div>;
  return (
    <div className={styles.cover}>
      <UploadArea
        target={{ labelid, releaseid }}
        text={t('label.add-attachments')}
        onUploaded={(uploadid) => setting.mutateAsync((items) => [...items, { uploadid }])}
      >
        {list}
      </UploadArea>
    </div>
  );
}

interface RowProps {
  id: string;
  releaseid: string;
  attachment: Attachment;
  mayEdit: boolean;
  onRename: (title: string, onSaved: () => void) => void;
  onRemove: () => void;
}

/** The title is saved when it is left. */
function Row({ id, releaseid, attachment: { title, filename, bytes }, mayEdit, onRename, onRemove }: RowProps) {
  const t = useText();
  const [typed, setTyped] = useTypedText(`attachment ${releaseid} ${id}`);
  const { ref, style, handle } = useReorderRow(id);
  const size = `${filename}, ${t('attachments.size', { megabytes: bytes / BYTES_PER_MB })}`;
  const leave = () => {
    const next = typed?.trim();
    if (next && next !== title) onRename(next, () => setTyped(undefined));
    else setTyped(undefined);
  };
  if (!mayEdit)
    return (
      <li>
        <bdi>{title}</bdi>
        {`, ${t('attachments.size', { megabytes: bytes / BYTES_PER_MB })}`}
      </li>
    );
  return (
    <li ref={ref} style={style}>
      <ReorderHandle handle={handle} label={t('label.move-attachment', { title })} />
      <TextField
        label={size}
        value={typed ?? title}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={leave}
        onKeyDown={({ key }) => key === 'Enter' && leave()}
      />
      <IconButton icon={X} size="small" iconSize={16} label={t('deliver.remove', { name: title })} onClick={onRemove} />
    </li>
  );
}

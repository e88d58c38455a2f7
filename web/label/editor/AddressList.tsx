import { parseAddresses } from '@promenade/contract/addresses';
import { AUDIENCE_MAX } from '@promenade/contract/audience';
import { PASTE_MAX } from '@promenade/contract/limits';
import { type SubmitEvent, useMemo, useState } from 'react';
import styles from '../../console/sections.module.css';
import { useTypedText } from '../../console/typedText.ts';
import { DialogButtons } from '../../design/DialogButtons.tsx';
import { LazyDialog } from '../../design/lazyPart.ts';
import { TextArea } from '../../design/TextField.tsx';
import { useText } from '../../platform/text.ts';

interface Props {
  releaseid: string;
  /** The typed addresses of the release. */
  addresses: readonly string[];
  /** False when they were not saved. */
  onAdd: (addresses: string[]) => Promise<boolean>;
  onClose: () => void;
}

/** Adds a pasted list of addresses; what is wrong stays in the field. Whether an address has an account is not told. */
export function AddressList({ releaseid, addresses, onAdd, onClose }: Props) {
  const t = useText();
  const [text = '', setText] = useTypedText(`addresses ${releaseid}`);
  const [isBusy, setBusy] = useState(false);
  const [added, setAdded] = useState(0);
  const pasted = useMemo(() => parseAddresses(text), [text]);
  const fresh = pasted.addresses.filter((address) => !addresses.includes(address));
  const isTooLong = addresses.length + fresh.length > AUDIENCE_MAX;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy || fresh.length === 0 || isTooLong) return;
    setBusy(true);
    const isSaved = await onAdd(fresh);
    setBusy(false);
    if (!isSaved) return;
    setAdded(fresh.length);
    setText(pasted.wrong.join('\n') || undefined);
    if (pasted.wrong.length === 0) onClose();
  };
  const known = pasted.addresses.length - fresh.length;
  return (
    <LazyDialog kind="form" title={t('label.paste-list')} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <TextArea
          label={t('label.paste-addresses')}
          value={text}
          rows={8}
          maxLength={PASTE_MAX}
          spellCheck={false}
          onChange={({ target }) => {
            setAdded(0);
            setText(target.value || undefined);
          }}
        />
        <div role="status" className={styles.hint}>
          {added > 0 && <p>{t('label.pasted-added', { count: added })}</p>}
          {text.trim() !== '' && (
            <p>
              {[
                t('label.pasted-new', { count: fresh.length }),
                t('label.pasted-known', { count: known }),
                t('label.pasted-wrong', { count: pasted.wrong.length }),
              ].join(', ')}
            </p>
          )}
          {pasted.wrong.length > 0 && (
            <p>{t('label.pasted-wrong-are', { list: pasted.wrong.slice(0, 20).join(' · ') })}</p>
          )}
          {isTooLong && <p>{t('label.pasted-too-many', { max: AUDIENCE_MAX })}</p>}
        </div>
        <DialogButtons
          confirm={t('label.pasted-add', { count: fresh.length })}
          cancel={t('common.cancel')}
          busy={isBusy}
          onCancel={onClose}
        />
      </form>
    </LazyDialog>
  );
}

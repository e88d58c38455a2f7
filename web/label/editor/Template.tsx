import type { StaffDocument } from '@promenade/contract/label';
import { CopyPlus } from 'lucide-react';
import { useState } from 'react';
import { PickerButton } from '../../console/SearchPicker.tsx';
import { useTypedText } from '../../console/typedText.ts';
import { ConfirmDialog } from '../../design/ConfirmDialog.tsx';
import { notify } from '../../platform/notices.ts';
import { notifyFailure } from '../../platform/notifyFailure.ts';
import { useText } from '../../platform/text.ts';
import { ReleasePicker } from './AudiencePickers.tsx';
import { useCopyTemplate } from './editorData.ts';

/** Gives a draft what an earlier release of its label had: audience, texts and terms. Asks first. */
export function Template({ release }: Pick<StaffDocument, 'release'>) {
  const t = useText();
  const { releaseid, labelid } = release;
  const typed = useTypedText(`template ${releaseid}`);
  const [from, setFrom] = useState<string>();
  const copying = useCopyTemplate(releaseid);
  const copy = async (chosen: string) => {
    setFrom(undefined);
    try {
      await copying.mutateAsync(chosen);
      notify({ category: 'operatorDone', message: t('label.template-copied') });
    } catch (failure) {
      notifyFailure(failure);
    }
  };
  return (
    <>
      <PickerButton icon={CopyPlus} label={t('label.template')} typed={typed[0]}>
        {(close) => (
          <ReleasePicker
            labelid={labelid ?? ''}
            typed={typed}
            except={releaseid}
            label={t('label.template')}
            onRelease={(id) => {
              close();
              setFrom(id);
            }}
          />
        )}
      </PickerButton>
      {from !== undefined && (
        <ConfirmDialog
          title={t('label.template-title')}
          message={t('label.template-message')}
          confirmLabel={t('label.template-confirm')}
          cancelLabel={t('common.cancel')}
          onConfirm={() => void copy(from)}
          onCancel={() => setFrom(undefined)}
        />
      )}
    </>
  );
}

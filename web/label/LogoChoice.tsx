import { useText } from '../platform/text.ts';
import { useChangeSettings } from './data.ts';
import { UploadArea } from './deliver/UploadArea.tsx';
import { PICTURES } from './editorFields.ts';

/** Another logo of a label is chosen, or dropped. */
export function LogoChoice({ labelid }: { labelid: string }) {
  const t = useText();
  const change = useChangeSettings(labelid);
  return (
    <UploadArea
      target={{ labelid }}
      text={t('label.choose-logo')}
      accept={PICTURES}
      onUploaded={(logo) => change({ logo })}
    />
  );
}

import { ListChecks } from 'lucide-react';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import { endSelection, startSelection, useSelection } from './selectionStore.ts';

/** Begins or ends choosing releases of the list of this page. */
export function SelectButton() {
  const t = useText();
  const isOn = useSelection((selection) => selection.isOn);
  return (
    <IconButton
      icon={ListChecks}
      label={t('selection.start')}
      pressed={isOn}
      onClick={() => (isOn ? endSelection() : startSelection())}
    />
  );
}

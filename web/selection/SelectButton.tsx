import { ListChecks } from 'lucide-react';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import { endSelection, startSelection, useSelection } from './selectionStore.ts';

/** Begins or ends choosing rows of the list of this page: releases, unless `label` says otherwise. */
export function SelectButton({ label }: { label?: string }) {
  const t = useText();
  const isOn = useSelection((selection) => selection.isOn);
  return (
    <IconButton
      icon={ListChecks}
      label={label ?? t('selection.start')}
      pressed={isOn}
      onClick={() => (isOn ? endSelection() : startSelection())}
    />
  );
}

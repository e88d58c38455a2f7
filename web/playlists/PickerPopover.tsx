import { COMBOBOX_POPOVER_PX } from '@promenade/contract/limits';
import type { RefObject } from 'react';
import { Popover } from '../design/Popover.tsx';
import { useText } from '../platform/text.ts';
import { Picker } from './Picker.tsx';
import type { ToAdd } from './pickerStore.ts';

/** Pixels: a phone has room for it. */
const WIDTH_PX = 300;

interface Props {
  toAdd: ToAdd;
  button: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The choice of a playlist at the control that asked for it (C-CONST-15). */
export function PickerPopover({ toAdd, button, onClose }: Props) {
  const t = useText();
  return (
    <Popover
      aria-label={t('playlist.add-named', { title: toAdd.title })}
      button={button}
      onClose={onClose}
      maxHeight={COMBOBOX_POPOVER_PX}
      style={{ width: WIDTH_PX, height: COMBOBOX_POPOVER_PX }}
    >
      <Picker toAdd={toAdd} onClose={onClose} />
    </Popover>
  );
}

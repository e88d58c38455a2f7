import { ChevronDown, type LucideIcon } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../design/Button.tsx';
import { COMBOBOX_POPOVER_PX } from '../design/Combobox.tsx';
import { classNames } from '../design/classNames.ts';
import styles from '../design/Field.module.css';
import { Icon } from '../design/Icon.tsx';
import { Popover } from '../design/Popover.tsx';

const POPOVER_WIDTH_PX = 380;
const DEBOUNCE_MS = 250;

interface Props {
  label: string;
  /** The picker. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a picker. */
export function PickerButton({ icon, label, children }: Props & { icon: LucideIcon }) {
  const { button, opener, popover } = usePicker(label, children);
  return (
    <>
      <Button {...opener} ref={button} size="small" icon={icon}>
        {label}
      </Button>
      {popover}
    </>
  );
}

/** A field that shows what was chosen and opens a picker. */
export function PickerField({ label, text, children }: Props & { text: string }) {
  const id = useId();
  const { button, opener, popover } = usePicker(label, children);
  return (
    <div className={styles.field}>
      <span id={`${id}-label`} className={styles.label}>
        {label}
      </span>
      <div className={styles.box}>
        <button
          {...opener}
          ref={button}
          type="button"
          className={classNames('control', styles.input, styles.select, styles.opener)}
          aria-labelledby={`${id}-label ${id}-text`}
        >
          <span id={`${id}-text`} className="ellipsis">
            {text}
          </span>
        </button>
        <span className={styles.arrow}>
          <Icon icon={ChevronDown} size={18} />
        </span>
      </div>
      {popover}
    </div>
  );
}

function usePicker(label: string, children: Props['children']) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const opener = { 'aria-haspopup': 'dialog', 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) } as const;
  const popover = isOpen && (
    <PickerPopover label={label} trigger={button} onClose={() => setOpen(false)}>
      {children}
    </PickerPopover>
  );
  return { button, opener, popover };
}

interface PopoverProps extends Props {
  trigger: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

const PickerPopover = ({ label, trigger, onClose, children }: PopoverProps) => (
  <Popover
    aria-label={label}
    trigger={trigger}
    onClose={onClose}
    placement="bottom start"
    maxHeight={COMBOBOX_POPOVER_PX}
    style={{ width: POPOVER_WIDTH_PX, height: COMBOBOX_POPOVER_PX }}
  >
    {children(onClose)}
  </Popover>
);

/** The text of a field, and the same text once typing pauses. */
export function usePickerFilter() {
  const [text, setText] = useState('');
  const [filter, setFilter] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setFilter(text.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, setText, filter };
}

/** Whether a result of an earlier filter fits what is typed now. */
export const hasWords = (found: string, text: string): boolean =>
  text
    .trim()
    .split(/\s+/)
    .every((word) => found.toLowerCase().includes(word.toLowerCase()));

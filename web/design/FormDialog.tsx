import { type ComponentProps, type ReactNode, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { LazyDialog } from './LazyDialog.tsx';

export type DiscardQuestion = Required<
  Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'message' | 'confirmLabel' | 'cancelLabel'>
>;

interface Props {
  title: string;
  /** Whether closing loses what was typed or chosen. */
  hasChanges: boolean;
  /** Asked before changes are lost. */
  question: DiscardQuestion;
  onClose: () => void;
  /** `close` is for a cancel button: it asks first, as Escape does. */
  children: (close: () => void) => ReactNode;
}

/** A dialog with a form, which asks before it closes with changes. */
export function FormDialog({ title, hasChanges, question, onClose, children }: Props) {
  const [isAsking, setAsking] = useState(false);
  const close = () => (hasChanges ? setAsking(true) : onClose());
  return (
    <>
      <LazyDialog kind="form" title={title} onClose={close}>
        {children(close)}
      </LazyDialog>
      {isAsking && <ConfirmDialog {...question} onConfirm={onClose} onCancel={() => setAsking(false)} />}
    </>
  );
}

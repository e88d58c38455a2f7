import type { ComponentProps, ReactNode } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { LazyDialog } from './lazyPart.ts';

interface Props {
  title: string;
  /** Shown before changes are lost. */
  question: ComponentProps<typeof ConfirmDialog> | undefined;
  /** Asks first if closing loses changes. */
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a form, which asks before it closes with changes. */
export function FormDialog({ title, question, onClose, children }: Props) {
  return (
    <>
      <LazyDialog kind="form" title={title} onClose={onClose}>
        {children}
      </LazyDialog>
      {question && <ConfirmDialog {...question} />}
    </>
  );
}

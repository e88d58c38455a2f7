import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classNames } from './classNames.ts';
import styles from './Dialog.module.css';
import { focusTabStop } from './listNavigation.ts';
import { usePanelEntry } from './panelHistory.ts';

export interface DialogProps {
  /** The visible heading. */
  title?: string;
  /** Names a dialog whose content has its own heading. */
  label?: string;
  /**
   * `question` and `form` do not close by a click outside. `sheet` rises from the bottom on phones.
   * `drawer` fills the right edge, or the whole phone.
   */
  kind?: 'question' | 'form' | 'sheet' | 'drawer';
  /** #rrggbb that tints the panel, which is then dark in both themes. */
  tint?: string;
  /** False for a question about leaving the page: its entry would replace the pages ahead. */
  hasEntry?: boolean | undefined;
  /** Escape, Back or a click outside. */
  onClose: () => void;
  children: ReactNode;
}

/** A modal panel, open as long as it is rendered. */
export function Dialog({ title, label, kind = 'sheet', tint, hasEntry, onClose, children }: DialogProps) {
  const [dialog, setDialog] = useState<HTMLElement | null>(null);
  useFocusReturn(dialog);
  usePanelEntry(onClose, hasEntry);
  return (
    <ModalOverlay
      isOpen
      isDismissable={kind === 'sheet' || kind === 'drawer'}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={classNames(styles.overlay, kind === 'sheet' && styles.bottom, kind === 'drawer' && styles.side)}
    >
      <Modal
        className={classNames(styles.panel, styles[kind], tint && styles.tinted)}
        style={tint ? ({ '--tint': tint } as CSSProperties) : undefined}
      >
        <AriaDialog
          ref={setDialog}
          className={styles.dialog}
          role={kind === 'question' ? 'alertdialog' : 'dialog'}
          aria-label={label}
        >
          {title && (
            <Heading slot="title" className={styles.title}>
              {title}
            </Heading>
          )}
          {/* A dialog around it takes back the focus of an `autoFocus` until this one is registered as its child. */}
          {dialog && children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The path of the control that opened a dialog, then that of the dialog around it, by the dialog's element. */
const openers = new WeakMap<Element, HTMLElement[]>();

/**
 * Returns the focus to the control that opened the dialog, also when that was in another dialog that is closed by now. If
 * the control is gone, the next row or card of its list takes the focus, or the panel around it. The library returns it
 * only to what had it last.
 */
function useFocusReturn(dialog: HTMLElement | null): void {
  const [opener] = useState(listOpeners);
  useEffect(() => {
    if (dialog) openers.set(dialog, opener);
  }, [dialog, opener]);
  useEffect(() => {
    const hasFocus = () => document.activeElement !== document.body;
    const restore = () => {
      for (const element of opener) {
        if (hasFocus()) return;
        if (element.isConnected) focusTabStop(element);
        if (!hasFocus()) element.focus();
      }
      if (!hasFocus()) focusTabStop(document);
      // The list is empty now: Tab goes on at the top of the page.
      if (!hasFocus()) document.getElementById('content')?.focus({ preventScroll: true });
    };
    // After react-aria, which moves the focus in the next frame.
    return () => void requestAnimationFrame(() => requestAnimationFrame(restore));
  }, [opener]);
}

/** The focused control and the elements around it, then those of the control that opened the dialog it is in. */
function listOpeners(): HTMLElement[] {
  const path: HTMLElement[] = [];
  let element = document.activeElement;
  for (; element instanceof HTMLElement && element !== document.body; element = element.parentElement)
    path.push(element);
  const outer = path[0]?.closest('[role=dialog], [role=alertdialog]');
  return [...path, ...((outer && openers.get(outer)) ?? [])];
}

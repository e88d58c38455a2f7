import { type CSSProperties, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classNames } from './classNames.ts';
import styles from './Dialog.module.css';
import { focusTabStop } from './listNavigation.ts';

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
  /** Escape or a click outside. */
  onClose: () => void;
  children: ReactNode;
}

/** A modal panel, open as long as it is rendered. */
export function Dialog({ title, label, kind = 'sheet', tint, onClose, children }: DialogProps) {
  const dialog = useFocusReturn();
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
          ref={dialog}
          className={styles.dialog}
          role={kind === 'question' ? 'alertdialog' : 'dialog'}
          aria-label={label}
        >
          {title && (
            <Heading slot="title" className={styles.title}>
              {title}
            </Heading>
          )}
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** What had the focus before a dialog opened, then what had it before the dialog around that, by the dialog's element. */
const openers = new WeakMap<Element, HTMLElement[]>();

/**
 * Returns the focus to the control that opened the dialog, also when that was in another dialog that is closed by now; if
 * the control has left its list meanwhile, to the next row or card. The library returns it only to what had it last.
 */
function useFocusReturn(): RefObject<HTMLElement | null> {
  const dialog = useRef<HTMLElement>(null);
  const [opener] = useState(listOpeners);
  useEffect(() => {
    if (dialog.current) openers.set(dialog.current, opener);
    const restore = () => {
      if (document.activeElement !== document.body) return;
      const control = opener.find(({ isConnected }) => isConnected);
      if (control) control.focus();
      else focusTabStop(document);
    };
    // The library does its part in the next frame.
    return () => void requestAnimationFrame(() => requestAnimationFrame(restore));
  }, [opener]);
  return dialog;
}

function listOpeners(): HTMLElement[] {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return [];
  const outer = activeElement.closest('[role=dialog], [role=alertdialog]');
  return [activeElement, ...((outer && openers.get(outer)) ?? [])];
}

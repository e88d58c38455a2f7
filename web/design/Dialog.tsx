import type { CSSProperties, ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classNames } from './classNames.ts';
import styles from './Dialog.module.css';

/** What a dialog shows, and what it does when it is closed by Escape, a click beside it or its own control. */
export interface DialogProps {
  /** Shown as its heading … */
  title?: string;
  /** … or only heard, when the content has a heading of its own. */
  label?: string;
  /**
   * `question` wants an answer, `form` words: neither closes by a click beside it; `sheet` rises from below on a phone,
   * `drawer` stands at the right, as high as the window, and fills a phone.
   */
  kind?: 'question' | 'form' | 'sheet' | 'drawer';
  /** #rrggbb that the panel is tinted with; it is dark then in both themes. */
  tint?: string;
  onClose: () => void;
  children: ReactNode;
}

/** A panel over the page that keeps the focus until it closes. Shown as long as it is rendered. */
export function Dialog({ title, label, kind = 'sheet', tint, onClose, children }: DialogProps) {
  const isDismissable = kind === 'sheet' || kind === 'drawer';
  return (
    <ModalOverlay
      isOpen
      isDismissable={isDismissable}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={classNames(styles.veil, kind === 'sheet' && styles.low, kind === 'drawer' && styles.side)}
    >
      <Modal className={classNames(styles.panel, styles[kind], tint && styles.tinted)} style={tinted(tint)}>
        <AriaDialog className={styles.dialog} role={kind === 'question' ? 'alertdialog' : 'dialog'} aria-label={label}>
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

const tinted = (tint: string | undefined) => (tint ? ({ '--tint': tint } as CSSProperties) : undefined);

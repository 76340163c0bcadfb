import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { t } from '../../i18n/index.ts'
import { classNames } from '../browser/class-names.ts'
import { IconButton } from '../controls/IconButton.tsx'
import styles from './Dialog.module.css'

interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** The actions at the bottom, the main one last. */
  footer?: ReactNode
  /** Maximum width in px. */
  width?: number
  /** An alert needs an answer: a click outside does not close it. */
  isAlert?: boolean
  /** Hide the title bar and the padding, for a dialog that draws its own. */
  isBare?: boolean
}

/** A modal dialog: traps the focus, restores it afterwards, and disables global keyboard commands meanwhile. */
export function Dialog({ title, isOpen, onClose, children, footer, width = 520, isAlert, isBare }: DialogProps) {
  return (
    <ModalOverlay
      className={styles.overlay}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isAlert}
      data-modal-open
    >
      <Modal className={styles.modal} style={{ maxWidth: width }}>
        <AriaDialog
          role={isAlert ? 'alertdialog' : 'dialog'}
          className={styles.dialog}
          aria-label={isBare ? title : undefined}
        >
          {!isBare && (
            <header className={styles.header}>
              <Heading slot="title" level={2} className={styles.title}>
                {title}
              </Heading>
              <IconButton icon={X} label={t('ui.close')} size="small" onPress={onClose} />
            </header>
          )}
          <div className={classNames(styles.body, isBare && styles.bare)}>{children}</div>
          {footer && <footer className={styles.footer}>{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { useOfflineReason } from '../browser/use-offline-reason.ts'
import { Button } from '../controls/Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  title: string
  /** The text of the confirm button. */
  action: string
  children: ReactNode
  /**
   * If given, the dialog shows that the action is running, and stays open until the caller closes it. If absent, it
   * closes at once.
   */
  isPending?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation before a destructive action. */
export function ConfirmDialog({ title, action, children, isPending, onConfirm, onClose }: ConfirmDialogProps) {
  const offlineReason = useOfflineReason()
  const confirm = () => {
    onConfirm()
    if (isPending === undefined) onClose()
  }
  return (
    <Dialog
      title={title}
      isOpen
      isAlert
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose} autoFocus>
            {t('ui.cancel')}
          </Button>
          <Button variant="danger" isPending={isPending} disabledReason={offlineReason} onPress={confirm}>
            {action}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  )
}

import type { ReactNode } from 'react'
import { t } from '../../i18n/people.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useOfflineReason } from '../../ui/use-offline-reason.ts'

interface ConfirmDialogProps {
  title: string
  /** The word on the button that does it. */
  action: string
  children: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that takes away. */
export function ConfirmDialog({ title, action, children, onConfirm, onClose }: ConfirmDialogProps) {
  const offlineReason = useOfflineReason()
  const confirm = () => {
    onConfirm()
    onClose()
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
          <Button variant="danger" disabledReason={offlineReason} onPress={confirm}>
            {action}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  )
}

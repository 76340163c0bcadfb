import type { ReactNode } from 'react'
import { t } from '../i18n/index.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { useOfflineReason } from './use-offline-reason.ts'

interface ConfirmDialogProps {
  title: string
  /** The word on the button that does it. */
  action: string
  children: ReactNode
  /** Given: the dialog stays until the caller closes it, and shows that the work goes on. Absent: it closes at once. */
  isPending?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that takes away. */
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

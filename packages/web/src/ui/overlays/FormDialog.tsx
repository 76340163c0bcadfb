import type { FormEvent, ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { useOfflineReason } from '../browser/use-offline-reason.ts'
import { Button } from '../controls/Button.tsx'
import { Dialog } from './Dialog.tsx'

interface FormDialogProps {
  title: string
  /** The text of the button that submits. */
  action: string
  variant?: 'primary' | 'danger'
  isAlert?: boolean
  isPending: boolean
  isDisabled?: boolean
  /** Why the form cannot be submitted yet. */
  disabledReason?: string | undefined
  onSubmit: () => void
  onClose: () => void
  className?: string
  children: ReactNode
}

/** A dialog with a form, which its button and Enter submit. */
export function FormDialog({
  title,
  action,
  variant = 'primary',
  isAlert,
  isPending,
  isDisabled = false,
  disabledReason,
  onSubmit,
  onClose,
  className,
  children,
}: FormDialogProps) {
  const offlineReason = useOfflineReason()
  const reason = offlineReason ?? disabledReason
  const submit = () => {
    if (!isPending && !isDisabled && reason === undefined) onSubmit()
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <Dialog
      title={title}
      isOpen
      isAlert={isAlert}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button
            variant={variant}
            isDisabled={isDisabled}
            isPending={isPending}
            disabledReason={reason}
            onPress={submit}
          >
            {action}
          </Button>
        </>
      }
    >
      <form className={className} onSubmit={handleSubmit} noValidate>
        {children}
        {/* Enter submits a form of several fields only if it has a submit button; the visible one is outside. */}
        <input type="submit" hidden />
      </form>
    </Dialog>
  )
}

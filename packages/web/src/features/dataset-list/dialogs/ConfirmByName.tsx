import { type FormEvent, type ReactNode, useState } from 'react'
import { t } from '../../../i18n/areas/datasets.ts'
import { useOfflineReason } from '../../../ui/browser/use-offline-reason.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import styles from './Dialogs.module.css'

interface ConfirmByNameProps {
  title: string
  /** The text of the confirm button. */
  action: string
  /** The name to type. */
  name: string
  children: ReactNode
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** A dialog that deletes a dataset only after its name was typed. */
export function ConfirmByName({ title, action, name, children, isPending, onConfirm, onClose }: ConfirmByNameProps) {
  const [typed, setTyped] = useState('')
  const isSure = typed.trim() === name
  const offlineReason = useOfflineReason()
  const submit = () => {
    if (isSure && !isPending) onConfirm()
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <Dialog
      title={title}
      isOpen
      isAlert
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button
            variant="danger"
            isDisabled={!isSure}
            isPending={isPending}
            disabledReason={offlineReason}
            onPress={submit}
          >
            {action}
          </Button>
        </>
      }
    >
      <form className={styles.form} onSubmit={handleSubmit}>
        <p>{children}</p>
        <TextField
          label={t('datasets.deleteConfirm', { name })}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck="false"
          autoFocus
        />
      </form>
    </Dialog>
  )
}

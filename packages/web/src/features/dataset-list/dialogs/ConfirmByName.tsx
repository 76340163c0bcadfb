import { type ReactNode, useState } from 'react'
import { t } from '../../../i18n/areas/datasets.ts'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx'
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
  return (
    <FormDialog
      title={title}
      action={action}
      variant="danger"
      isAlert
      isPending={isPending}
      isDisabled={typed.trim() !== name}
      onSubmit={onConfirm}
      onClose={onClose}
      className={styles.form}
    >
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
    </FormDialog>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { deleteClassicDataset } from '../../../api/classic/classic-datasets.ts'
import { refusalOf } from '../../../api/errors.ts'
import { deleteDataset } from '../../../api/feedback/datasets.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { t } from '../../../i18n/areas/datasets.ts'
import { useOfflineReason } from '../../../ui/browser/use-offline-reason.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import type { DatasetRow } from '../dataset-row.ts'
import styles from './Dialogs.module.css'

/** The parts of a dataset that deleting needs. */
export type DeletableDataset = Pick<DatasetRow, 'id' | 'kind' | 'name' | 'workspace'>

interface DeleteDatasetDialogProps {
  dataset: DeletableDataset
  onClose: () => void
  onDeleted?: () => void
}

/** Deletes a dataset once its name has been typed. The result messages are the specification's. */
export function DeleteDatasetDialog({ dataset, onClose, onDeleted }: DeleteDatasetDialogProps) {
  const { id, kind, name, workspace } = dataset
  const [typed, setTyped] = useState('')
  const queryClient = useQueryClient()
  const isSure = typed.trim() === name
  const offlineReason = useOfflineReason()
  const { mutate, isPending } = useMutation({
    mutationFn: () => (kind === 'Feedback' ? deleteDataset(id) : deleteClassicDataset({ workspace, name })),
    meta: SILENT,
    onSuccess: () => {
      toasts.notify({ type: 'success', message: t('datasets.deleted', { name }) })
      void queryClient.invalidateQueries({ queryKey: queryKeys.datasets() })
      onDeleted?.()
    },
    onError: (error) => {
      // A user without permission gets no message (spec section 6); the dataset stays in the list.
      if (refusalOf(error)?.status !== 403)
        toasts.notify({ type: 'error', message: t('datasets.notDeleted', { name }) })
    },
    onSettled: onClose,
  })
  const submit = () => {
    if (isSure && !isPending) mutate()
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <Dialog
      title={t('datasets.deleteTitle')}
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
            {t('datasets.deleteNow')}
          </Button>
        </>
      }
    >
      <form className={styles.form} onSubmit={handleSubmit}>
        <p>{t('datasets.deleteText', { name, workspace })}</p>
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

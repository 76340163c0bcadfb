import { LIMITS, PATTERNS } from '@postil/contract/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refusalOf } from '../../../api/errors.ts'
import { patchDataset } from '../../../api/feedback/managed-datasets.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { reasonOf } from '../../../api/reason-of.ts'
import { reloadDatasets } from '../../../api/reload-datasets.ts'
import { t } from '../../../i18n/areas/datasets.ts'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import type { DatasetRow } from '../dataset-row.ts'
import styles from './Dialogs.module.css'

interface RenameDatasetDialogProps {
  dataset: Pick<DatasetRow, 'id' | 'name'>
  onClose: () => void
}

/** Renames a feedback dataset. Its URL contains the id, so it does not change. */
export function RenameDatasetDialog({ dataset, onClose }: RenameDatasetDialogProps) {
  const [name, setName] = useState(dataset.name)
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => patchDataset(dataset.id, { name }),
    meta: SILENT,
    onSuccess: () => {
      toasts.notify({ type: 'success', message: t('datasets.renamed', { name }) })
      void queryClient.invalidateQueries({ queryKey: queryKeys.datasets() })
      void queryClient.invalidateQueries({ queryKey: queryKeys.dataset(dataset.id), exact: true })
      onClose()
    },
    onError: (error) => {
      if (refusalOf(error)?.status !== 404) return
      toasts.notify({ type: 'error', message: t('datasets.gone', { name: dataset.name }) })
      reloadDatasets(queryClient)
      onClose()
    },
  })
  const problem = checkDatasetName(name) ?? (error ? reasonOf(error) : undefined)
  const canSave = name !== dataset.name && checkDatasetName(name) === undefined
  return (
    <FormDialog
      title={t('datasets.renameTitle')}
      action={t('datasets.renameNow')}
      isPending={isPending}
      isDisabled={!canSave}
      onSubmit={mutate}
      onClose={onClose}
      className={styles.form}
    >
      <TextField
        label={t('datasets.name')}
        value={name}
        onChange={setName}
        error={problem}
        autoComplete="off"
        spellCheck="false"
        autoFocus
      />
    </FormDialog>
  )
}

/** The error message for the name of a feedback dataset; undefined when it is valid. */
export function checkDatasetName(name: string): string | undefined {
  if (name === '') return t('datasets.nameMissing')
  if ([...name].length > LIMITS.nameLength) return t('datasets.nameLong', { max: LIMITS.nameLength })
  return PATTERNS.datasetName.test(name) ? undefined : t('datasets.nameBad')
}
